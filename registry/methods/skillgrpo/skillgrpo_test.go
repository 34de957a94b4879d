package skillgrpo_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/methods/skillgrpo"
	"github.com/retort-ml/retort/registry/methods/skills"
)

func TestValidate(t *testing.T) {
	for setting, change := range map[string]func(*skillgrpo.Settings){
		"skills":      func(s *skillgrpo.Settings) { s.Skills = skills.Hindsight },
		"check_tasks": func(s *skillgrpo.Settings) { s.CheckTasks = -1 },
		"group":       func(s *skillgrpo.Settings) { s.Size = 0 },
	} {
		s := skillgrpo.Defaults()
		require.NoError(t, s.Validate())
		change(&s)
		var e *registry.SettingError
		require.ErrorAs(t, s.Validate(), &e)
		require.Equal(t, setting, e.Setting)
	}
}
