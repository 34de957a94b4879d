package views

import "fmt"

// Plot prints where figures were drawn.
type Plot interface{ Figures(paths []string) }

// NewPlot prints on a stream.
func NewPlot(asJSON bool, out *Stream) Plot {
	if asJSON {
		return &plotJSON{out}
	}
	return &plotHuman{out}
}

type plotHuman struct{ out *Stream }

func (v *plotHuman) Figures(paths []string) {
	for _, p := range paths {
		fmt.Fprintln(v.out, p)
	}
}

type plotJSON struct{ out *Stream }

func (v *plotJSON) Figures(paths []string) {
	document(v.out, struct {
		FormatVersion int      `json:"format_version"`
		Figures       []string `json:"figures"`
	}{FormatVersion, orEmpty(paths)})
}
