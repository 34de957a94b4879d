package registrytest_test

import (
	"flag"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/registry/builtin"
	"github.com/retort-ml/retort/registry/registrytest"
)

var tasks = flag.Int("tasks", 48, "tasks of a split on which every floor is played")

// Every environment that an experiment can name.
func TestKind_Builtin(t *testing.T) {
	c := builtin.Catalog()
	for _, name := range c.Environments() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			kind, ok := c.Environment(name)
			require.True(t, ok)
			play := *tasks
			if name == "scienceworld" {
				play = 0 // another program, which not every machine has; its own package plays it
			}
			registrytest.TestKind(t, kind, play)
		})
	}
}
