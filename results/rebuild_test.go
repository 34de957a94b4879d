package results_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/results"
	"github.com/retort-ml/retort/results/attempt"
	"github.com/retort-ml/retort/results/disk/disktest"
)

// plan is the JSON of a plan with some trials.
func plan(trials int) json.RawMessage {
	type trial struct {
		ID     string            `json:"id"`
		Labels map[string]string `json:"labels"`
		Grids  []string          `json:"grids"`
		Stages []string          `json:"stages"`
		Roles  map[string]string `json:"roles"`
	}
	p := struct {
		Experiment string            `json:"experiment"`
		Hash       string            `json:"hash"`
		Trials     []trial           `json:"trials"`
		Stages     []json.RawMessage `json:"stages"`
	}{Experiment: "r2s", Hash: fmt.Sprintf("%08x", 77+trials)}
	for n := range trials {
		hash := stage(n).Hash
		p.Trials = append(p.Trials, trial{
			ID: fmt.Sprint("trial-", n), Labels: map[string]string{"method": "opd"}, Grids: []string{"main"},
			Stages: []string{hash, "ffff"}, Roles: map[string]string{"evaluate": hash},
		})
	}
	text, err := json.Marshal(p)
	if err != nil {
		panic(err)
	}
	return text
}

// everything is all that the public methods say about a store.
func everything(t *testing.T, s *results.Store, hashes []string) string {
	t.Helper()
	states, err := s.States(hashes)
	require.NoError(t, err)
	var all []any
	for _, hash := range hashes {
		state := states[hash]
		all = append(all, fmt.Sprintf("%+v", state.Attempts), state.State)
		if state.State != attempt.Done {
			continue
		}
		all = append(all, *state.Done)
		summaries, err := s.Summaries(hash, "evaluation")
		require.NoError(t, err)
		metrics, err := s.Metrics(hash)
		require.NoError(t, err)
		warnings, err := s.Warnings(hash)
		require.NoError(t, err)
		artifacts, err := s.Artifacts(hash)
		require.NoError(t, err)
		info, err := s.Stage(hash)
		require.NoError(t, err)
		all = append(all, summaries, metrics, warnings, artifacts, info)
	}
	experiments, err := s.Experiments()
	require.NoError(t, err)
	runs, err := s.Runs("")
	require.NoError(t, err)
	for _, r := range runs {
		all = append(all, r.ID, r.Experiment, r.PlanHash, r.Started, r.Ended, r.State)
		text, err := r.Plan()
		require.NoError(t, err)
		all = append(all, string(text))
	}
	seconds, err := s.Durations("evaluate")
	require.NoError(t, err)
	return fmt.Sprintf("%+v %v %v", all, experiments, seconds)
}

func TestRebuild_SameAnswers(t *testing.T) {
	dir := filepath.Join(quickDir(t), "store")
	now := time.Date(2006, 11, 2, 3, 4, 5, 678000, time.UTC)
	s, err := results.OpenForRunWith(dir, results.Options{Now: func() time.Time {
		now = now.Add(time.Second)
		return now
	}})
	require.NoError(t, err)
	defer s.Close()
	first, err := s.SaveRun(results.RunInfo{Plan: plan(2)})
	require.NoError(t, err)
	require.NoError(t, first.End("interrupted"))
	commit(t, s, stage(1), 5)
	commit(t, s, stage(2), 7)
	failed, err := s.Begin(stage(3))
	require.NoError(t, err)
	require.NoError(t, s.Fail(failed.AttemptRef, results.Failure{Message: "m", Retry: true}, results.Usage{Seconds: 2, PeakBytes: 7}))
	commit(t, s, stage(3), 1)
	_, err = s.Begin(stage(4))
	require.NoError(t, err)
	_, err = s.SaveRun(results.RunInfo{Plan: plan(2)})
	require.NoError(t, err)

	var hashes []string
	for n := range 6 {
		hashes = append(hashes, stage(n).Hash)
	}
	want := everything(t, s, hashes)
	problems, err := s.Rebuild(t.Context())
	require.NoError(t, err)
	require.Empty(t, problems)
	require.Equal(t, want, everything(t, s, hashes))

	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = s.Rebuild(cancelled)
	require.ErrorIs(t, err, context.Canceled)
	require.Equal(t, want, everything(t, s, hashes), "a rebuild that is given up changes nothing")
}

func TestRebuild_SetsAsideWhatIsDamaged(t *testing.T) {
	s := openForRun(t, filepath.Join(quickDir(t), "store"))
	a := commit(t, s, stage(1), 5)
	b := commit(t, s, stage(2), 5)
	c := commit(t, s, stage(3), 5)
	commit(t, s, stage(4), 5)
	records, err := os.ReadFile(filepath.Join(a.Dir, attempt.RecordsFile))
	require.NoError(t, err)
	flip(t, filepath.Join(a.Dir, attempt.RecordsFile), len(records)-100)
	flip(t, filepath.Join(b.Dir, attempt.DoneFile), 20)
	flip(t, filepath.Join(filepath.Dir(c.Dir), "spec.json"), 20)

	problems, err := s.Rebuild(t.Context())
	require.NoError(t, err)
	require.Len(t, problems, 3)
	for n, want := range map[int]results.State{1: attempt.Corrupt, 2: attempt.Corrupt, 3: attempt.Done, 4: attempt.Done} {
		state, err := s.State(stage(n).Hash)
		require.NoError(t, err)
		require.Equal(t, want, state.State, "stage %d", n)
	}
	// A repaired file is believed again.
	flip(t, filepath.Join(a.Dir, attempt.RecordsFile), len(records)-100)
	problems, err = s.Rebuild(t.Context())
	require.NoError(t, err)
	require.Len(t, problems, 1, "what the third stage is stands in the index, too")
	state, err := s.State(stage(1).Hash)
	require.NoError(t, err)
	require.Equal(t, attempt.Done, state.State)
}

// A description that is damaged is written again from the plan of a run or the index. Where neither has it, the message says how to
// be rid of the stage.
func TestVerify_RepairsDescriptions(t *testing.T) {
	planned, err := json.Marshal(map[string]any{"experiment": "r2s", "hash": "0077", "trials": []any{}, "stages": []results.StageInfo{stage(1)}})
	require.NoError(t, err)
	for _, tt := range []struct {
		name          string
		plan          json.RawMessage
		withoutIndex  bool
		spoil         func(t *testing.T, path string)
		want, further string
	}{
		{"flipped", planned, false, func(t *testing.T, path string) { flip(t, path, 20) }, "written again, as the plan of run ", ""},
		{"removed", planned, true, func(t *testing.T, path string) { require.NoError(t, os.Remove(path)) }, "written again, as the plan of run ", ""},
		{"of another stage", planned, true, func(t *testing.T, path string) {
			require.NoError(t, attempt.WriteSealed(diskOS, path, "stage", stage(2)))
		}, "written again, as the plan of run ", ""},
		{"not planned", plan(0), false, func(t *testing.T, path string) { flip(t, path, 20) }, "written again, as the index has it", ""},
		{"known to nobody", plan(0), true, func(t *testing.T, path string) { flip(t, path, 20) }, "once ", "does it again"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir := filepath.Join(quickDir(t), "store")
			s, err := results.OpenForRun(dir)
			require.NoError(t, err)
			_, err = s.SaveRun(results.RunInfo{Plan: tt.plan})
			require.NoError(t, err)
			a := commit(t, s, stage(1), 5)
			require.NoError(t, s.Close())
			path := filepath.Join(filepath.Dir(a.Dir), "spec.json")
			tt.spoil(t, path)
			if tt.withoutIndex {
				require.NoError(t, os.Remove(filepath.Join(dir, "index.sqlite")))
			}

			s = openForRun(t, dir)
			found, err := s.Verify(t.Context())
			require.NoError(t, err)
			problems := append(s.Problems(), found...)
			require.NotEmpty(t, problems)
			require.Equal(t, path, problems[0].Path)
			require.Contains(t, problems[0].Message, tt.want)
			require.Contains(t, problems[0].Message, tt.further)
			if tt.further != "" {
				require.Contains(t, problems[0].Message, filepath.Dir(a.Dir))
				require.NoError(t, os.RemoveAll(filepath.Dir(a.Dir)))
			}
			again, err := s.Verify(t.Context())
			require.NoError(t, err)
			require.Empty(t, again)
			if tt.further == "" {
				info, err := s.Stage(a.Hash)
				require.NoError(t, err)
				require.Equal(t, stage(1), info)
				state, err := s.State(a.Hash)
				require.NoError(t, err)
				require.Equal(t, attempt.Done, state.State)
			}
		})
	}
}

func TestVerify_NamesPathAndLine(t *testing.T) {
	for _, tt := range []struct {
		name  string
		spoil func(t *testing.T, s *results.Store, a *results.Attempt)
		path  string
		line  int
		want  string
		state results.State
	}{
		{"record", func(t *testing.T, _ *results.Store, a *results.Attempt) {
			flip(t, filepath.Join(a.Dir, attempt.RecordsFile), 200)
		}, attempt.RecordsFile, 1, "checksum", attempt.Corrupt},
		{"frame", func(t *testing.T, _ *results.Store, a *results.Attempt) {
			flip(t, filepath.Join(a.Dir, attempt.EpisodesFile), 200)
		}, attempt.EpisodesFile, 0, "frame 1 at byte 0", attempt.Corrupt},
		{"artifact", func(t *testing.T, _ *results.Store, a *results.Attempt) {
			flip(t, filepath.Join(a.Dir, "small.json"), 0)
		}, "small.json", 0, "SHA-256", attempt.Corrupt},
		{"artifact gone", func(t *testing.T, _ *results.Store, a *results.Attempt) {
			require.NoError(t, os.Remove(filepath.Join(a.Dir, "small.json")))
		}, "small.json", 0, "is missing", attempt.Corrupt},
		{"blob", func(t *testing.T, s *results.Store, _ *results.Attempt) {
			blobs, err := filepath.Glob(filepath.Join(s.Dir(), "blobs", "*", "*"))
			require.NoError(t, err)
			flip(t, blobs[0], 50)
		}, "weights.safetensors", 0, "SHA-256", attempt.Corrupt},
		{"done.json gone", func(t *testing.T, _ *results.Store, a *results.Attempt) {
			require.NoError(t, os.Remove(filepath.Join(a.Dir, attempt.DoneFile)))
		}, "a0001", 0, "the index says", attempt.Running}, // its owner is this process
		{"attempt gone", func(t *testing.T, _ *results.Store, a *results.Attempt) {
			require.NoError(t, os.RemoveAll(a.Dir))
		}, "a0001", 0, "is gone", attempt.Pending},
		{"stage gone", func(t *testing.T, _ *results.Store, a *results.Attempt) {
			require.NoError(t, os.RemoveAll(filepath.Dir(a.Dir)))
		}, "a0001", 0, "is gone", attempt.Pending},
		{"run gone", func(t *testing.T, s *results.Store, _ *results.Attempt) {
			r, err := s.Latest("r2s")
			require.NoError(t, err)
			require.NoError(t, os.RemoveAll(r.Dir))
		}, "run.json", 0, "is gone", attempt.Done},
		{"plan", func(t *testing.T, s *results.Store, _ *results.Attempt) {
			r, err := s.Latest("r2s")
			require.NoError(t, err)
			flip(t, filepath.Join(r.Dir, "plan.json"), 5)
		}, "plan.json", 0, "not the plan that was saved", attempt.Done},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := openForRun(t, filepath.Join(quickDir(t), "store"))
			_, err := s.SaveRun(results.RunInfo{Plan: plan(1)})
			require.NoError(t, err)
			a := commit(t, s, stage(1), 5)
			tt.spoil(t, s, a)
			problems, err := s.Verify(t.Context())
			require.NoError(t, err)
			require.NotEmpty(t, problems)
			require.Equal(t, tt.path, filepath.Base(problems[0].Path))
			require.Contains(t, problems[0].Message, tt.want)
			require.Equal(t, tt.line, problems[0].Line)
			if tt.line > 0 {
				require.Contains(t, problems[0].String(), fmt.Sprintf("%s:%d:", problems[0].Path, tt.line))
			}
			state, err := s.State(a.Hash)
			require.NoError(t, err)
			require.Equal(t, tt.state, state.State)
			if tt.name == "run gone" {
				again, err := s.Verify(t.Context())
				require.NoError(t, err)
				require.Empty(t, again, "the index was made again")
			}
		})
	}
}

// What others leave in the store's folders is nobody's damage, and is in nobody's way.
func TestVerify_StrangeFiles(t *testing.T) {
	s := openForRun(t, filepath.Join(quickDir(t), "store"))
	_, err := s.SaveRun(results.RunInfo{Plan: plan(1)})
	require.NoError(t, err)
	a := commit(t, s, stage(1), 5)
	for _, dir := range []string{"stages", "blobs", "runs", filepath.Join("stages", a.Hash[:2])} {
		require.NoError(t, os.WriteFile(filepath.Join(s.Dir(), dir, ".DS_Store"), nil, 0o644))
	}
	require.NoError(t, os.WriteFile(filepath.Join(s.Dir(), "stages", a.Hash[:2], a.Hash[:2]+"00"), nil, 0o644))
	problems, err := s.Rebuild(t.Context())
	require.NoError(t, err)
	require.Empty(t, problems)
	problems, err = s.Verify(t.Context())
	require.NoError(t, err)
	require.Empty(t, problems)
	state, err := s.State(a.Hash)
	require.NoError(t, err)
	require.Equal(t, attempt.Done, state.State)
}

// An index that disagrees with the folders is made again, so that the next look finds nothing.
func TestVerify_MakesTheIndexAgain(t *testing.T) {
	s := openForRun(t, filepath.Join(quickDir(t), "store"))
	a, b := commit(t, s, stage(1), 5), commit(t, s, stage(2), 5)
	require.NoError(t, os.RemoveAll(filepath.Dir(a.Dir)))
	problems, err := s.Verify(t.Context())
	require.NoError(t, err)
	require.Len(t, problems, 1)
	require.Equal(t, a.Hash, problems[0].Hash)
	problems, err = s.Verify(t.Context())
	require.NoError(t, err)
	require.Empty(t, problems)
	state, err := s.State(b.Hash)
	require.NoError(t, err)
	require.Equal(t, attempt.Done, state.State)
	again, err := s.Begin(stage(1))
	require.NoError(t, err)
	require.Equal(t, 1, again.Number)
}

// A flipped byte of an episode is found by whoever reads it, and the other episodes are still there.
func TestEpisode_Damaged(t *testing.T) {
	s := openForRun(t, filepath.Join(quickDir(t), "store"))
	a := commit(t, s, stage(1), 5)
	flip(t, filepath.Join(a.Dir, attempt.EpisodesFile), 200)
	broken := 0
	for n := range 5 {
		e, err := s.Episode(a.Hash, "evaluation", n)
		if err == nil {
			require.Equal(t, episode(n), e)
			continue
		}
		broken++
		require.ErrorContains(t, err, fmt.Sprintf("%s: frame %d at byte", filepath.Join(a.Dir, attempt.EpisodesFile), n+1))
		require.True(t, attempt.IsCorrupt(err))
	}
	require.Equal(t, 1, broken)
	var last error
	for _, err := range s.Episodes(a.Hash, "evaluation") {
		last = err
	}
	require.ErrorContains(t, last, "frame")
}

// A torn tail of a killed attempt is cut off for readers, and nothing is damaged.
func TestVerify_TornTailIsNoDamage(t *testing.T) {
	dir := filepath.Join(quickDir(t), "store")
	require.ErrorIs(t, life(dir, &disktest.Faulty{KillAt: 60}), disktest.ErrKilled)
	s := openForRun(t, dir)
	problems, err := s.Verify(t.Context())
	require.NoError(t, err)
	require.Empty(t, problems)
}
