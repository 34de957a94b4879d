package views_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/stretchr/testify/require"
	"github.com/zclconf/go-cty/cty"

	"github.com/retort-ml/retort/cmd/retort/views"
)

const source = "method \"opd\" {\n\tsteps = var.n\n}\n"

// example is a diagnostic about the expression in source.
func example(t *testing.T) (hcl.Diagnostics, map[string]*hcl.File) {
	t.Helper()
	file, diags := hclsyntax.ParseConfig([]byte(source), "m.hcl", hcl.InitialPos)
	require.False(t, diags.HasErrors())
	expr := file.Body.(*hclsyntax.Body).Blocks[0].Body.Attributes["steps"].Expr
	at := expr.Range()
	return hcl.Diagnostics{{
		Severity: hcl.DiagError, Summary: "Unsuitable value", Detail: "It must be positive.", Subject: &at, Expression: expr,
		EvalContext: &hcl.EvalContext{Variables: map[string]cty.Value{"var": cty.ObjectVal(map[string]cty.Value{"n": cty.NumberIntVal(-1)})}},
	}}, map[string]*hcl.File{"m.hcl": file}
}

func TestDiagnostics_Human(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	diags, files := example(t)
	views.NewDiagnostics(false, &views.Stream{Writer: &out, Width: 80}).Diagnostics(diags, files)
	require.Equal(t, `Error: Unsuitable value

  m.hcl:2:10, in method "opd":
     2:  steps = var.n
                 ^^^^^
        var.n is -1

  It must be positive.

`, out.String())
}

// Whatever a file holds, a message is short, and moves nobody's cursor.
func TestDiagnostics_StrangeSource(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("ä", 1<<16)
	src := long + "\x1b[2J\xff\xfe\x00" + long
	at := len(long) + len("\x1b[2J\xff")
	for _, tt := range []struct {
		name     string
		from, to int
		mark     string
	}{
		{"byte", at, at + 1, "^"},
		{"nothing", at, at, "^"},
		{"all", 0, len(src), strings.Repeat("^", 80)},
		{"end", len(src), len(src), "^"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			var out bytes.Buffer
			views.NewDiagnostics(false, &views.Stream{Writer: &out, Width: 80}).Diagnostics(hcl.Diagnostics{{
				Severity: hcl.DiagError, Summary: "Invalid character",
				Subject: &hcl.Range{Filename: "m.hcl", Start: hcl.Pos{Line: 1, Column: 1, Byte: tt.from}, End: hcl.Pos{Line: 1, Column: 1, Byte: tt.to}},
			}}, map[string]*hcl.File{"m.hcl": {Bytes: []byte(src)}})
			text := out.String()
			require.Less(t, len(text), 2000)
			require.True(t, utf8.ValidString(text))
			require.NotContains(t, text, "\x1b")
			require.NotContains(t, text, "\x00")
			require.Contains(t, text, tt.mark)
			if tt.name == "byte" {
				lines := strings.Split(text, "\n")
				require.Equal(t, '?', []rune(lines[3])[strings.IndexByte(lines[4], '^')], "the mark stands below the byte")
			}
		})
	}
}

func TestDiagnostics_JSON(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	diags, files := example(t)
	views.NewDiagnostics(true, &views.Stream{Writer: &out}).Diagnostics(diags, files)
	var doc struct {
		FormatVersion int                `json:"format_version"`
		Diagnostics   []views.Diagnostic `json:"diagnostics"`
	}
	require.NoError(t, json.Unmarshal(out.Bytes(), &doc))
	require.Equal(t, 1, doc.FormatVersion)
	require.Len(t, doc.Diagnostics, 1)
	d := doc.Diagnostics[0]
	require.Equal(t, views.Pos{Line: 2, Column: 10, Byte: 24}, d.Range.Start)
	require.Equal(t, "var.n", d.Snippet.Code[d.Snippet.From:d.Snippet.To])
	require.Equal(t, `method "opd"`, d.Snippet.Context)
	require.Equal(t, []string{"var.n is -1"}, d.Snippet.Values)
}

func TestDiagnostics_RepeatsAreSummedUp(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	var diags hcl.Diagnostics
	for i := range 500 {
		at := hcl.Range{Filename: "m.hcl", Start: hcl.Pos{Line: i + 1, Column: 1}, End: hcl.Pos{Line: i + 1, Column: 1}}
		diags = append(diags, &hcl.Diagnostic{Severity: hcl.DiagError, Summary: "Missing weights", Detail: "There is no such file.", Subject: &at})
	}
	diags = append(diags, &hcl.Diagnostic{Severity: hcl.DiagWarning, Summary: "Something else", Detail: "Nowhere in particular."})
	views.NewDiagnostics(false, &views.Stream{Writer: &out, Width: 80}).Diagnostics(diags, nil)
	require.Equal(t, `Error: Missing weights

  m.hcl:1:1:

  There is no such file.

  and 499 more like this: m.hcl:2:1, m.hcl:3:1, m.hcl:4:1, m.hcl:5:1, m.hcl:6:1, m.hcl:7:1, m.hcl:8:1, m.hcl:9:1, ...

Warning: Something else

  Nowhere in particular.

`, out.String())
}

// Ranges can lie outside the file that is at hand, or in none; nothing may panic then.
func TestDiagnostics_OddRanges(t *testing.T) {
	t.Parallel()
	_, files := example(t)
	for _, r := range []hcl.Range{
		{Filename: "m.hcl", Start: hcl.Pos{Line: 9, Column: 9, Byte: 900}, End: hcl.Pos{Line: 9, Column: 9, Byte: 901}},
		{Filename: "m.hcl", Start: hcl.Pos{Line: 1, Column: 1, Byte: len(source)}, End: hcl.Pos{Line: 1, Column: 1, Byte: len(source)}},
		{Filename: "m.hcl", Start: hcl.Pos{Line: 1, Column: 1, Byte: 0}, End: hcl.Pos{Line: 3, Column: 1, Byte: len(source)}},
		{Filename: "m.hcl", Start: hcl.Pos{Byte: 9}, End: hcl.Pos{Byte: 3}},
		{Filename: "other.hcl", Start: hcl.InitialPos, End: hcl.InitialPos},
	} {
		t.Run(fmt.Sprint(r), func(t *testing.T) {
			t.Parallel()
			for _, asJSON := range []bool{false, true} {
				var out bytes.Buffer
				diags := hcl.Diagnostics{{Severity: hcl.DiagError, Summary: "Odd", Subject: &r}}
				views.NewDiagnostics(asJSON, &views.Stream{Writer: &out, Width: 80}).Diagnostics(diags, files)
				require.Contains(t, out.String(), "Odd")
			}
		})
	}
}
