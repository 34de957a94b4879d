package runner_test

import (
	"bufio"
	"os"
	"os/exec"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/results"
	"github.com/retort-ml/retort/results/attempt"
	"github.com/retort-ml/retort/runner"
)

// squat takes over an attempt folder and stays, as a worker would that did not notice its
// controller's death.
func squat() error {
	if _, err := attempt.Open(os.Getenv(squatFolder), attempt.Options{}); err != nil {
		return err
	}
	if _, err := os.Stdout.WriteString("here\n"); err != nil {
		return err
	}
	select {}
}

func TestRun_EndsWorkersOfADeadController(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	t.Parallel()
	plan := diamond(t, shortWalk)
	dir := t.TempDir()
	store, err := results.OpenForRun(dir)
	require.NoError(t, err)
	first := plan.Stages[0]
	a, err := store.Begin(results.StageInfo{Hash: first.Hash, Kind: first.Kind, Title: first.Title, Spec: first.Spec})
	require.NoError(t, err)

	self, err := os.Executable()
	require.NoError(t, err)
	cmd := exec.Command(self)
	cmd.Env = append(cmd.Environ(), roleVariable+"=squatter", squatFolder+"="+a.Dir)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	output, err := cmd.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	word, err := bufio.NewReader(output).ReadString('\n')
	require.NoError(t, err)
	require.Equal(t, "here\n", word)
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	require.NoError(t, store.Close())

	store = openForRun(t, dir)
	state, err := store.State(first.Hash)
	require.NoError(t, err)
	require.Equal(t, attempt.Running, state.State)
	report, err := runner.Run(t.Context(), store, plan, options(t, ""))
	require.NoError(t, err)
	require.True(t, report.Complete())
	require.ErrorContains(t, <-ended, "killed")
	state, err = store.State(first.Hash)
	require.NoError(t, err)
	require.Equal(t, attempt.Lost, state.Attempts[0].State)
	require.Equal(t, 2, state.Done.Number)
}
