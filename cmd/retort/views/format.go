package views

import (
	"fmt"
	"io"
	"strings"
)

// Formatted is a file whose layout changed, or would.
type Formatted struct {
	Path string `json:"path"`
	Diff string `json:"diff,omitempty"`
}

// Format prints what a formatter found.
type Format interface{ Formatted(changed []Formatted) }

// NewFormat prints on a stream.
func NewFormat(asJSON bool, out *Stream) Format {
	if asJSON {
		return &formatJSON{out}
	}
	return &formatHuman{out}
}

type formatHuman struct{ out *Stream }

func (v *formatHuman) Formatted(changed []Formatted) {
	for _, f := range changed {
		if f.Diff == "" {
			fmt.Fprintln(v.out, f.Path)
			continue
		}
		for _, text := range strings.SplitAfter(f.Diff, "\n") {
			st := plain
			switch {
			case strings.HasPrefix(text, "+"):
				st = good
			case strings.HasPrefix(text, "-"):
				st = bad
			case strings.HasPrefix(text, "@@"):
				st = accent
			}
			end := strings.TrimSuffix(text, "\n")
			io.WriteString(v.out, v.out.in(st, end)+text[len(end):])
		}
	}
}

type formatJSON struct{ out *Stream }

func (v *formatJSON) Formatted(changed []Formatted) {
	if changed == nil {
		changed = []Formatted{}
	}
	document(v.out, struct {
		FormatVersion int         `json:"format_version"`
		Changed       []Formatted `json:"changed"`
	}{FormatVersion, changed})
}
