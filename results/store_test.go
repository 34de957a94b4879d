package results_test

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/results"
	"github.com/retort-ml/retort/results/attempt"
)

// stage is a small stage with a hash of its own.
func stage(n int) results.StageInfo {
	return results.StageInfo{
		Hash: fmt.Sprintf("%04x5eed", n), Kind: "evaluate", Title: fmt.Sprintf("evaluate %d", n),
		Spec: json.RawMessage(fmt.Sprintf(`{"n":%d}`, n)), Inputs: []results.Input{{Name: "student", Hash: "abcd1234"}},
	}
}

// episode is a pass of a few turns whose numbers depend on n.
func episode(n int) *registry.Episode {
	e := &registry.Episode{
		Task: registry.Task{Split: "unseen", Index: n / 2}, TaskType: "put", Decode: n % 2, Actor: "student",
		Introduction: "You are in the middle of a room.", Prompt: []int32{1, 2, 3}, Won: n%3 == 0, Score: float64(n%3) / 2,
	}
	for t := range 3 + n%5 {
		turn := registry.Turn{
			Response: registry.Response{Thought: "seen none", Action: fmt.Sprintf("go to cabinet %d", t)}, Parsed: true, Valid: t%4 != 3,
			Tokens: []int32{4, 5, int32(n), 7}, LogProbs: []float32{-0.1, -1.0 / 3, float32(-n), float32(math.Inf(-1))},
			Observation: "On the cabinet you see a <plate> & a mug.", ObservationTokens: []int32{8, 9}, Searches: true,
		}
		turn.TeacherLogProbs = []float32{-0.2, -0.5, -1, -2}
		e.Turns = append(e.Turns, turn)
	}
	return e
}

func openForRun(t *testing.T, dir string) *results.Store {
	t.Helper()
	s, err := results.OpenForRun(dir)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, s.Close()) })
	return s
}

// finish runs a stage of some episodes and leaves it finished, not committed.
func finish(t testing.TB, s *results.Store, info results.StageInfo, episodes int) *results.Attempt {
	t.Helper()
	a, err := s.Begin(info)
	require.NoError(t, err)
	w, err := attempt.Open(a.Dir, attempt.Options{Owner: attempt.Owner{Build: "test"}})
	require.NoError(t, err)
	for i := range episodes {
		require.NoError(t, w.Episode("evaluation", episode(i)))
	}
	require.NoError(t, w.Metric("loss", 0, 0.1))
	require.NoError(t, w.Metric("loss", 1, math.NaN()))
	require.NoError(t, w.Metric("gap", -1, math.Inf(-1)))
	require.NoError(t, w.Warn("the teacher never won"))
	require.NoError(t, w.Record("lesson", map[string]int{"b": 1, "a": 2}))
	require.NoError(t, w.Write("weights.safetensors", func(w io.Writer) error {
		_, err := w.Write(make([]byte, 100_000))
		return err
	}))
	require.NoError(t, w.Write("small.json", func(w io.Writer) error {
		_, err := io.WriteString(w, info.Hash)
		return err
	}))
	require.NoError(t, w.Beat())
	require.NoError(t, w.Finish())
	return a
}

// commit runs a stage to its end.
func commit(t testing.TB, s *results.Store, info results.StageInfo, episodes int) *results.Attempt {
	t.Helper()
	a := finish(t, s, info, episodes)
	require.NoError(t, s.Commit(a.AttemptRef, results.Usage{Seconds: 1.5, CPUSeconds: 2, PeakBytes: 3}))
	return a
}

func TestStore_DoneStage(t *testing.T) {
	s := openForRun(t, filepath.Join(quickDir(t), "store"))
	info := stage(1)
	state, err := s.State(info.Hash)
	require.NoError(t, err)
	require.Equal(t, attempt.Pending, state.State)

	a := commit(t, s, info, 10)
	require.Equal(t, 1, a.Number)
	state, err = s.State(info.Hash)
	require.NoError(t, err)
	require.Equal(t, attempt.Done, state.State)
	require.Equal(t, 1.5, state.Done.Usage.Seconds)
	require.Equal(t, "test", state.Done.Build)

	summaries, err := s.Summaries(info.Hash, "evaluation")
	require.NoError(t, err)
	require.Len(t, summaries, 10)
	for i, got := range summaries {
		require.Equal(t, registry.Summarize(episode(i)), got)
	}
	n := 0
	for e, err := range s.Episodes(info.Hash, "evaluation") {
		require.NoError(t, err)
		require.Equal(t, episode(n), e)
		n++
	}
	require.Equal(t, 10, n)
	one, err := s.Episode(info.Hash, "evaluation", 7)
	require.NoError(t, err)
	require.Equal(t, episode(7), one)
	_, err = s.Episode(info.Hash, "evaluation", 10)
	require.ErrorIs(t, err, results.ErrNotFound)

	metrics, err := s.Metrics(info.Hash)
	require.NoError(t, err)
	require.Len(t, metrics, 3)
	require.True(t, math.IsNaN(metrics[1].Value))
	require.True(t, math.IsInf(metrics[2].Value, -1))
	warnings, err := s.Warnings(info.Hash)
	require.NoError(t, err)
	require.Equal(t, []string{"the teacher never won"}, warnings)
	for v, err := range s.Records(info.Hash, "lesson") {
		require.NoError(t, err)
		require.JSONEq(t, `{"a":2,"b":1}`, string(v))
	}
	path, err := s.Artifact(info.Hash, "small.json")
	require.NoError(t, err)
	require.FileExists(t, path)
	_, err = s.Artifact(info.Hash, "none")
	require.ErrorIs(t, err, results.ErrNotFound)
	seconds, err := s.Durations("evaluate")
	require.NoError(t, err)
	require.Equal(t, []float64{1.5}, seconds)
	_, err = s.Begin(info)
	require.ErrorIs(t, err, results.ErrDone)

	problems, err := s.Verify(t.Context())
	require.NoError(t, err)
	require.Empty(t, problems)
}
