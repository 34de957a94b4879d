package experiments_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/experiments"
)

// FuzzLoad feeds arbitrary bytes as a file beside the base experiment, and alone. It must not panic, every range must lie
// inside its file, and an experiment without errors must have trials that are complete.
func FuzzLoad(f *testing.F) {
	for _, pattern := range []string{"testdata/invalid/*.hcl", "testdata/valid/*/*.hcl", "testdata/base.hcl"} {
		names, err := filepath.Glob(pattern)
		require.NoError(f, err)
		require.NotEmpty(f, names)
		for _, name := range names {
			f.Add(read(f, name))
		}
	}
	for _, seed := range []string{
		strings.Repeat("[", 5000), "a = " + strings.Repeat("-", 5000) + "1", "a = " + strings.Repeat("1 ? 2 : ", 2000) + "3",
		"locals {\n a = " + strings.Repeat("(", 200) + "1" + strings.Repeat(")", 200) + "\n}",
		"locals {\n a = 1e999999999\n b = \"${a}\"\n}", "locals {\n a = local\n b = var[local.a]\n c = method[*]\n}",
		"experiment \"x\" {\n trials_max = 1\n}", "\xff\xfe", "\ufeffexperiment \"x\" {}", "a = <<E\n${\nE\n",
		"grid \"g\" {\n axis {}\n axis \"method\" { values = method }\n include {}\n}",
		"locals {\n a = toset([method.opd, model.tiny])\n}", "locals {\n a = { for k, v in method : k => v... }\n}",
		"method \"x\" {\n extends = method[\"x\"]\n}", "locals {\n a = [for m in method : m.steps]\n}",
		"ablation \"a\" {\n of = ablation.a[0]\n vary = { steps = [method.opd, [1, null], {}] }\n}",
		"model \"m\" {\n use = environment\n}", "method \"m\" {\n use = \"opd\"\n steps = environment\n clip = environment.shop\n}",
		"environment \"e\" {\n use = \"alfworld\"\n tasks = { a = 1, a = 2, (null) = 3 }\n}",
		"variable \"v\" {\n type = object({a = optional(string, \"x\")})\n default = {}\n validation {\n condition = var.v.b\n error_message = 1\n }\n}",
	} {
		f.Add([]byte(seed))
	}
	base := read(f, "testdata/base.hcl")
	f.Fuzz(func(t *testing.T, src []byte) {
		for _, files := range []map[string][]byte{
			{"fuzz.hcl": src},
			{"base.hcl": base, "fuzz.hcl": src},
			{"base.hcl": base, "x.auto.vars.hcl": src},
		} {
			e, diags := experiments.Parse(files, experiments.Options{Catalog: catalog{}, Vars: map[string]string{"fuzz": string(src)}})
			requireInside(t, e, diags)
			render(t, e, diags)
			trials, _ := e.Trials()
			require.Equal(t, diags.HasErrors(), len(trials) == 0)
			for _, x := range trials {
				require.NotNil(t, x.Method.Settings)
				require.NotEmpty(t, x.Teacher.Canonical())
				require.NotEmpty(t, x.Labels["method"])
			}
		}
		if formatted, err := experiments.Format(src); err == nil {
			_, err = experiments.Format(formatted)
			require.NoError(t, err)
		}
	})
}
