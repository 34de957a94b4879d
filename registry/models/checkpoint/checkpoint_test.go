package checkpoint_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/models/checkpoint"
)

func TestKind(t *testing.T) {
	kind := checkpoint.Kind()
	s := kind.Settings().(*checkpoint.Settings)
	_, err := kind.Format(s, nil)
	require.ErrorIs(t, err, checkpoint.ErrNoBackend)
	require.EqualError(t, err, "open Qwen/Qwen3-1.7B: this build has no backend that loads checkpoints")
	require.Equal(t, registry.Checkpoint{Name: "Qwen/Qwen3-1.7B", Parameters: 1.7e9, Prompt: 1536, Response: 512}, kind.Checkpoint(s))
	s.Parameters, s.Active, s.API = 30, 3, true
	require.Equal(t, registry.Checkpoint{Name: "Qwen/Qwen3-1.7B", Parameters: 3e9, Prompt: 1536, Response: 512, Remote: true}, kind.Checkpoint(s),
		"of a mixture of experts a token passes through the active ones")
}

func TestSettings_Validate(t *testing.T) {
	good := checkpoint.Defaults()
	require.NoError(t, good.Validate())
	for setting, change := range map[string]func(*checkpoint.Settings){
		"name":                func(s *checkpoint.Settings) { s.Name = "" },
		"parameters":          func(s *checkpoint.Settings) { s.Parameters = 0 },
		"active_parameters":   func(s *checkpoint.Settings) { s.Active = s.Parameters + 1 },
		"context_tokens":      func(s *checkpoint.Settings) { s.Context = s.Prompt + s.MaxResponse - 1 },
		"prompt_tokens":       func(s *checkpoint.Settings) { s.Prompt = 0 },
		"max_response_tokens": func(s *checkpoint.Settings) { s.MaxResponse = 0 },
	} {
		s := checkpoint.Defaults()
		change(&s)
		var bad *registry.SettingError
		require.ErrorAs(t, s.Validate(), &bad, setting)
		require.Equal(t, setting, bad.Setting)
	}
}
