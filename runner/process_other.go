//go:build unix && !linux

package runner

import (
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

func dup2(from, to int) error { return unix.Dup2(from, to) }

// workerAttributes start a worker as leader of its own group, out of reach of an interrupt from the
// terminal. That the controller died it learns from its standard input.
func workerAttributes() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setpgid: true} }

// peakMemory is the largest resident size of an ended process in bytes.
func peakMemory(s *os.ProcessState) int64 {
	if usage, ok := s.SysUsage().(*syscall.Rusage); ok {
		return int64(usage.Maxrss)
	}
	return 0
}

// peakResident returns the largest resident size of this process in bytes, over its whole life.
func peakResident() int64 {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		return 0
	}
	return int64(usage.Maxrss)
}
