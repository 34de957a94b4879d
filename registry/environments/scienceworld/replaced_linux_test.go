package scienceworld_test

import (
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/registry"
)

// A simulator is killed, or it stops and answers no more, in the middle of an episode: it is replaced, and the episode goes on
// as if nothing had been, like another one that had been played in it. The process is gone, also when it had only stopped.
func TestOriginal_Replaced(t *testing.T) {
	s := original(t)
	s.Memory = s.Heap + 256
	e := open(t, s)
	e.SetPatience(45 * time.Second)
	undisturbed, other := start(t, e, "boil/0"), start(t, e, "find-plant/0")
	before := other.Step("look around")
	var want []registry.Outcome
	for _, a := range script {
		want = append(want, undisturbed.Step(a))
	}
	signals := []syscall.Signal{syscall.SIGKILL}
	if *whole {
		signals = append(signals, syscall.SIGSTOP) // costs the patience
	}
	for _, signal := range signals {
		t.Run(signal.String(), func(t *testing.T) {
			w := start(t, e, "boil/0")
			running := virtualMachines(t)
			require.Len(t, running, 1)
			for i, a := range script {
				if i == len(script)/2 {
					require.NoError(t, syscall.Kill(running[0], signal))
				}
				require.Equal(t, want[i], w.Step(a))
			}
			require.Equal(t, before, other.Step("look around"))
			require.NotContains(t, virtualMachines(t), running[0])
		})
	}
	e.Close()
	require.Empty(t, virtualMachines(t))
}

// virtualMachines lists the child processes that run Java.
func virtualMachines(t *testing.T) (pids []int) {
	t.Helper()
	found, err := filepath.Glob("/proc/[0-9]*/stat")
	require.NoError(t, err)
	for _, name := range found {
		text, err := os.ReadFile(name)
		if err != nil {
			continue // it has ended
		}
		var pid, parent int
		var program, state string
		if _, err := fmt.Sscanf(string(text), "%d %s %s %d", &pid, &program, &state, &parent); err == nil && program == "(java)" && parent == os.Getpid() {
			pids = append(pids, pid)
		}
	}
	return pids
}
