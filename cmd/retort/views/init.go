package views

import "fmt"

// Init prints what was written.
type Init interface{ Written(name, dir string) }

// NewInit prints on a stream.
func NewInit(asJSON bool, out *Stream) Init {
	if asJSON {
		return &initJSON{out}
	}
	return &initHuman{out}
}

type initHuman struct{ out *Stream }

func (v *initHuman) Written(name, dir string) {
	fmt.Fprintf(v.out, "Wrote experiment %s to %s. Next:\n\n", v.out.in(bold, name), dir)
	fmt.Fprintf(v.out, "  retort plan %s\n  retort run %s\n", dir, dir)
}

type initJSON struct{ out *Stream }

func (v *initJSON) Written(name, dir string) {
	document(v.out, struct {
		FormatVersion int    `json:"format_version"`
		Experiment    string `json:"experiment"`
		Dir           string `json:"dir"`
	}{FormatVersion, name, dir})
}
