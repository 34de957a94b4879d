// Package prod is ProD: a student that loops is pushed away from its own trajectories, the harder the more they repeat
// themselves beyond what the teacher's do on the same task, and towards the teacher's.
//
//	paper symbol              code                          setting
//	S(tau), s_k               stagnation.Scores, Mean       similarity
//	f, alpha, c0              Signal.margin                 alpha, c0, margin, fixed_margin
//	s_theta, beta, lambda     training.Preference           beta, lambda
//	R, p_r                    method.Build                  rounds
//
// Equations, tau_T a won trajectory of the teacher and tau_S the student's own on the same task:
//
//	s_1 = 0,  s_k = max_{j<k} sim(u_k, u_j),  S = mean_k s_k,  u_k thought and action of turn k
//	DeltaS = S(tau_S) - S(tau_T)
//	f      = c0 (alpha max(0, DeltaS) + (1 - alpha) [tau_S failed])
//	L      = -E log sigmoid(s_theta(tau_T) - s_theta(tau_S) - f) + lambda L_SFT(tau_T)
//	s_theta(tau) = (beta/|tau|) log p_theta(tau), over response tokens
//
// Source: ProD, of which the loss is described in words: the length normalisation is inferred from SimPO. Every round plays
// anew with the student of the round before. With rejected = "stagnant" tau_S in the loss is only its turns that
// stagnate. With c0 = 0 and lambda = 0 it is SimPO without a margin, to the bit.
// Departures and inferred constants: info.go.
package prod

import (
	"context"
	"errors"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/training"
)

// StageName is the kind of the training stage, one a round. Its inputs are "student", "trajectories" (the teacher's) and
// "own" (the student's on the same tasks).
const StageName = "prod"

// Kind registers the method. It also needs training.TrajectoriesKind, ImitationKind and OwnKind.
func Kind() registry.MethodKind {
	return training.MethodKind(info(), Defaults, (*Settings).build)
}

// build declares the stages.
func (s *Settings) build(b registry.Builder) registry.Artifact {
	shown := training.Trajectories{Tasks: s.Trajectories, Attempts: s.Attempts, Keep: training.KeepFirst, Temperature: 1, Actor: "teacher"}
	stored := b.Stage(training.TrajectoriesStage, &shown, registry.Inputs{"policy": b.Teacher()}, true)
	student := b.Student()
	if s.SFTEpochs > 0 {
		fit := training.StoredImitation{Epochs: s.SFTEpochs, Batch: s.SFTBatch, LearningRate: s.SFTLearningRate, WarmupSteps: 5, Form: "sequence"}
		student = b.Stage(training.ImitationStage, &fit, registry.Inputs{"student": student, "trajectories": stored}, true)
	}
	for range s.Rounds {
		own := b.Stage(training.OwnStage, &training.Own{Temperature: s.Temperature, Actor: "student"}, registry.Inputs{"policy": student, "trajectories": stored}, true)
		student = b.Stage(StageName, s.round(), registry.Inputs{"student": student, "trajectories": stored, "own": own}, true)
	}
	return student
}

// Stage trains the student of a round.
func Stage() registry.StageKind {
	return registry.StageKind{
		Kind: StageName, Version: 1, ReadsReward: true,
		Settings: func() any { return &Round{} },
		Run:      run,
		Episodes: func(s any) int { r := s.(*Round); return 500*r.Epochs + r.MeasureTasks },
		Work: func(s any, behind func(string) any) []registry.Work {
			r := s.(*Round)
			pairs := 0
			if stored, ok := behind("trajectories").(*training.Trajectories); ok {
				pairs = stored.Tasks
			}
			return []registry.Work{{Input: "student", Plays: r.MeasureTasks, Learns: 2 * pairs * r.Epochs}}
		},
	}
}

func run(ctx context.Context, b registry.Bench, settings any) error {
	s := settings.(*Round)
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
	j, asked := s.judge()
	pairs, before, err := s.Pairs(ctx, j, shown, own)
	if err != nil {
		return err
	}
	if err := errors.Join(before.record(b, ""), agreement(ctx, b, j, own)); err != nil {
		return err
	}
	if err := s.Fit(ctx, b, student, pairs); err != nil {
		return err
	}
	if err := s.measure(ctx, b, j, student, shown); err != nil {
		return err
	}
	if err := asked.Record(b); err != nil {
		return err
	}
	return b.SaveWeights(student)
}
