package runner_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/runner"
)

// BenchmarkRun_Overhead runs stages that do next to nothing: what remains is the price of a stage.
func BenchmarkRun_Overhead(b *testing.B) {
	for _, n := range []int{100, 1000} {
		b.Run(fmt.Sprintf("stages=%d", n), func(b *testing.B) {
			var c chart
			var before string
			for i := range n {
				if i%10 == 0 {
					before = c.stage(b, fmt.Sprint("root ", i), walkSpec{Steps: 1})
					continue
				}
				c.stage(b, fmt.Sprint("leaf ", i), walkSpec{Steps: 1}, before)
			}
			plan := c.done()
			b.ReportAllocs()
			for b.Loop() {
				store := openForRun(b, b.TempDir())
				opts := options(b, "")
				var took []time.Duration
				opts.Events = func(e runner.Event) {
					if e.Type == runner.StageDone {
						took = append(took, e.Elapsed)
					}
				}
				report, err := runner.Run(b.Context(), store, plan, opts)
				require.NoError(b, err)
				require.True(b, report.Complete())
				slices.Sort(took)
				b.ReportMetric(float64(took[len(took)/2].Microseconds())/1e3, "p50-ms/stage")
				b.ReportMetric(float64(took[len(took)*99/100].Microseconds())/1e3, "p99-ms/stage")
				b.ReportMetric(report.Elapsed.Seconds()*1e3/float64(n), "ms/stage")
			}
		})
	}
}
