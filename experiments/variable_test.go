package experiments_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/experiments"
)

const declared = `
variable "name" {
  type        = string
  default     = "plain"
  description = "A text."
}
variable "count" {
  type    = number
  default = 1
  validation {
    condition     = var.count < 10
    error_message = "count is below ${var.limit}"
  }
}
variable "limit" {
  default = 10
}
variable "fast" {
  type    = bool
  default = false
}
variable "list" {
  type    = list(string)
  default = []
}
variable "sizes" {
  type = object({ width = number, layers = optional(number, 3) })
  default = { width = 8 }
}
variable "anything" {
  default = "x"
}
variable "maybe" {
  type     = number
  default  = null
  nullable = true
}
`

// folder writes the base experiment with the declared variables and files of values.
func folder(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "base.hcl"), read(t, "testdata/base.hcl"), 0o644))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "variables.hcl"), []byte(declared), 0o644))
	for name, src := range files {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(src), 0o644))
	}
	return dir
}

func TestVariables_Conversion(t *testing.T) {
	dir := folder(t, nil)
	for _, test := range []struct {
		name, variable, value string
		want                  string // JSON
		summary               string // or an error
	}{
		{"text is not parsed", "name", `1, "two" ${three}`, `"1, \"two\" ${three}"`, ""},
		{"text that looks like a number", "name", "1e-5", `"1e-5"`, ""},
		{"empty text", "name", "", `""`, ""},
		{"number", "count", "1e-5", "0.00001", ""},
		{"arithmetic", "count", "2 * 3", "6", ""},
		{"quoted number", "count", `"7"`, "7", ""},
		{"no number", "count", "seven", "", "Unsuitable value"},
		{"no expression", "count", "1 +", "", "Missing expression"},
		{"no value", "count", "", "", "Unsuitable value"},
		{"beyond the rule", "count", "11", "", "Invalid value for variable"},
		{"too large a number", "count", "1e999", "", "Number out of range"},
		{"bool", "fast", "true", "true", ""},
		{"no bool", "fast", "1", "", "Unsuitable value"},
		{"list", "list", `["a", 1]`, `["a","1"]`, ""},
		{"object with a default", "sizes", "{ width = 4 }", `{"layers":3,"width":4}`, ""},
		{"object without a required field", "sizes", "{ layers = 4 }", "", "Unsuitable value"},
		{"anything: text", "anything", "small", `"small"`, ""},
		{"anything: number", "anything", "3", "3", ""},
		{"anything: list", "anything", "[1, true]", "[1,true]", ""},
		{"null where allowed", "maybe", "null", "null", ""},
		{"null where not", "count", "null", "", "Unsuitable value"},
		{"undeclared", "coutn", "3", "", "Undeclared variable"},
	} {
		t.Run(test.name, func(t *testing.T) {
			e, diags := experiments.Load(dir, experiments.Options{Catalog: catalog{}, Vars: map[string]string{test.variable: test.value}})
			requireInside(t, e, diags)
			if test.summary != "" {
				require.NotEmpty(t, diags)
				require.Equal(t, test.summary, diags[0].Summary, render(t, e, diags))
				require.Len(t, diags, 1, render(t, e, diags))
				require.Equal(t, "-var "+test.variable, diags[0].Subject.Filename)
				return
			}
			require.Empty(t, diags, render(t, e, diags))
			for _, v := range e.Variables {
				if v.Name == test.variable {
					require.Equal(t, test.want, string(v.Value))
					require.Equal(t, "-var "+test.variable, v.Origin)
				}
			}
		})
	}
}

func TestVariables_Precedence(t *testing.T) {
	dir := folder(t, map[string]string{
		"a.auto.vars.hcl": "count = 2\nname = \"auto a\"\n",
		"b.auto.vars.hcl": "name = \"auto b\"\n",
		"paper.vars.hcl":  "limit = 99\n",
	})
	first, second := filepath.Join(t.TempDir(), "first.hcl"), filepath.Join(t.TempDir(), "second.hcl")
	require.NoError(t, os.WriteFile(first, []byte("list = [lower(\"A\")]\nanything = 1\n"), 0o644))
	require.NoError(t, os.WriteFile(second, []byte("\nanything = 2\nfast = true\n"), 0o644))
	e := load(t, dir, experiments.Options{VarFiles: []string{first, second}, Vars: map[string]string{"fast": "false"}})
	got := map[string]string{}
	for _, v := range e.Variables {
		got[v.Name] = string(v.Value) + " from " + v.Origin
	}
	require.Equal(t, map[string]string{
		"name":     `"auto b" from ` + filepath.Join(dir, "b.auto.vars.hcl") + ":1",
		"count":    "2 from " + filepath.Join(dir, "a.auto.vars.hcl") + ":1",
		"limit":    "10 from default",
		"fast":     "false from -var fast",
		"list":     `["a"] from ` + first + ":1",
		"sizes":    `{"layers":3,"width":8} from default`,
		"anything": "2 from " + second + ":2",
		"maybe":    "null from default",
	}, got)
	require.Equal(t, "object({layers=number,width=number})", e.Variables[5].Type)
	require.Equal(t, "any", e.Variables[2].Type)
	require.Equal(t, "A text.", e.Variables[0].Description)
}

func TestVariables_FilesOfValues(t *testing.T) {
	for _, test := range []struct{ name, src, summary string }{
		{"undeclared", "coutn = 3", "Undeclared variable"},
		{"reference", "count = local.n", "Unexpected reference"},
		{"block", "locals {}", "Unexpected block"},
		{"type", "count = []", "Unsuitable value"},
		{"syntax", "count = ", "Missing expression"},
		{"rule", "count = 12", "Invalid value for variable"},
	} {
		t.Run(test.name, func(t *testing.T) {
			dir := folder(t, map[string]string{"x.auto.vars.hcl": test.src})
			e, diags := experiments.Load(dir, experiments.Options{Catalog: catalog{}})
			require.Len(t, diags, 1, render(t, e, diags))
			require.Equal(t, test.summary, diags[0].Summary)
			require.Equal(t, filepath.Join(dir, "x.auto.vars.hcl"), diags[0].Subject.Filename)
			requireInside(t, e, diags)
		})
	}
	_, diags := experiments.Load(folder(t, nil), experiments.Options{Catalog: catalog{}, VarFiles: []string{"none.hcl"}})
	require.Len(t, diags, 1)
	require.Equal(t, "Unreadable variables file", diags[0].Summary)
}
