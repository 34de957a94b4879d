package plots

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgsvg"
)

// Format is a file format of pictures.
type Format string

// The formats. PNG has 200 dots an inch; SVG names its fonts and embeds none.
const (
	PNG Format = "png"
	SVG Format = "svg"
)

// Figure is what can be drawn: Bars and Curves.
type Figure interface {
	// Draw writes the picture. The error is that of the writer or of data that cannot be drawn.
	Draw(w io.Writer, f Format) error
}

const (
	dpi    = 200
	margin = 8 // points around everything
)

// layout composes a picture: title, legend, panels side by side, caption. Sizes are in points.
type layout struct {
	title   string
	legend  []entry
	panels  []*plot.Plot
	caption []string
	width   vg.Length
	height  vg.Length // of the panels
}

// entry is one legend entry; draw paints its sample into a box.
type entry struct {
	name string
	draw func(c *draw.Canvas, box vg.Rectangle)
}

// sample is the width of a legend sample.
const sample = 20

func (l layout) write(w io.Writer, f Format) error {
	small, label, head := style(captionSize, faint), style(labelSize, ink), bold(titleSize)
	inner := l.width - 2*margin
	titleLines := wrap(head, l.title, inner)
	rows := l.legendRows(label, inner)
	var captionLines []string
	for _, c := range l.caption {
		captionLines = append(captionLines, wrap(small, c, inner)...)
	}
	line := func(s text.Style) vg.Length { return s.Font.Size * 1.3 }
	top := vg.Length(len(titleLines))*line(head) + vg.Length(len(rows))*line(label)*1.15 + 6
	bottom := vg.Length(len(captionLines)) * line(small)
	if len(captionLines) > 0 {
		bottom += 6
	}
	height := top + l.height + bottom + 2*margin

	canvas, finish, err := newCanvas(l.width, height, f)
	if err != nil {
		return err
	}
	dc := draw.NewCanvas(canvas, l.width, height)
	dc.SetColor(colorWhite)
	dc.Fill(dc.Rectangle.Path())
	y := height - margin
	for _, t := range titleLines {
		dc.FillText(head, vg.Point{X: margin, Y: y}, t)
		y -= line(head)
	}
	y -= 2
	for _, row := range rows {
		x := vg.Length(margin)
		for _, e := range row {
			// Letters stand in the lower part of their line.
			box := vg.Rectangle{Min: vg.Point{X: x, Y: y - label.Font.Size - 2}, Max: vg.Point{X: x + sample, Y: y - 2}}
			e.draw(&dc, box)
			dc.FillText(label, vg.Point{X: x + sample + 5, Y: y}, e.name)
			x += sample + 5 + label.Width(e.name) + 16
		}
		y -= line(label) * 1.15
	}
	area := draw.Crop(dc, margin, -margin, margin+bottom, -(margin + top))
	tiles := draw.Tiles{Rows: 1, Cols: len(l.panels), PadX: 10}
	for i, c := range plot.Align([][]*plot.Plot{l.panels}, tiles, area)[0] {
		l.panels[i].Draw(c)
	}
	y = margin + bottom - 6
	for _, t := range captionLines {
		dc.FillText(small, vg.Point{X: margin, Y: y}, t)
		y -= line(small)
	}
	return finish(w)
}

// legendRows breaks the legend into rows that fit.
func (l layout) legendRows(s text.Style, width vg.Length) [][]entry {
	var rows [][]entry
	x := width + 1
	for _, e := range l.legend {
		need := sample + 5 + s.Width(e.name) + 16
		if x+need > width {
			rows = append(rows, nil)
			x = 0
		}
		rows[len(rows)-1] = append(rows[len(rows)-1], e)
		x += need
	}
	return rows
}

// wrap breaks a text at blanks into lines of at most the width.
func wrap(s text.Style, t string, width vg.Length) []string {
	var lines []string
	line := ""
	for _, word := range strings.Fields(t) {
		if next := strings.TrimSpace(line + " " + word); line == "" || s.Width(next) <= width {
			line = next
			continue
		}
		lines = append(lines, line)
		line = word
	}
	if line != "" {
		lines = append(lines, line)
	}
	return lines
}

// newCanvas returns a canvas and what writes it out.
func newCanvas(w, h vg.Length, f Format) (vg.Canvas, func(io.Writer) error, error) {
	switch f {
	case PNG:
		c := vgimg.PngCanvas{Canvas: vgimg.NewWith(vgimg.UseWH(w, h), vgimg.UseDPI(dpi))}
		return c.Canvas, func(out io.Writer) error { return written(c.WriteTo(out)) }, nil
	case SVG:
		c := vgsvg.New(w, h)
		return c, func(out io.Writer) error {
			var raw bytes.Buffer
			if _, err := c.WriteTo(&raw); err != nil {
				return written(0, err)
			}
			// A viewer without the fonts must not fall back to its serif default.
			named := strings.ReplaceAll(raw.String(), "font-family:Liberation Sans;", "font-family:Liberation Sans,Arial,Helvetica,sans-serif;")
			_, err := io.WriteString(out, named)
			return written(0, err)
		}, nil
	}
	return nil, nil, fmt.Errorf("draw figure: format %q: want %q or %q", f, PNG, SVG)
}

func written(_ int64, err error) error {
	if err != nil {
		return fmt.Errorf("draw figure: %w", err)
	}
	return nil
}
