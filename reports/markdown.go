package reports

import (
	"fmt"
	"strings"
)

// Markdown prints the table as GitHub-flavoured Markdown. Bold values are bold and carry a *.
func (t *Table) Markdown() string {
	var out strings.Builder
	fmt.Fprintf(&out, "### %s\n\n", escapeMarkdown(t.heading()))
	markdownGrid(&out, t.valueGrid())
	if t.hasDifferences() {
		fmt.Fprintf(&out, "\n%s:\n\n", escapeMarkdown(t.differenceHeading()))
		markdownGrid(&out, t.differenceGrid())
	}
	markdownFoot(&out, t.overallLines(), t.Caption, t.Notes, t.Warnings, t.source())
	return out.String()
}

func (t *Table) rowHasDifference(r int) bool {
	for _, c := range t.Cells[r] {
		if c.Difference != nil {
			return true
		}
	}
	return false
}

func markdownGrid(out *strings.Builder, g grid) {
	var head, rule []string
	for _, a := range g.axes {
		head, rule = append(head, escapeMarkdown(a)), append(rule, ":--")
	}
	for _, h := range g.heads {
		head, rule = append(head, escapeMarkdown(h)), append(rule, "--:")
	}
	fmt.Fprintf(out, "| %s |\n| %s |\n", strings.Join(head, " | "), strings.Join(rule, " | "))
	for r, names := range g.names {
		var row []string
		for _, n := range names {
			row = append(row, escapeMarkdown(n))
		}
		for _, c := range g.cells[r] {
			pieces := []string{c.value}
			if c.bold {
				pieces[0] = "**" + c.value + "**\\*"
			}
			if c.interval != "" {
				pieces = append(pieces, c.interval)
			}
			if len(c.remarks) > 0 {
				pieces = append(pieces, escapeMarkdown(strings.Join(c.remarks, ", ")))
			}
			row = append(row, strings.Join(pieces, " "))
		}
		fmt.Fprintf(out, "| %s |\n", strings.Join(row, " | "))
	}
}

func markdownFoot(out *strings.Builder, overall, caption, notes, warnings []string, source string) {
	for _, block := range []struct {
		lines  []string
		prefix string
	}{{overall, ""}, {caption, ""}, {notes, "Published: "}, {warnings, "Warning: "}} {
		if len(block.lines) == 0 {
			continue
		}
		out.WriteString("\n")
		for _, l := range block.lines {
			fmt.Fprintf(out, "- %s%s\n", block.prefix, escapeMarkdown(l))
		}
	}
	fmt.Fprintf(out, "\n<!-- %s -->\n", strings.ReplaceAll(source, "--", "- -"))
}

var markdownEscapes = strings.NewReplacer(`\`, `\\`, "|", `\|`, "*", `\*`, "_", `\_`, "<", "&lt;", "`", "\\`", "\n", " ")

func escapeMarkdown(s string) string { return markdownEscapes.Replace(s) }
