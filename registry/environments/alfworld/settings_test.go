package alfworld_test

import (
	"testing"

	"github.com/hashicorp/hcl/v2/hclsimple"
	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/environments/alfworld"
)

func TestSettings_Decode(t *testing.T) {
	s := alfworld.Defaults()
	require.NoError(t, hclsimple.Decode("e.hcl", []byte(`
receptacles = 8
tasks       = { train = 30, unseen = 5 }
task_types  = ["look_at_obj_in_light", "pick_two_obj_and_place"]
`), nil, &s))
	e := newEnvironment(t, s)
	require.Equal(t, 20, e.Horizon(), "what is left out keeps its default")
	require.Equal(t, []registry.Split{{Name: "train", Tasks: 30}, {Name: "seen", Tasks: 128}, {Name: "unseen", Tasks: 5}}, e.Splits())
}

func TestSettings_Faults(t *testing.T) {
	tests := []struct {
		name   string
		change func(*alfworld.Settings)
		want   string
	}{
		{"size", func(s *alfworld.Settings) { s.Size = "huge" }, `size: "huge" is neither "small" nor "full".`},
		{"too few receptacles", func(s *alfworld.Settings) { s.Receptacles = 4 }, "receptacles: 4 is not between 5 and 15, which small rooms have."},
		{"too many receptacles", func(s *alfworld.Settings) { s.Receptacles = 16 }, "receptacles: 16 is not between 5 and 15"},
		{"full room too large", func(s *alfworld.Settings) { s.Size, s.Receptacles = "full", 55 }, "receptacles: 55 is not between 5 and 54"},
		{"full room without room for its kind", func(s *alfworld.Settings) { s.Size, s.Receptacles = "full", 5 }, "receptacles: Rooms of 5 receptacles have no train task of type"},
		{"objects", func(s *alfworld.Settings) { s.Objects = 1 }, "objects: 1 is not between 2 and"},
		{"horizon", func(s *alfworld.Settings) { s.Horizon = 0 }, "horizon: 0 turns"},
		{"seed", func(s *alfworld.Settings) { s.Seed = -1 }, "seed: -1 is negative."},
		{"task type", func(s *alfworld.Settings) { s.TaskTypes = []string{"heat"} }, `task_types: There is no type "heat".`},
		{"task type twice", func(s *alfworld.Settings) {
			s.TaskTypes = []string{"pick_two_obj_and_place", "pick_two_obj_and_place"}
		}, `task_types: "pick_two_obj_and_place" stands twice.`},
		{"split", func(s *alfworld.Settings) { s.Tasks = map[string]int{"test": 3} }, `tasks: There is no split "test".`},
		{"negative tasks", func(s *alfworld.Settings) { s.Tasks = map[string]int{"seen": -3} }, "tasks: seen = -3 is negative"},
		{"no folder", func(s *alfworld.Settings) { s.Games = "no such folder" }, "games: "},
		{"goal", func(s *alfworld.Settings) { s.Goal = "poem" }, `goal: "poem" is neither "templated" nor "human".`},
		{"human goals of generated games", func(s *alfworld.Settings) { s.Goal = "human" }, "goal: Generated games have no sentences that people wrote"},
		{"expert", func(s *alfworld.Settings) { s.Expert = "oracle" }, `expert: "oracle" is neither "exploring" nor "handcoded".`},
		{"empty folder", func(s *alfworld.Settings) { s.Games = t.TempDir() }, "games: There is no playable game"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s := alfworld.Defaults()
			test.change(&s)
			_, err := alfworld.New(s)
			require.ErrorContains(t, err, test.want)
			var bad *registry.SettingError
			require.ErrorAs(t, err, &bad)
		})
	}
	s := alfworld.Defaults()
	s.Horizon, s.Objects = -1, 0
	s.Receptacles = 99
	_, err := alfworld.New(s)
	require.ErrorContains(t, err, "horizon")
	require.ErrorContains(t, err, "receptacles", "every fault is told at once")
}
