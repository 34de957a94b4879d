package registrytest

import (
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// ProcessorTime is what this process has used so far: unlike the clock it does not count waiting for other
// processes, so that a benchmark on a shared machine reports a rate of its own.
func ProcessorTime(b *testing.B) time.Duration {
	var use syscall.Rusage
	require.NoError(b, syscall.Getrusage(syscall.RUSAGE_SELF, &use))
	return time.Duration(use.Utime.Nano() + use.Stime.Nano())
}
