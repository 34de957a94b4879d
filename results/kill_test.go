package results_test

import (
	"fmt"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/results"
	"github.com/retort-ml/retort/results/attempt"
	"github.com/retort-ml/retort/results/disk/disktest"
)

// Whatever change of whatever file a kill comes before, or in the middle of, the same run afterwards ends with
// the same bytes, and with an index that says the same.
func TestStore_KilledAtEveryChange(t *testing.T) {
	undisturbed := &disktest.Faulty{}
	whole := filepath.Join(quickDir(t), "store")
	require.NoError(t, life(whole, undisturbed))
	s, err := results.Open(whole)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, s.Close()) })
	wantFiles := map[string]map[string]string{}
	for _, info := range twoStages() {
		wantFiles[info.Hash] = doneFiles(t, s, info.Hash)
	}
	wantAnswers := answers(t, s)
	require.Greater(t, undisturbed.Changes(), 100)

	every := 1
	if testing.Short() {
		every = 7
	}
	for at := 1; at <= undisturbed.Changes(); at += every {
		// The second stage makes the same changes as the first, but for the blob they share.
		if at > undisturbed.Changes()/2 && at%3 != 0 {
			continue
		}
		power := at%2 == 0
		t.Run(fmt.Sprintf("change=%d/power=%v", at, power), func(t *testing.T) {
			t.Parallel()
			dir := filepath.Join(quickDir(t), "store")
			require.ErrorIs(t, life(dir, &disktest.Faulty{KillAt: at, LosePower: power}), disktest.ErrKilled)
			require.NoError(t, life(dir, &disktest.Faulty{}))
			s, err := results.OpenForRun(dir)
			require.NoError(t, err)
			defer func() { require.NoError(t, s.Close()) }()
			for _, info := range twoStages() {
				require.Equal(t, wantFiles[info.Hash], doneFiles(t, s, info.Hash))
			}
			require.Equal(t, wantAnswers, answers(t, s))
			if at%5 > 0 {
				return
			}
			problems, err := s.Verify(t.Context())
			require.NoError(t, err)
			require.Empty(t, problems)
			rebuilt, err := s.Rebuild(t.Context())
			require.NoError(t, err)
			require.Empty(t, rebuilt)
			require.Equal(t, wantAnswers, answers(t, s))
		})
	}
}

// A second kill, in the attempt that resumes, is no different: an attempt that was resumed is resumed.
func TestStore_KilledTwice(t *testing.T) {
	undisturbed := &disktest.Faulty{}
	whole := filepath.Join(quickDir(t), "store")
	require.NoError(t, life(whole, undisturbed))
	s, err := results.Open(whole)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, s.Close()) })
	want := doneFiles(t, s, twoStages()[0].Hash)
	half := undisturbed.Changes() / 3
	for second := 10; second < half; second += 17 {
		t.Run(fmt.Sprintf("changes=%d,%d", half, second), func(t *testing.T) {
			t.Parallel()
			dir := filepath.Join(quickDir(t), "store")
			require.ErrorIs(t, life(dir, &disktest.Faulty{KillAt: half}), disktest.ErrKilled)
			require.ErrorIs(t, life(dir, &disktest.Faulty{KillAt: second, LosePower: true}), disktest.ErrKilled)
			require.NoError(t, life(dir, &disktest.Faulty{}))
			s, err := results.Open(dir)
			require.NoError(t, err)
			defer s.Close()
			require.Equal(t, want, doneFiles(t, s, twoStages()[0].Hash))
			state, err := s.State(twoStages()[0].Hash)
			require.NoError(t, err)
			for _, a := range state.Attempts {
				require.NotEqual(t, attempt.Corrupt, a.State)
			}
		})
	}
}
