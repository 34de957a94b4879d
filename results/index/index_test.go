package index_test

import (
	"context"
	"database/sql"
	"fmt"
	"math"
	"net/url"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/results/index"
)

// create makes an empty index with a name that needs escaping.
func create(t *testing.T) (*index.DB, string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "index #1?.sqlite")
	db, fresh, err := index.Create(path)
	require.NoError(t, err)
	require.True(t, fresh)
	t.Cleanup(func() { require.NoError(t, db.Close()) })
	require.NoError(t, db.Write(t.Context(), func(tx *index.Tx) error { return tx.Reset() }))
	require.FileExists(t, path)
	return db, path
}

func put(t *testing.T, db *index.DB, change func(tx *index.Tx) error) {
	t.Helper()
	require.NoError(t, db.Write(t.Context(), change))
}

func TestDB_KeepsWhatIsNotFinite(t *testing.T) {
	db, _ := create(t)
	values := []float64{0.1, 0, math.NaN(), math.Inf(1), math.Inf(-1), math.MaxFloat64, math.SmallestNonzeroFloat64}
	var c index.Content
	for n, v := range values {
		c.Metrics = append(c.Metrics, index.Metric{Name: "loss", Step: n, Value: v})
		c.Episodes = append(c.Episodes, index.Episode{Phase: "p", N: n, Frame: n + 1, Split: "s", Task: n, Score: v, Gap: v, GapTokens: 1, TurnGaps: values})
	}
	put(t, db, func(tx *index.Tx) error {
		if err := tx.PutStage(index.Stage{Hash: "abcd", Spec: []byte("{}")}); err != nil {
			return err
		}
		return tx.PutDone("abcd", 1, c)
	})
	metrics, err := db.Metrics("abcd")
	require.NoError(t, err)
	episodes, err := db.Episodes("abcd", "p")
	require.NoError(t, err)
	for n, want := range values {
		for _, got := range []float64{metrics[n].Value, episodes[n].Score, episodes[n].Gap, episodes[0].TurnGaps[n]} {
			if math.IsNaN(want) {
				require.True(t, math.IsNaN(got))
				continue
			}
			require.Equal(t, math.Float64bits(want), math.Float64bits(got), "%v", want)
		}
	}
	same, err := db.Holds("abcd", c)
	require.NoError(t, err)
	require.True(t, same)
	c.Metrics[0].Value++
	same, err = db.Holds("abcd", c)
	require.NoError(t, err)
	require.False(t, same)
}

func TestDB_PutDoneReplaces(t *testing.T) {
	db, _ := create(t)
	put(t, db, func(tx *index.Tx) error {
		if err := tx.PutStage(index.Stage{Hash: "abcd", Spec: []byte("{}")}); err != nil {
			return err
		}
		return tx.PutDone("abcd", 1, index.Content{Warnings: []string{"a", "b"}, Artifacts: []index.Artifact{{Name: "x"}}})
	})
	put(t, db, func(tx *index.Tx) error { return tx.PutDone("abcd", 2, index.Content{Warnings: []string{"c"}}) })
	warnings, err := db.Warnings("abcd")
	require.NoError(t, err)
	require.Equal(t, []string{"c"}, warnings)
	done, err := db.Done([]string{"abcd", "ffff"})
	require.NoError(t, err)
	require.Equal(t, map[string]int{"abcd": 2}, done)
	put(t, db, func(tx *index.Tx) error { return tx.ClearDone("abcd") })
	done, err = db.Done([]string{"abcd"})
	require.NoError(t, err)
	require.Empty(t, done)
}

func TestDB_WriteIsAllOrNothing(t *testing.T) {
	db, _ := create(t)
	err := db.Write(t.Context(), func(tx *index.Tx) error {
		if err := tx.PutStage(index.Stage{Hash: "abcd", Spec: []byte("{}")}); err != nil {
			return err
		}
		return tx.PutAttempt(index.Attempt{Hash: "ffff", Number: 1, State: "done", Started: time.Now()})
	})
	require.Error(t, err, "an attempt needs its stage")
	_, err = db.Stage("abcd")
	require.ErrorIs(t, err, os.ErrNotExist)
}

func TestDB_ManyHashes(t *testing.T) {
	db, _ := create(t)
	var hashes []string
	put(t, db, func(tx *index.Tx) error {
		for n := range 1200 {
			hash := fmt.Sprintf("%08x", n)
			hashes = append(hashes, hash)
			if err := tx.PutStage(index.Stage{Hash: hash, Spec: []byte("{}")}); err != nil {
				return err
			}
			if err := tx.PutDone(hash, 1+n%3, index.Content{}); err != nil {
				return err
			}
		}
		return nil
	})
	done, err := db.Done(hashes)
	require.NoError(t, err)
	require.Len(t, done, 1200)
	require.Equal(t, 3, done[hashes[1199]])
}

func TestDB_Trials(t *testing.T) {
	db, path := create(t)
	trials := []index.Trial{
		{Trial: "b", Labels: map[string]string{"method": "opd"}, Grids: []string{"main"}, Stages: []string{"ffff", "abcd"}},
		{Trial: "a"},
	}
	for range 2 { // a plan is run again
		put(t, db, func(tx *index.Tx) error {
			return tx.PutPlan(index.Plan{Hash: "p", Experiment: "e", Trials: trials})
		})
	}
	reader, err := sql.Open("sqlite3", "file:"+(&url.URL{Path: path}).EscapedPath()+"?mode=ro")
	require.NoError(t, err)
	defer reader.Close()
	var got string
	require.NoError(t, reader.QueryRow(`SELECT group_concat(t.n || t.trial || v.n || v.hash, ' ' ORDER BY t.n, v.n)
		FROM trials t JOIN trial_stages v ON v.trial = t.id WHERE json_extract(t.labels, '$.method') = 'opd'`).Scan(&got))
	require.Equal(t, "0b0ffff 0b1abcd", got)
	require.NoError(t, reader.QueryRow("SELECT count(*) FROM trials").Scan(&got))
	require.Equal(t, "2", got)
}

func TestOpen_ReadsOnly(t *testing.T) {
	db, path := create(t)
	put(t, db, func(tx *index.Tx) error { return tx.PutStage(index.Stage{Hash: "abcd", Kind: "k", Spec: []byte("{}")}) })
	reader, err := index.Open(path)
	require.NoError(t, err)
	defer reader.Close()
	s, err := reader.Stage("abcd")
	require.NoError(t, err)
	require.Equal(t, "k", s.Kind)
	require.Error(t, reader.Write(context.Background(), func(tx *index.Tx) error { return tx.ClearDone("abcd") }))
	put(t, db, func(tx *index.Tx) error {
		return tx.PutStage(index.Stage{Hash: "abcd", Kind: "other", Spec: []byte("{}")})
	})
	s, err = reader.Stage("abcd")
	require.NoError(t, err)
	require.Equal(t, "other", s.Kind, "a reader sees what was committed since")
	require.NoError(t, reader.Check(t.Context()))
}

func TestOpen_NotFilledYet(t *testing.T) {
	path := filepath.Join(t.TempDir(), "index.sqlite")
	_, err := index.Open(path)
	require.ErrorIs(t, err, os.ErrNotExist)
	db, fresh, err := index.Create(path)
	require.NoError(t, err)
	require.True(t, fresh)
	require.NoError(t, db.Close())
	_, err = index.Open(path)
	require.Error(t, err, "an index that was never filled answers nothing")
	db, fresh, err = index.Create(path)
	require.NoError(t, err)
	require.True(t, fresh, "and is filled by the next who opens it for writing")
	require.NoError(t, db.Close())
}

func TestIsLocal(t *testing.T) {
	require.False(t, index.IsLocal(filepath.Join(t.TempDir(), "none", "index.sqlite")), "when in doubt, no")
}

func BenchmarkAttempts(b *testing.B) {
	path := filepath.Join(b.TempDir(), "index.sqlite")
	db, _, err := index.Create(path)
	require.NoError(b, err)
	defer db.Close()
	var hashes []string
	require.NoError(b, db.Write(b.Context(), func(tx *index.Tx) error {
		if err := tx.Reset(); err != nil {
			return err
		}
		for n := range 100_000 {
			hash := fmt.Sprintf("%016x", n*2654435761)
			hashes = append(hashes, hash)
			if err := tx.PutStage(index.Stage{Hash: hash, Spec: []byte("{}")}); err != nil {
				return err
			}
			if err := tx.PutAttempt(index.Attempt{Hash: hash, Number: 1, State: "done", Started: time.Unix(int64(n), 0)}); err != nil {
				return err
			}
			if err := tx.PutDone(hash, 1, index.Content{}); err != nil {
				return err
			}
		}
		return nil
	}))
	b.Run("query=attempts/stages=100000", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			list, err := db.Attempts(hashes)
			require.NoError(b, err)
			require.Len(b, list, len(hashes))
		}
	})
	b.Run("query=done/stages=100000", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			done, err := db.Done(hashes)
			require.NoError(b, err)
			require.Len(b, done, len(hashes))
		}
	})
}

// What a kill left of an index that was being made is an index for nobody, and no other version.
func TestOpen_NeverFinished(t *testing.T) {
	path := filepath.Join(t.TempDir(), "index.sqlite")
	require.NoError(t, os.WriteFile(path, nil, 0o644))
	_, err := index.Open(path)
	require.ErrorIs(t, err, index.ErrBroken)
	require.NotErrorIs(t, err, index.ErrVersion)
}
