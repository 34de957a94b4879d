// Package guided is Guided-OPD: in the student's episodes some turns are played by the teacher, fewer and fewer, so that
// the student is judged at states from which the task can still be done.
//
//	paper symbol     code                  setting
//	beta_0, beta_1   Settings.share        share_start, share_end
//	rho              Settings.Decay        decay
//	N                Settings.Steps        steps
//	expert mask      training.Mixture.ByTeacher
//
// Equations, s the training step:
//
//	progress = min(s / (rho N), 1)
//	beta(s)  = beta_0 + (beta_1 - beta_0) (1 - cos(pi progress)) / 2
//	actor of every turn ~ Bernoulli(beta(s)), drawn independently (P12)
//	L = 1/n ( sum over student tokens of the loss of OPD  -  w sum over teacher tokens of log p_theta )
//
// with n the number of response tokens of the batch, student's and teacher's together, and w the weight of imitation.
//
// Source: Guided-OPD (arXiv 2606.15912) and the workflow that FutureBridge's release has for it. The weight of the
// two losses is inferred: 1 to 1 a token. With beta = 0 it is vanilla OPD, with beta = 1 supervised fine-tuning on
// fresh, unfiltered trajectories of the teacher.
package guided

import (
	"context"
	"maps"

	"github.com/retort-ml/retort/backends"
	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/rollout"
	"github.com/retort-ml/retort/registry/training"
)

// StageName is the kind of the training stage. Its inputs are "student" and "teacher".
const StageName = "guided"

// Kind registers the method.
func Kind() registry.MethodKind {
	return training.MethodKind(info(), Defaults, (*Settings).build)
}

// build declares the stages.
func (s *Settings) build(b registry.Builder) registry.Artifact {
	return b.Stage(StageName, s, registry.Inputs{"student": b.Student(), "teacher": b.Teacher()}, true)
}

// Stage trains the student.
func Stage() registry.StageKind {
	return registry.StageKind{
		Kind: StageName, Version: 1,
		Settings: func() any { s := Defaults(); return &s },
		Run:      run,
		Episodes: func(s any) int { g := s.(*Settings); return g.Steps * g.TasksAStep },
		Work: func(s any, _ func(string) any) []registry.Work {
			g, guiding := s.(*Settings), 0.0
			for step := range g.Steps {
				guiding += g.share(step) * float64(g.TasksAStep)
			}
			n, taught := g.Steps*g.TasksAStep, int(guiding)
			return []registry.Work{{Input: "student", Plays: n - taught, Learns: n}, {Input: "teacher", Plays: taught, Scores: n - taught}}
		},
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
	size, err := training.SplitSize(b.Environment(), training.TrainSplit)
	if err != nil {
		return err
	}
	objective := s.Objective()
	err = b.Loop(ctx, s.Steps, student, func(step int) error {
		mixture := training.Mixture{Student: student, Teacher: teacher, Share: s.share(step), Temperature: s.TeacherTemperature}
		player := rollout.Player{Model: mixture, Format: b.Format(), Environment: b.Environment(), Temperature: s.Temperature, Actor: "student"}
		starts := training.Starts(b, size, s.Budget, 1, step)
		episodes, err := player.Play(ctx, starts)
		if err != nil {
			return err
		}
		own, guiding := divide(episodes, func(i, context int) bool { return mixture.ByTeacher(starts[i].Seed, context) })
		scores, err := training.ScoreEpisodes(ctx, teacher, own, nil, objective.Full)
		if err != nil {
			return err
		}
		parts, numbers := s.parts(objective, own, guiding, scores)
		numbers["share"] = mixture.Share
		maps.Copy(numbers, training.Conduct(own))
		update, err := s.Budget.Update(ctx, b, student, step, parts)
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

// divide returns every episode twice: with the teacher's turns masked, and with the student's masked. ByTeacher says
// who answered episode i at a context of so many tokens.
func divide(episodes []*registry.Episode, byTeacher func(i, context int) bool) (own, guiding []*registry.Episode) {
	for i, e := range episodes {
		teacher := make([]bool, len(e.Turns))
		at := len(e.Prompt)
		for k := range e.Turns {
			teacher[k] = byTeacher(i, at)
			at += len(e.Turns[k].Tokens) + len(e.Turns[k].ObservationTokens)
		}
		own = append(own, training.Mask(e, func(k int) bool { return teacher[k] }))
		guiding = append(guiding, training.Mask(e, func(k int) bool { return !teacher[k] }))
	}
	return own, guiding
}

// parts returns the two losses of a step, each token weighted 1/n over both, and imitation w/n.
func (s *Settings) parts(objective training.Objective, own, guiding []*registry.Episode, scores []backends.Score) ([]training.Part, map[string]float64) {
	student, numbers := objective.Signal(own, scores)
	teacher, imitated := training.Imitation(guiding)
	n := training.Count(student) + imitated
	training.Weigh(student, n)
	training.Weigh(teacher, n)
	for _, d := range teacher {
		for j := range d.Weights {
			d.Weights[j] *= float32(s.ImitationWeight)
		}
	}
	numbers["teacher_tokens_share"] = float64(imitated) / float64(max(n, 1))
	return []training.Part{
		{Data: student, Loss: objective.Loss},
		{Data: teacher, Loss: backends.Loss{Kind: backends.CrossEntropy}},
	}, numbers
}
