//go:build linux

package runner_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/runner"
)

// controller starts the controller process of a plan.
type controller struct {
	dir, plan, faults string
}

func newController(t *testing.T, plan *runner.Plan) *controller {
	t.Helper()
	text, err := json.Marshal(plan)
	require.NoError(t, err)
	c := &controller{dir: t.TempDir(), plan: filepath.Join(t.TempDir(), "plan.json"), faults: t.TempDir()}
	require.NoError(t, os.WriteFile(c.plan, text, 0o666))
	return c
}

func (c *controller) start(t *testing.T, environment ...string) (*exec.Cmd, *bytes.Buffer) {
	t.Helper()
	self, err := os.Executable()
	require.NoError(t, err)
	cmd := exec.Command(self)
	cmd.Env = append(cmd.Environ(), roleVariable+"=controller", storeFolder+"="+c.dir, planFile+"="+c.plan, faultFolder+"="+c.faults)
	cmd.Env = append(cmd.Env, environment...)
	var output bytes.Buffer
	cmd.Stderr = &output
	require.NoError(t, cmd.Start())
	return cmd, &output
}

// children lists the processes whose parent is pid.
func children(t *testing.T, pid int) []int {
	t.Helper()
	stats, err := filepath.Glob("/proc/[0-9]*/stat")
	require.NoError(t, err)
	var list []int
	for _, path := range stats {
		text, err := os.ReadFile(path)
		if err != nil {
			continue // gone meanwhile
		}
		_, rest, ok := strings.Cut(string(text), ") ")
		if fields := strings.Fields(rest); ok && len(fields) > 1 && fields[1] == strconv.Itoa(pid) {
			child, err := strconv.Atoi(filepath.Base(filepath.Dir(path)))
			require.NoError(t, err)
			list = append(list, child)
		}
	}
	return list
}

// finish runs the plan to its end and compares what it left.
func (c *controller) finish(t *testing.T, plan *runner.Plan, want map[string]string) {
	t.Helper()
	cmd, output := c.start(t)
	require.NoError(t, cmd.Wait(), output.String())
	require.Equal(t, want, content(t, openForRun(t, c.dir), plan))
}

// TestRun_KilledAtRandom kills the controller, a worker, or everything at moments drawn at random, and
// starts the same command again until it succeeds.
func TestRun_KilledAtRandom(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	t.Parallel()
	plan := diamond(t, walkSpec{Steps: 40, Every: 4, Pause: 1500})
	want := undisturbed(t, plan)
	for seed := range uint64(2) {
		t.Run(fmt.Sprintf("seed=%d", seed), func(t *testing.T) {
			t.Parallel()
			rng := rand.New(rand.NewPCG(seed, 7))
			c := newController(t, plan)
			for round := range 8 {
				cmd, output := c.start(t)
				ended := make(chan error, 1)
				go func() { ended <- cmd.Wait() }()
				select {
				case err := <-ended:
					require.NoError(t, err, output.String())
				case <-time.After(time.Duration(rng.IntN(150+30*round)) * time.Millisecond):
					victims := children(t, cmd.Process.Pid)
					what := rng.IntN(3)
					if what != 1 || len(victims) == 0 {
						if err := cmd.Process.Kill(); !errors.Is(err, os.ErrProcessDone) { // it may have just finished
							require.NoError(t, err)
						}
					}
					for i, pid := range victims {
						if what == 2 || what == 1 && i == 0 {
							_ = syscall.Kill(-pid, syscall.SIGKILL) // it may have left by itself
						}
					}
					if what == 1 {
						time.Sleep(time.Duration(rng.IntN(40)) * time.Millisecond)
						_ = cmd.Process.Kill()
					}
					<-ended
				}
			}
			c.finish(t, plan, want)
		})
	}
}

// TestRun_KilledAtEvents lets the controller die right after each kind of event.
func TestRun_KilledAtEvents(t *testing.T) {
	t.Parallel()
	plan := diamond(t, walkSpec{Steps: 20, Every: 3, Pause: 500})
	want := undisturbed(t, plan)
	for _, event := range []runner.EventType{
		runner.StageQueued, runner.StageStarted, runner.StageProgress, runner.StageDone,
	} {
		t.Run(string(event), func(t *testing.T) {
			t.Parallel()
			c := newController(t, plan)
			cmd, output := c.start(t, lastEvent+"="+string(event))
			require.Error(t, cmd.Wait(), output.String())
			c.finish(t, plan, want)
		})
	}
}

// TestRun_KilledByItsWorker lets the controller die while a worker is in the middle of a stage. The worker must not
// outlive it.
func TestRun_KilledByItsWorker(t *testing.T) {
	t.Parallel()
	plan := diamond(t, walkSpec{Steps: 20, Every: 3})
	want := undisturbed(t, plan)
	c := newController(t, plan)
	afflict(t, c.faults, plan.Stages[0].Hash, fault{Step: 8, How: "orphan"})
	afflict(t, c.faults, plan.Stages[3].Hash, fault{Step: 8, How: "orphan"})
	for range 2 {
		cmd, _ := c.start(t)
		require.Error(t, cmd.Wait())
	}
	begin := time.Now()
	c.finish(t, plan, want)
	require.Less(t, time.Since(begin), 20*time.Second, "the worker waits half a minute before it goes on")
}
