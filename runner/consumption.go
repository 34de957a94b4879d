//go:build unix

package runner

import (
	"syscall"
	"time"

	"github.com/retort-ml/retort/results/attempt"
)

// consumption is what this process has used up to a moment.
type consumption struct {
	cpu  time.Duration
	peak int64 // largest resident size in bytes since the last call of measure, where the system can tell
}

// measure reads the consumption and starts the peak anew.
func measure() consumption {
	c := consumption{peak: peakResident()}
	for _, who := range []int{syscall.RUSAGE_SELF, syscall.RUSAGE_CHILDREN} {
		var usage syscall.Rusage
		if err := syscall.Getrusage(who, &usage); err == nil {
			c.cpu += time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
		}
	}
	return c
}

// since returns what was used between two measurements, the wall clock left to the controller.
func (c consumption) since(before consumption) attempt.Usage {
	return attempt.Usage{CPUSeconds: (c.cpu - before.cpu).Seconds(), PeakBytes: c.peak}
}
