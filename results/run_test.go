package results_test

import (
	"encoding/json"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/results"
)

func TestSaveRun(t *testing.T) {
	dir := filepath.Join(quickDir(t), "store")
	s, err := results.OpenForRun(dir)
	require.NoError(t, err)
	_, err = s.Latest("r2s")
	require.ErrorIs(t, err, results.ErrNotFound)
	started := time.Date(2006, 11, 2, 3, 4, 5, 0, time.UTC)
	info := results.RunInfo{
		Plan: plan(3), Provenance: json.RawMessage(`{"build":"x"}`), Command: []string{"retort", "run"}, Started: started,
		Files: map[string][]byte{"r2s/main.hcl": []byte("grid {}"), "variables.hcl": []byte("b")},
	}
	first, err := s.SaveRun(info)
	require.NoError(t, err)
	require.Equal(t, "20061102T030405Z-r2s-00000050", first.ID)
	second, err := s.SaveRun(info)
	require.NoError(t, err)
	require.Equal(t, first.ID+"-2", second.ID)
	require.NoError(t, second.Event("stage_done", map[string]int{"n": 1}))
	require.NoError(t, second.End("done"))
	require.ErrorContains(t, second.Event("late", 1), "closed")
	info.Plan = plan(4)
	info.Started = started.Add(time.Hour)
	third, err := s.SaveRun(info)
	require.NoError(t, err)
	require.NoError(t, third.End("failed"))
	require.NoError(t, s.Close())

	r, err := results.Open(dir)
	require.NoError(t, err)
	defer r.Close()
	latest, err := r.Latest("r2s")
	require.NoError(t, err)
	require.Equal(t, third.ID, latest.ID)
	require.Equal(t, "failed", latest.State)
	text, err := latest.Plan()
	require.NoError(t, err)
	require.Equal(t, string(plan(4)), string(text))
	text, err = latest.Provenance()
	require.NoError(t, err)
	require.JSONEq(t, `{"build":"x"}`, string(text))
	files, err := latest.Files()
	require.NoError(t, err)
	require.Equal(t, []string{"r2s/main.hcl", "variables.hcl"}, files)
	data, err := latest.File("r2s/main.hcl")
	require.NoError(t, err)
	require.Equal(t, "grid {}", string(data))
	for _, name := range []string{"none", "../run.json"} {
		_, err = latest.File(name)
		require.ErrorIs(t, err, results.ErrNotFound)
	}
	list, err := r.Runs("r2s")
	require.NoError(t, err)
	require.Len(t, list, 3)
	require.Zero(t, list[2].Ended, "the first run never ended")
	for e, err := range list[1].Events() {
		require.NoError(t, err)
		require.Equal(t, "stage_done", e.Kind)
		require.JSONEq(t, `{"n":1}`, string(e.Value))
		require.False(t, e.Time.IsZero())
	}
}

func TestSaveRun_Refuses(t *testing.T) {
	s := openForRun(t, filepath.Join(quickDir(t), "store"))
	for _, info := range []results.RunInfo{
		{},
		{Plan: json.RawMessage(`{"hash":"1234"}`)},
		{Plan: plan(0), Files: map[string][]byte{"../out.hcl": nil}},
	} {
		_, err := s.SaveRun(info)
		require.Error(t, err)
	}
	list, err := s.Runs("")
	require.NoError(t, err)
	require.Empty(t, list)
}
