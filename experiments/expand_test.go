package experiments_test

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/experiments"
)

var update = flag.Bool("update", false, "rewrite golden files")

// TestTrials_Order pins the order of expansion, the names of variants, and what grids share.
func TestTrials_Order(t *testing.T) {
	e := load(t, "testdata/valid/r2s", experiments.Options{})
	var b strings.Builder
	trials, diags := e.Trials()
	require.Empty(t, diags)
	for _, x := range trials {
		fmt.Fprintf(&b, "%s %s %s %s %s %s %s\n", strings.Join(x.Grids, "+"), x.Labels["pair"], x.Teacher.Name, x.Student.Name, x.Environment.Name, x.Method.Name, x.Labels["seed"])
	}
	const golden = "testdata/golden/expansion.txt"
	if *update {
		require.NoError(t, os.WriteFile(golden, []byte(b.String()), 0o644))
	}
	require.Equal(t, string(read(t, golden)), b.String())
}

// The files' order in a map decides nothing.
func TestTrials_Deterministic(t *testing.T) {
	files := map[string][]byte{}
	for _, name := range []string{"experiment.hcl", "methods.hcl", "results.hcl"} {
		files[name] = read(t, "testdata/valid/r2s/"+name)
	}
	describe := func() string {
		e, diags := experiments.Parse(files, experiments.Options{Catalog: catalog{}})
		require.Empty(t, diags)
		var b strings.Builder
		trials, _ := e.Trials()
		for _, x := range trials {
			fmt.Fprintf(&b, "%v %s %s %s\n", x.Labels, x.Method.Canonical(), x.Teacher.Canonical(), x.Environment.Canonical())
		}
		return b.String()
	}
	first := describe()
	for range 20 {
		require.Equal(t, first, describe())
	}
}

const rulesBase = `
method "sft" {}
student "two" {
  model = model.tiny
}
student "three" {
  model = model.tiny
}
teacher "huge" {
  model = model.tiny
}
grid "rules" {
  axis "pair" {
    teacher = [teacher.large, teacher.large]
    student = [student.small, student.two]
  }
  axis "environment" {
    values = [environment.alfworld, environment.shop]
  }
  axis "method" {
    values = [method.opd, method.sft]
  }
  seeds = 2
  %s
}
`

func TestTrials_Rules(t *testing.T) {
	for _, test := range []struct {
		name, rules string
		want        int
		has, lacks  []string
	}{
		{"none", "", 16, []string{"large/small alfworld opd 1", "large/two shop sft 2"}, nil},
		{
			"exclude a pair of values", "exclude {\n method = method.sft\n environment = environment.shop\n}", 12,
			[]string{"large/small alfworld sft 1"},
			[]string{"large/small shop sft 1", "large/two shop sft 2"},
		},
		{
			"exclude lists and seeds", "exclude {\n student = [student.two]\n seeds = [2]\n}", 12,
			[]string{"large/two shop sft 1"},
			[]string{"large/two shop sft 2"},
		},
		{"rules add up", "exclude {\n student = student.two\n}\nexclude {\n method = method.sft\n}", 4, nil, []string{"large/two alfworld opd 1"}},
		{"include more seeds of one method", "include {\n method = method.opd\n seeds = [3]\n}", 20, []string{"large/two shop opd 3"}, []string{"large/two shop sft 3"}},
		{"include what the axis lacks", "include {\n method = method.r2s\n environment = environment.shop\n}", 20, []string{"large/small shop r2s 2"}, []string{"large/small alfworld r2s 1"}},
		{"include a pair", "include {\n teacher = teacher.huge\n student = student.three\n}", 24, []string{"huge/three alfworld opd 1"}, nil},
		{"include what is there", "include {\n method = method.opd\n}", 16, nil, nil},
		{"include what is excluded", "exclude {\n method = method.sft\n}\ninclude {\n method = method.sft\n seeds = 1\n}", 12, []string{"large/two shop sft 1"}, []string{"large/two shop sft 2"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			e := parse(t, fmt.Sprintf(rulesBase, test.rules))
			trials, _ := e.Trials()
			got := map[string]bool{}
			for _, x := range trials {
				for _, g := range x.Grids {
					if g == "rules" {
						got[fmt.Sprintf("%s %s %s %d", x.Labels["pair"], x.Environment.Name, x.Method.Name, x.Seed)] = true
					}
				}
			}
			require.Len(t, got, test.want)
			for _, name := range test.has {
				require.Contains(t, got, name)
			}
			for _, name := range test.lacks {
				require.NotContains(t, got, name)
			}
		})
	}
}

func TestTrials_IncludedLabels(t *testing.T) {
	e := parse(t, fmt.Sprintf(rulesBase, "include {\n method = method.r2s\n}"))
	require.Equal(t, []string{"opd", "sft", "r2s"}, e.Grids[1].Axes[2].Labels)
	require.Equal(t, []int{1, 2}, e.Grids[1].Seeds)
}

func TestTrials_AblationsShareVariants(t *testing.T) {
	e := parse(t, `
ablation "one" {
  of   = method.r2s
  vary = { takeovers = [1, 2], select = ["judge"] }
}
ablation "two" {
  of   = method.r2s
  vary = { takeovers = [2, 3] }
}
`)
	one, two := e.Ablations[0], e.Ablations[1]
	var names []string
	for _, m := range one.Variants {
		names = append(names, m.Name)
	}
	require.Equal(t, []string{"r2s[takeovers=1]", "r2s[takeovers=2]", "r2s[select=judge]"}, names, "in the order of the file")
	require.Same(t, one.Variants[1], two.Variants[0])
	require.Equal(t, "one", one.Variants[1].Ablation)
	require.Equal(t, "takeovers", one.Variants[1].Varied)
	require.Same(t, e.Methods[1], one.Variants[1].Base)
	require.Equal(t, 2, one.Variants[1].Settings.(*r2sSettings).Takeovers)
	require.Equal(t, 4, e.Methods[1].Settings.(*r2sSettings).Takeovers)
}

func TestTrials_CannotBeChangedFromOutside(t *testing.T) {
	e := load(t, "testdata/base.hcl", experiments.Options{})
	trials, _ := e.Trials()
	trials[0].Seed = 99
	again, _ := e.Trials()
	require.Equal(t, 1, again[0].Seed)
}
