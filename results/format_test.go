package results_test

import (
	"database/sql"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/results"
)

// The queries that the description of the format shows work on a store.
func TestFormat_Queries(t *testing.T) {
	text, err := os.ReadFile("../docs/results-format.md")
	require.NoError(t, err)
	s := openForRun(t, filepath.Join(quickDir(t), "store"))
	_, err = s.SaveRun(results.RunInfo{Plan: plan(2)})
	require.NoError(t, err)
	commit(t, s, stage(0), 5)
	a, err := s.Begin(stage(1))
	require.NoError(t, err)
	require.NoError(t, s.Fail(a.AttemptRef, results.Failure{Message: "no such task"}, results.Usage{}))

	db, err := sql.Open("sqlite3", "file:"+filepath.Join(s.Dir(), "index.sqlite")+"?mode=ro")
	require.NoError(t, err)
	defer db.Close()
	var got []string
	for _, block := range regexp.MustCompile("(?s)```sql\n(.*?)```").FindAllStringSubmatch(string(text), -1) {
		for query := range strings.SplitSeq(strings.TrimSpace(block[1]), ";") {
			if strings.TrimSpace(query) != "" {
				got = append(got, table(t, db, query))
			}
		}
	}
	require.Equal(t, []string{
		"trial-0 2 1\ntrial-1 2 0\n",
		"opd 5 0.4\n",
		"evaluate 0 loss 1 n\nevaluate 0 gap -1 -\n",
		"evaluate 1 1 failed no such task\n",
	}, got)
}

// table runs a query and spells its rows.
func table(t *testing.T, db *sql.DB, query string) string {
	t.Helper()
	rows, err := db.Query(query)
	require.NoError(t, err)
	columns, err := rows.Columns()
	require.NoError(t, err)
	var out strings.Builder
	for rows.Next() {
		cells := make([]string, len(columns))
		into := make([]any, len(columns))
		for i := range cells {
			into[i] = &cells[i]
		}
		require.NoError(t, rows.Scan(into...))
		out.WriteString(strings.Join(cells, " ") + "\n")
	}
	require.NoError(t, rows.Err())
	return out.String()
}
