package experiments_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/experiments"
)

// twentyFiles is an experiment of the size of a large study: 20 files with 20 methods each, ablations, tables.
func twentyFiles() map[string][]byte {
	files := map[string][]byte{}
	for i := range 20 {
		var b strings.Builder
		for j := range 20 {
			extends := ""
			if j > 0 {
				extends = fmt.Sprintf("  extends       = method.m%d_%d\n", i, j-1)
			}
			fmt.Fprintf(&b, "method \"m%d_%d\" {\n  use           = \"r2s\"\n%s  steps         = local.steps_%d * %d\n  learning_rate = 1e-3\n  select        = \"judge\"\n}\n", i, j, extends, i, j+1)
		}
		fmt.Fprintf(&b, "locals {\n  steps_%d = var.scale == \"micro\" ? 10 : 1000\n}\n", i)
		fmt.Fprintf(&b, "ablation \"a%d\" {\n  of   = method.m%d_3\n  vary = { select = [\"consensus\", \"judge\"], states = range(96, 100) }\n}\n", i, i)
		fmt.Fprintf(&b, "table \"t%d\" {\n  grid    = grid.all\n  rows    = [\"method\"]\n  columns = [\"environment\", \"mean\"]\n  metric  = metric.success_rate\n}\n", i)
		files[fmt.Sprintf("methods%02d.hcl", i)] = []byte(b.String())
	}
	return files
}

const large = `
variable "scale" {
  default = "micro"
}
grid "all" {
  axis "pair" {
    teacher = [teacher.large]
    student = [student.small]
  }
  axis "environment" {
    values = [environment.alfworld, environment.shop]
  }
  axis "method" {
    values = [for name, m in method : m]
  }
  seeds = %d
}
`

func benchmarkLoad(b *testing.B, seeds, trials int) {
	files := twentyFiles()
	files["base.hcl"] = read(b, "testdata/base.hcl")
	files["grid.hcl"] = fmt.Appendf(nil, large, seeds)
	b.ReportAllocs()
	for b.Loop() {
		e, diags := experiments.Parse(files, experiments.Options{Catalog: catalog{}})
		require.Empty(b, diags)
		expanded, _ := e.Trials()
		require.Len(b, expanded, trials)
	}
}

// BenchmarkLoad checks an experiment of 22 files; its budget is 100 ms. With 25 seeds it has 20,100
// trials, twice what its budget of 600 ms is for.
func BenchmarkLoad(b *testing.B) {
	b.Run("seeds=1", func(b *testing.B) { benchmarkLoad(b, 1, 402*2) })
	b.Run("seeds=25", func(b *testing.B) { benchmarkLoad(b, 25, 402*2*25) })
}
