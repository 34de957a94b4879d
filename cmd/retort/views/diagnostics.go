package views

import (
	"fmt"
	"slices"
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/hashicorp/hcl/v2"
)

// Diagnostics prints what is wrong with an experiment, with the places in its files.
type Diagnostics interface {
	Diagnostics(diags hcl.Diagnostics, files map[string]*hcl.File)
}

// NewDiagnostics prints on a stream.
func NewDiagnostics(asJSON bool, s *Stream) Diagnostics {
	if asJSON {
		return &diagnosticsJSON{s}
	}
	return &diagnosticsHuman{s}
}

type diagnosticsJSON struct{ s *Stream }

func (d *diagnosticsJSON) Diagnostics(diags hcl.Diagnostics, files map[string]*hcl.File) {
	line(d.s, struct {
		FormatVersion int          `json:"format_version"`
		Diagnostics   []Diagnostic `json:"diagnostics"`
	}{FormatVersion, describeAll(diags, files)})
}

type diagnosticsHuman struct{ s *Stream }

// shownOfAKind is how many diagnostics with one summary are printed in full.
const shownOfAKind = 5

func (d *diagnosticsHuman) Diagnostics(diags hcl.Diagnostics, files map[string]*hcl.File) {
	for _, g := range groups(describeAll(diags, files)) {
		for i, one := range g {
			if i == shownOfAKind || i > 0 && one.Detail == g[0].Detail {
				d.others(g[i:])
				break
			}
			d.print(one)
		}
	}
}

// groups collects diagnostics of one severity and summary, in the order of their first.
func groups(all []Diagnostic) [][]Diagnostic {
	var list [][]Diagnostic
	for _, one := range all {
		i := slices.IndexFunc(list, func(g []Diagnostic) bool {
			return g[0].Severity == one.Severity && g[0].Summary == one.Summary
		})
		if i < 0 {
			list = append(list, nil)
			i = len(list) - 1
		}
		list[i] = append(list[i], one)
	}
	return list
}

// others names the places of diagnostics that are not printed in full.
func (d *diagnosticsHuman) others(rest []Diagnostic) {
	const places = 8
	var at []string
	for _, one := range rest[:min(len(rest), places)] {
		if one.Range != nil && !slices.Contains(at, one.Range.String()) {
			at = append(at, one.Range.String())
		}
	}
	if len(rest) > places {
		at = append(at, "...")
	}
	fmt.Fprintf(d.s, "%s\n\n", d.s.in(dim, fmt.Sprintf("  and %d more like this: %s", len(rest), strings.Join(at, ", "))))
}

func (d *diagnosticsHuman) print(one Diagnostic) {
	title, st := "Error:", bad
	if one.Severity == "warning" {
		title, st = "Warning:", careful
	}
	fmt.Fprintf(d.s, "%s %s\n", d.s.in(st, title), d.s.in(bold, one.Summary))
	if one.Range != nil {
		in := ""
		if one.Snippet != nil && one.Snippet.Context != "" {
			in = ", in " + one.Snippet.Context
		}
		fmt.Fprintf(d.s, "\n  %s%s:\n", one.Range.String(), in)
		d.snippet(one.Snippet, st)
	}
	if one.Detail != "" {
		fmt.Fprintln(d.s)
		d.s.paragraph("  ", one.Detail)
	}
	fmt.Fprintln(d.s)
}

// snippet prints lines of source with the range underlined, and the values in play.
func (d *diagnosticsHuman) snippet(sn *Snippet, st style) {
	if sn == nil {
		return
	}
	at := 0
	for i, text := range strings.Split(sn.Code, "\n") {
		number := fmt.Sprintf("  %4d: ", sn.StartLine+i)
		text = strings.ReplaceAll(text, "\t", " ") // as wide as the column numbers count it
		fmt.Fprintf(d.s, "%s%s\n", d.s.in(dim, number), text)
		from, to := max(sn.From-at, 0), min(sn.To-at, len(text))
		if from < to || sn.From == sn.To && sn.From-at == from && from <= len(text) {
			mark := strings.Repeat("^", max(1, lipgloss.Width(text[from:max(from, to)])))
			fmt.Fprintf(d.s, "%s%s%s\n", strings.Repeat(" ", len(number)), strings.Repeat(" ", lipgloss.Width(text[:from])), d.s.in(st, mark))
		}
		at += len(text) + 1
	}
	for _, v := range sn.Values {
		fmt.Fprintf(d.s, "        %s\n", d.s.in(dim, v))
	}
}
