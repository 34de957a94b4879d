package methods_test

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/backends"
	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/methods/gkd"
	"github.com/retort-ml/retort/registry/methods/minillm"
	"github.com/retort-ml/retort/registry/methods/opd"
	"github.com/retort-ml/retort/registry/methods/prod"
	"github.com/retort-ml/retort/registry/methods/r2s"
	"github.com/retort-ml/retort/registry/methods/rejection"
	"github.com/retort-ml/retort/registry/methods/shortened"
	"github.com/retort-ml/retort/registry/methods/simpo"
	"github.com/retort-ml/retort/registry/methods/warmup"
	"github.com/retort-ml/retort/registry/registrytest/corridor"
	"github.com/retort-ml/retort/registry/rollout"
	"github.com/retort-ml/retort/registry/training"
)

// preferring is a trial of the methods that learn from pairs, with a student that wins now and then.
func preferring(t *testing.T, env *corridor.Environment) *warm {
	t.Helper()
	w := taught(t, env)
	for _, k := range []registry.StageKind{prod.Stage(), simpo.Stage(), training.OwnKind()} {
		w.Kinds[k.Kind] = k
	}
	half := warmup.Defaults()
	half.Steps, half.Demonstrations = 50, 0
	w.student = w.warmUp(fmt.Sprint("corridor ", env.Turns), half)
	return w
}

func prodSettings() prod.Settings {
	s := prod.Defaults()
	s.Trajectories, s.SFTEpochs, s.MeasureTasks, s.Epochs, s.Temperature = 48, 0, 16, 2, 1
	return s
}

func simpoSettings() simpo.Settings {
	p, s := prodSettings(), simpo.Defaults()
	s.Preference, s.Trajectories, s.Attempts, s.Temperature, s.Pairs = p.Preference, p.Trajectories, p.Attempts, p.Temperature, "all"
	return s
}

func TestProD_ContainsSimPO(t *testing.T) {
	hold(t, identity, "prod", "simpo")
	w := preferring(t, &corridor.Environment{Turns: corridorTurns})
	s := simpoSettings()
	s.Gamma, s.Imitation = 0, 0
	plain := w.build(simpo.Kind(), &s)
	require.NotEqual(t, w.Output(w.student).Weights(), plain)
	p := prodSettings()
	p.C0, p.Imitation = 0, 0
	require.Equal(t, plain, w.build(prod.Kind(), &p), "without margin and imitation")
	p.Imitation = 1
	require.NotEqual(t, plain, w.build(prod.Kind(), &p))
	s.Gamma, s.Imitation = 0.4, 1
	p.Margin, p.FixedAt = "fixed", 0.4
	require.Equal(t, w.build(simpo.Kind(), &s), w.build(prod.Kind(), &p), "with a fixed margin and imitation")
	s.Pairs = "lost"
	require.NotEqual(t, w.build(prod.Kind(), &p), w.build(simpo.Kind(), &s))
}

// The second round begins where the first ended, with trajectories of its own.
func TestProD_Rounds(t *testing.T) {
	w := preferring(t, &corridor.Environment{Turns: corridorTurns})
	p := prodSettings()
	one := w.build(prod.Kind(), &p)
	p.Rounds, p.SFTEpochs = 2, 1
	two := w.build(prod.Kind(), &p)
	require.NotEqual(t, one, two)
	p.SFTEpochs = 0
	w.build(prod.Kind(), &p)
	require.Equal(t, one, w.last(2).Weights(), "the first of two rounds is the only one of one")
	for _, m := range prod.Metrics() {
		require.Len(t, w.last(0).Metrics[m.Name+"_n"], 1, m.Name)
	}
}

// Both read the reward, of the teacher's trajectories and of their own.
func TestReward_Preferences(t *testing.T) {
	hold(t, reward, "prod", "simpo")
	env := &corridor.Environment{Turns: corridorTurns}
	w := preferring(t, env)
	p, s := prodSettings(), simpoSettings()
	seeing := []string{w.build(prod.Kind(), &p), w.build(simpo.Kind(), &s)}
	env.Blind = true
	require.NotEqual(t, seeing, []string{w.build(prod.Kind(), &p), w.build(simpo.Kind(), &s)})
	require.True(t, prod.Kind().Info.ReadsReward && simpo.Kind().Info.ReadsReward)
}

// The teacher's trajectories become likelier than the student's own, and with imitation no less likely than they were.
func TestLearns_Preferences(t *testing.T) {
	hold(t, learns, "prod", "simpo")
	w := preferring(t, &corridor.Environment{Turns: corridorTurns})
	p := prodSettings()
	p.Trajectories, p.Epochs, p.LearningRate = 64, 8, 2e-3
	w.build(prod.Kind(), &p)
	numbers := w.last(0).Metrics
	first, last := func(m string) float64 { return mean(numbers[m][:3]) }, func(m string) float64 { return mean(numbers[m][len(numbers[m])-3:]) }
	require.Greater(t, last("preference_gap"), first("preference_gap")+0.2)
	require.Less(t, last("loss"), first("loss"))
	require.Greater(t, last("chosen_log_prob"), first("chosen_log_prob"))
	require.Len(t, numbers["stagnation_gap_after"], 1)

	s := simpoSettings()
	s.Preference = p.Preference
	s.Imitation, s.Trajectories = 0, 64
	w.build(simpo.Kind(), &s)
	numbers = w.last(0).Metrics
	require.Less(t, last("margin_loss"), 0.9*first("margin_loss"))
}

// The judges of takeovers read no reward: a student distilled from a scorer that they repaired cannot tell a world that
// hides it.
func TestReward_JudgedTakeovers(t *testing.T) {
	env := &corridor.Environment{Turns: corridorTurns}
	w := trial(t, env)
	for _, judge := range []string{"rule", "scorer"} {
		s := repairing()
		s.Select, s.Judge, s.Agreement, s.JudgeThreshold = "judge", judge, 0.3, -2
		env.Blind = false
		seeing := w.build(r2s.Kind(), &s)
		require.NotEqual(t, w.Output(w.teacher).Weights(), w.last(1).Weights(), "some takeover passes, %s", judge)
		env.Blind = true
		require.Equal(t, seeing, w.build(r2s.Kind(), &s), judge)
	}
}

// Over the whole vocabulary top-k is the full form, but for rounding; MiniLLM without what is its own is OPD, to the bit.
func TestDistillation_Forms(t *testing.T) {
	hold(t, identity, "minillm")
	w := taught(t, &corridor.Environment{Turns: corridorTurns})
	w.Kinds[minillm.StageName] = minillm.Stage()
	d := distillation()
	plain := w.build(opd.Kind(), &d)
	losses := w.last(0).Metrics["loss"]
	d.Form, d.K = "topk", 1000
	w.build(opd.Kind(), &d)
	require.InDeltaSlice(t, losses, w.last(0).Metrics["loss"], 1e-3)
	d.K = 2
	w.build(opd.Kind(), &d)
	require.Less(t, w.last(0).Metrics["loss"][0], losses[0], "joining outcomes loses divergence")
	require.Positive(t, w.last(0).Metrics["tail_mass"][0])

	m := minillmSettings()
	m.Mixture, m.LongTerm, m.LanguageModelling = 0, 0, 0
	require.Equal(t, plain, w.build(minillm.Kind(), &m))
	for name, change := range map[string]func(*minillm.Settings){
		"mixture":            func(s *minillm.Settings) { s.Mixture = 0.3 },
		"long term":          func(s *minillm.Settings) { s.LongTerm = 1 },
		"language modelling": func(s *minillm.Settings) { s.LanguageModelling = 1 },
	} {
		changed := m
		change(&changed)
		require.NotEqual(t, plain, w.build(minillm.Kind(), &changed), name)
	}
}

func minillmSettings() minillm.Settings {
	d, s := distillation(), minillm.Defaults()
	s.Steps, s.TasksAStep, s.WarmupSteps, s.Trajectories = d.Steps, d.TasksAStep, d.WarmupSteps, 32
	return s
}

func TestMiniLLM(t *testing.T) {
	hold(t, reward, "minillm")
	hold(t, learns, "minillm")
	env := &corridor.Environment{Turns: corridorTurns}
	w := taught(t, env)
	w.Kinds[minillm.StageName] = minillm.Stage()
	s := minillmSettings()
	seeing := w.build(minillm.Kind(), &s)
	env.Blind = true
	require.Equal(t, seeing, w.build(minillm.Kind(), &s), "it reads no reward")
	require.False(t, minillm.Kind().Info.ReadsReward)
	env.Blind = false
	s.Steps, s.TasksAStep, s.LearningRate = 30, 16, 5e-3
	w.build(minillm.Kind(), &s)
	gaps, importance := w.last(0).Metrics["gap"], w.last(0).Metrics["importance"]
	require.Less(t, mean(gaps[len(gaps)-5:]), 0.8*mean(gaps[:5]), "%v", gaps)
	require.InDelta(t, 1, mean(importance[len(importance)-5:]), 0.2, "the student comes close to the mixture: %v", importance)
}

// A mixture of two equal policies is that policy, and token by token is no other way to sample.
func TestTokenwise(t *testing.T) {
	w := trial(t, &corridor.Environment{Turns: corridorTurns})
	open := func(a registry.Artifact) backends.Learner {
		m, err := w.Backend.Open(bytes.NewReader(w.Output(a).Files["weights"]))
		require.NoError(t, err)
		t.Cleanup(func() { require.NoError(t, m.Close()) })
		return m
	}
	student, teacher := open(w.student), open(w.teacher)
	play := func(policy backends.Sampler) []*registry.Episode {
		p := rollout.Player{Model: policy, Format: w.Format, Environment: w.Env, Temperature: 1, Actor: "student"}
		var starts []rollout.Start
		for i := range 12 {
			starts = append(starts, rollout.Start{Task: registry.Task{Split: "train", Index: i}, Seed: uint64(i)})
		}
		episodes, err := p.Play(t.Context(), starts)
		require.NoError(t, err)
		return episodes
	}
	alone := play(student)
	require.Equal(t, alone, play(training.Tokenwise{Sampler: student}))
	mixed := func(share float64) []*registry.Episode {
		return play(training.Tokenwise{Sampler: training.Mixture{Student: student, Teacher: teacher, Share: share, Temperature: 1}})
	}
	require.Equal(t, alone, mixed(0))
	require.Equal(t, play(teacher), mixed(1))
	require.NotEqual(t, alone, mixed(0.5))
}

// Between its ends the divergence of GKD is trained and falls.
func TestGKD_Between(t *testing.T) {
	w := taught(t, &corridor.Environment{Turns: corridorTurns})
	ends := map[string]bool{}
	for _, beta := range []float64{0, 0.1, 0.5, 1} {
		s := gkdSettings()
		s.Beta, s.Steps, s.TasksAStep, s.LearningRate = beta, 20, 16, 5e-3
		ends[w.build(gkd.Kind(), &s)] = true
		loss := w.last(0).Metrics["loss"]
		require.Less(t, mean(loss[len(loss)-4:]), 0.8*mean(loss[:4]), "beta %g: %v", beta, loss)
	}
	require.Len(t, ends, 4)
}

// Rejecting stagnant turns alone is another computation, and the same where every turn counts as stagnant.
func TestProD_StagnantTurns(t *testing.T) {
	w := preferring(t, &corridor.Environment{Turns: corridorTurns})
	p := prodSettings()
	whole := w.build(prod.Kind(), &p)
	p.Rejected, p.StagnantAt = "stagnant", 0
	require.Equal(t, whole, w.build(prod.Kind(), &p))
	p.StagnantAt = 0.99
	require.NotEqual(t, whole, w.build(prod.Kind(), &p))
}

// Shortened demonstrations are no longer than they were. To imitate the shortest is what rejection sampling does that keeps the
// shortest, when student and teacher are one.
func TestShortened(t *testing.T) {
	hold(t, identity, "shortened")
	hold(t, reward, "shortened")
	hold(t, learns, "shortened")
	env := &corridor.Environment{Turns: corridorTurns}
	w := preferring(t, env)
	w.Kinds[training.ShortenStage] = training.ShortenKind()
	s := shortened.Defaults()
	s.Trajectories = 48
	students := map[string]bool{}
	for _, how := range []string{"none", "shortest", "removal", "both"} {
		s.How = how
		students[w.build(shortened.Kind(), &s)] = true
		if how == "removal" || how == "both" {
			m := w.last(1).Metrics
			require.Less(t, m["turns_after"][0], m["turns_before"][0])
		}
	}
	require.Len(t, students, 4)
	s.Epochs, s.LearningRate = 4, 5e-3
	w.build(shortened.Kind(), &s)
	loss := w.last(0).Metrics["loss"]
	require.Less(t, mean(loss[len(loss)-3:]), 0.8*mean(loss[:3]), "%v", loss)
	env.Blind = true
	require.Equal(t, w.Output(w.student).Weights(), w.build(shortened.Kind(), &s), "no trajectory is known to be won")

	env.Blind = false
	w.student = w.teacher
	s.How = "shortest"
	r := rejection.Defaults()
	r.Tasks, r.Samples, r.Keep = s.Trajectories, s.Attempts, training.KeepShortest
	r.Epochs, r.Batch, r.LearningRate, r.WarmupSteps, r.Temperature = s.Epochs, s.Batch, s.LearningRate, s.WarmupSteps, s.Temperature
	require.Equal(t, w.build(rejection.Kind(), &r), w.build(shortened.Kind(), &s))
	s.How = "all"
	require.ErrorContains(t, s.Validate(), "how")
}
