package views

import "fmt"

// Build describes a program.
type Build struct {
	Module   string `json:"module"`
	Version  string `json:"version"`
	Commit   string `json:"commit"`
	Modified bool   `json:"modified"` // the sources differed from the commit
	Go       string `json:"go"`
	OS       string `json:"os"`
	Arch     string `json:"arch"`
}

// Version prints the program's version.
type Version interface{ Version(b Build) }

// NewVersion prints on a stream.
func NewVersion(asJSON bool, out *Stream) Version {
	if asJSON {
		return &versionJSON{out}
	}
	return &versionHuman{out}
}

type versionHuman struct{ out *Stream }

func (v *versionHuman) Version(b Build) {
	fmt.Fprintf(v.out, "retort %s, %s, %s/%s", b.Version, b.Go, b.OS, b.Arch)
	if b.Commit != "" {
		fmt.Fprintf(v.out, ", commit %s", short(b.Commit))
	}
	if b.Modified {
		fmt.Fprint(v.out, " (modified)")
	}
	fmt.Fprintln(v.out)
}

type versionJSON struct{ out *Stream }

func (v *versionJSON) Version(b Build) {
	document(v.out, struct {
		FormatVersion int `json:"format_version"`
		Build
	}{FormatVersion, b})
}
