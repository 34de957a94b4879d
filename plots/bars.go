package plots

import (
	"fmt"
	"image/color"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Bar is one value. NaN as Value leaves a gap with a cross; NaN as Lo or Hi leaves out the whisker.
type Bar struct {
	Value, Lo, Hi float64
	// Dots are single seeds.
	Dots []float64
	// Partial marks a bar that rests on fewer trials than planned; it is drawn hollow.
	Partial bool
}

// Panel is one set of bars with an x axis of its own and the y axis of the figure.
type Panel struct {
	Title string
	// Groups are the clusters along x; Bars is [len(Groups)][len(Series)].
	Groups     []string
	Bars       [][]Bar
	References []Reference
}

// Bars shows values with intervals: a panel an environment, a cluster a pair of models, a bar a method. With a single
// group the series stand on the x axis by name and there is no legend.
type Bars struct {
	Title  string
	YLabel string // with its unit
	Series []string
	Panels []Panel
	// Caption says what the whiskers and dots are, and n.
	Caption []string
	// Max is the end of the y axis if it has a natural one (100 for per cent), else 0.
	Max float64
	// Points draws markers instead of bars; the y axis then need not start at zero.
	Points bool
}

// Draw writes the picture.
func (b Bars) Draw(w io.Writer, f Format) error {
	if err := b.check(); err != nil {
		return err
	}
	lo, hi := b.span()
	single := b.singleGroup()
	widest := 0
	l := layout{title: b.Title, caption: b.Caption, height: 210}
	for i, panel := range b.Panels {
		p := newPlot()
		p.Title.Text = panel.Title
		if i == 0 {
			p.Y.Label.Text = b.YLabel
		}
		setY(p, lo, hi, i == 0)
		if b.Max > 0 {
			p.Y.Max = min(p.Y.Max, b.Max)
		}
		names := panel.Groups
		if single {
			names = b.Series
		}
		p.X.Min, p.X.Max = -0.5, float64(len(names))-0.5
		p.X.Padding = 4
		p.X.Tick.Length, p.X.Tick.LineStyle.Width, p.X.LineStyle.Width = 0, 0, 0
		p.Add(references{panel.References})
		p.Add(barPainter{panel: panel, series: len(b.Series), single: single, points: b.Points, floor: max(lo, p.Y.Min)})
		l.panels = append(l.panels, p)
		widest = max(widest, len(panel.Groups)*len(b.Series))
	}
	if !single {
		for s, name := range b.Series {
			l.legend = append(l.legend, entry{name, func(c *draw.Canvas, box vg.Rectangle) { swatch(c, box, s, b.Points) }})
		}
	}
	l.width = b.width(widest)
	b.label(&l, single)
	return l.write(w, f)
}

func (b Bars) check() error {
	if len(b.Series) == 0 || len(b.Panels) == 0 {
		return fmt.Errorf("draw bars: no series or no panel")
	}
	for _, p := range b.Panels {
		if len(p.Groups) == 0 || len(p.Bars) != len(p.Groups) {
			return fmt.Errorf("draw bars: panel %q: %d groups and %d sets of bars", p.Title, len(p.Groups), len(p.Bars))
		}
		for _, g := range p.Bars {
			if len(g) != len(b.Series) {
				return fmt.Errorf("draw bars: panel %q: %d bars for %d series", p.Title, len(g), len(b.Series))
			}
		}
	}
	return nil
}

func (b Bars) singleGroup() bool {
	return !slices.ContainsFunc(b.Panels, func(p Panel) bool { return len(p.Groups) > 1 })
}

// span is the range of all that is drawn; bars include zero.
func (b Bars) span() (lo, hi float64) {
	lo, hi = math.Inf(1), math.Inf(-1)
	see := func(v float64) {
		if !math.IsNaN(v) {
			lo, hi = min(lo, v), max(hi, v)
		}
	}
	for _, p := range b.Panels {
		for _, r := range p.References {
			see(r.Value)
		}
		for _, g := range p.Bars {
			for _, bar := range g {
				see(bar.Value)
				see(bar.Lo)
				see(bar.Hi)
				for _, d := range bar.Dots {
					see(d)
				}
			}
		}
	}
	if math.IsInf(lo, 0) {
		return 0, 1
	}
	if !b.Points {
		lo, hi = min(lo, 0), max(hi, 0)
	}
	return lo, hi
}

// width grows with the number of bars, between the width of a column and that of a page.
func (b Bars) width(bars int) vg.Length {
	return min(max(vg.Length(len(b.Panels))*(vg.Length(bars*22+50)+b.gutter()), 360), 720)
}

// label writes the names below the x axis: on one line, on several where they would touch, at a slant where a single word
// is too long. All panels do the same.
func (b Bars) label(l *layout, single bool) {
	gutter := b.gutter()
	room := (l.width-2*margin-50)/vg.Length(len(b.Panels)) - 10 - gutter
	slant := false
	most := 1 // lines of the longest name
	names := make([][]string, len(b.Panels))
	for i, panel := range b.Panels {
		list := panel.Groups
		if single {
			list = b.Series
		}
		slot := room/vg.Length(len(list)) - 6
		for _, n := range list {
			lines := wrap(l.panels[i].X.Tick.Label, n, slot)
			most = max(most, len(lines))
			slant = slant || len(lines) > 3 || slices.ContainsFunc(lines, func(t string) bool { return l.panels[i].X.Tick.Label.Width(t) > slot+4 })
			names[i] = append(names[i], strings.Join(lines, "\n"))
		}
	}
	for i, p := range l.panels {
		var ticks []plot.Tick
		for j, n := range names[i] {
			if slant {
				n = strings.ReplaceAll(n, "\n", " ")
			} else {
				// Equal numbers of lines keep first lines level.
				n += strings.Repeat("\n ", most-1-strings.Count(n, "\n"))
			}
			ticks = append(ticks, plot.Tick{Value: float64(j), Label: n})
		}
		if slant {
			p.X.Tick.Label.Rotation = math.Pi / 6
			p.X.Tick.Label.XAlign, p.X.Tick.Label.YAlign = draw.XRight, draw.YCenter
		}
		p.X.Tick.Marker = plot.ConstantTicks(ticks)
		p.X.Max += float64(gutter/room) * float64(len(ticks))
	}
}

// gutter is the room at the right of every panel for the names of reference lines.
func (b Bars) gutter() vg.Length {
	room := vg.Length(0)
	for _, p := range b.Panels {
		for _, r := range p.References {
			room = max(room, style(captionSize, faint).Width(r.Name)-8)
		}
	}
	return room
}

// barPainter paints the bars of a panel.
type barPainter struct {
	panel  Panel
	series int
	single bool
	points bool
	floor  float64
}

// Plot draws the bars, their whiskers, the dots of single seeds and the numbers above where there is room.
func (b barPainter) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	for g, bars := range b.panel.Bars {
		for s, bar := range bars {
			centre, half := b.place(g, s)
			left, right, mid := x(centre-half), x(centre+half), x(centre)
			if math.IsNaN(bar.Value) {
				gapMark(&c, vg.Point{X: mid, Y: y(max(b.floor, p.Y.Min)) + 7})
				continue
			}
			top := y(bar.Value)
			if !b.points {
				paintBar(&c, left, right, y(0), top, s, bar.Partial)
			}
			if !math.IsNaN(bar.Lo) && !math.IsNaN(bar.Hi) {
				whisker(&c, mid, y(bar.Lo), y(bar.Hi), (right-left)/5)
			}
			b.dots(&c, bar, left, right, y, s)
			if b.points {
				c.DrawGlyph(draw.GlyphStyle{Color: seriesColor(s), Radius: 3.5, Shape: seriesGlyph(s)}, vg.Point{X: mid, Y: top})
			}
			b.number(&c, bar, mid, right-left, y, p)
		}
	}
}

// place returns the middle and half the width of a bar on the x axis.
func (b barPainter) place(g, s int) (centre, half float64) {
	if b.single {
		return float64(s), 0.32
	}
	slot := 0.84 / float64(b.series)
	return float64(g) - 0.42 + slot*(float64(s)+0.5), slot * 0.44
}

func paintBar(c *draw.Canvas, left, right, base, top vg.Length, series int, hollow bool) {
	corners := []vg.Point{{X: left, Y: base}, {X: left, Y: top}, {X: right, Y: top}, {X: right, Y: base}}
	fill := faded(seriesColor(series), 0xB0)
	if hollow {
		fill = faded(seriesColor(series), 0x30)
	}
	c.FillPolygon(fill, corners)
	outline := draw.LineStyle{Color: seriesColor(series), Width: 0.8}
	if hollow {
		outline.Dashes = []vg.Length{2, 1.5}
	}
	c.StrokeLines(outline, append(corners, corners[0]))
}

func whisker(c *draw.Canvas, x, lo, hi, cap vg.Length) {
	s := draw.LineStyle{Color: ink, Width: 0.9}
	cap = min(cap, 4)
	c.StrokeLine2(s, x, lo, x, hi)
	c.StrokeLine2(s, x-cap, lo, x+cap, lo)
	c.StrokeLine2(s, x-cap, hi, x+cap, hi)
}

// dots draws single seeds beside the whisker, each series with its own marker.
func (b barPainter) dots(c *draw.Canvas, bar Bar, left, right vg.Length, y func(float64) vg.Length, series int) {
	if len(bar.Dots) < 2 {
		return
	}
	for i, d := range bar.Dots {
		if math.IsNaN(d) {
			continue
		}
		// Seeds take turns on both sides of the whisker so that equal ones do not hide each other.
		at := left + (right-left)*[]vg.Length{0.16, 0.84, 0.32, 0.68}[i%4]
		radius := min(max((right-left)/10, 0.8), 1.8)
		if radius > 1.4 {
			c.DrawGlyph(draw.GlyphStyle{Color: colorWhite, Radius: radius + 0.8, Shape: draw.CircleGlyph{}}, vg.Point{X: at, Y: y(d)})
		}
		c.DrawGlyph(draw.GlyphStyle{Color: ink, Radius: radius, Shape: seriesGlyph(series)}, vg.Point{X: at, Y: y(d)})
	}
}

// number prints the value above its whisker when the bar is wide enough for it.
func (b barPainter) number(c *draw.Canvas, bar Bar, mid, width vg.Length, y func(float64) vg.Length, p *plot.Plot) {
	s := style(captionSize, ink)
	digits := 1
	for span := p.Y.Max - p.Y.Min; span < 5 && digits < 3; span *= 10 {
		digits++
	}
	t := strconv.FormatFloat(bar.Value, 'f', digits, 64)
	if s.Width(t) > width/0.88+1 {
		return
	}
	top := bar.Value
	for _, v := range append([]float64{bar.Hi}, bar.Dots...) {
		if !math.IsNaN(v) {
			top = max(top, v)
		}
	}
	s.XAlign, s.YAlign = draw.XCenter, draw.YBottom
	at := vg.Point{X: mid, Y: y(top) + 3}
	paper(c, s, at, t)
	c.FillText(s, at, t)
}

func gapMark(c *draw.Canvas, at vg.Point) {
	s := style(captionSize, faint)
	s.XAlign, s.YAlign = draw.XCenter, draw.YCenter
	c.FillText(s, at, "×")
}

// swatch is the legend sample of a series of bars.
func swatch(c *draw.Canvas, box vg.Rectangle, series int, points bool) {
	mid := vg.Point{X: (box.Min.X + box.Max.X) / 2, Y: (box.Min.Y + box.Max.Y) / 2}
	if points {
		c.DrawGlyph(draw.GlyphStyle{Color: seriesColor(series), Radius: 3.5, Shape: seriesGlyph(series)}, mid)
		return
	}
	paintBar(c, box.Min.X+3, box.Max.X-3, box.Min.Y, box.Max.Y, series, false)
	c.DrawGlyph(draw.GlyphStyle{Color: color.White, Radius: 2.6, Shape: draw.CircleGlyph{}}, mid)
	c.DrawGlyph(draw.GlyphStyle{Color: ink, Radius: 1.8, Shape: seriesGlyph(series)}, mid)
}
