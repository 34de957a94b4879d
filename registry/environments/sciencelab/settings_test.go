package sciencelab_test

import (
	"strings"
	"testing"

	"github.com/hashicorp/hcl/v2/hclsimple"
	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/environments/sciencelab"
)

func TestSettings_Decode(t *testing.T) {
	s := sciencelab.Defaults()
	require.NoError(t, hclsimple.Decode("e.hcl", []byte(`
objects         = 5
families        = ["boil", "find-animal"]
simplifications = ["easy", "openContainers"]
tasks           = { train = 30, unseen = 5 }
`), nil, &s))
	e := newEnvironment(t, s)
	require.Equal(t, 30, e.Horizon(), "what is left out keeps its default")
	require.Equal(t, []registry.Split{{Name: "train", Tasks: 30}, {Name: "seen", Tasks: 256}, {Name: "unseen", Tasks: 5}}, e.Splits())
	seen := map[string]bool{}
	for i := range 30 {
		seen[start(t, e, "train", i).(registry.Typed).TaskType()] = true
	}
	require.Equal(t, map[string]bool{"boil": true, "find-animal": true}, seen)
}

// Without electrical actions, no family is drawn that needs them.
func TestSettings_EasyLeavesOutCircuits(t *testing.T) {
	s := sciencelab.Defaults()
	s.Simplifications = []string{"easy"}
	e := newEnvironment(t, s)
	for i := range 200 {
		kind := start(t, e, "train", i).(registry.Typed).TaskType()
		require.NotContains(t, []string{"power-component", "test-conductivity", "test-conductivity-of-unknown-substances"}, kind)
	}
	w := start(t, e, "train", 0)
	require.Contains(t, w.Admissible(), "teleport to workshop")
	require.Equal(t, "You teleport to the workshop.", w.Step("teleport to workshop").Observation)
	require.Contains(t, w.Step("look around").Observation, "a battery")
	require.False(t, w.Step("connect battery to red wire").Valid)
	require.False(t, w.Step("disconnect battery").Valid)
	require.NotContains(t, strings.Join(w.Admissible(), "\n"), "connect")

	s.Simplifications = nil
	w = start(t, newEnvironment(t, s), "train", 0)
	require.False(t, w.Step("teleport to workshop").Valid)
}

func TestSettings_Faults(t *testing.T) {
	tests := []struct {
		name   string
		change func(*sciencelab.Settings)
		want   string
	}{
		{"size", func(s *sciencelab.Settings) { s.Size = "huge" }, `size: "huge" is none of "small" and "full".`},
		{"objects", func(s *sciencelab.Settings) { s.Objects = 25 }, "objects: 25 is not between 0 and 24."},
		{"closed doors", func(s *sciencelab.Settings) { s.ClosedDoors = 1.5 }, "closed_doors: 1.5 is not between 0 and 1."},
		{"horizon", func(s *sciencelab.Settings) { s.Horizon = 0 }, "horizon: 0 turns"},
		{"seed", func(s *sciencelab.Settings) { s.Seed = -1 }, "seed: -1 is negative."},
		{"family", func(s *sciencelab.Settings) { s.Families = []string{"heat"} }, `families: There is no family "heat".`},
		{"family twice", func(s *sciencelab.Settings) { s.Families = []string{"boil", "boil"} }, `families: "boil" stands twice.`},
		{"simplification", func(s *sciencelab.Settings) { s.Simplifications = []string{"magic"} }, `simplifications: There is no simplification "magic".`},
		{"no electricity", func(s *sciencelab.Settings) {
			s.Families, s.Simplifications = []string{"power-component"}, []string{"easy"}
		}, "simplifications: power-component cannot be done without electrical actions."},
		{"split", func(s *sciencelab.Settings) { s.Tasks = map[string]int{"test": 3} }, `tasks: There is no split "test".`},
		{"negative tasks", func(s *sciencelab.Settings) { s.Tasks = map[string]int{"seen": -3} }, "tasks: seen = -3 is negative"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s := sciencelab.Defaults()
			test.change(&s)
			_, err := sciencelab.New(s)
			require.ErrorContains(t, err, test.want)
			var bad *registry.SettingError
			require.ErrorAs(t, err, &bad)
		})
	}
	s := sciencelab.Defaults()
	s.Horizon, s.Objects = -1, 99
	_, err := sciencelab.New(s)
	require.ErrorContains(t, err, "horizon")
	require.ErrorContains(t, err, "objects", "every fault is told at once")
}
