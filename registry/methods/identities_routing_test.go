package methods_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/methods/grpo"
	"github.com/retort-ml/retort/registry/methods/opd"
	"github.com/retort-ml/retort/registry/methods/pivotopd"
	"github.com/retort-ml/retort/registry/methods/pivotrl"
	"github.com/retort-ml/retort/registry/methods/smrcsd"
	"github.com/retort-ml/retort/registry/methods/warmup"
	"github.com/retort-ml/retort/registry/registrytest/corridor"
	"github.com/retort-ml/retort/registry/training"
)

// mapped is the corridor with an oracle: its world's signature holds the cell and the goal.
type mapped struct{ *corridor.Environment }

func (mapped) Solve(w registry.World) ([]string, bool) {
	var at, goal int
	if _, err := fmt.Sscan(w.Signature(), &at, &goal); err != nil {
		panic(err)
	}
	way := []string{}
	for ; at < goal; at++ {
		way = append(way, "right")
	}
	for ; at > goal; at-- {
		way = append(way, "left")
	}
	return way, true
}

// matching is the mapped corridor with a matcher that always matches the start of the path, or never.
type matching struct {
	mapped
	always bool
}

func (m matching) Match(_ string, path []string, _ bool) registry.PathMatcher {
	return fixed{path, m.always}
}

type fixed struct {
	path   []string
	always bool
}

func (f fixed) Observe(string, string) {}
func (f fixed) Progress([]string) (registry.Progress, bool) {
	return registry.Progress{Left: f.path}, f.always
}

// striped is the mapped corridor whose paths are a guide in every other cell only.
type striped struct{ mapped }

func (striped) Match(_ string, path []string, _ bool) registry.PathMatcher {
	return &stripes{path: path}
}

type stripes struct {
	path []string
	at   int
}

func (s *stripes) Observe(_, observation string) { _, _ = fmt.Sscanf(observation, "cell %d", &s.at) }
func (s *stripes) Progress([]string) (registry.Progress, bool) {
	if s.at%2 == 1 || s.at >= len(s.path) {
		return registry.Progress{}, false
	}
	return registry.Progress{Done: s.path[:s.at], Left: s.path[s.at:]}, true
}

// routed is a trial of the methods that look at states. Its student wins now and then and reads references.
func routed(t *testing.T, env registry.Environment, blind *corridor.Environment) *warm {
	t.Helper()
	w := trial(t, blind)
	w.Env = env
	kinds := append(smrcsd.Stages(), pivotopd.Stages()...)
	kinds = append(kinds, pivotrl.Stage(), training.TrajectoriesKind())
	for _, k := range kinds {
		w.Kinds[k.Kind] = k
	}
	half := warmup.Defaults()
	half.Steps, half.Demonstrations, half.ReferenceShare, half.Noise = 45, 0, 0.4, 0.2
	w.student = w.warmUp(fmt.Sprintf("%T %d", env, blind.Turns), half)
	return w
}

func grpoSettings() grpo.Settings {
	s := grpo.Defaults()
	s.Steps, s.WarmupSteps, s.LearningRate = 5, 2, 3e-3
	return s
}

func smrcSettings() smrcsd.Settings {
	g, s := grpoSettings(), smrcsd.Defaults()
	s.Steps, s.WarmupSteps, s.LearningRate, s.AuditTasks, s.Lambda = g.Steps, g.WarmupSteps, g.LearningRate, 0, 0.5
	return s
}

func pivotSettings() pivotopd.Settings {
	g, s := grpoSettings(), pivotopd.Defaults()
	s.Steps, s.WarmupSteps, s.LearningRate, s.PreventWeight, s.RecoverWeight = g.Steps, g.WarmupSteps, g.LearningRate, 1, 1
	return s
}

func TestSMRCSD_Contains(t *testing.T) {
	hold(t, identity, "smrc-sd", "fullpath-sd")
	env := &corridor.Environment{Turns: corridorTurns}
	w := routed(t, mapped{env}, env)
	g := grpoSettings()
	plain := w.build(grpo.Kind(), &g)
	require.NotEqual(t, w.Output(w.student).Weights(), plain)
	f := smrcsd.FullPathDefaults()
	f.Steps, f.WarmupSteps, f.LearningRate, f.Lambda = g.Steps, g.WarmupSteps, g.LearningRate, smrcSettings().Lambda
	full := w.build(smrcsd.FullPathKind(), &f)
	require.NotEqual(t, plain, full)

	for name, c := range map[string]struct {
		want   string
		env    registry.Environment
		change func(*smrcsd.Settings)
	}{
		"a matcher that never matches is grpo":        {plain, matching{mapped{env}, false}, func(*smrcsd.Settings) {}},
		"no routing is grpo":                          {plain, mapped{env}, func(s *smrcsd.Settings) { s.Routing = "none" }},
		"no weight is grpo":                           {plain, mapped{env}, func(s *smrcsd.Settings) { s.Lambda = 0 }},
		"random turns of none are grpo":               {plain, matching{mapped{env}, false}, func(s *smrcsd.Settings) { s.Routing = "random" }},
		"always matched, full context is full path":   {full, matching{mapped{env}, true}, func(s *smrcsd.Settings) { s.Context = "full" }},
		"matched at the start is told the whole path": {full, matching{mapped{env}, true}, func(*smrcsd.Settings) {}},
		"all turns, full context is full path":        {full, mapped{env}, func(s *smrcsd.Settings) { s.Routing, s.Context = "all", "full" }},
		"context alone, never matched, is full path":  {full, matching{mapped{env}, false}, func(s *smrcsd.Settings) { s.Routing = "all" }},
		"random turns of all are full path":           {full, matching{mapped{env}, true}, func(s *smrcsd.Settings) { s.Routing = "random" }},
	} {
		t.Run(name, func(t *testing.T) {
			w.Env = c.env
			s := smrcSettings()
			c.change(&s)
			require.Equal(t, c.want, w.build(smrcsd.Kind(), &s))
		})
	}
}

// Every variant of the ablations is a computation of its own.
func TestSMRCSD_VariantsDiffer(t *testing.T) {
	env := &corridor.Environment{Turns: corridorTurns}
	w := routed(t, striped{mapped{env}}, env)
	seen := map[string]string{}
	for name, change := range map[string]func(*smrcsd.Settings){
		"smrc-sd":       func(*smrcsd.Settings) {},
		"full path":     func(s *smrcsd.Settings) { s.Routing, s.Context = "all", "full" },
		"routing alone": func(s *smrcsd.Settings) { s.Context = "full" },
		"context alone": func(s *smrcsd.Settings) { s.Routing = "all" },
		"random":        func(s *smrcsd.Settings) { s.Routing = "random" },
		"candidate":     func(s *smrcsd.Settings) { s.Context = "candidate" },
		"summary":       func(s *smrcsd.Settings) { s.Context = "summary" },
		"history":       func(s *smrcsd.Settings) { s.Matcher = "history" },
		"top-k":         func(s *smrcsd.Settings) { s.TopK = 2 },
		"grpo":          func(s *smrcsd.Settings) { s.Routing = "none" },
	} {
		s := smrcSettings()
		change(&s)
		weights := w.build(smrcsd.Kind(), &s)
		require.NotContains(t, seen, weights, "%s and %s", name, seen[weights])
		seen[weights] = name
	}
}

func TestPivotOPD_WithoutWeightsIsGRPO(t *testing.T) {
	hold(t, identity, "pivotopd")
	env := &corridor.Environment{Turns: corridorTurns}
	w := routed(t, mapped{env}, env)
	g := grpoSettings()
	plain := w.build(grpo.Kind(), &g)
	s := pivotSettings()
	s.PreventWeight, s.RecoverWeight = 0, 0
	require.Equal(t, plain, w.build(pivotopd.Kind(), &s))

	seen := map[string]string{plain: "grpo"}
	for name, change := range map[string]func(*pivotopd.Settings){
		"both":          func(*pivotopd.Settings) {},
		"prevent alone": func(s *pivotopd.Settings) { s.RecoverWeight = 0 },
		"recover alone": func(s *pivotopd.Settings) { s.PreventWeight = 0 },
		"two turns":     func(s *pivotopd.Settings) { s.RecoveryTurns = 2 },
		"three turns":   func(s *pivotopd.Settings) { s.RecoveryTurns = 3 },
		"oracle":        func(s *pivotopd.Settings) { s.Detector = "oracle" },
		"way":           func(s *pivotopd.Settings) { s.Hint = "way" },
		"start":         func(s *pivotopd.Settings) { s.SelfTeacher = "start" },
		"all rollouts":  func(s *pivotopd.Settings) { s.Rollouts = "all" },
	} {
		s := pivotSettings()
		change(&s)
		weights := w.build(pivotopd.Kind(), &s)
		require.NotContains(t, seen, weights, "%s and %s", name, seen[weights])
		seen[weights] = name
	}
}

// Without a teacher the frozen student is one.
func TestPivotOPD_SelfIsATeacher(t *testing.T) {
	env := &corridor.Environment{Turns: corridorTurns}
	w := routed(t, mapped{env}, env)
	s := pivotSettings()
	s.Detector, s.SelfTeacher = "self", "start"
	self := w.build(pivotopd.Kind(), &s)
	w.teacher = w.student
	s.Detector = "teacher"
	require.Equal(t, self, w.build(pivotopd.Kind(), &s))
}

// In an environment that never lets an episode fail there is nothing to learn from mistakes.
func TestPivotOPD_WithoutFailuresIsGRPO(t *testing.T) {
	env := &corridor.Environment{Turns: corridorTurns}
	w := routed(t, mapped{env}, env)
	w.Env = mapped{&corridor.Environment{Turns: 60}}
	g := grpoSettings()
	plain := w.build(grpo.Kind(), &g)
	s := pivotSettings()
	trained := w.Output(pivotopd.Kind().New(&s).Build(w))
	require.Equal(t, []float64{1, 1, 1, 1, 1}, trained.Metrics["success"])
	require.Equal(t, plain, trained.Weights())
}

// The study of plain distillation trains nothing else than plain distillation.
func TestPivotStudy_TrainsOPD(t *testing.T) {
	hold(t, identity, "pivot-study")
	env := &corridor.Environment{Turns: corridorTurns}
	w := routed(t, mapped{env}, env)
	d := distillation()
	plain := w.build(opd.Kind(), &d)
	kind := pivotopd.StudyKind()
	s := kind.Settings().(*pivotopd.StudySettings)
	s.Distillation, s.StudyTasks, s.Replays, s.Failures = d, 16, 2, true
	require.Equal(t, plain, w.build(kind, s))
	s.Policy = "start"
	require.Equal(t, w.student, kind.New(s).Build(w))
	failures, recovery, diagnosis := w.last(0), w.last(1), w.last(2)
	require.Equal(t, diagnosis.Metrics["diagnosis_failure_rate"], failures.Metrics["own_failure_rate"], "the start fails as it did")
	require.Equal(t, diagnosis.Metrics["failure_after_pivot"], failures.Metrics["own_failure_after_pivot"])
	require.InDelta(t, failures.Metrics["own_failure_rate"][0], failures.Metrics["own_failure_after_pivot"][0]+failures.Metrics["own_failure_without_pivot"][0], 1e-12)
	require.Equal(t, diagnosis.Metrics["replay_unchanged"], recovery.Metrics["recovery_rate"], "the start recovers as it did")
	require.Equal(t, []float64{1}, recovery.Metrics["recovery_same"])
	for _, m := range pivotopd.Metrics() {
		out := map[string]map[string][]float64{pivotopd.DiagnosisName: diagnosis.Metrics, pivotopd.RecoveryName: recovery.Metrics, pivotopd.FailuresName: failures.Metrics}[m.Stage]
		if out != nil {
			require.Len(t, out[m.Name+"_n"], 1, "%s is recorded with its n", m.Name)
		}
	}
}
