package methods_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/methods/pivotopd"
	"github.com/retort-ml/retort/registry/methods/pivotrl"
	"github.com/retort-ml/retort/registry/methods/smrcsd"
	"github.com/retort-ml/retort/registry/methods/warmup"
	"github.com/retort-ml/retort/registry/registrytest/corridor"
	"github.com/retort-ml/retort/registry/training"
)

// crossroads is a corridor that is entered in the middle. The goal is two cells to one side, which no text tells: only a
// reference does. With right it is always on the right.
type crossroads struct {
	corridor.Environment
	right bool
}

// middle is the cell of the entrance.
const middle = 10

func (c *crossroads) Reset(task registry.Task) (registry.World, error) {
	w := &crossing{at: middle, goal: middle + 2, said: fmt.Sprintf("cell %d", middle)}
	if task.Index%2 == 1 && !c.right {
		w.goal = middle - 2
	}
	return w, nil
}

func (c *crossroads) Solve(w registry.World) ([]string, bool) { return mapped{}.Solve(w) }

func (c *crossroads) Expert(_ string, seed uint64) registry.Expert {
	return &guesser{rng: rand.New(rand.NewPCG(seed, 0))}
}

type crossing struct {
	at, goal int
	said     string
}

func (w *crossing) Observation() string  { return w.said }
func (w *crossing) Admissible() []string { return []string{"left", "right"} }
func (w *crossing) Signature() string    { return fmt.Sprint(w.at, w.goal) }
func (w *crossing) Fork() registry.World { c := *w; return &c }
func (w *crossing) Step(action string) registry.Outcome {
	out := registry.Outcome{Valid: true}
	switch action {
	case "right":
		w.at = min(w.at+1, middle+3)
	case "left":
		w.at = max(w.at-1, middle-3)
	default:
		out.Valid = false
	}
	w.said = fmt.Sprintf("cell %d", w.at)
	out.Observation, out.Won = w.said, w.at == w.goal
	out.Done = out.Won
	return out
}

// guesser goes to either side, or as a reference says.
type guesser struct {
	rng   *rand.Rand
	known []string
}

func (x *guesser) Act() registry.Response {
	r := registry.Response{Thought: "walk", Action: "right"}
	if len(x.known) > 0 {
		r.Action = x.known[0]
	} else if x.rng.IntN(2) == 0 {
		r.Action = "left"
	}
	return r
}
func (x *guesser) Observe(command, _ string) {
	if len(x.known) > 0 && command == x.known[0] {
		x.known = x.known[1:]
	}
}
func (x *guesser) Reference(commands []string) { x.known = commands }
func (x *guesser) Fork(seed uint64) registry.Expert {
	return &guesser{rand.New(rand.NewPCG(seed, 0)), x.known}
}

// guessing is a trial in the crossroads with a student that guesses, unless it is told.
func guessing(t *testing.T) *warm {
	t.Helper()
	env := &corridor.Environment{Turns: corridorTurns}
	w := routed(t, env, env)
	w.Env = &crossroads{Environment: corridor.Environment{Turns: corridorTurns}}
	s := warmup.Defaults()
	s.Steps, s.Demonstrations, s.ReferenceShare = 250, 0, 0.5
	w.student = w.warmUp("crossroads", s)
	w.Env = &crossroads{Environment: corridor.Environment{Turns: corridorTurns}, right: true}
	return w
}

func TestLearns_PivotOPD(t *testing.T) {
	hold(t, learns, "pivotopd")
	w := guessing(t)
	s := pivotopd.Defaults()
	s.Steps, s.LearningRate, s.Detector, s.Rollouts, s.PreventWeight, s.RecoverWeight = 20, 2e-3, "oracle", "all", 1, 1
	s.StudyTasks, s.Replays = 16, 4
	trained := w.Output(pivotopd.Kind().New(&s).Build(w))
	recovery, diagnosis := w.last(0).Metrics, w.last(1).Metrics
	m := trained.Metrics
	require.Greater(t, mean(m["hint_followed_share"][:3]), 0.7, "hints are read")
	require.Less(t, mean(m["prevent_change"][:3]), -0.1, "a hint makes the mistake less likely")
	require.Greater(t, mean(m["recover_change"][:3]), 0.03, "and the recovery more so")
	last := len(m["pivots"]) - 3
	require.Less(t, mean(m["pivots"][last:]), 0.5*mean(m["pivots"][:3]), "there are fewer mistakes")
	require.Greater(t, diagnosis["replay_corrected"][0], diagnosis["replay_unchanged"][0])
	require.Greater(t, diagnosis["replay_forced"][0], diagnosis["replay_unchanged"][0])
	require.Equal(t, []float64{1}, diagnosis["failed_with_pivot"], "who always steps to the goal is there in time")
	require.Greater(t, recovery["recovery_rate"][0], diagnosis["replay_unchanged"][0])
	require.Greater(t, recovery["recovery_improved"][0], recovery["recovery_worse"][0])
}

// A reader that is told nothing of the goal finds pivotal turns about as often as chance does; one that has learnt where the
// goal is finds most.
func TestPivotDetection(t *testing.T) {
	w := guessing(t)
	d := pivotopd.Diagnosis{Split: "unseen", Tasks: 16, Temperature: 1, Mistakes: 72, Replays: 1}
	found := w.Stage(pivotopd.DiagnosisName, &d, registry.Inputs{"policy": w.student}, true)
	s := pivotopd.Defaults()
	s.Steps, s.LearningRate, s.Detector, s.PreventWeight, s.RecoverWeight = 30, 3e-3, "oracle", 1, 1
	knowing := pivotopd.Kind().New(&s).Build(w)
	within := func(reader registry.Artifact) (share, chance float64) {
		m := w.Output(w.Stage(pivotopd.DetectionName, &pivotopd.Detection{}, registry.Inputs{"reader": reader, "mistakes": found}, true)).Metrics
		return m["detection_within_one"][0], m["detection_random"][0]
	}
	share, chance := within(knowing)
	require.Greater(t, share, chance)
	require.Greater(t, chance, 0.0)
	require.Less(t, chance, 1.0)
	ignorant, same := within(w.student)
	require.Equal(t, chance, same)
	require.LessOrEqual(t, ignorant, share)
}

func TestLearns_SMRCSD(t *testing.T) {
	hold(t, learns, "smrc-sd")
	w := guessing(t)
	s := smrcsd.Defaults()
	s.Steps, s.LearningRate, s.Lambda, s.AuditTasks, s.AuditAttempts = 10, 1e-3, 1, 16, 2
	student := w.Output(smrcsd.Kind().New(&s).Build(w))
	k3 := student.Metrics["k3"]
	require.Less(t, mean(k3[len(k3)-3:]), 0.5*mean(k3[:3]), "%v", k3)
	audit := w.last(1).Metrics
	require.Equal(t, []float64{1}, audit["structured_replay"])
	require.Greater(t, audit["shift_matched"][0], 0.1, "a path makes correct actions likelier")
	require.LessOrEqual(t, audit["shift_difference_low"][0], audit["shift_difference"][0])
	require.GreaterOrEqual(t, audit["shift_difference_high"][0], audit["shift_difference"][0])
	for _, m := range smrcsd.Metrics() {
		require.Len(t, audit[m.Name+"_n"], 1, "%s is recorded with its n", m.Name)
	}
}

// The form over the likeliest ids draws the student to its judge, for as long as it takes to win: the judge is the student, told
// more, and moves with it.
func TestLearns_SMRCSD_TopK(t *testing.T) {
	w := guessing(t)
	s := smrcsd.Defaults()
	s.Steps, s.LearningRate, s.Lambda, s.AuditTasks, s.TopK = 6, 1e-3, 20, 0, 4
	numbers := w.Output(smrcsd.Kind().New(&s).Build(w)).Metrics
	divergence, success := numbers["divergence"], numbers["success"]
	require.Less(t, mean(divergence[4:]), 0.8*mean(divergence[:2]), "%v", divergence)
	require.Greater(t, mean(success[4:]), mean(success[:2])+0.1, "%v", success)
	require.NotContains(t, numbers, "k3")
}

func TestLearns_FullPathSD(t *testing.T) {
	hold(t, learns, "fullpath-sd")
	w := guessing(t)
	s := smrcsd.FullPathDefaults()
	s.Steps, s.LearningRate, s.Lambda = 10, 1e-3, 1
	k3 := w.Output(smrcsd.FullPathKind().New(&s).Build(w)).Metrics["k3"]
	require.Less(t, mean(k3[len(k3)-3:]), 0.5*mean(k3[:3]), "%v", k3)
}

// The methods that look at states say that they read the reward, and do.
func TestReward_Routed(t *testing.T) {
	env := &corridor.Environment{Turns: corridorTurns}
	w := routed(t, mapped{env}, env)
	matched, pivots := smrcSettings(), pivotSettings()
	full := smrcsd.FullPathDefaults()
	full.Budget, full.Lambda = matched.Budget, matched.Lambda
	study := pivotopd.StudyKind().Settings().(*pivotopd.StudySettings)
	study.StudyTasks, study.Replays, study.Policy = 16, 1, "start"
	for _, c := range []struct {
		kind     registry.MethodKind
		settings any
	}{
		{smrcsd.Kind(), &matched}, {smrcsd.FullPathKind(), &full}, {pivotopd.Kind(), &pivots}, {pivotopd.StudyKind(), study},
	} {
		t.Run(c.kind.Info.Name, func(t *testing.T) {
			hold(t, reward, c.kind.Info.Name)
			require.True(t, c.kind.Info.ReadsReward)
			numbers := func(blind bool) (all []map[string][]float64) {
				env.Blind = blind
				from := len(w.Outputs)
				c.kind.New(c.settings).Build(w)
				for _, out := range w.Outputs[from:] {
					all = append(all, out.Metrics)
				}
				return all
			}
			require.NotEqual(t, numbers(false), numbers(true))
		})
	}
}

func TestLearns_PivotRL(t *testing.T) {
	hold(t, learns, "pivotrl")
	env := &corridor.Environment{Turns: corridorTurns}
	w := routed(t, env, env)
	s := pivotrl.Defaults()
	s.Steps, s.TasksAStep, s.LearningRate, s.Tau = 20, 8, 3e-3, 1
	match := w.Output(pivotrl.Kind().New(&s).Build(w)).Metrics["success"]
	require.Greater(t, mean(match[len(match)-5:]), mean(match[:5])+0.1, "%v", match)
}

// PivotRL reads the reward to choose the trajectories, and never again.
func TestReward_PivotRL(t *testing.T) {
	hold(t, reward, "pivotrl")
	env := &corridor.Environment{Turns: corridorTurns}
	w := routed(t, env, env)
	found := training.Trajectories{Tasks: 32, Attempts: 1, Keep: training.KeepWon, Temperature: 1, Actor: "teacher"}
	stored := w.Stage(training.TrajectoriesStage, &found, registry.Inputs{"policy": w.teacher}, true)
	s := pivotrl.Defaults()
	s.Steps, s.WarmupSteps, s.Tau = 4, 1, 1
	inputs := registry.Inputs{"student": w.student, "trajectories": stored}
	seeing := w.Output(w.Stage(pivotrl.StageName, &s, inputs, true)).Weights()
	require.NotEqual(t, w.Output(w.student).Weights(), seeing)
	env.Blind = true
	require.Equal(t, seeing, w.Output(w.Stage(pivotrl.StageName, &s, inputs, true)).Weights())
	s.Tau = 0
	out := w.Output(w.Stage(pivotrl.StageName, &s, inputs, true))
	require.Equal(t, w.Output(w.student).Weights(), out.Weights(), "no turn, no training")
	require.Len(t, out.Warnings, 1)
}
