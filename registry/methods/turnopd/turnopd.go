// Package turnopd is TurnOPD: vanilla on-policy distillation with two budgets by turn. Rollouts go no deeper than the
// turns in which the teacher's judgement is worth anything, which a probe now and then finds out, and the loss
// moves from a mean over tokens to a mean over turns.
//
// Source: third-party notes on TurnOPD, which give the two ideas and no formula. The formulas here are inferred: the simplest
// that satisfy what the notes say.
//
//	every 'probe_every' steps a batch is played to the full horizon; over its episodes that reach turn k,
//	x_{i,k}  = mean_t (l_S - l_T)                                 the KL of the turn, estimated on its tokens
//	score_k  = (n_k / n) mean_i x_{i,k} / (std_i x_{i,k} + 1e-6)   survival times signal to noise, 0 for n_k < 2
//	depth    = the last k with score_k >= threshold score_1, H when score_1 <= 0
//	w_{k,t}  = (1 - mu) / N_tok + mu / (n L_k)                    n trained turns, L_k tokens of turn k, N_tok in all
//	mu(s)    = mu_start + (mu_end - mu_start) s / (N - 1)
//
// Then OPD on the first 'depth' turns with weights w. With probe_every = 0 and mu = 0 it is vanilla OPD, to the bit.
package turnopd

import (
	"context"
	"encoding/binary"
	"fmt"
	"io"

	"github.com/retort-ml/retort/backends"
	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/rollout"
	"github.com/retort-ml/retort/registry/training"
)

// StageName is the kind of the training stage. Its inputs are "student" and "teacher".
const StageName = "turnopd"

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
		Episodes: func(s any) int {
			t := s.(*Settings)
			n := t.Steps * t.TasksAStep
			if t.ProbeEvery > 0 {
				n += (t.Steps + t.ProbeEvery - 1) / t.ProbeEvery * t.ProbeTasks
			}
			return n
		},
	}
}

// carried is what training carries from step to step: the student and the depth found by the last probe.
type carried struct {
	student backends.Learner
	depth   int64
}

// WriteState implements registry.Checkpointed.
func (c *carried) WriteState(w io.Writer) error {
	if err := binary.Write(w, binary.LittleEndian, c.depth); err != nil {
		return fmt.Errorf("write depth: %w", err)
	}
	return c.student.WriteState(w)
}

// ReadState implements registry.Checkpointed.
func (c *carried) ReadState(r io.Reader) error {
	if err := binary.Read(r, binary.LittleEndian, &c.depth); err != nil {
		return fmt.Errorf("read depth: %w", err)
	}
	return c.student.ReadState(r)
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
	o := s.Objective()
	state := &carried{student: student, depth: int64(b.Environment().Horizon())}
	loop := training.OnPolicy{Student: student, Budget: s.Budget, Scorer: teacher, Full: o.Full, Loss: o.Loss}
	loop.Collect, err = training.RolloutsWithin(b, student, s.Budget, 1, func(int) int { return int(state.depth) })
	if err != nil {
		return err
	}
	err = b.Loop(ctx, s.Steps, state, func(step int) error {
		if s.ProbeEvery > 0 && step%s.ProbeEvery == 0 {
			scores, err := s.probe(ctx, b, student, teacher, step)
			if err != nil {
				return err
			}
			state.depth = int64(depth(scores, s.Threshold))
		}
		mu := s.mu(step)
		loop.Signal = func(episodes []*registry.Episode, scores []backends.Score) ([]backends.Datum, map[string]float64) {
			data, numbers := o.Signal(episodes, scores)
			weigh(episodes, data, mu)
			numbers["depth"], numbers["mu"] = float64(state.depth), mu
			return data, numbers
		}
		return loop.Step(ctx, b, step)
	})
	if err != nil {
		return err
	}
	return b.SaveWeights(student)
}

// probe plays a batch to the full horizon and returns score_k of every turn, [Horizon].
func (s *Settings) probe(ctx context.Context, b registry.Bench, student backends.Sampler, teacher backends.Scorer, step int) ([]float64, error) {
	size, err := training.SplitSize(b.Environment(), training.TrainSplit)
	if err != nil {
		return nil, err
	}
	rng := b.Rand(fmt.Sprintf("probe/%d", step))
	var starts []rollout.Start
	for _, task := range training.Draw(rng, size, s.ProbeTasks) {
		starts = append(starts, rollout.Start{Task: task, Seed: rng.Uint64()})
	}
	player := rollout.Player{Model: student, Format: b.Format(), Environment: b.Environment(), Temperature: s.Temperature, Actor: "student"}
	episodes, err := player.Play(ctx, starts)
	if err != nil {
		return nil, err
	}
	if _, err := training.ScoreEpisodes(ctx, teacher, episodes, nil, false); err != nil {
		return nil, err
	}
	return turnScores(episodes, b.Environment().Horizon()), nil
}
