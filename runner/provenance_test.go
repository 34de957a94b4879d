package runner_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/runner"
)

func TestCollect(t *testing.T) {
	p := runner.Collect(t.Context(), t.TempDir())
	require.Equal(t, runtime.Version(), p.Program.Go)
	require.Len(t, p.Program.SHA256, 64)
	require.Equal(t, runtime.GOARCH, p.Machine.Arch)
	require.Positive(t, p.Machine.Cores)
	require.NotEmpty(t, p.Machine.Kernel)
	require.Nil(t, p.Experiment)
}

func TestCollect_Checkout(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
	dir := t.TempDir()
	git := func(args ...string) {
		t.Helper()
		cmd := exec.Command("git", append([]string{"-C", dir, "-c", "user.name=a", "-c", "user.email=a@example.org"}, args...)...)
		out, err := cmd.CombinedOutput()
		require.NoError(t, err, string(out))
	}
	file := filepath.Join(dir, "experiment.hcl")
	git("init", "-q")
	require.NoError(t, os.WriteFile(file, []byte("steps = 1\n"), 0o666))
	c := runner.Collect(t.Context(), dir).Experiment
	require.Equal(t, &runner.Checkout{Dirty: true}, c, "before the first commit")

	git("add", ".")
	git("commit", "-q", "-m", "experiment: start")
	c = runner.Collect(t.Context(), dir).Experiment
	require.Len(t, c.Commit, 40)
	require.False(t, c.Dirty)

	require.NoError(t, os.WriteFile(file, []byte("steps = 2\n"), 0o666))
	c = runner.Collect(t.Context(), dir).Experiment
	require.True(t, c.Dirty)
	require.Contains(t, c.Diff, "+steps = 2")
}
