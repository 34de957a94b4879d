package views

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/retort-ml/retort/results/datasets"
)

// Dataset is a dataset with what of it is in the store; Record is nil when nothing is.
type Dataset struct {
	datasets.Dataset
	Folder string
	Record *datasets.Record
}

// DataCheck is what a check of a dataset found; Record is nil when it could not be read.
type DataCheck struct {
	Name   string
	Record *datasets.Record
	Damage []datasets.Damage
}

// Data prints what there is to fetch, what was fetched, and what a check found.
type Data interface {
	List(sets []Dataset, elsewhere []datasets.Elsewhere)
	Got(d Dataset, fresh bool)
	Elsewhere(e datasets.Elsewhere)
	Verified(folder string, checks []DataCheck)
}

// NewData prints on a stream.
func NewData(asJSON bool, out *Stream) Data {
	if asJSON {
		return &dataJSON{out}
	}
	return &dataHuman{out}
}

type dataHuman struct{ out *Stream }

func (v *dataHuman) List(sets []Dataset, elsewhere []datasets.Elsewhere) {
	var rows [][]cell
	for _, d := range sets {
		state := cell{text: "not here", style: dim}
		if d.Record != nil {
			state = cell{text: "in " + d.Folder + ", " + size(d.Record.Size()), style: good}
		}
		from := fmt.Sprintf("%s %s %s", d.Package.Registry, d.Package.Name, d.Package.Version)
		rows = append(rows, []cell{{text: d.Name, style: bold}, {text: from}, {text: d.License}, state})
	}
	fmt.Fprintln(v.out, "Fetched by retort data get NAME:")
	v.out.columns("  ", rows)
	rows = nil
	for _, e := range elsewhere {
		rows = append(rows, []cell{{text: e.Name, style: bold}, {text: e.Title}, {text: e.License}})
	}
	fmt.Fprintln(v.out, "\nFetched by hand; retort data get NAME says from where:")
	v.out.columns("  ", rows)
}

func (v *dataHuman) Got(d Dataset, fresh bool) {
	what := "is there already, whole"
	if fresh {
		what = "was fetched and matches its pinned sum"
	}
	fmt.Fprintf(v.out, "%s %s %s %s: %s, %s in %s.\n", v.out.in(good, "Here."), d.Package.Name, d.Package.Version, what,
		Count(len(d.Record.Files), "file"), size(d.Record.Size()), d.Folder)
	fmt.Fprintf(v.out, "License: %s. The text is in %s.\n", d.License, filepath.Join(d.Folder, d.LicenseFile))
	v.use(d.uses())
}

// uses are the sentences on use, with the folder in them.
func (d *Dataset) uses() []string {
	var list []string
	for _, u := range d.Use {
		list = append(list, strings.ReplaceAll(u, "%s", filepath.ToSlash(d.Folder)))
	}
	return list
}

func (v *dataHuman) use(lines []string) {
	fmt.Fprintln(v.out, "Use:")
	for _, u := range lines {
		fmt.Fprintln(v.out, "  "+u)
	}
}

func (v *dataHuman) Elsewhere(e datasets.Elsewhere) {
	fmt.Fprintf(v.out, "%s: no package registry has it, so it is fetched by hand.\n", v.out.in(bold, e.Title))
	for _, part := range []struct {
		title string
		lines []string
	}{{"From:", e.Origin}, {"Folder DIR:", e.Layout}} {
		fmt.Fprintln(v.out, part.title)
		for _, l := range part.lines {
			fmt.Fprintln(v.out, "  "+l)
		}
	}
	fmt.Fprintf(v.out, "License: %s.\n", e.License)
	v.use(e.Use)
}

func (v *dataHuman) Verified(folder string, checks []DataCheck) {
	if len(checks) == 0 {
		fmt.Fprintf(v.out, "There is no data in %s.\n", folder)
	}
	for _, c := range checks {
		for _, d := range c.Damage {
			fmt.Fprintf(v.out, "%s %s\n", v.out.in(bad, "Damaged:"), d)
		}
		if len(c.Damage) > 0 {
			fmt.Fprintf(v.out, "retort data get %s puts it right.\n", c.Name)
			continue
		}
		fmt.Fprintf(v.out, "%s %s: %s match their sums.\n", v.out.in(good, "Sound."), c.Name, Count(len(c.Record.Files), "file"))
	}
}

type dataJSON struct{ out *Stream }

type datasetJSON struct {
	Name     string `json:"name"`
	Title    string `json:"title"`
	Registry string `json:"registry"`
	Package  string `json:"package"`
	Version  string `json:"version"`
	SHA256   string `json:"sha256"`
	License  string `json:"license"`
	Folder   string `json:"folder"`
	Here     bool   `json:"here"`
	Bytes    int64  `json:"bytes"`
}

func newDatasetJSON(d Dataset) datasetJSON {
	j := datasetJSON{d.Name, d.Title, string(d.Package.Registry), d.Package.Name, d.Package.Version, d.Package.SHA256, d.License, d.Folder, d.Record != nil, 0}
	if d.Record != nil {
		j.Bytes = d.Record.Size()
	}
	return j
}

type elsewhereJSON struct {
	Name    string   `json:"name"`
	Title   string   `json:"title"`
	Origin  []string `json:"origin"`
	Layout  []string `json:"layout"`
	Use     []string `json:"use"`
	License string   `json:"license"`
}

func newElsewhereJSON(e datasets.Elsewhere) elsewhereJSON {
	return elsewhereJSON{e.Name, e.Title, e.Origin, e.Layout, e.Use, e.License}
}

func (v *dataJSON) List(sets []Dataset, elsewhere []datasets.Elsewhere) {
	doc := struct {
		FormatVersion int             `json:"format_version"`
		Datasets      []datasetJSON   `json:"datasets"`
		Elsewhere     []elsewhereJSON `json:"elsewhere"`
	}{FormatVersion, []datasetJSON{}, []elsewhereJSON{}}
	for _, d := range sets {
		doc.Datasets = append(doc.Datasets, newDatasetJSON(d))
	}
	for _, e := range elsewhere {
		doc.Elsewhere = append(doc.Elsewhere, newElsewhereJSON(e))
	}
	document(v.out, doc)
}

func (v *dataJSON) Got(d Dataset, fresh bool) {
	document(v.out, struct {
		FormatVersion int         `json:"format_version"`
		Fetched       bool        `json:"fetched"`
		Dataset       datasetJSON `json:"dataset"`
		Use           []string    `json:"use"`
	}{FormatVersion, fresh, newDatasetJSON(d), d.uses()})
}

func (v *dataJSON) Elsewhere(e datasets.Elsewhere) {
	document(v.out, struct {
		FormatVersion int           `json:"format_version"`
		Elsewhere     elsewhereJSON `json:"elsewhere"`
	}{FormatVersion, newElsewhereJSON(e)})
}

func (v *dataJSON) Verified(folder string, checks []DataCheck) {
	type damage struct {
		Path    string `json:"path"`
		Problem string `json:"problem"`
	}
	type check struct {
		Name   string   `json:"name"`
		Damage []damage `json:"damage"`
	}
	list := []check{}
	sound := true
	for _, c := range checks {
		entry := check{c.Name, []damage{}}
		for _, d := range c.Damage {
			entry.Damage = append(entry.Damage, damage(d))
		}
		sound = sound && len(c.Damage) == 0
		list = append(list, entry)
	}
	document(v.out, struct {
		FormatVersion int     `json:"format_version"`
		Matches       bool    `json:"matches"`
		Folder        string  `json:"folder"`
		Datasets      []check `json:"datasets"`
	}{FormatVersion, sound, folder, list})
}
