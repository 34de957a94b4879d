package scienceworld_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/environments/scienceworld"
)

// A simulator is killed, or it stops and answers no more, in the middle of an episode: it is replaced, and the episode goes on
// as if nothing had been, like another one that had been played in it. The process is gone, also when it had only stopped.
func TestOriginal_Replaced(t *testing.T) {
	if !*whole {
		t.Skip("starts several simulators and waits for one that stopped; -whole runs it")
	}
	t.Run("killed", func(t *testing.T) { testReplaced(t, played(t, "easy"), syscall.SIGKILL) })
	t.Run("stopped", func(t *testing.T) {
		s := original(t)
		s.Memory = s.Heap + 256
		e := open(t, s)
		e.SetPatience(45 * time.Second)
		before := virtualMachines(t)
		testReplaced(t, e, syscall.SIGSTOP)
		e.Close()
		require.Equal(t, before, virtualMachines(t))
	})
}

func testReplaced(t *testing.T, e *scienceworld.Environment, signal syscall.Signal) {
	others := virtualMachines(t)
	undisturbed, other := start(t, e, "boil/0"), start(t, e, "find-plant/0")
	before := other.Step("look around")
	var want []registry.Outcome
	for _, a := range script {
		want = append(want, undisturbed.Step(a))
	}
	w := start(t, e, "boil/0")
	running := virtualMachines(t)
	if len(running) > 1 {
		running = slices.DeleteFunc(running, func(pid int) bool { return slices.Contains(others, pid) })
	}
	require.Len(t, running, 1)
	for i, a := range script {
		if i == len(script)/2 {
			require.NoError(t, syscall.Kill(running[0], signal))
		}
		require.Equal(t, want[i], w.Step(a))
	}
	require.Equal(t, before, other.Step("look around"))
	require.NotContains(t, virtualMachines(t), running[0])
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
