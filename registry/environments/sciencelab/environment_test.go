package sciencelab_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/environments/sciencelab"
	"github.com/retort-ml/retort/registry/registrytest"
)

func newEnvironment(t testing.TB, s sciencelab.Settings) *sciencelab.Environment {
	t.Helper()
	e, err := sciencelab.New(s)
	require.NoError(t, err)
	return e
}

func start(t testing.TB, e *sciencelab.Environment, split string, index int) registry.World {
	t.Helper()
	w, err := e.Reset(registry.Task{Split: split, Index: index})
	require.NoError(t, err)
	return w
}

func TestEnvironment(t *testing.T) {
	registrytest.TestEnvironment(t, newEnvironment(t, sciencelab.Defaults()))
}

func TestEnvironment_Full(t *testing.T) {
	s := sciencelab.Defaults()
	s.Size, s.Objects, s.Horizon, s.Simplifications = "full", 18, 80, nil
	registrytest.TestEnvironment(t, newEnvironment(t, s))
}
