package reports

import (
	"fmt"
	"strings"
)

// LaTeX prints the table as a booktabs tabular inside a table environment. It needs the booktabs package and
// nothing else; values are right-aligned with equal decimals, so that points stand under each other.
func (t *Table) LaTeX() string {
	var out strings.Builder
	fmt.Fprintf(&out, "%% %s\n", strings.ReplaceAll(t.source(), "\n", " "))
	out.WriteString("\\begin{table}\n\\centering\n")
	latexGrid(&out, t.valueGrid())
	if t.hasDifferences() {
		fmt.Fprintf(&out, "\n\\medskip\n%s\n\n\\smallskip\n", escapeLaTeX(t.differenceHeading()))
		latexGrid(&out, t.differenceGrid())
	}
	latexFoot(&out, t.Title, append(append(append([]string{}, t.Caption...), t.overallLines()...), t.Warnings...), t.Name)
	return out.String()
}

func latexGrid(out *strings.Builder, g grid) {
	fmt.Fprintf(out, "\\begin{tabular}{%s%s}\n\\toprule\n", strings.Repeat("l", len(g.axes)), strings.Repeat("r@{\\,}l", len(g.heads)))
	var head []string
	for _, a := range g.axes {
		head = append(head, escapeLaTeX(a))
	}
	for _, h := range g.heads {
		head = append(head, `\multicolumn{2}{c}{`+escapeLaTeX(h)+`}`)
	}
	fmt.Fprintf(out, "%s \\\\\n\\midrule\n", strings.Join(head, " & "))
	for r, names := range g.names {
		var row []string
		for a, n := range names {
			if r > 0 && repeats(g.names[r-1], names, a) {
				n = ""
			}
			row = append(row, escapeLaTeX(n))
		}
		if r > 0 && len(names) > 1 && names[0] != g.names[r-1][0] {
			out.WriteString("\\addlinespace\n")
		}
		for _, c := range g.cells[r] {
			value := latexNumber(c.value)
			if c.bold {
				value = `\textbf{` + value + `}*`
			}
			var rest []string
			if c.interval != "" {
				rest = append(rest, strings.ReplaceAll(escapeLaTeX(c.interval), "-", "$-$"))
			}
			if len(c.remarks) > 0 {
				rest = append(rest, escapeLaTeX(strings.Join(c.remarks, ", ")))
			}
			if len(rest) > 0 {
				row = append(row, value, `{\scriptsize `+strings.Join(rest, " ")+`}`)
				continue
			}
			row = append(row, value, "")
		}
		fmt.Fprintf(out, "%s \\\\\n", strings.Join(row, " & "))
	}
	out.WriteString("\\bottomrule\n\\end{tabular}\n")
}

// latexNumber writes a minus sign for the hyphen of a number and a dash for a missing one.
func latexNumber(s string) string {
	if s == "-" {
		return "--"
	}
	if digits, ok := strings.CutPrefix(s, "-"); ok {
		return "$-$" + digits
	}
	return escapeLaTeX(s)
}

func latexFoot(out *strings.Builder, title string, sentences []string, label string) {
	var caption []string
	for _, s := range sentences {
		caption = append(caption, escapeLaTeX(strings.TrimSuffix(s, "."))+".")
	}
	fmt.Fprintf(out, "\\caption{%s. %s}\n\\label{tab:%s}\n\\end{table}\n", escapeLaTeX(title), strings.Join(caption, " "), strings.Map(labelRune, label))
}

// labelRune keeps what is harmless in a label.
func labelRune(r rune) rune {
	if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '-' {
		return r
	}
	return '-'
}

var latexEscapes = strings.NewReplacer(
	`\`, `\textbackslash{}`, "&", `\&`, "%", `\%`, "$", `\$`, "#", `\#`, "_", `\_`, "{", `\{`, "}", `\}`, "~", `\textasciitilde{}`, "^", `\textasciicircum{}`,
	"<", `\textless{}`, ">", `\textgreater{}`, "→", `$\to$`, "↑", `$\uparrow$`, "↓", `$\downarrow$`, "±", `$\pm$`, "[", "{[}", "\n", " ",
)

func escapeLaTeX(s string) string { return latexEscapes.Replace(s) }
