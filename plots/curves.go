package plots

import (
	"fmt"
	"io"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Curve is one line over x. NaN in Y breaks it; NaN in Lo or Hi breaks its band. Lo and Hi may be
// nil: no band.
type Curve struct {
	Name      string
	X         []float64
	Y, Lo, Hi []float64
	// Faint lines are single seeds, [n][len(X)].
	Faint [][]float64
}

// CurvePanel is one set of curves with an x axis of its own and the y axis of the figure.
type CurvePanel struct {
	Title      string
	Curves     []Curve
	References []Reference
}

// Curves shows how a number changes over steps or turns, a panel an environment. Curves of one name have
// one colour in all panels.
type Curves struct {
	Title  string
	XLabel string // with its unit
	YLabel string
	Panels []CurvePanel
	// Caption says what the bands are, and n.
	Caption []string
	// Max is the end of the y axis if it has a natural one, else 0; Zero makes the axis start at zero.
	Max  float64
	Zero bool
}

// Draw writes the picture.
func (c Curves) Draw(w io.Writer, f Format) error {
	if err := c.check(); err != nil {
		return err
	}
	xlo, xhi, lo, hi := c.span()
	l := layout{title: c.Title, caption: c.Caption, height: 220, width: min(max(vg.Length(len(c.Panels)*260), 400), 720)}
	index := map[string]int{}
	for i, panel := range c.Panels {
		p := newPlot()
		p.Title.Text = panel.Title
		p.X.Label.Text = c.XLabel
		if i == 0 {
			p.Y.Label.Text = c.YLabel
		}
		setY(p, lo, hi, i == 0)
		if c.Max > 0 {
			p.Y.Max = min(p.Y.Max, c.Max)
		}
		p.X.Min, p.X.Max = xlo, xhi
		var inside []float64
		for _, t := range niceTicks(xlo, xhi) {
			if t >= xlo && t <= xhi {
				inside = append(inside, t)
			}
		}
		p.X.Tick.Marker = plot.ConstantTicks(tickLabels(inside))
		p.Add(references{panel.References})
		for _, curve := range panel.Curves {
			s, ok := index[curve.Name]
			if !ok {
				s = len(index)
				index[curve.Name] = s
				l.legend = append(l.legend, entry{curve.Name, func(dc *draw.Canvas, box vg.Rectangle) { stroke(dc, box, s) }})
			}
			p.Add(curvePainter{curve, s})
		}
		l.panels = append(l.panels, p)
	}
	return l.write(w, f)
}

func (c Curves) check() error {
	if len(c.Panels) == 0 {
		return fmt.Errorf("draw curves: no panel")
	}
	for _, p := range c.Panels {
		for _, v := range p.Curves {
			lengths := []int{len(v.Y)}
			if v.Lo != nil || v.Hi != nil {
				lengths = append(lengths, len(v.Lo), len(v.Hi))
			}
			for _, f := range v.Faint {
				lengths = append(lengths, len(f))
			}
			for _, n := range lengths {
				if n != len(v.X) {
					return fmt.Errorf("draw curves: curve %q: %d x values, %d others", v.Name, len(v.X), n)
				}
			}
		}
	}
	return nil
}

func (c Curves) span() (xlo, xhi, lo, hi float64) {
	xlo, xhi, lo, hi = math.Inf(1), math.Inf(-1), math.Inf(1), math.Inf(-1)
	see := func(values ...float64) {
		for _, v := range values {
			if !math.IsNaN(v) {
				lo, hi = min(lo, v), max(hi, v)
			}
		}
	}
	for _, p := range c.Panels {
		for _, r := range p.References {
			see(r.Value)
		}
		for _, v := range p.Curves {
			for _, x := range v.X {
				xlo, xhi = min(xlo, x), max(xhi, x)
			}
			see(v.Y...)
			see(v.Lo...)
			see(v.Hi...)
			for _, f := range v.Faint {
				see(f...)
			}
		}
	}
	if math.IsInf(lo, 0) {
		lo, hi = 0, 1
	}
	if math.IsInf(xlo, 0) {
		xlo, xhi = 0, 1
	}
	if xlo == xhi {
		xhi++
	}
	if c.Zero {
		lo, hi = min(lo, 0), max(hi, 0)
	}
	return xlo, xhi, lo, hi
}

// curvePainter paints one curve.
type curvePainter struct {
	curve  Curve
	series int
}

// Plot draws band, single seeds, line and markers.
func (v curvePainter) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	at := func(i int, value float64) vg.Point { return vg.Point{X: x(v.curve.X[i]), Y: y(value)} }
	if v.curve.Lo != nil {
		for _, s := range segments(v.curve.Lo, v.curve.Hi) {
			var up, down []vg.Point
			for i := s[0]; i < s[1]; i++ {
				up = append(up, at(i, v.curve.Hi[i]))
				down = append([]vg.Point{at(i, v.curve.Lo[i])}, down...)
			}
			c.FillPolygon(faded(seriesColor(v.series), 0x30), c.ClipPolygonXY(append(up, down...)))
		}
	}
	line := func(values []float64, s draw.LineStyle) {
		for _, seg := range segments(values) {
			var pts []vg.Point
			for i := seg[0]; i < seg[1]; i++ {
				pts = append(pts, at(i, values[i]))
			}
			c.StrokeLines(s, c.ClipLinesXY(pts)...)
		}
	}
	for _, f := range v.curve.Faint {
		line(f, draw.LineStyle{Color: faded(seriesColor(v.series), 0x70), Width: 0.5})
	}
	line(v.curve.Y, draw.LineStyle{Color: seriesColor(v.series), Width: 1.6, Dashes: seriesDashes(v.series)})
	for _, i := range markers(len(v.curve.X), v.series) {
		if !math.IsNaN(v.curve.Y[i]) && c.Contains(at(i, v.curve.Y[i])) {
			c.DrawGlyph(draw.GlyphStyle{Color: seriesColor(v.series), Radius: 2.8, Shape: seriesGlyph(v.series)}, at(i, v.curve.Y[i]))
		}
	}
}

// segments lists the half-open index ranges in which all the series have numbers.
func segments(series ...[]float64) [][2]int {
	var list [][2]int
	open := false
	for i := range series[0] {
		whole := true
		for _, s := range series {
			whole = whole && !math.IsNaN(s[i])
		}
		switch {
		case whole && open:
			list[len(list)-1][1] = i + 1
		case whole:
			list = append(list, [2]int{i, i + 1})
		}
		open = whole
	}
	return list
}

// markers picks at most about eight points to mark, shifted by series so that markers of close curves do not
// cover each other.
func markers(n, series int) []int {
	every := max(1, (n+7)/8)
	var list []int
	for i := (series * every / 4) % every; i < n; i += every {
		list = append(list, i)
	}
	return list
}

// stroke is the legend sample of a curve.
func stroke(c *draw.Canvas, box vg.Rectangle, series int) {
	mid := (box.Min.Y + box.Max.Y) / 2
	c.StrokeLine2(draw.LineStyle{Color: seriesColor(series), Width: 1.6, Dashes: seriesDashes(series)}, box.Min.X, mid, box.Max.X, mid)
	c.DrawGlyph(draw.GlyphStyle{Color: seriesColor(series), Radius: 2.8, Shape: seriesGlyph(series)}, vg.Point{X: (box.Min.X + box.Max.X) / 2, Y: mid})
}
