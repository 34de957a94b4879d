package views

import (
	"fmt"
	"io"
	"strings"
	"time"

	"charm.land/lipgloss/v2"
)

// cell is a piece of text in a column.
type cell struct {
	text  string
	style style
	right bool
}

// columns prints rows with aligned columns, two blanks apart. A right-aligned cell is for numbers.
func (s *Stream) columns(indent string, rows [][]cell) {
	var widths []int
	for _, row := range rows {
		for i, c := range row {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], lipgloss.Width(c.text))
		}
	}
	for _, row := range rows {
		var b strings.Builder
		for i, c := range row {
			if i > 0 {
				b.WriteString("  ")
			}
			pad := strings.Repeat(" ", widths[i]-lipgloss.Width(c.text))
			if c.right {
				b.WriteString(pad)
			}
			b.WriteString(s.in(c.style, c.text))
			if !c.right {
				b.WriteString(pad)
			}
		}
		fmt.Fprintln(s, indent+strings.TrimRight(b.String(), " "))
	}
}

// paragraph prints text filled to the width, at most 100 columns. Lines that begin with a blank, and blank
// lines, stay as they are.
func (s *Stream) paragraph(indent, text string) {
	io.WriteString(s, fill(text, indent, min(s.Width, 100)))
}

func fill(text, indent string, width int) string {
	var b strings.Builder
	line := ""
	flush := func() {
		if line != "" {
			b.WriteString(indent + line + "\n")
			line = ""
		}
	}
	for _, paragraph := range strings.Split(text, "\n") {
		if paragraph == "" || strings.HasPrefix(paragraph, " ") {
			flush()
			b.WriteString(strings.TrimRight(indent+paragraph, " ") + "\n")
			continue
		}
		for _, word := range strings.Fields(paragraph) {
			if line != "" && lipgloss.Width(indent+line)+1+lipgloss.Width(word) > width {
				flush()
			}
			if line != "" {
				line += " "
			}
			line += word
		}
	}
	flush()
	return b.String()
}

// shorten cuts a line to a width.
func shorten(text string, width int) string {
	if width < 1 || lipgloss.Width(text) <= width {
		return text
	}
	runes := []rune(text)
	// Marks without a width follow a letter in small numbers only.
	runes = runes[:min(len(runes), 8*width)]
	for len(runes) > 0 && lipgloss.Width(string(runes))+1 > width {
		runes = runes[:len(runes)-1]
	}
	return string(runes) + "…"
}

// duration is a time in the two units that matter: "2 h 5 min", "40 s", "0.3 s".
func duration(d time.Duration) string {
	switch {
	case d < 10*time.Second:
		return fmt.Sprintf("%.1f s", d.Seconds())
	case d < time.Minute:
		return fmt.Sprintf("%.0f s", d.Seconds())
	case d < time.Hour:
		d = d.Round(time.Second)
		return fmt.Sprintf("%d min %d s", int(d.Minutes()), int(d.Seconds())%60)
	case d < 48*time.Hour:
		d = d.Round(time.Minute)
		return fmt.Sprintf("%d h %d min", int(d.Hours()), int(d.Minutes())%60)
	default:
		return fmt.Sprintf("%d d %d h", int(d.Hours())/24, int(d.Hours())%24)
	}
}

// between is a range of times.
func between(low, high time.Duration) string {
	if l, h := duration(low), duration(high); l != h {
		return l + " to " + h
	}
	return duration(high)
}

// size is a number of bytes.
func size(n int64) string {
	const kilo = 1000
	switch {
	case n < kilo:
		return fmt.Sprintf("%d B", n)
	case n < kilo*kilo:
		return fmt.Sprintf("%.1f kB", float64(n)/kilo)
	case n < kilo*kilo*kilo:
		return fmt.Sprintf("%.1f MB", float64(n)/kilo/kilo)
	default:
		return fmt.Sprintf("%.1f GB", float64(n)/kilo/kilo/kilo)
	}
}

// Count is a number with its noun: "1 trial", "3 trials".
func Count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// short is a hash as people read it.
func short(hash string) string { return hash[:min(len(hash), 12)] }
