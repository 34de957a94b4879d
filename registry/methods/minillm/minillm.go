// Package minillm is MiniLLM: the reverse KL of whole responses, minimised by policy gradient. The part of the gradient that a
// token has in its own step is computed exactly over the vocabulary; the part through what follows is sampled.
//
//	paper symbol             code                     setting
//	alpha                    training.Mixture.Share   mixture
//	w_t                      signal.weights           (importance of the mixed sampling)
//	R^Norm_{t+1}             signal.longTerm          long_term, discount
//	L_PT                     Settings.imitation       language_modelling
//
// Equations, y sampled token by token from p~ = alpha p_T + (1 - alpha) p_theta, r_t = l_T(t) - l_theta(t), t over the n
// response tokens of the batch:
//
//	w_t      = p_theta(y_t) / p~(y_t)
//	R_{t+1}  = sum_{t' > t} discount^{t'-t-1} r_{t'} / sum_{t' > t} discount^{t'-t-1},  over the episode
//	grad L   = 1/n sum_t w_t (grad KL(p_theta(. | y_<t) || p_T(. | y_<t)) - long_term R_{t+1} grad log p_theta(y_t))
//	           - language_modelling 1/m sum over m stored teacher tokens of grad log p_theta
//
// Source: MiniLLM (arXiv 2306.08543), sections 2.2 and 2.3. With long_term = 0, mixture = 0 and language_modelling = 0 it is
// vanilla OPD over the whole vocabulary, to the bit.
package minillm

import (
	"context"
	"maps"

	"github.com/retort-ml/retort/backends"
	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/training"
)

// StageName is the kind of the training stage. Its inputs are "student" and "teacher", and "trajectories" when
// language_modelling > 0.
const StageName = "minillm"

// Kind registers the method. It also needs training.TrajectoriesKind.
func Kind() registry.MethodKind {
	return training.MethodKind(info(), Defaults, (*Settings).build)
}

// build declares the stages.
func (s *Settings) build(b registry.Builder) registry.Artifact {
	inputs := registry.Inputs{"student": b.Student(), "teacher": b.Teacher()}
	if s.LanguageModelling > 0 {
		t := &training.Trajectories{Tasks: s.Trajectories, Attempts: 1, Keep: training.KeepAll, Temperature: s.Temperature, Actor: "teacher"}
		inputs["trajectories"] = b.Stage(training.TrajectoriesStage, t, registry.Inputs{"policy": b.Teacher()}, true)
	}
	return b.Stage(StageName, s, inputs, true)
}

// Stage trains the student.
func Stage() registry.StageKind {
	return registry.StageKind{
		Kind: StageName, Version: 1,
		Settings: func() any { s := Defaults(); return &s },
		Run:      run,
		Episodes: func(s any) int { return s.(*Settings).Episodes(1) },
	}
}

func run(ctx context.Context, b registry.Bench, settings any) error {
	s := settings.(*Settings)
	student, err := b.Load("student")
	if err != nil {
		return err
	}
	defer student.Close()
	teacher, err := b.Load("teacher")
	if err != nil {
		return err
	}
	defer teacher.Close()
	var policy backends.Sampler = student
	if s.Mixture > 0 {
		policy = training.Tokenwise{Sampler: training.Mixture{Student: student, Teacher: teacher, Share: s.Mixture, Temperature: s.Temperature}}
	}
	collect, err := training.Rollouts(b, policy, s.Budget, 1)
	if err != nil {
		return err
	}
	var stored []*registry.Episode
	if s.LanguageModelling > 0 {
		if stored, err = training.ReadTrajectories(b, "trajectories"); err != nil {
			return err
		}
	}
	err = b.Loop(ctx, s.Steps, student, func(step int) error {
		episodes, err := collect(ctx, step)
		if err != nil {
			return err
		}
		if err := s.readBack(ctx, student, episodes); err != nil {
			return err
		}
		scores, err := training.ScoreEpisodes(ctx, teacher, episodes, nil, true)
		if err != nil {
			return err
		}
		parts, numbers := s.parts(episodes, scores)
		if stored != nil {
			parts = append(parts, s.imitation(training.Passes(b, stored, step, s.TasksAStep)))
		}
		maps.Copy(numbers, training.Conduct(episodes))
		update, err := s.Update(ctx, b, student, step, parts)
		if err != nil {
			return err
		}
		maps.Copy(numbers, update)
		return training.RecordAll(b, step, numbers)
	})
	if err != nil {
		return err
	}
	return b.SaveWeights(student)
}

// readBack puts the student's own log-probabilities in the place of the teacher's, for the tokens that the teacher
// sampled.
func (s *Settings) readBack(ctx context.Context, student backends.Scorer, episodes []*registry.Episode) error {
	if s.Mixture == 0 {
		return nil
	}
	scores, err := training.ScoreEpisodes(ctx, student, episodes, nil, false)
	if err != nil {
		return err
	}
	for i, e := range episodes {
		for j, p := range training.Positions(e, nil, 0) {
			e.Turns[p.Turn].LogProbs[p.Token] = scores[i].LogProbs[j]
		}
	}
	return nil
}

// imitation is the weighted likelihood of stored trajectories.
func (s *Settings) imitation(episodes []*registry.Episode) training.Part {
	data, _ := training.Imitation(episodes)
	for _, d := range data {
		for j := range d.Weights {
			d.Weights[j] *= float32(s.LanguageModelling)
		}
	}
	return training.Part{Data: data, Loss: backends.Loss{Kind: backends.CrossEntropy}}
}
