package registry_test

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/registry"
)

func TestOneOf(t *testing.T) {
	require.NoError(t, registry.OneOf("select", "judge", "consensus", "judge"))

	err := registry.OneOf("select", "jugde", "consensus", "judge", "reward")
	setting, ok := errors.AsType[*registry.SettingError](err)
	require.True(t, ok)
	require.Equal(t, &registry.SettingError{
		Setting: "select", Message: `"jugde" is none of "consensus", "judge" and "reward".`,
		Given: "jugde", Choices: []string{"consensus", "judge", "reward"},
	}, setting)
	require.EqualError(t, registry.OneOf("judge", "model", "rule"), `judge: "model" is not "rule".`)
}
