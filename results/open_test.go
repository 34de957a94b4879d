package results_test

import (
	"database/sql"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/results"
	"github.com/retort-ml/retort/results/attempt"
)

func TestOpenForRun_OneAtATime(t *testing.T) {
	dir := filepath.Join(quickDir(t), "store")
	first, err := results.OpenForRun(dir)
	require.NoError(t, err)
	_, err = results.OpenForRun(dir)
	require.ErrorIs(t, err, results.ErrLocked)
	host, hostErr := os.Hostname()
	require.NoError(t, hostErr)
	require.ErrorContains(t, err, fmt.Sprintf("process %d on %s since 2", os.Getpid(), host))
	reader, err := results.Open(dir)
	require.NoError(t, err, "readers need no lock")
	require.NoError(t, first.Close(), "whoever reads")
	_, err = reader.State(stage(1).Hash)
	require.NoError(t, err)
	require.NoError(t, reader.Close())
	second, err := results.OpenForRun(dir)
	require.NoError(t, err)
	require.NoError(t, second.Close())
}

func TestOpen_MakesNothing(t *testing.T) {
	dir := quickDir(t)
	for _, name := range []string{"none", "."} {
		_, err := results.Open(filepath.Join(dir, name))
		require.ErrorIs(t, err, results.ErrNoStore)
	}
	require.Empty(t, names(t, dir))

	store := filepath.Join(dir, "store")
	s, err := results.OpenForRun(store)
	require.NoError(t, err)
	commit(t, s, stage(1), 3)
	require.NoError(t, s.Close())
	before := names(t, store)
	require.NotContains(t, before, "index.sqlite-wal", "a closed store is one file")
	r, err := results.Open(store)
	require.NoError(t, err)
	_, err = r.Summaries(stage(1).Hash, "evaluation")
	require.NoError(t, err)
	require.Equal(t, before, names(t, store))
	require.NoError(t, r.Close())
	require.Equal(t, before, names(t, store))
}

// names lists everything below a folder.
func names(t *testing.T, dir string) (list []string) {
	t.Helper()
	require.NoError(t, filepath.WalkDir(dir, func(path string, _ fs.DirEntry, err error) error {
		if path != dir {
			list = append(list, path[len(dir)+1:])
		}
		return err
	}))
	return list
}

func TestOpenForRun_RefusesOtherFolders(t *testing.T) {
	dir := quickDir(t)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "thesis.tex"), nil, 0o644))
	_, err := results.OpenForRun(dir)
	require.ErrorIs(t, err, results.ErrNoStore)
	require.ErrorContains(t, err, "thesis.tex")
	require.Equal(t, []string{"thesis.tex"}, names(t, dir))
}

func TestOpen_IndexMissingOrUnusable(t *testing.T) {
	for _, tt := range []struct {
		name  string
		spoil func(t *testing.T, index string)
	}{
		{"missing", func(t *testing.T, index string) { require.NoError(t, os.Remove(index)) }},
		{"garbage", func(t *testing.T, index string) {
			require.NoError(t, os.WriteFile(index, []byte("this is no database, and long enough to be sure of it, which takes a hundred bytes or so in all"), 0o644))
		}},
		{"empty", func(t *testing.T, index string) { require.NoError(t, os.Truncate(index, 0)) }},
		{"other version", func(t *testing.T, index string) {
			db, err := sql.Open("sqlite3", index)
			require.NoError(t, err)
			_, err = db.Exec("PRAGMA user_version = 99; DROP TABLE metrics")
			require.NoError(t, err)
			require.NoError(t, db.Close())
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir := filepath.Join(quickDir(t), "store")
			s, err := results.OpenForRun(dir)
			require.NoError(t, err)
			commit(t, s, stage(1), 3)
			want, err := s.Summaries(stage(1).Hash, "evaluation")
			require.NoError(t, err)
			require.NoError(t, s.Close())
			tt.spoil(t, filepath.Join(dir, "index.sqlite"))

			_, err = results.Open(dir)
			require.ErrorIs(t, err, results.ErrNoIndex)
			s = openForRun(t, dir)
			got, err := s.Summaries(stage(1).Hash, "evaluation")
			require.NoError(t, err)
			require.Equal(t, want, got)
			problems, err := s.Verify(t.Context())
			require.NoError(t, err)
			require.Empty(t, problems)
		})
	}
}

func TestOpenForRun_RefusesNewerFormat(t *testing.T) {
	dir := filepath.Join(quickDir(t), "store")
	s, err := results.OpenForRun(dir)
	require.NoError(t, err)
	require.NoError(t, s.Close())
	require.NoError(t, attempt.WriteSealed(diskOS, filepath.Join(dir, "retort.json"), "retort", map[string]int{"format": 2}))
	_, err = results.OpenForRun(dir)
	require.ErrorContains(t, err, "format 2, this build reads 1")
	_, err = results.Open(dir)
	require.ErrorContains(t, err, "format 2")
}

// A store is known by its folders when its retort.json is lost; a folder with other things in it never is.
func TestOpenForRun_LostMarker(t *testing.T) {
	dir := filepath.Join(quickDir(t), "store")
	s, err := results.OpenForRun(dir)
	require.NoError(t, err)
	commit(t, s, stage(1), 3)
	require.NoError(t, s.Close())
	marker := filepath.Join(dir, "retort.json")

	flip(t, marker, 3)
	for _, open := range []func(string) (*results.Store, error){results.Open, results.OpenForRun} {
		_, err = open(dir)
		require.ErrorContains(t, err, "retort.json:1: ")
		require.ErrorContains(t, err, "once it is removed, retort verify writes it again")
	}

	require.NoError(t, os.Remove(marker))
	_, err = results.Open(dir)
	require.ErrorIs(t, err, results.ErrNoMarker)
	require.ErrorContains(t, err, "retort verify writes it again")
	thesis := filepath.Join(dir, "thesis.tex")
	require.NoError(t, os.WriteFile(thesis, nil, 0o644))
	_, err = results.OpenForRun(dir)
	require.ErrorIs(t, err, results.ErrNoStore)
	require.ErrorContains(t, err, "thesis.tex")

	require.NoError(t, os.Remove(thesis))
	s = openForRun(t, dir)
	state, err := s.State(stage(1).Hash)
	require.NoError(t, err)
	require.Equal(t, attempt.Done, state.State)
	require.FileExists(t, marker)
}

// What a run left that was killed is settled by the next.
func TestOpenForRun_Settles(t *testing.T) {
	dir := filepath.Join(quickDir(t), "store")
	s, err := results.OpenForRun(dir)
	require.NoError(t, err)
	finish(t, s, stage(1), 3) // finished, not committed
	begin := func(n int, owner attempt.Owner, end func(*attempt.Attempt)) {
		a, err := s.Begin(stage(n))
		require.NoError(t, err)
		w, err := attempt.Open(a.Dir, attempt.Options{Owner: owner})
		require.NoError(t, err)
		end(w)
		require.NoError(t, w.Close())
	}
	begin(2, deadOwner(), func(*attempt.Attempt) {})
	begin(3, deadOwner(), func(w *attempt.Attempt) {
		require.NoError(t, w.Fail(attempt.Failure{Message: "no such task", Retry: true}))
	})
	begin(4, attempt.Self(), func(*attempt.Attempt) {})
	begin(5, deadOwner(), func(w *attempt.Attempt) {
		require.NoError(t, w.Finish())
		require.NoError(t, os.Truncate(filepath.Join(w.Dir(), attempt.DoneFile), 20))
	})
	require.NoError(t, s.Close())

	s = openForRun(t, dir)
	for n, want := range map[int]results.State{
		1: attempt.Done, 2: attempt.Lost, 3: attempt.Failed, 4: attempt.Running, 5: attempt.Corrupt, 6: attempt.Pending,
	} {
		state, err := s.State(stage(n).Hash)
		require.NoError(t, err)
		require.Equal(t, want, state.State, "stage %d", n)
	}
	state, err := s.State(stage(3).Hash)
	require.NoError(t, err)
	require.Equal(t, "no such task", state.Attempts[0].Failure.Message)
	require.True(t, state.Attempts[0].Failure.Retry)
	lost, err := attempt.ReadFailure(filepath.Join(s.Dir(), "stages", "00", stage(2).Hash, "a0001"))
	require.NoError(t, err)
	require.Equal(t, attempt.Lost, lost.State, "the folder says it too")
}

// Attempts that came without the index, copied from another store, are taken in.
func TestBegin_TakesInForeignAttempts(t *testing.T) {
	s := openForRun(t, filepath.Join(quickDir(t), "store"))
	commit(t, s, stage(1), 3)
	other := openForRun(t, filepath.Join(quickDir(t), "store"))
	require.NoError(t, os.CopyFS(filepath.Join(other.Dir(), "stages"), os.DirFS(filepath.Join(s.Dir(), "stages"))))
	_, err := other.Begin(stage(1))
	require.ErrorIs(t, err, results.ErrDone)
	got, err := other.Summaries(stage(1).Hash, "evaluation")
	require.NoError(t, err)
	require.Len(t, got, 3)
}

func TestBegin_RefusesOtherSpec(t *testing.T) {
	s := openForRun(t, filepath.Join(quickDir(t), "store"))
	info := stage(1)
	_, err := s.Begin(info)
	require.NoError(t, err)
	info.Spec = json.RawMessage(`{ "n" : 1 }`)
	_, err = s.Begin(info)
	require.NoError(t, err, "blanks do not matter")
	info.Spec = json.RawMessage(`{"n":2}`)
	_, err = s.Begin(info)
	require.ErrorContains(t, err, "another stage under the same hash")
	info.Hash = "../../etc"
	_, err = s.Begin(info)
	require.ErrorContains(t, err, "no hash")
}
