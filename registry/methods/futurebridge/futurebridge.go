// Package futurebridge is FutureBridge-OPD: where student and teacher disagree most in an episode, one turn of the teacher, a
// bridge, is tried, and it becomes a training sample only if the student's own future after it looks better to the
// teacher than the future after the student's turn.
//
//	paper                        here                     file
//	base loop, TCOD-B2F          training.RolloutsFrom    training/curriculum.go
//	turn of largest gap          Settings.turn            bridge.go
//	bridge, branches A and B     builder                  branch.go
//	H, full continuation         Settings.BridgeTurns     branch.go
//	gate                         builder.futures          branch.go
//
// Equations, l_S under the student that played, l_T under the teacher:
//
//	k*      = argmax over non-final turns with a parsable action of mean_t (l_S - l_T)
//	ratio_X = share of the tokens of the H turns after branch X with l_T - l_S > 0,  X = A (student's turn), B (bridge)
//	keep the bridge iff ratio_B > ratio_A
//	A_t     = l_T - l_S   on the student's tokens and on those of kept bridges, l_S of a bridge scored by the student
//	          (form = "sampled"; "full" takes KL(p_theta || p_T) at the same tokens)
//
// Branches that end before H turns or contain an invalid action reject the bridge. There is at most one an
// episode. Source: FutureBridge-OPD (arXiv 2608.01953) and its code. Departures: info.go. With gate = "never" it is
// TCOD-B2F, to the bit.
package futurebridge

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/retort-ml/retort/backends"
	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/training"
)

// StageName is the kind of the training stage. Its inputs are "student", "teacher" and "trajectories".
const StageName = "futurebridge"

// Kind registers the method. It also needs training.TrajectoriesKind.
func Kind() registry.MethodKind {
	return training.MethodKind(info(), Defaults, (*Settings).build)
}

// build declares the stages: the teacher's trajectories, then training.
func (s *Settings) build(b registry.Builder) registry.Artifact {
	stored := b.Stage(training.TrajectoriesStage, s.trajectories(), registry.Inputs{"policy": b.Teacher()}, true)
	return b.Stage(StageName, s, registry.Inputs{"student": b.Student(), "teacher": b.Teacher(), "trajectories": stored}, true)
}

// Stage trains the student. The choice of the trajectories read the reward; this stage does not.
func Stage() registry.StageKind {
	return registry.StageKind{
		Kind: StageName, Version: 1,
		Settings: func() any { s := Defaults(); return &s },
		Run:      run,
		Episodes: func(s any) int { f := s.(*Settings); return 2 * f.Steps * f.TasksAStep },
		// The two futures of a bridge count as one more episode.
		Work: func(s any, _ func(string) any) []registry.Work {
			n := s.(*Settings).Steps * s.(*Settings).TasksAStep
			return []registry.Work{{Input: "student", Plays: 2 * n, Learns: n}, {Input: "teacher", Scores: 2 * n}}
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
	stored, err := training.ReadTrajectories(b, "trajectories")
	if err != nil {
		return err
	}
	collect, err := training.RolloutsFrom(b, student, s.Budget, stored, s.Curriculum.Turns)
	if err != nil {
		return err
	}
	o := s.Objective()
	makes := builder{settings: s, bench: b, student: student, teacher: teacher}
	err = b.Loop(ctx, s.Steps, student, func(step int) error {
		episodes, err := collect(ctx, step)
		if err != nil {
			return err
		}
		scores, err := training.ScoreEpisodes(ctx, teacher, episodes, nil, o.Full)
		if err != nil {
			return err
		}
		kept, numbers, err := makes.bridges(ctx, step, episodes)
		if err != nil {
			return fmt.Errorf("bridge at step %d: %w", step, err)
		}
		maps.Copy(numbers, training.Conduct(episodes))
		bridged, err := judge(ctx, student, teacher, kept, o.Full)
		if err != nil {
			return err
		}
		data, more := o.Signal(slices.Concat(episodes, kept), slices.Concat(scores, bridged))
		maps.Copy(numbers, more)
		update, err := s.Budget.Update(ctx, b, student, step, []training.Part{{Data: data, Loss: o.Loss}})
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

// judge scores kept bridges by the student, whose log-probabilities take the place of the sampler's, and then by
// the teacher.
func judge(ctx context.Context, student, teacher backends.Scorer, kept []*registry.Episode, full bool) ([]backends.Score, error) {
	if len(kept) == 0 {
		return nil, nil
	}
	if _, err := training.ScoreEpisodes(ctx, student, kept, nil, false); err != nil {
		return nil, err
	}
	for _, e := range kept {
		t := &e.Turns[len(e.Turns)-1]
		t.LogProbs, t.TeacherLogProbs = t.TeacherLogProbs, nil
	}
	return training.ScoreEpisodes(ctx, teacher, kept, nil, full)
}
