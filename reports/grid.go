package reports

import (
	"strings"
	"unicode/utf8"

	"charm.land/lipgloss/v2"
)

// Style says how Text prints. The caller decides: nothing here looks at a terminal.
type Style struct {
	// Width is the number of columns to stay within where possible, 0 for no limit.
	Width int
	// Color adds bold and faint print. What they say is also said by signs.
	Color bool
}

func (s Style) strong(v string) string { return s.dress(v, lipgloss.NewStyle().Bold(true)) }
func (s Style) faint(v string) string  { return s.dress(v, lipgloss.NewStyle().Faint(true)) }

func (s Style) dress(v string, with lipgloss.Style) string {
	if !s.Color || v == "" {
		return v
	}
	return with.Render(v)
}

// grid is a block of text in columns: row names to the left, one column of cells for each name.
type grid struct {
	axes  []string
	names [][]string // [rows][axes]
	heads []string   // [columns]
	cells [][]text   // [rows][columns]
}

// gap separates columns.
const gap = "  "

// write prints the grid within the width: on one line a row if that fits, else with intervals and
// remarks on lines below the values, else in several blocks of columns.
func (g grid) write(out *strings.Builder, style Style) {
	left := g.nameWidths()
	room := style.Width - sum(left) - len(gap)*len(left)
	if style.Width == 0 || total(g.measure(false)) <= room {
		g.block(out, style, left, 0, len(g.heads), g.measure(false), false)
		return
	}
	sizes := g.measure(true)
	for from := 0; from < len(g.heads); {
		to := from + 1
		for to < len(g.heads) && total(sizes[from:to+1]) <= room {
			to++
		}
		if from > 0 {
			out.WriteString("\n")
		}
		g.block(out, style, left, from, to, sizes, true)
		from = to
	}
}

// size is the room a column needs: the value right-aligned, the interval left-aligned after it, remarks after that or, stacked,
// below.
type size struct {
	value, interval, remark int
	stacked                 bool
	head                    int
}

func (s size) width() int {
	w := s.value + 1
	if s.stacked {
		return max(w, s.interval, s.remark, s.head)
	}
	if s.interval > 0 {
		w += 1 + s.interval
	}
	if s.remark > 0 {
		w += 1 + s.remark
	}
	return max(w, s.head)
}

func total(sizes []size) int {
	w := 0
	for _, s := range sizes {
		w += s.width() + len(gap)
	}
	return w - len(gap)
}

func sum(widths []int) int {
	n := 0
	for _, w := range widths {
		n += w
	}
	return n
}

func (g grid) nameWidths() []int {
	widths := make([]int, len(g.axes))
	for i, a := range g.axes {
		widths[i] = width(a)
		for _, n := range g.names {
			widths[i] = max(widths[i], width(n[i]))
		}
	}
	return widths
}

func (g grid) measure(stacked bool) []size {
	sizes := make([]size, len(g.heads))
	for c, h := range g.heads {
		sizes[c] = size{stacked: stacked, head: width(h)}
		for _, row := range g.cells {
			sizes[c].value = max(sizes[c].value, width(row[c].value))
			sizes[c].interval = max(sizes[c].interval, width(row[c].interval))
			if stacked {
				for _, r := range row[c].stackedRemarks() {
					sizes[c].remark = max(sizes[c].remark, width(r))
				}
				continue
			}
			sizes[c].remark = max(sizes[c].remark, width(strings.Join(row[c].remarks, ", ")))
		}
	}
	return sizes
}

func (g grid) block(out *strings.Builder, style Style, left []int, from, to int, sizes []size, stacked bool) {
	line := func(cells []string) {
		out.WriteString(strings.TrimRight(strings.Join(cells, gap), " "))
		out.WriteString("\n")
	}
	var head, rule []string
	for i, a := range g.axes {
		head = append(head, style.strong(pad(a, left[i])))
		rule = append(rule, strings.Repeat("─", left[i]))
	}
	for c := from; c < to; c++ {
		head = append(head, style.strong(pad(g.heads[c], sizes[c].width())))
		rule = append(rule, strings.Repeat("─", sizes[c].width()))
	}
	line(head)
	line(rule)
	for r, names := range g.names {
		// A row takes as many lines as its fullest cell.
		var lines [][]string
		for c := from; c < to; c++ {
			for i, l := range g.cells[r][c].lines(sizes[c], style) {
				if i == len(lines) {
					lines = append(lines, make([]string, to-from))
				}
				lines[i][c-from] = l
			}
		}
		if stacked && r > 0 && len(names) > 1 && names[0] != g.names[r-1][0] {
			out.WriteString("\n")
		}
		for i, cells := range lines {
			var row []string
			for a, n := range names {
				if i > 0 || (r > 0 && repeats(g.names[r-1], names, a)) {
					n = ""
				}
				row = append(row, pad(n, left[a]))
			}
			for c, text := range cells {
				row = append(row, padTo(text, sizes[from+c].width()))
			}
			line(row)
		}
	}
}

// repeats says that a name and all left of it stand in the row above.
func repeats(above, names []string, a int) bool {
	if a == len(names)-1 {
		return false
	}
	for i := 0; i <= a; i++ {
		if above[i] != names[i] {
			return false
		}
	}
	return true
}

// lines writes a cell on one line, or stacked.
func (t text) lines(s size, style Style) []string {
	mark := " "
	value := strings.Repeat(" ", s.value-width(t.value)) + t.value
	if t.bold {
		mark = "*"
		value = style.strong(value)
	}
	value += mark
	if s.stacked {
		lines := []string{value}
		if t.interval != "" {
			lines = append(lines, style.faint(t.interval))
		}
		for _, r := range t.stackedRemarks() {
			lines = append(lines, style.faint(r))
		}
		return lines
	}
	if s.interval > 0 {
		value += " " + style.faint(pad(t.interval, s.interval))
	}
	if s.remark > 0 {
		value += " " + style.faint(strings.Join(t.remarks, ", "))
	}
	return []string{value}
}

// stackedRemarks breaks remarks into lines of about the width of an interval.
func (t text) stackedRemarks() []string {
	var lines []string
	for _, r := range t.remarks {
		for _, l := range strings.Split(wrap(r, 16), "\n") {
			lines = append(lines, strings.TrimSpace(l))
		}
	}
	return lines
}

func width(s string) int { return utf8.RuneCountInString(s) }

func pad(s string, n int) string { return s + strings.Repeat(" ", max(0, n-width(s))) }

// padTo is pad for a string that may hold escape codes.
func padTo(s string, n int) string { return s + strings.Repeat(" ", max(0, n-lipgloss.Width(s))) }

// wrap breaks a text at blanks so that lines stay within n columns, later ones indented by two.
func wrap(s string, n int) string {
	if n == 0 {
		return s
	}
	var lines []string
	line := ""
	for _, word := range strings.Fields(s) {
		if line != "" && width(line)+1+width(word) > n {
			lines = append(lines, line)
			line = "  " + word
			continue
		}
		if line != "" {
			line += " "
		}
		line += word
	}
	return strings.Join(append(lines, line), "\n")
}
