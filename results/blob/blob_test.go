package blob_test

import (
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/results/blob"
	"github.com/retort-ml/retort/results/disk"
)

type noLinks struct{ disk.OS }

func (noLinks) Link(string, string) error { return syscall.EPERM }

func file(t *testing.T, dir, name, text string) (path, sum string) {
	t.Helper()
	path = filepath.Join(dir, name)
	require.NoError(t, os.WriteFile(path, []byte(text), 0o644))
	h := sha256.Sum256([]byte(text))
	return path, hex.EncodeToString(h[:])
}

func TestStore_Adopt(t *testing.T) {
	for _, tt := range []struct {
		name string
		disk disk.Disk
		link bool
	}{
		{"links", disk.OS{}, true},
		{"no links", noLinks{}, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir := t.TempDir()
			s := blob.Store{Dir: filepath.Join(dir, "blobs"), Disk: tt.disk}
			first, sum := file(t, dir, "first", "text")
			second, _ := file(t, dir, "second", "text")
			other, otherSum := file(t, dir, "other", "else")
			for range 2 { // as after a kill
				require.NoError(t, s.Adopt(first, sum))
				require.NoError(t, s.Adopt(second, sum))
				require.NoError(t, s.Adopt(other, otherSum))
			}
			data, err := os.ReadFile(s.Path(sum))
			require.NoError(t, err)
			require.Equal(t, "text", string(data))
			for _, path := range []string{first, second} {
				here, err := os.Stat(path)
				if !tt.link {
					require.ErrorIs(t, err, os.ErrNotExist)
					continue
				}
				require.NoError(t, err)
				there, err := os.Stat(s.Path(sum))
				require.NoError(t, err)
				require.True(t, os.SameFile(here, there))
			}
			var all []string
			for sum, err := range s.All() {
				require.NoError(t, err)
				all = append(all, sum)
			}
			require.ElementsMatch(t, []string{sum, otherSum}, all)
		})
	}
}

func TestStore_AdoptNothing(t *testing.T) {
	dir := t.TempDir()
	s := blob.Store{Dir: filepath.Join(dir, "blobs"), Disk: disk.OS{}}
	_, sum := file(t, dir, "first", "text")
	require.ErrorIs(t, s.Adopt(filepath.Join(dir, "none"), sum), os.ErrNotExist)
	for range s.All() {
		require.Fail(t, "there is no blob")
	}
}
