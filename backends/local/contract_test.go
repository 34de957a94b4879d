package local_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/backends"
	"github.com/retort-ml/retort/backends/backendtest"
	"github.com/retort-ml/retort/backends/cpu"
	"github.com/retort-ml/retort/backends/local"
)

func TestContract(t *testing.T) {
	for _, isa := range cpu.ISAs() {
		t.Run(isa, func(t *testing.T) {
			backendtest.Run(t, backendtest.Subject{
				Tolerance: 5e-5,
				Open: func(t *testing.T, threads int) backends.Backend {
					b, err := local.New(local.Options{Threads: threads, ISA: isa})
					require.NoError(t, err)
					require.Equal(t, "local/cpu-"+isa, b.Name())
					return b
				},
			})
		})
	}
}
