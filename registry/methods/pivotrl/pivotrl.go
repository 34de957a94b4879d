// Package pivotrl is PivotRL: reinforcement one turn at a time, on the turns of successful trajectories that are neither hopeless nor
// solved for the student. No episode is played in training: the history comes from the trajectory, the reward from comparing the
// student's action with the expert's.
//
//	paper symbol         code                    setting
//	expert turns         training.Trajectories   trajectory_tasks, attempts
//	profile, G samples   profile                 profile_samples
//	verifier             matches
//	tau                  Settings.Tau            tau
//
// Equations, for a turn with history h and expert action a*:
//
//	r(y)    = 1 if action(y) and a* are the same command, else 0
//	profile : G samples of the starting student; the turn is kept when var r > 0 and mean r < tau
//	A_i     = (r_i - mean r) / (std r + 1e-6) over the G samples of a turn in a step, then GRPO's loss on the sampled response
//
// Source: PivotRL (arXiv 2603.21383), through notes. Departures: info.go.
package pivotrl

import (
	"context"
	"errors"
	"fmt"

	"github.com/retort-ml/retort/backends"
	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/training"
)

// StageName is the kind of the training stage. Its inputs are "student" and "trajectories".
const StageName = "pivotrl"

// Settings is what an experiment sets of PivotRL. A step's tasks are turns of trajectories.
type Settings struct {
	training.Budget
	training.Group
	TrajectoryTasks       int     `hcl:"trajectory_tasks,optional" json:"trajectory_tasks"` // 0: every training task
	Attempts              int     `hcl:"attempts,optional" json:"attempts"`
	TrajectoryTemperature float64 `hcl:"trajectory_temperature,optional" json:"trajectory_temperature"`
	ProfileSamples        int     `hcl:"profile_samples,optional" json:"profile_samples"`
	Tau                   float64 `hcl:"tau,optional" json:"tau"`
}

// Defaults are the laptop sizes.
func Defaults() Settings {
	s := Settings{
		Budget: training.ReinforceDefaults(), Group: training.GroupDefaults(),
		TrajectoryTasks: 256, Attempts: 1, TrajectoryTemperature: 1, ProfileSamples: 8, Tau: 0.75,
	}
	s.TasksAStep = 32
	return s
}

// Validate names the setting that cannot work.
func (s *Settings) Validate() error {
	return errors.Join(
		s.Budget.Validate(),
		s.Group.ValidateCompared(),
		training.CheckRange("trajectory_tasks", s.TrajectoryTasks, 0, 1_000_000),
		training.CheckRange("attempts", s.Attempts, 1, 1024),
		training.CheckRange("trajectory_temperature", s.TrajectoryTemperature, 0.01, 10),
		training.CheckRange("profile_samples", s.ProfileSamples, 2, 1024),
		training.CheckRange("tau", s.Tau, 0, 1),
	)
}

// Kind registers the method. It also needs training.TrajectoriesKind.
func Kind() registry.MethodKind {
	return training.MethodKind(info(), Defaults, (*Settings).build)
}

// build declares the stages: the teacher's successful trajectories, then training.
func (s *Settings) build(b registry.Builder) registry.Artifact {
	stored := b.Stage(training.TrajectoriesStage, &training.Trajectories{
		Tasks: s.TrajectoryTasks, Attempts: s.Attempts, Keep: training.KeepWon, Temperature: s.TrajectoryTemperature, Actor: "teacher",
	}, registry.Inputs{"policy": b.Teacher()}, true)
	return b.Stage(StageName, s, registry.Inputs{"student": b.Student(), "trajectories": stored}, true)
}

// Stage trains the student. The choice of the trajectories read the reward; this stage does not.
func Stage() registry.StageKind {
	return registry.StageKind{
		Kind: StageName, Version: 1,
		Settings: func() any { s := Defaults(); return &s },
		Run:      run,
		Episodes: func(s any) int { p := s.(*Settings); return p.Budget.Episodes(p.Size) / turnsAnEpisode },
		// Every turn of a won trajectory is profiled, and all trajectories may be won; then single turns are trained on.
		Work: func(s any, _ func(string) any) []registry.Work {
			p := s.(*Settings)
			turns := training.ReinforceWork(p.Budget, p.Group, 0)
			turns.Turns = 1
			return []registry.Work{{Input: "student", Plays: p.TrajectoryTasks * p.Attempts * p.ProfileSamples}, turns}
		},
	}
}

// turnsAnEpisode is the number of one-turn samples that estimates take for the work of an episode.
const turnsAnEpisode = 5

func run(ctx context.Context, b registry.Bench, settings any) error {
	s := settings.(*Settings)
	stored, err := training.ReadTrajectories(b, "trajectories")
	if err != nil {
		return err
	}
	student, err := b.Load("student")
	if err != nil {
		return err
	}
	defer student.Close()
	// The profile is the starting student's, also when the loop goes on from a checkpoint.
	kept, err := s.profile(ctx, b, student, anchors(stored))
	if err != nil {
		return err
	}
	if len(kept) == 0 {
		if err := b.Warn("no turn was kept: none that the student does right sometimes, but seldom enough; it stays as it is"); err != nil {
			return err
		}
		return b.SaveWeights(student)
	}
	loop := training.Reinforce{Budget: s.Budget, Group: s.Group, Collect: func(ctx context.Context, step int) ([]*registry.Episode, error) {
		rng := b.Rand(fmt.Sprintf("turns/%d", step))
		var chosen []anchor
		for range s.TasksAStep {
			chosen = append(chosen, kept[rng.IntN(len(kept))])
		}
		return sample(ctx, b.Format(), student, chosen, s.Size, s.Temperature, rng)
	}}
	return loop.Train(ctx, b, student)
}

// profile keeps the anchors that the student does right sometimes and in less than tau of the samples, and records how many.
func (s *Settings) profile(ctx context.Context, b registry.Bench, student backends.Sampler, all []anchor) ([]anchor, error) {
	samples, err := sample(ctx, b.Format(), student, all, s.ProfileSamples, s.Temperature, b.Rand("profile"))
	if err != nil {
		return nil, fmt.Errorf("profile %d turns: %w", len(all), err)
	}
	var kept []anchor
	right := 0
	for i, a := range all {
		n := 0
		for _, e := range samples[i*s.ProfileSamples : (i+1)*s.ProfileSamples] {
			if e.Won {
				n++
			}
		}
		right += n
		if s.keeps(n) {
			kept = append(kept, a)
		}
	}
	if err := training.RecordMean(b, "profile_match", float64(right), len(samples)); err != nil {
		return nil, err
	}
	return kept, training.RecordMean(b, "profile_kept", float64(len(kept)), len(all))
}

// keeps says that a turn with n matches among the profile's samples is trained on.
func (s *Settings) keeps(n int) bool {
	return n > 0 && n < s.ProfileSamples && float64(n)/float64(s.ProfileSamples) < s.Tau
}
