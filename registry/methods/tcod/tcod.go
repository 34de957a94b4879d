// Package tcod is TCOD, a curriculum over the horizon of on-policy distillation: short interactions
// first, because the teacher's judgement of a student that has already drifted says little. Two methods:
//
//	tcod-f2b  front to back: the student plays the first k turns of an episode
//	tcod-b2f  back to front: a stored episode of the teacher is replayed up to its last k turns, the student plays on from there
//
//	paper symbol       code                  setting
//	k(n)               training.Curriculum   k_start, eta
//	L                  len(trajectory.Turns)
//	pass@10            training.Trajectories attempts
//
// Equations, n the training step and H the horizon:
//
//	k(n) = min(k_start + floor(n / eta), H)
//	f2b: vanilla OPD on turns 1..k(n), the episode stopped there
//	b2f: replay max(0, L - k(n)) turns, then vanilla OPD on the student's turns; the paper's code with k_start = 1:
//	     max(0, L - 1 - floor(n / eta))
//
// Replayed turns are context without gradient. Source: TCOD (arXiv 2604.24005) and its code, sections on F2B and
// B2F; the paper writes KL(p_T || p_theta) where its code computes the reverse, which is what is done here.
// Departures and inferred constants: info.go. With k_start = H, F2B is plain OPD; with one
// trajectory for every task, so is B2F.
package tcod

import (
	"context"

	"github.com/retort-ml/retort/backends"
	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/training"
)

// F2BStage and B2FStage are the kinds of the training stages. Their inputs are "student" and "teacher"; B2F has
// "trajectories" besides.
const (
	F2BStage = "tcod-f2b"
	B2FStage = "tcod-b2f"
)

// F2BKind registers the front-to-back method.
func F2BKind() registry.MethodKind {
	return training.MethodKind(f2bInfo(), Defaults, (*Settings).build)
}

// B2FKind registers the back-to-front method.
func B2FKind() registry.MethodKind {
	return training.MethodKind(b2fInfo(), B2FDefaults, (*B2FSettings).build)
}

// build declares the stages of front to back.
func (s *Settings) build(b registry.Builder) registry.Artifact {
	return b.Stage(F2BStage, s, registry.Inputs{"student": b.Student(), "teacher": b.Teacher()}, true)
}

// build declares the stages of back to front: the teacher's trajectories, then training.
func (s *B2FSettings) build(b registry.Builder) registry.Artifact {
	stored := b.Stage(training.TrajectoriesStage, s.trajectories(), registry.Inputs{"policy": b.Teacher()}, true)
	inputs := registry.Inputs{"student": b.Student(), "teacher": b.Teacher(), "trajectories": stored}
	return b.Stage(B2FStage, &s.Settings, inputs, true)
}

// Stages are the training stages of both methods. B2F also needs training.TrajectoriesKind.
func Stages() []registry.StageKind {
	episodes := func(s any) int { c := s.(*Settings); return c.Steps * c.TasksAStep }
	return []registry.StageKind{
		{
			Kind: F2BStage, Version: 1, Settings: func() any { s := Defaults(); return &s }, Episodes: episodes,
			Run: func(ctx context.Context, b registry.Bench, settings any) error {
				return distil(ctx, b, settings.(*Settings), forward)
			},
		},
		{
			// The choice of the trajectories read the reward; this stage does not.
			Kind: B2FStage, Version: 1, Settings: func() any { s := Defaults(); return &s }, Episodes: episodes,
			Run: func(ctx context.Context, b registry.Bench, settings any) error {
				return distil(ctx, b, settings.(*Settings), backward)
			},
		},
	}
}

// collect plays the episodes of a step.
type collect = func(context.Context, int) ([]*registry.Episode, error)

// forward lets the student play the first k(n) turns.
func forward(b registry.Bench, student backends.Sampler, s *Settings) (collect, error) {
	return training.RolloutsWithin(b, student, s.Budget, 1, s.Curriculum.Turns)
}

// backward lets the student play the last k(n) turns of stored trajectories, and on to the horizon.
func backward(b registry.Bench, student backends.Sampler, s *Settings) (collect, error) {
	stored, err := training.ReadTrajectories(b, "trajectories")
	if err != nil {
		return nil, err
	}
	return training.RolloutsFrom(b, student, s.Budget, stored, s.Curriculum.Turns)
}

// distil is vanilla OPD on what episodes yields.
func distil(ctx context.Context, b registry.Bench, s *Settings, episodes func(registry.Bench, backends.Sampler, *Settings) (collect, error)) error {
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
	play, err := episodes(b, student, s)
	if err != nil {
		return err
	}
	o := s.Objective()
	loop := training.OnPolicy{Student: student, Budget: s.Budget, Scorer: teacher, Full: o.Full, Signal: o.Signal, Loss: o.Loss}
	loop.Collect = func(ctx context.Context, step int) ([]*registry.Episode, error) {
		k := min(s.Curriculum.Turns(step), b.Environment().Horizon())
		if err := b.Metric("curriculum_turns", step, float64(k)); err != nil {
			return nil, err
		}
		return play(ctx, step)
	}
	if err := loop.Run(ctx, b); err != nil {
		return err
	}
	return b.SaveWeights(student)
}
