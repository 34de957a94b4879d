package mathcode_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/environments/mathcode"
)

func TestSettings_Validate(t *testing.T) {
	good := mathcode.Defaults()
	require.NoError(t, good.Validate())
	for name, change := range map[string]func(*mathcode.Settings){
		"easiest":     func(s *mathcode.Settings) { s.Easiest = 5; s.Hardest = 4 },
		"hardest":     func(s *mathcode.Settings) { s.Hardest = 9 },
		"distractors": func(s *mathcode.Settings) { s.Distractors = -1 },
		"accept":      func(s *mathcode.Settings) { s.Accept = "any" },
		"horizon":     func(s *mathcode.Settings) { s.Horizon = 0 },
		"seed":        func(s *mathcode.Settings) { s.Seed = -1 },
		"problems":    func(s *mathcode.Settings) { s.Problems = "/nowhere" },
		"tasks":       func(s *mathcode.Settings) { s.Tasks = map[string]int{"test": 1} },
	} {
		t.Run(name, func(t *testing.T) {
			s := mathcode.Defaults()
			change(&s)
			var fault *registry.SettingError
			require.ErrorAs(t, s.Validate(), &fault)
			require.Equal(t, name, fault.Setting)
			_, err := mathcode.Kind().New(&s)
			require.Error(t, err)
		})
	}
}

func TestKind(t *testing.T) {
	k := mathcode.Kind()
	s := k.Settings().(*mathcode.Settings)
	require.Nil(t, k.Files(s))
	e, err := k.New(s)
	require.NoError(t, err)
	require.Equal(t, []registry.Split{{Name: "train", Tasks: 512}, {Name: "seen", Tasks: 128}, {Name: "unseen", Tasks: 128}}, e.Splits())
	_, ok := e.(registry.Demonstrator)
	require.True(t, ok)
	s.Problems = "folder"
	require.Equal(t, []string{"folder"}, k.Files(s))
}
