// Package simpo is SimPO on agent trajectories: successful teacher trajectories are to be likelier than the student's own on
// the same tasks, by a fixed margin between length-normalised log-likelihoods, without a reference model.
//
//	paper symbol    code                        setting
//	beta            training.Preference.Beta    beta
//	gamma           Settings.Gamma              gamma
//	y_w, y_l        training.Pair               pairs: which of the student's episodes are rejected
//
// Equation:
//
//	L = -log sigmoid( beta/|y_w| log p_theta(y_w) - beta/|y_l| log p_theta(y_l) - gamma )
//
// over the response tokens of whole episodes, observations left out. One step scores the pairs with the student as it is;
// the gradient is then that of a cross-entropy with signed weights (training.Preference).
//
// Source: SimPO (arXiv 2405.14734). Its pairs are answers ranked by a reward model; here a won teacher episode is chosen and
// the student's own episode of the task is rejected, as ProD takes its pairs. With lambda > 0 the chosen
// likelihood is added, which ProD found to keep it stable; SimPO itself has lambda = 0.
package simpo

import (
	"context"
	"errors"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/training"
)

// StageName is the kind of the training stage. Its inputs are "student", "trajectories" (the teacher's) and "own" (the
// student's on the same tasks).
const StageName = "simpo"

// Settings is what an experiment sets of SimPO.
type Settings struct {
	training.Preference
	Gamma        float64 `hcl:"gamma,optional" json:"gamma"`
	Pairs        string  `hcl:"pairs,optional" json:"pairs"`               // "all" or "lost"
	Trajectories int     `hcl:"trajectories,optional" json:"trajectories"` // tasks the teacher plays
	Attempts     int     `hcl:"attempts,optional" json:"attempts"`         // until it wins
	Temperature  float64 `hcl:"temperature,optional" json:"temperature"`   // of the student's episodes; 0: greedy
}

// Defaults are the laptop sizes.
func Defaults() Settings {
	return Settings{
		Preference: training.Preference{Beta: 2, Epochs: 1, Batch: 16, LearningRate: 2e-4, WarmupShare: 0.1},
		Gamma:      0.5, Pairs: "lost", Trajectories: 512, Attempts: 2, Temperature: 1,
	}
}

// Validate names the setting that cannot work.
func (s *Settings) Validate() error {
	return errors.Join(
		s.Preference.Validate(),
		training.CheckRange("gamma", s.Gamma, 0, 1000),
		training.CheckOneOf("pairs", s.Pairs, "all", "lost"),
		training.CheckRange("trajectories", s.Trajectories, 1, 1_000_000),
		training.CheckRange("attempts", s.Attempts, 1, 1024),
		training.CheckRange("temperature", s.Temperature, 0, 10),
	)
}

// Kind registers the method. It also needs training.TrajectoriesKind and training.OwnKind.
func Kind() registry.MethodKind {
	return training.MethodKind(registry.MethodInfo{
		Name:      "simpo",
		Title:     "SimPO on trajectories",
		Idea:      "Successful teacher trajectories become likelier than the student's own on the same tasks, by a margin between log-likelihoods a token, without a reference model.",
		Objective: "-log sigmoid(beta/|y_w| log p(y_w) - beta/|y_l| log p(y_l) - gamma), y_w the teacher's won trajectory, y_l the student's",
		Source:    "SimPO (arXiv 2405.14734)",
		Stages: []string{
			"trajectories: the teacher plays 'trajectories' tasks, the first won episode of each is kept",
			"own_trajectories: the student plays the same tasks",
			"simpo: 'epochs' passes over the pairs",
		},
		Needs:       []string{"a teacher that plays", "a task reward"},
		ReadsReward: true,
		Constants: []registry.Constant{
			{Setting: "beta = 2, gamma = 0.5", Origin: "published: beta 2.0 to 2.5, gamma 0.3 to 1.6"},
			{Setting: "warmup_share = 0.1, epochs = 1", Origin: "published"},
			{Setting: "lambda = 0", Origin: "published: no imitation term"},
			{Setting: "pairs = lost, trajectories = 512, attempts = 2, pairs_a_step = 16, learning_rate = 2e-4, temperature = 1", Origin: "ours, for tiny models"},
		},
		Departures: []string{
			"pairs are whole episodes of teacher and student, not ranked answers; a failed episode of the student is rejected, with pairs = all every one",
			"the learning rate falls linearly, not by a cosine",
		},
	}, Defaults, (*Settings).build)
}

// build declares the stages.
func (s *Settings) build(b registry.Builder) registry.Artifact {
	shown := training.Trajectories{Tasks: s.Trajectories, Attempts: s.Attempts, Keep: training.KeepFirst, Temperature: 1, Actor: "teacher"}
	stored := b.Stage(training.TrajectoriesStage, &shown, registry.Inputs{"policy": b.Teacher()}, true)
	own := b.Stage(training.OwnStage, &training.Own{Temperature: s.Temperature, Actor: "student"}, registry.Inputs{"policy": b.Student(), "trajectories": stored}, true)
	return b.Stage(StageName, s, registry.Inputs{"student": b.Student(), "trajectories": stored, "own": own}, true)
}

// Stage trains the student.
func Stage() registry.StageKind {
	return registry.StageKind{
		Kind: StageName, Version: 1, ReadsReward: true,
		Settings: func() any { s := Defaults(); return &s },
		Run:      run,
		Episodes: func(s any) int { t := s.(*Settings); return t.Trajectories * t.Epochs },
	}
}

func run(ctx context.Context, b registry.Bench, settings any) error {
	s := settings.(*Settings)
	shown, err := training.ReadTrajectories(b, "trajectories")
	if err != nil {
		return err
	}
	own, err := training.ReadTrajectories(b, "own")
	if err != nil {
		return err
	}
	student, err := b.Load("student")
	if err != nil {
		return err
	}
	defer student.Close()
	pairs := s.pairs(shown, own)
	if err := b.Metric("pairs", -1, float64(len(pairs))); err != nil {
		return err
	}
	if err := s.Fit(ctx, b, student, pairs); err != nil {
		return err
	}
	return b.SaveWeights(student)
}

// pairs puts the teacher's i-th trajectory before the student's.
func (s *Settings) pairs(shown, own []*registry.Episode) []training.Pair {
	var pairs []training.Pair
	for i, e := range own {
		if s.Pairs == "all" || !e.Won {
			pairs = append(pairs, training.Pair{Chosen: shown[i], Rejected: e, Margin: s.Gamma})
		}
	}
	return pairs
}
