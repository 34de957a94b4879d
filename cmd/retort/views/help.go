package views

import (
	"fmt"
	"strings"
)

// Usage describes a command.
type Usage struct {
	Name, Arguments, Summary, Help string
	Flags                          []UsageFlag
}

// UsageFlag is a flag; Value is empty where it takes none.
type UsageFlag struct{ Name, Value, Text string }

// Help prints what there is to know about the commands.
type Help interface {
	Overview(commands []Usage)
	Command(u Usage)
}

// NewHelp prints help for people.
func NewHelp(s *Stream) Help { return &help{s} }

type help struct{ s *Stream }

func (h *help) Overview(commands []Usage) {
	fmt.Fprintf(h.s, "%s runs agent-distillation experiments.\n\n", h.s.in(bold, "retort"))
	fmt.Fprintln(h.s, "Usage: retort [-C DIR] COMMAND [ARGUMENTS]")
	fmt.Fprintln(h.s)
	var rows [][]cell
	for _, c := range commands {
		rows = append(rows, []cell{{text: c.Name, style: bold}, {text: c.Summary}})
	}
	h.s.columns("  ", rows)
	fmt.Fprintln(h.s)
	fmt.Fprintln(h.s, "An EXPERIMENT is a folder of HCL files, or one file. retort COMMAND -h says more.")
}

func (h *help) Command(u Usage) {
	fmt.Fprintf(h.s, "Usage: %s\n\n", h.s.in(bold, strings.TrimSpace("retort "+u.Name+" "+u.Arguments)))
	h.s.paragraph("", u.Summary+".")
	if u.Help != "" {
		fmt.Fprintln(h.s)
		h.s.paragraph("", u.Help)
	}
	fmt.Fprintln(h.s)
	fmt.Fprintln(h.s, "Flags:")
	var rows [][]cell
	for _, f := range u.Flags {
		rows = append(rows, []cell{{text: strings.TrimSpace("-" + f.Name + " " + f.Value), style: bold}, {text: f.Text}})
	}
	h.s.columns("  ", rows)
	fmt.Fprintln(h.s)
	h.s.paragraph("", "Exit codes: 0 done, 1 some planned trials are not done or something does not match, 2 wrong usage, 3 wrong configuration, 4 unusable store, 130 interrupted.")
}
