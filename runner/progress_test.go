package runner_test

import (
	"encoding/json"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/runner"
)

func FuzzProgress(f *testing.F) {
	for _, v := range []float64{0, -0.5, 1e300, math.NaN(), math.Inf(1), math.Inf(-1), math.Copysign(0, -1)} {
		f.Add(3, 7, "half-way", v)
	}
	f.Fuzz(func(t *testing.T, done, total int, note string, value float64) {
		in := runner.Progress{Done: done, Total: total, Metrics: map[string]float64{"loss": value}}
		text, err := json.Marshal(in)
		require.NoError(t, err)
		var out runner.Progress
		require.NoError(t, json.Unmarshal(text, &out))
		if math.IsNaN(value) {
			require.True(t, math.IsNaN(out.Metrics["loss"]))
			return
		}
		require.Equal(t, in, out)

		// Any text is read or refused.
		_ = json.Unmarshal([]byte(note), &out)
	})
}
