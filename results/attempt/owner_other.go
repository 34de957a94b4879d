//go:build !linux

package attempt

import (
	"os"
	"syscall"
)

func bootID() string { return "" }

// Start times are not read here: a process id that lives is then no proof, and the heartbeat decides.
func processStart(int) (uint64, bool) { return 0, false }

func processExists(pid int) bool {
	p, err := os.FindProcess(pid)
	return err == nil && p.Signal(syscall.Signal(0)) == nil
}
