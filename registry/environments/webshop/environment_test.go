package webshop_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/registry/environments/webshop"
	"github.com/retort-ml/retort/registry/registrytest"
)

func newEnvironment(t testing.TB, s webshop.Settings) *webshop.Environment {
	t.Helper()
	e, err := webshop.New(s)
	require.NoError(t, err)
	return e
}

func TestEnvironment(t *testing.T) {
	registrytest.TestEnvironment(t, newEnvironment(t, webshop.Defaults()))
}

func TestEnvironment_ShortTitles(t *testing.T) {
	s := webshop.Defaults()
	s.Titles, s.Observation, s.Horizon, s.Marks = "short", "text", 25, false
	registrytest.TestEnvironment(t, newEnvironment(t, s))
}
