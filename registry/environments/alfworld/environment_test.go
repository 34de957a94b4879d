package alfworld_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/registry/environments/alfworld"
	"github.com/retort-ml/retort/registry/registrytest"
)

func newEnvironment(t testing.TB, s alfworld.Settings) *alfworld.Environment {
	t.Helper()
	e, err := alfworld.New(s)
	require.NoError(t, err)
	return e
}

func TestEnvironment(t *testing.T) {
	registrytest.TestEnvironment(t, newEnvironment(t, alfworld.Defaults()))
}

func TestEnvironment_FullRooms(t *testing.T) {
	s := alfworld.Defaults()
	s.Size, s.Receptacles, s.Objects, s.Horizon = "full", 15, 25, 60
	registrytest.TestEnvironment(t, newEnvironment(t, s))
}

func TestEnvironment_RealGames(t *testing.T) {
	s := alfworld.Defaults()
	s.Games, s.Horizon = realData, 100
	e, err := alfworld.New(s)
	if err != nil {
		t.Skipf("real games are not here: %v", err)
	}
	registrytest.TestEnvironment(t, e)
}
