package methods_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/methods/actionopd"
	"github.com/retort-ml/retort/registry/methods/prod"
	"github.com/retort-ml/retort/registry/methods/r2s"
	"github.com/retort-ml/retort/registry/registrytest/corridor"
)

// differ holds that every variant of a method is a computation of its own.
func differ[S any](t *testing.T, w *warm, kind registry.MethodKind, settings func() S, variants map[string]func(*S)) {
	t.Helper()
	seen := map[string]string{}
	for name, change := range variants {
		s := settings()
		change(&s)
		require.NoError(t, any(&s).(interface{ Validate() error }).Validate(), name)
		student := w.build(kind, &s)
		require.NotContains(t, seen, student, "%s and %s", name, seen[student])
		seen[student] = name
	}
}

func TestR2S_VariantsDiffer(t *testing.T) {
	w := trial(t, &corridor.Environment{Turns: corridorTurns})
	settings := func() r2s.Settings {
		s := repairing()
		s.Agreement = 0.3
		return s
	}
	differ(t, w, r2s.Kind(), settings, map[string]func(*r2s.Settings){
		"suffix":     func(*r2s.Settings) {},
		"turn":       func(s *r2s.Settings) { s.Span = "turn" },
		"prefix":     func(s *r2s.Settings) { s.Span = "prefix" },
		"mismatched": func(s *r2s.Settings) { s.Reference = "mismatched" },
		"imitation":  func(s *r2s.Settings) { s.Target = "takeovers" },
		"student":    func(s *r2s.Settings) { s.Target = "student" },
		"reward":     func(s *r2s.Settings) { s.Select = "reward" },
		"opd":        func(s *r2s.Settings) { s.Reference = "none" },
	})
}

// The student as its own teacher is repaired too, and teaches what it did not before.
func TestR2S_Self(t *testing.T) {
	w := trial(t, &corridor.Environment{Turns: corridorTurns})
	w.student = w.teacher // it reads references
	s := repairing()
	s.Agreement = 0.3
	taught := w.build(r2s.Kind(), &s)
	require.NotEqual(t, w.Output(w.teacher).Weights(), w.last(1).Weights())
	s.Reference = "none"
	require.NotEqual(t, taught, w.build(r2s.Kind(), &s))
}

func TestProD_VariantsDiffer(t *testing.T) {
	w := preferring(t, &corridor.Environment{Turns: corridorTurns})
	differ(t, w, prod.Kind(), prodSettings, map[string]func(*prod.Settings){
		"prod":         func(*prod.Settings) {},
		"gap alone":    func(s *prod.Settings) { s.Alpha = 1 },
		"wrong alone":  func(s *prod.Settings) { s.Alpha = 0 },
		"fixed":        func(s *prod.Settings) { s.Margin = "fixed" },
		"simpo-like":   func(s *prod.Settings) { s.Margin, s.Imitation = "fixed", 0 },
		"no imitation": func(s *prod.Settings) { s.Imitation = 0 },
		"semantic":     func(s *prod.Settings) { s.Similarity = "semantic" },
		"judge":        func(s *prod.Settings) { s.Similarity = "judge" },
		"two rounds":   func(s *prod.Settings) { s.Rounds = 2 },
		"stagnant":     func(s *prod.Settings) { s.Rejected = "stagnant" },
	})
}

func TestActionOPD_VariantsDiffer(t *testing.T) {
	w := withActions(t, &corridor.Environment{Turns: corridorTurns})
	w.student = w.teacher // one whose actions are understood
	differ(t, w, actionopd.Kind(), actionSettings, map[string]func(*actionopd.Settings){
		"actionopd": func(*actionopd.Settings) {},
		"validity":  func(s *actionopd.Settings) { s.Reward = "validity" },
		"binary":    func(s *actionopd.Settings) { s.Lambda = 0 },
		"random":    func(s *actionopd.Settings) { s.Select = "random" },
		"self":      func(s *actionopd.Settings) { s.Teacher, s.TeacherTemperature = "self", 0.5 },
		"private":   func(s *actionopd.Settings) { s.Teacher, s.Private = "self", "actions" },
	})
}
