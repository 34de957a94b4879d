package runner

import (
	"bytes"
	"fmt"
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

func dup2(from, to int) error { return unix.Dup3(from, to, 0) }

// workerAttributes start a worker as leader of its own group, out of reach of an interrupt from the
// terminal, and have the kernel kill it when the thread that started it ends.
func workerAttributes() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}

// peakMemory is the largest resident size of an ended process in bytes.
func peakMemory(s *os.ProcessState) int64 {
	if usage, ok := s.SysUsage().(*syscall.Rusage); ok {
		return int64(usage.Maxrss) * 1024 // the kernel counts KiB
	}
	return 0
}

// peakResident returns the largest resident size of this process in bytes since the last call, 0 where
// the kernel does not say.
func peakResident() int64 {
	var peak int64
	if status, err := os.ReadFile("/proc/self/status"); err == nil {
		for line := range bytes.Lines(status) {
			var kib int64
			if n, _ := fmt.Sscanf(string(line), "VmHWM: %d kB", &kib); n == 1 {
				peak = kib * 1024
			}
		}
	}
	// Writing 5 resets the mark; where that is not allowed it is the mark of the process's whole life.
	_ = os.WriteFile("/proc/self/clear_refs", []byte("5"), 0)
	return peak
}
