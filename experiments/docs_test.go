package experiments_test

import (
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/experiments"
)

// TestDocs checks that what the reference shows as HCL is HCL in canonical layout, and that the functions it lists exist.
func TestDocs(t *testing.T) {
	doc := read(t, "../docs/experiments.md")
	blocks := regexp.MustCompile("(?s)```hcl\n(.*?)```").FindAllSubmatch(doc, -1)
	require.NotEmpty(t, blocks)
	for _, b := range blocks {
		formatted, err := experiments.Format(b[1])
		require.NoError(t, err, string(b[1]))
		require.Equal(t, string(b[1]), string(formatted))
	}
	rows := regexp.MustCompile(`(?m)^\| (?:numbers|collections|texts|types) \| (.*) \|$`).FindAllSubmatch(doc, -1)
	require.Len(t, rows, 4)
	src := "locals {\n"
	name := regexp.MustCompile("`([a-z]+)`")
	for _, row := range rows {
		for _, name := range name.FindAllSubmatch(row[1], -1) {
			src += string(name[1]) + " = " + string(name[1]) + "()\n"
		}
	}
	_, diags := experiments.Parse(map[string][]byte{"base.hcl": read(t, "testdata/base.hcl"), "test.hcl": []byte(src + "}\n")}, experiments.Options{Catalog: catalog{}})
	for _, d := range diags {
		require.NotEqual(t, "Call to unknown function", d.Summary, d.Detail)
	}
}
