package tau2_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/environments/tau2"
	"github.com/retort-ml/retort/registry/environments/tau2/engine"
)

// TestGenerate solves every drawn task with its reference, and no more by doing nothing than
// the tasks that the policy forbids.
func TestGenerate(t *testing.T) {
	t.Parallel()
	for _, domain := range []string{"retail", "airline"} {
		t.Run(domain, func(t *testing.T) { t.Parallel(); generate(t, domain) })
	}
}

func generate(t *testing.T, domain string) {
	d, err := tau2.Generate(domain, 3, 200, 50)
	require.NoError(t, err)
	require.Len(t, d.Tasks, 250)
	forbidden := 0
	for _, task := range d.Tasks {
		s, talk, faults := play(t, d, task, true)
		require.Zero(t, faults, task.ID)
		r, err := d.Domain.Rate(t.Context(), d.Base, task, s, talk, nil)
		require.NoError(t, err)
		require.Equal(t, 1.0, r.Total, task.ID)
		writes := 0
		for _, a := range task.Criteria.Actions {
			if f, _ := d.Domain.Tools.Tool(a.Name); f.Kind == engine.Write {
				writes++
			}
		}
		if writes == 0 {
			forbidden++
		}
	}
	floor, err := d.Floor(d.Tasks)
	require.NoError(t, err)
	require.Equal(t, float64(forbidden)/250, floor)
	require.InDelta(t, 2.0/7, floor, 0.1)
}

// TestGenerate_Written reads back what was written.
func TestGenerate_Written(t *testing.T) {
	t.Parallel()
	for _, domain := range []string{"retail", "airline"} {
		folder := t.TempDir()
		require.NoError(t, tau2.Write(folder, domain, 3, 20, 10))
		want, err := tau2.Generate(domain, 3, 20, 10)
		require.NoError(t, err)
		got, err := tau2.Load(domain, folder)
		require.NoError(t, err)
		require.Equal(t, want.Base.Hash(), got.Base.Hash())
		require.Equal(t, len(want.Splits), len(got.Splits))
		for i := range want.Tasks {
			require.Equal(t, want.Tasks[i].Scenario, got.Tasks[i].Scenario)
			require.Equal(t, want.Tasks[i].Criteria.Basis, got.Tasks[i].Criteria.Basis)
		}
		settings := tau2.Defaults()
		settings.Domain, settings.Seed, settings.Tasks = domain, 3, map[string]int{"train": 20, "unseen": 10}
		drawn := introduction(t, settings)
		settings.Data = folder
		require.Equal(t, drawn, introduction(t, settings), "the same task, policy and tools")
		other, err := tau2.Generate(domain, 4, 20, 10)
		require.NoError(t, err)
		require.NotEqual(t, want.Base.Hash(), other.Base.Hash())
	}
	_, err := tau2.Generate("telecom", 1, 1, 1)
	require.EqualError(t, err, "draw telecom: there is no little one")
}

func introduction(t *testing.T, s tau2.Settings) string {
	t.Helper()
	e, err := tau2.New(s)
	require.NoError(t, err)
	w, err := e.Reset(registry.Task{Split: "train"})
	require.NoError(t, err)
	return w.Observation()
}
