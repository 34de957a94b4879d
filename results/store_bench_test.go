package results_test

import (
	"fmt"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/results"
)

func BenchmarkCommit(b *testing.B) {
	for _, episodes := range []int{10, 1000} {
		b.Run(fmt.Sprintf("episodes=%d", episodes), func(b *testing.B) {
			s, err := results.OpenForRun(filepath.Join(b.TempDir(), "store"))
			require.NoError(b, err)
			defer s.Close()
			b.ReportAllocs()
			n := 0
			for b.Loop() {
				b.StopTimer()
				a := finish(b, s, stage(n), episodes)
				n++
				b.StartTimer()
				require.NoError(b, s.Commit(a.AttemptRef, results.Usage{Seconds: 1}))
			}
		})
	}
}

func BenchmarkRecordEpisode(b *testing.B) {
	s, err := results.OpenForRun(filepath.Join(b.TempDir(), "store"))
	require.NoError(b, err)
	defer s.Close()
	b.ReportAllocs()
	n := 0
	for b.Loop() {
		finish(b, s, stage(n), 100)
		n++
	}
}

func BenchmarkSummaries(b *testing.B) {
	s, err := results.OpenForRun(filepath.Join(b.TempDir(), "store"))
	require.NoError(b, err)
	defer s.Close()
	for n := range 50 {
		commit(b, s, stage(n), 2000)
	}
	b.Run("episodes=100000", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			total := 0
			for n := range 50 {
				list, err := s.Summaries(stage(n).Hash, "evaluation")
				require.NoError(b, err)
				total += len(list)
			}
			require.Equal(b, 100_000, total)
		}
	})
	b.Run("stages=50/states", func(b *testing.B) {
		var hashes []string
		for n := range 50 {
			hashes = append(hashes, stage(n).Hash)
		}
		for b.Loop() {
			_, err := s.States(hashes)
			require.NoError(b, err)
		}
	})
}
