package views

import (
	"fmt"
	"strings"

	"github.com/retort-ml/retort/registry"
)

// EnvironmentKind is what is shown of an environment. Splits, Horizon and Offers are those of the default settings.
type EnvironmentKind struct {
	Name, Title, Help string
	Settings          []Setting
	Splits            []registry.Split
	Horizon           int
	Offers            []string
}

// Environments prints environments.
type Environments interface {
	List(kinds []EnvironmentKind)
	Describe(kind EnvironmentKind)
}

// NewEnvironments prints on a stream.
func NewEnvironments(asJSON bool, out *Stream) Environments {
	if asJSON {
		return &environmentsJSON{out}
	}
	return &environmentsHuman{out}
}

type environmentsHuman struct{ out *Stream }

func (v *environmentsHuman) List(kinds []EnvironmentKind) {
	rows := [][]cell{{{text: "environment", style: bold}, {text: "what it is", style: bold}}}
	for _, k := range kinds {
		rows = append(rows, []cell{{text: k.Name, style: accent}, {text: k.Title}})
	}
	v.out.columns("", rows)
}

func (v *environmentsHuman) Describe(k EnvironmentKind) {
	fmt.Fprintf(v.out, "%s: %s\n\n", v.out.in(bold, k.Name), k.Title)
	if k.Help != "" {
		v.out.paragraph("", k.Help)
		fmt.Fprintln(v.out)
	}
	v.out.settings(k.Settings)
	fmt.Fprintf(v.out, "\n%s\n", v.out.in(bold, "Task sets, with default settings"))
	var rows [][]cell
	for _, s := range k.Splits {
		rows = append(rows, []cell{{text: s.Name, style: accent}, {text: Count(s.Tasks, "task"), right: true}})
	}
	v.out.columns("  ", rows)
	fmt.Fprintf(v.out, "\nAn episode has at most %s. Methods are offered: %s.\n", Count(k.Horizon, "turn"), strings.Join(k.Offers, ", "))
}

type environmentsJSON struct{ out *Stream }

func (v *environmentsJSON) List(kinds []EnvironmentKind) {
	type entry struct {
		Name  string `json:"name"`
		Title string `json:"title"`
	}
	list := []entry{}
	for _, k := range kinds {
		list = append(list, entry{k.Name, k.Title})
	}
	document(v.out, struct {
		FormatVersion int     `json:"format_version"`
		Environments  []entry `json:"environments"`
	}{FormatVersion, list})
}

func (v *environmentsJSON) Describe(k EnvironmentKind) {
	type split struct {
		Name  string `json:"name"`
		Tasks int    `json:"tasks"`
	}
	type environment struct {
		Name     string    `json:"name"`
		Title    string    `json:"title"`
		Help     string    `json:"help"`
		Settings []Setting `json:"settings"`
		Splits   []split   `json:"splits"`
		Horizon  int       `json:"horizon"`
		Offers   []string  `json:"offers"`
	}
	e := environment{k.Name, k.Title, k.Help, orEmpty(k.Settings), []split{}, k.Horizon, orEmpty(k.Offers)}
	for _, s := range k.Splits {
		e.Splits = append(e.Splits, split(s))
	}
	document(v.out, struct {
		FormatVersion int         `json:"format_version"`
		Environment   environment `json:"environment"`
	}{FormatVersion, e})
}
