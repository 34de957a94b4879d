package disk_test

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/results/disk"
	"github.com/retort-ml/retort/results/disk/disktest"
)

func text(s string) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := io.WriteString(w, s)
		return err
	}
}

func TestReplace_OldOrNew(t *testing.T) {
	for at := 1; ; at++ {
		path := filepath.Join(t.TempDir(), "file")
		require.NoError(t, os.WriteFile(path, []byte("old"), 0o644))
		err := disk.Replace(&disktest.Faulty{KillAt: at, LosePower: true}, path, text("new content"))
		data, readErr := os.ReadFile(path)
		require.NoError(t, readErr)
		if err == nil {
			require.Equal(t, "new content", string(data))
			require.Equal(t, 6, at, "create, write, sync, rename, sync of the folder")
			return
		}
		require.ErrorIs(t, err, disktest.ErrKilled)
		require.ErrorContains(t, err, path)
		require.Contains(t, []string{"old", "new content"}, string(data))
	}
}

func TestReplace_LeavesNothingBehind(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "file")
	broken := errors.New("broken")
	require.ErrorIs(t, disk.Replace(disk.OS{}, path, func(io.Writer) error { return broken }), broken)
	for _, at := range []int{1, 2} {
		require.ErrorIs(t, disk.Replace(&disktest.Faulty{FullAt: at}, path, text("x")), syscall.ENOSPC)
	}
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.Empty(t, entries)
}

type noLinks struct{ disk.OS }

func (noLinks) Link(string, string) error { return syscall.EPERM }

func TestPlace(t *testing.T) {
	for _, d := range []disk.Disk{disk.OS{}, noLinks{}} {
		dir := t.TempDir()
		from, to := filepath.Join(dir, "from"), filepath.Join(dir, "to")
		require.NoError(t, os.WriteFile(from, []byte("text"), 0o644))
		require.NoError(t, os.WriteFile(to, []byte("old"), 0o644))
		require.NoError(t, os.WriteFile(to+disk.Temporary, []byte("left by a kill"), 0o644))
		require.NoError(t, disk.Place(d, from, to))
		data, err := os.ReadFile(to)
		require.NoError(t, err)
		require.Equal(t, "text", string(data))
		require.NoFileExists(t, to+disk.Temporary)
		require.Error(t, disk.Place(d, filepath.Join(dir, "none"), to))
	}
}

func TestOS_Touch(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	now := time.Date(2006, 1, 2, 3, 4, 5, 0, time.UTC)
	require.NoError(t, disk.OS{}.Touch(path, now))
	require.NoError(t, disk.OS{}.Touch(path, now))
	info, err := os.Stat(path)
	require.NoError(t, err)
	require.Equal(t, now, info.ModTime().UTC())
}
