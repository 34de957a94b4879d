package views

import (
	"fmt"
	"strings"

	"github.com/retort-ml/retort/registry"
)

// Method is what is shown of a method.
type Method struct {
	Info     registry.MethodInfo
	Settings []Setting
}

// Setting is an attribute with its default as an experiment would write it.
type Setting struct {
	Name  string `json:"name"`
	Type  string `json:"type"`
	Value string `json:"default"`
}

// Methods prints methods.
type Methods interface {
	List(methods []Method)
	Describe(m Method)
}

// NewMethods prints on a stream.
func NewMethods(asJSON bool, out *Stream) Methods {
	if asJSON {
		return &methodsJSON{out}
	}
	return &methodsHuman{out}
}

type methodsHuman struct{ out *Stream }

func (v *methodsHuman) List(methods []Method) {
	rows := [][]cell{{{text: "method", style: bold}, {text: "reads reward", style: bold}, {text: "what it is", style: bold}}}
	for _, m := range methods {
		rows = append(rows, []cell{{text: m.Info.Name, style: accent}, {text: yesNo(m.Info.ReadsReward)}, {text: m.Info.Title}})
	}
	v.out.columns("", rows)
}

func (v *methodsHuman) Describe(m Method) {
	i := m.Info
	fmt.Fprintf(v.out, "%s: %s\n\n", v.out.in(bold, i.Name), i.Title)
	v.out.paragraph("", i.Idea)
	fmt.Fprintln(v.out)
	v.field("Objective", i.Objective)
	v.field("Source", i.Source)
	v.field("Reads reward", yesNo(i.ReadsReward))
	v.list("Stages", i.Stages)
	v.list("Needs", i.Needs)
	v.out.settings(m.Settings)
	if len(i.Constants) > 0 {
		fmt.Fprintf(v.out, "\n%s\n", v.out.in(bold, "Where the constants come from"))
		for _, c := range i.Constants {
			v.out.paragraph("  ", c.Setting+": "+c.Origin)
		}
	}
	if len(i.Departures) > 0 {
		fmt.Fprintf(v.out, "\n%s\n", v.out.in(bold, "Departures from the source"))
		for _, d := range i.Departures {
			fmt.Fprint(v.out, "  - "+strings.TrimLeft(fill(d, "    ", min(v.out.Width, 100)), " "))
		}
	}
}

func (v *methodsHuman) field(name, text string) {
	if text != "" {
		fmt.Fprintf(v.out, "%s\n", v.out.in(bold, name))
		v.out.paragraph("  ", text)
	}
}

func (v *methodsHuman) list(name string, entries []string) {
	if len(entries) == 0 {
		return
	}
	fmt.Fprintf(v.out, "%s\n", v.out.in(bold, name))
	for _, e := range entries {
		fmt.Fprint(v.out, "  - "+strings.TrimLeft(fill(e, "    ", min(v.out.Width, 100)), " "))
	}
}

// settings prints a list of settings.
func (s *Stream) settings(list []Setting) {
	fmt.Fprintf(s, "%s\n", s.in(bold, "Settings"))
	var rows [][]cell
	for _, one := range list {
		rows = append(rows, []cell{{text: one.Name, style: accent}, {text: "= " + one.Value}, {text: one.Type, style: dim}})
	}
	s.columns("  ", rows)
}

func yesNo(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}

type methodsJSON struct{ out *Stream }

// methodJSON is a method in JSON.
type methodJSON struct {
	Name        string         `json:"name"`
	Title       string         `json:"title"`
	Idea        string         `json:"idea"`
	Objective   string         `json:"objective"`
	Source      string         `json:"source"`
	Stages      []string       `json:"stages"`
	Needs       []string       `json:"needs"`
	ReadsReward bool           `json:"reads_reward"`
	Settings    []Setting      `json:"settings"`
	Constants   []constantJSON `json:"constants"`
	Departures  []string       `json:"departures"`
}

type constantJSON struct {
	Setting string `json:"setting"`
	Origin  string `json:"origin"`
}

func newMethodJSON(m Method) methodJSON {
	i := m.Info
	j := methodJSON{
		Name: i.Name, Title: i.Title, Idea: i.Idea, Objective: i.Objective, Source: i.Source, Stages: orEmpty(i.Stages), Needs: orEmpty(i.Needs),
		ReadsReward: i.ReadsReward, Settings: orEmpty(m.Settings), Constants: []constantJSON{}, Departures: orEmpty(i.Departures),
	}
	for _, c := range i.Constants {
		j.Constants = append(j.Constants, constantJSON(c))
	}
	return j
}

// orEmpty makes an absent list an empty one.
func orEmpty[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}

func (v *methodsJSON) List(methods []Method) {
	list := []methodJSON{}
	for _, m := range methods {
		list = append(list, newMethodJSON(m))
	}
	document(v.out, struct {
		FormatVersion int          `json:"format_version"`
		Methods       []methodJSON `json:"methods"`
	}{FormatVersion, list})
}

func (v *methodsJSON) Describe(m Method) {
	document(v.out, struct {
		FormatVersion int        `json:"format_version"`
		Method        methodJSON `json:"method"`
	}{FormatVersion, newMethodJSON(m)})
}
