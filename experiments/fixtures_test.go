package experiments_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/hcl/v2"
	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/experiments"
)

// loadFixture loads a folder as it is, and a file together with the blocks of base.hcl unless its name starts
// with "alone-".
func loadFixture(t testing.TB, path string) (*experiments.Experiment, hcl.Diagnostics) {
	t.Helper()
	opts := experiments.Options{Catalog: catalog{}}
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return experiments.Load(path, opts)
	}
	files := map[string][]byte{path: read(t, path)}
	if !strings.HasPrefix(filepath.Base(path), "alone-") {
		files["testdata/base.hcl"] = read(t, "testdata/base.hcl")
	}
	return experiments.Parse(files, opts)
}

func read(t testing.TB, path string) []byte {
	t.Helper()
	src, err := os.ReadFile(path)
	require.NoError(t, err)
	return src
}

var marker = regexp.MustCompile(`# (ERROR|WARNING): (.*)`)

// expected collects the markers of a file as "file:line: severity: summary".
func expected(name string, src []byte) []string {
	var marks []string
	for i, line := range strings.Split(string(src), "\n") {
		m := marker.FindStringSubmatch(line)
		if m == nil {
			continue
		}
		for _, summary := range strings.Split(m[2], ", ") {
			marks = append(marks, fmt.Sprintf("%s:%d: %s: %s", name, i+1, m[1], strings.TrimSpace(summary)))
		}
	}
	return marks
}

// TestLoad_Fixtures loads every fixture and compares the diagnostics with the marker comments in it: all of
// them, on the very line, and nothing besides.
func TestLoad_Fixtures(t *testing.T) {
	for _, pattern := range []string{"testdata/invalid/*", "testdata/valid/*"} {
		fixtures, err := filepath.Glob(pattern)
		require.NoError(t, err)
		require.NotEmpty(t, fixtures)
		for _, path := range fixtures {
			t.Run(strings.TrimPrefix(path, "testdata/"), func(t *testing.T) {
				e, diags := loadFixture(t, path)
				var want []string
				for name, f := range e.Files {
					want = append(want, expected(name, f.Bytes)...)
				}
				var got []string
				for _, d := range diags {
					severity := "ERROR"
					if d.Severity == hcl.DiagWarning {
						severity = "WARNING"
					}
					require.NotNil(t, d.Subject, d.Summary)
					got = append(got, fmt.Sprintf("%s:%d: %s: %s", d.Subject.Filename, d.Subject.Start.Line, severity, d.Summary))
					require.NotEmpty(t, d.Detail)
					require.Contains(t, ".?", d.Detail[len(d.Detail)-1:], "details are sentences: %s", d.Detail)
				}
				slices.Sort(want)
				slices.Sort(got)
				require.Equal(t, want, got, render(t, e, diags))
				requireInside(t, e, diags)
				trials, _ := e.Trials()
				require.Equal(t, len(want) > 0, len(trials) == 0)
			})
		}
	}
}

// requireInside checks that every range lies inside its file, so that snippets can be shown.
func requireInside(t testing.TB, e *experiments.Experiment, diags hcl.Diagnostics) {
	t.Helper()
	for _, d := range diags {
		for _, r := range []*hcl.Range{d.Subject, d.Context} {
			if r == nil {
				continue
			}
			f := e.Files[r.Filename]
			require.NotNil(t, f, "%s: no file %q", d.Summary, r.Filename)
			require.LessOrEqual(t, 0, r.Start.Byte)
			require.LessOrEqual(t, r.Start.Byte, r.End.Byte, d.Summary)
			require.LessOrEqual(t, r.End.Byte, len(f.Bytes), d.Summary)
		}
	}
}
