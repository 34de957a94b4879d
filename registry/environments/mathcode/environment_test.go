package mathcode_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/environments/mathcode"
	"github.com/retort-ml/retort/registry/registrytest"
)

func drawn(t testing.TB, s mathcode.Settings) *mathcode.Drawn {
	t.Helper()
	e, err := mathcode.NewDrawn(s)
	require.NoError(t, err)
	return e
}

func start(t testing.TB, e registry.Environment, split string, index int) registry.World {
	t.Helper()
	w, err := e.Reset(registry.Task{Split: split, Index: index})
	require.NoError(t, err)
	return w
}

func TestEnvironment(t *testing.T) {
	registrytest.TestEnvironment(t, drawn(t, mathcode.Defaults()))
}

func TestEnvironment_Hard(t *testing.T) {
	s := mathcode.Defaults()
	s.Easiest, s.Hardest, s.Distractors, s.Horizon = 5, 8, 6, 24
	registrytest.TestEnvironment(t, drawn(t, s))
}
