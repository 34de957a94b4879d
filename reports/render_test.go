package reports_test

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/reports"
	"github.com/retort-ml/retort/reports/published"
	"github.com/retort-ml/retort/results/attempt"
)

// holed is a table with a lost seed, a lost cell and published numbers.
func holed(t *testing.T) *reports.Table {
	t.Helper()
	src, plan := small().build()
	src.lose(plan, "large → small-household-r2s-2", attempt.Failed)
	src.lose(plan, "large → tiny-shop-opd", attempt.OutOfMemory)
	src.warnings["train large → small-shop-sft-1"] = []string{"the loss did not fall"}
	spec := mainSpec(t)
	spec.Published = append(published.Lookup("R2S", "main"), published.Row{
		Paper: "X", Table: "main", Method: "R2S", Environment: "ALFWorld", Metric: "success_rate_pct", Value: "71.2", Source: "invented for the test",
	})
	return build(t, src, plan, spec)
}

func TestRender_Golden(t *testing.T) {
	t.Parallel()
	table := holed(t)
	golden(t, "main_wide.txt", table.Text(reports.Style{Width: 160}))
	golden(t, "main_80.txt", table.Text(reports.Style{Width: 80}))
	golden(t, "main_50.txt", table.Text(reports.Style{Width: 50}))
	golden(t, "main.md", table.Markdown())
	golden(t, "main.csv", table.CSV())
	golden(t, "main.tex", table.LaTeX())
	doc, err := reports.JSON(table)
	require.NoError(t, err)
	golden(t, "main.json", string(doc))
}

func TestText_StaysWithinItsWidth(t *testing.T) {
	t.Parallel()
	table := holed(t)
	for _, width := range []int{60, 80, 100, 120} {
		for _, line := range strings.Split(table.Text(reports.Style{Width: width}), "\n") {
			require.LessOrEqual(t, utf8.RuneCountInString(line), width, line)
		}
	}
}

func TestText_ColourAddsOnlyEscapes(t *testing.T) {
	t.Parallel()
	table := holed(t)
	plain := table.Text(reports.Style{Width: 120})
	require.NotContains(t, plain, "\x1b")
	coloured := table.Text(reports.Style{Width: 120, Color: true})
	require.Contains(t, coloured, "\x1b[1m")
	trailing := regexp.MustCompile(`(?m) +$`)
	stripped := regexp.MustCompile("\x1b\\[[0-9;]*m").ReplaceAllString(coloured, "")
	require.Equal(t, trailing.ReplaceAllString(plain, ""), trailing.ReplaceAllString(stripped, ""))
}

func TestJSON_NamesRowsAndColumns(t *testing.T) {
	t.Parallel()
	doc, err := reports.JSON(holed(t))
	require.NoError(t, err)
	require.NotContains(t, string(doc), "NaN")
	var parsed struct {
		FormatVersion int `json:"format_version"`
		Tables        []struct {
			Rows []struct {
				Name  string
				Cells map[string]struct {
					Value     *float64
					Interval  *struct{ Lo, Hi float64 }
					N         int
					Planned   int
					Hole      string
					Published []struct {
						Value  *float64
						Text   string
						Source string
					}
				}
			}
		}
	}
	require.NoError(t, json.Unmarshal(doc, &parsed))
	require.Equal(t, reports.FormatVersion, parsed.FormatVersion)
	require.Len(t, parsed.Tables, 1)
	for _, row := range parsed.Tables[0].Rows {
		cell := row.Cells["household"]
		switch row.Name {
		case "large → small / r2s":
			require.Equal(t, 2, cell.N)
			require.Equal(t, 3, cell.Planned)
			require.NotNil(t, cell.Value)
			require.Less(t, cell.Interval.Lo, *cell.Value)
			require.Equal(t, "71.2", cell.Published[0].Text)
			require.InDelta(t, 71.2, *cell.Published[0].Value, 1e-9)
		case "large → tiny / opd":
			shop := row.Cells["shop"]
			require.Nil(t, shop.Value)
			require.Nil(t, shop.Interval)
			require.Equal(t, "3 out of memory", shop.Hole)
			require.Equal(t, 3, shop.Planned)
		}
	}
	empty, err := reports.JSON()
	require.NoError(t, err)
	require.JSONEq(t, `{"format_version": 1, "tables": []}`, string(empty))
}

func TestCSV_ReadsBack(t *testing.T) {
	t.Parallel()
	r := csv.NewReader(bytes.NewReader([]byte(holed(t).CSV())))
	r.Comment = '#'
	lines, err := r.ReadAll()
	require.NoError(t, err)
	// Two pairs of five rows in three columns, and the head.
	require.Len(t, lines, 2*5*3+1)
}

func TestRender_EscapesNames(t *testing.T) {
	t.Parallel()
	x := small()
	x.pairs, x.environments, x.methods = []string{"a|b_c"}, []string{"50% & more"}, []string{"m*x", "y<z>"}
	x.logit = func(_, _, method string) float64 { return float64(len(method)) }
	src, plan := x.build()
	spec := mainSpec(t)
	spec.Columns, spec.Baseline = []string{"environment"}, ""
	table := build(t, src, plan, spec)
	require.Contains(t, table.Markdown(), `a\|b\_c`)
	require.Contains(t, table.LaTeX(), `50\% \& more`)
	require.Contains(t, table.LaTeX(), `y\textless{}z\textgreater{}`)
}
