package retort_test

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

const module = "github.com/retort-ml/retort/"

// allowed says which of our packages a package may import. The most specific pattern that
// fits counts: an exact path, or a path ending in "/..." for everything below. What is not listed
// may import nothing of ours.
var allowed = map[string][]string{
	"experiments":               {},
	"backends":                  {},
	"backends/device":           {},
	"backends/reference":        {"backends", "backends/device"},
	"backends/cpu":              {"backends", "backends/device"},
	"backends/local/...":        {"backends", "backends/device", "backends/cpu", "own"},
	"backends/backendtest":      {"backends", "backends/reference"},
	"registry":                  {"backends", "registry/text/stagnation"},
	"registry/rollout":          {"registry", "backends"},
	"registry/training":         {"registry", "registry/rollout", "backends"},
	"registry/judge":            {"registry", "registry/text/..."},
	"registry/textmodel":        {"registry", "registry/judge"},
	"registry/evaluation":       {"registry", "registry/rollout", "registry/training", "backends"},
	"registry/metrics":          {"registry"},
	"registry/registrytest/...": {"registry", "backends"},
	"registry/methods/...":      {"registry", "registry/methods/skills", "registry/judge", "registry/textmodel", "registry/rollout", "registry/training", "registry/text/...", "backends"},
	"registry/models/...":       {"registry", "backends"},
	"registry/environments/...": {"registry", "own", "registry/text/...", "registry/judge", "registry/textmodel"},
	"registry/text/...":         {"registry/text/..."},
	"registry/builtin":          {"registry", "registry/..."},
	"results":                   {"registry", "results/..."},
	"results/...":               {"registry", "own", "results/..."},
	"runner":                    {"results", "results/..."},
	"runner/recipe":             {},
	"runner/planner":            {"experiments", "registry", "registry/evaluation", "registry/methods/warmup", "runner", "runner/recipe"},
	"runner/workbench":          {"registry", "backends", "runner", "runner/recipe"},
	"plots":                     {},
	"reports":                   {"registry", "registry/metrics", "results", "results/attempt", "reports/...", "plots"},
	"reports/stats":             {},
	"reports/published":         {},
	"cmd/...":                   {"..."},
}

// forTests may be imported by test files besides what their package may import.
var forTests = []string{"registry/registrytest", "registry/registrytest/...", "backends/backendtest", "backends/reference", "backends/local", "backends/local/...", "registry/environments/...", "registry/models/...", "registry/rollout", "registry/training", "registry/evaluation", "registry/metrics", "registry/builtin", "registry/methods/...", "registry", "results"}

// exclusive lists third-party imports that only some packages may have.
var exclusive = map[string][]string{
	"C":                                 {"backends/cpu"},
	"github.com/hashicorp/hcl/v2":       {"experiments", "cmd/..."},
	"github.com/mattn/go-sqlite3":       {"results/index"},
	"gonum.org/v1/plot":                 {"plots"},
	"github.com/sashabaranov/go-openai": {"registry/textmodel"},
	"charm.land/lipgloss/v2":            {"cmd/...", "reports"},
	"github.com/zclconf/go-cty/cty":     {"experiments", "cmd/..."},
}

// folders are the top-level folders, exactly.
var folders = []string{"backends", "cmd", "cuda", "docs", "experiments", "plots", "registry", "reports", "results", "runner", "testdata"}

// TestFolders fails when a top-level folder appears that nobody decided on.
func TestFolders(t *testing.T) {
	entries, err := os.ReadDir(".")
	require.NoError(t, err)
	for _, e := range entries {
		if e.IsDir() && !strings.HasPrefix(e.Name(), ".") {
			require.Contains(t, folders, e.Name(), "a new top-level folder")
		}
	}
}

// TestImports holds every import clause against the tables above.
func TestImports(t *testing.T) {
	err := filepath.WalkDir(".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() && (entry.Name() == "testdata" || name != "." && strings.HasPrefix(entry.Name(), ".")) {
			return fs.SkipDir
		}
		if entry.IsDir() || path.Ext(name) != ".go" {
			return nil
		}
		pkg := path.Dir(filepath.ToSlash(name))
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		for _, spec := range file.Imports {
			imported, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				return err
			}
			if why := refuse(pkg, imported, strings.HasSuffix(name, "_test.go")); why != "" {
				t.Errorf("%s imports %s: %s", name, imported, why)
			}
		}
		return nil
	})
	require.NoError(t, err)
}

// refuse says why a package may not import something; empty when it may.
func refuse(pkg, imported string, test bool) string {
	for prefix, owners := range exclusive {
		if (imported == prefix || strings.HasPrefix(imported, prefix+"/")) && !test && !matches(owners, pkg) {
			return "only " + strings.Join(owners, ", ") + " may"
		}
	}
	ours, ok := strings.CutPrefix(imported, module)
	if !ok || pkg == "." || ours == pkg {
		return ""
	}
	list := rule(pkg)
	if matches(list, ours) || slices.Contains(list, "own") && related(pkg, ours) {
		return ""
	}
	if test && matches(forTests, ours) {
		return ""
	}
	return "not in the table of imports_test.go"
}

func rule(pkg string) []string {
	if list, ok := allowed[pkg]; ok {
		return list
	}
	for dir := pkg; dir != "."; dir = path.Dir(dir) {
		if list, ok := allowed[dir+"/..."]; ok {
			return list
		}
	}
	return nil
}

func matches(patterns []string, pkg string) bool {
	return slices.ContainsFunc(patterns, func(p string) bool {
		below, wild := strings.CutSuffix(p, "...")
		return p == pkg || wild && strings.HasPrefix(pkg, below)
	})
}

// related says that one package stands below the other or both below one that is no top-level folder: an
// environment and its parts.
func related(a, b string) bool {
	return strings.HasPrefix(b, a+"/") || strings.HasPrefix(a, b+"/") || path.Dir(a) == path.Dir(b) && strings.Count(a, "/") > 2
}
