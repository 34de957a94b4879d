package toml_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/registry/environments/tau2/py"
	"github.com/retort-ml/retort/registry/environments/tau2/toml"
)

func TestParse(t *testing.T) {
	t.Parallel()
	v, err := toml.Parse(`# head
a = 1_000 # one
b = [1.5, "x, ]", [true]]
[t.u]
s = "q\"\u00e9"
l = 'raw\n'
[[r]]
n = 1
[r.sub]
k = -2
[[r]]
n = 2
`)
	require.NoError(t, err)
	require.Equal(t, `{"a": 1000, "b": [1.5, "x, ]", [true]], "t": {"u": {"s": "q\"\u00e9", "l": "raw\\n"}}, "r": [{"n": 1, "sub": {"k": -2}}, {"n": 2}]}`, py.JSON(v))
}

func TestParse_Faults(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"a = 1\na = 2":   "line 2: key \"a\" stands twice",
		"a":              "neither a header",
		"a = ":           "no value",
		"a = {x = 1}":    "inline tables",
		`a = """x"""`:    "several lines",
		"a = 2020-01-01": "no text, number or boolean",
		"a = [1":         "end on its line",
		`a = "x`:         "without end",
		`a = "\q"`:       "bad escape",
		"a = 1 2":        "follows the value",
		"[a\nb = 1":      "no header",
		"[a b]":          "no name of a table",
		"[[a]]\n[a]":     "an array of tables already",
		"[a]\n[[a]]":     "a table already",
		"a = 1\n[a.b]":   "a value already",
	} {
		_, err := toml.Parse(text)
		require.ErrorContains(t, err, want, text)
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{"a = 1\n[b]\nc = [\"x\", 2.5]", "[[x.y]]\nz = true", "a = \"\\u00e9\"", "a = [[[[", "=\n[]\n[[]]"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if v, err := toml.Parse(s); err == nil {
			_, err := py.Parse(py.JSON(v))
			require.NoError(t, err)
		}
	})
}
