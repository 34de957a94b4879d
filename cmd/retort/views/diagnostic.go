package views

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
	ctyjson "github.com/zclconf/go-cty/cty/json"
)

// Diagnostic is a finding about an experiment with everything that is shown of it.
type Diagnostic struct {
	Severity string   `json:"severity"` // "error" or "warning"
	Summary  string   `json:"summary"`
	Detail   string   `json:"detail"`
	Range    *Range   `json:"range,omitempty"`
	Snippet  *Snippet `json:"snippet,omitempty"`
}

// Range is a part of a file.
type Range struct {
	Filename string `json:"filename"`
	Start    Pos    `json:"start"`
	End      Pos    `json:"end"`
}

// Pos is a place in a file. Lines and columns count from 1, bytes from 0.
type Pos struct {
	Line   int `json:"line"`
	Column int `json:"column"`
	Byte   int `json:"byte"`
}

func (r *Range) String() string {
	return fmt.Sprintf("%s:%d:%d", r.Filename, r.Start.Line, r.Start.Column)
}

// Snippet is the source around a range. From and To are bytes of Code.
type Snippet struct {
	Context   string   `json:"context,omitempty"` // the block: method "opd"
	Code      string   `json:"code"`
	StartLine int      `json:"start_line"`
	From      int      `json:"highlight_start"`
	To        int      `json:"highlight_end"`
	Values    []string `json:"values,omitempty"` // of the references in the expression
}

func describeAll(diags hcl.Diagnostics, files map[string]*hcl.File) []Diagnostic {
	list := make([]Diagnostic, 0, len(diags))
	for _, d := range diags {
		list = append(list, describe(d, files))
	}
	return list
}

func describe(d *hcl.Diagnostic, files map[string]*hcl.File) Diagnostic {
	one := Diagnostic{Severity: "error", Summary: d.Summary, Detail: d.Detail}
	if d.Severity == hcl.DiagWarning {
		one.Severity = "warning"
	}
	if d.Subject == nil {
		return one
	}
	pos := func(p hcl.Pos) Pos { return Pos{p.Line, p.Column, p.Byte} }
	one.Range = &Range{d.Subject.Filename, pos(d.Subject.Start), pos(d.Subject.End)}
	if f := files[d.Subject.Filename]; f != nil {
		one.Snippet = snippet(d, f)
	}
	return one
}

// maxSnippetLines bounds a snippet; a range that is longer shows its beginning.
const maxSnippetLines = 4

func snippet(d *hcl.Diagnostic, f *hcl.File) *Snippet {
	from, to := d.Subject.Start.Byte, d.Subject.End.Byte
	if from < 0 || to < from || to > len(f.Bytes) {
		return nil
	}
	start := bytes.LastIndexByte(f.Bytes[:from], '\n') + 1
	end := start
	for n := 0; n < maxSnippetLines && end <= len(f.Bytes); n++ {
		next := bytes.IndexByte(f.Bytes[end:], '\n')
		if next < 0 {
			end = len(f.Bytes)
			break
		}
		if end += next; end >= to {
			break
		}
		end++
	}
	to = min(to, end)
	before := cutStart(printable(f.Bytes[start:from]))
	marked := cutLines(printable(f.Bytes[from:to]))
	after := cutLines(printable(f.Bytes[to:end]))
	code := strings.TrimRight(before+marked+after, "\r\n")
	s := &Snippet{
		Code: code, StartLine: d.Subject.Start.Line,
		From: min(len(before), len(code)), To: min(len(before)+len(marked), len(code)),
	}
	if body, ok := f.Body.(*hclsyntax.Body); ok {
		s.Context = enclosing(body, d.Subject.Start)
	}
	s.Values = values(d)
	return s
}

// printable is source as it can be shown: what is no text, or would move a terminal's cursor, is a question mark.
func printable(src []byte) string {
	return strings.Map(func(r rune) rune {
		if r == utf8.RuneError || unicode.IsControl(r) && r != '\t' && r != '\n' && r != '\r' {
			return '?'
		}
		return r
	}, string(src))
}

// maxSnippetBytes bounds what is shown of a line before, in and behind the range.
const maxSnippetBytes = 160

// cutStart leaves out the beginning of a text that is too long.
func cutStart(text string) string {
	at := len(text) - maxSnippetBytes
	if at <= 0 {
		return text
	}
	for !utf8.RuneStart(text[at]) {
		at++
	}
	return "..." + text[at:]
}

// cutLines leaves out the ends of lines that are too long.
func cutLines(text string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		at := maxSnippetBytes
		if len(line) <= at {
			continue
		}
		for !utf8.RuneStart(line[at]) {
			at--
		}
		lines[i] = line[:at] + "..."
	}
	return strings.Join(lines, "\n")
}

// enclosing names the outermost block around a place.
func enclosing(body *hclsyntax.Body, at hcl.Pos) string {
	for _, b := range body.Blocks {
		if b.Range().ContainsPos(at) || b.Body.Range().ContainsPos(at) {
			return strings.Join(append([]string{b.Type}, quoteAll(b.Labels)...), " ")
		}
	}
	return ""
}

func quoteAll(list []string) []string {
	quoted := make([]string, len(list))
	for i, s := range list {
		quoted[i] = fmt.Sprintf("%q", s)
	}
	return quoted
}

// values lists what the references of the expression at fault stand for.
func values(d *hcl.Diagnostic) []string {
	if d.Expression == nil || d.EvalContext == nil {
		return nil
	}
	var list []string
	for _, t := range d.Expression.Variables() {
		val, diags := t.TraverseAbs(d.EvalContext)
		if diags.HasErrors() || !val.IsWhollyKnown() || val.Type().IsCapsuleType() {
			continue
		}
		if text := fmt.Sprintf("%s is %s", traversal(t), compact(val)); !slices.Contains(list, text) {
			list = append(list, text)
		}
	}
	return list
}

func traversal(t hcl.Traversal) string {
	var b strings.Builder
	for _, step := range t {
		switch step := step.(type) {
		case hcl.TraverseRoot:
			b.WriteString(step.Name)
		case hcl.TraverseAttr:
			b.WriteString("." + step.Name)
		case hcl.TraverseIndex:
			b.WriteString("[" + compact(step.Key) + "]")
		}
	}
	return b.String()
}

// compact is a value in one line, cut where it gets long.
func compact(val cty.Value) string {
	text, err := ctyjson.Marshal(val, val.Type())
	if err != nil {
		return val.Type().FriendlyName()
	}
	return shorten(string(text), 80)
}
