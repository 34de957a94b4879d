package searchqa_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/environments/searchqa"
	"github.com/retort-ml/retort/registry/registrytest"
)

func newEnvironment(t testing.TB, s searchqa.Settings) registry.Environment {
	t.Helper()
	e, err := searchqa.New(s)
	require.NoError(t, err)
	return e
}

func TestEnvironment(t *testing.T) {
	registrytest.TestEnvironment(t, newEnvironment(t, searchqa.Defaults()))
}

func TestEnvironment_LongQuestions(t *testing.T) {
	s := searchqa.Defaults()
	s.Entities, s.Hops, s.Words, s.TopK, s.Horizon = 6, 4, 3, 4, 25
	registrytest.TestEnvironment(t, newEnvironment(t, s))
}
