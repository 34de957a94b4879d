package plots

import (
	"image/color"
	"math"
	"strconv"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

var colorWhite = color.NRGBA{R: 0xFF, G: 0xFF, B: 0xFF, A: 0xFF}

// niceTicks are about five round numbers that cover [lo, hi]; the first and last may lie outside.
func niceTicks(lo, hi float64) []float64 {
	if !(hi > lo) {
		hi = lo + 1
	}
	raw := (hi - lo) / 5
	step := math.Pow(10, math.Floor(math.Log10(raw)))
	for _, m := range []float64{1, 2, 2.5, 5, 10} {
		if m*step >= raw*0.999 {
			step *= m
			break
		}
	}
	var ticks []float64
	for i := math.Floor(lo/step + 1e-9); ; i++ {
		// A product, not a sum, so that the ticks are as round as can be.
		ticks = append(ticks, i*step)
		if i*step >= hi-step*1e-9 {
			return ticks
		}
	}
}

// tickLabels prints ticks with as many decimals as their step needs.
func tickLabels(ticks []float64) []plot.Tick {
	digits := 0
	if len(ticks) > 1 {
		step := ticks[1] - ticks[0]
		for digits < 6 && math.Abs(step*math.Pow(10, float64(digits))-math.Round(step*math.Pow(10, float64(digits)))) > 1e-6 {
			digits++
		}
	}
	var out []plot.Tick
	for _, v := range ticks {
		if v == 0 {
			v = 0 // not -0
		}
		out = append(out, plot.Tick{Value: v, Label: strconv.FormatFloat(v, 'f', digits, 64)})
	}
	return out
}

// setY gives an axis a range that covers [lo, hi] in whole ticks. Labels are left out where a panel to the left shows them.
func setY(p *plot.Plot, lo, hi float64, labels bool) {
	ticks := niceTicks(lo, hi)
	p.Y.Min, p.Y.Max = ticks[0], ticks[len(ticks)-1]
	marks := tickLabels(ticks)
	if !labels {
		for i := range marks {
			marks[i].Label = " "
		}
	}
	p.Y.Tick.Marker = plot.ConstantTicks(marks)
	p.Y.LineStyle.Width = 0
	p.Y.Tick.LineStyle.Width = 0
	p.Y.Tick.Length = 0
	p.Add(rules{ticks})
}

// rules are the light horizontal lines of a panel.
type rules struct{ at []float64 }

// Plot draws the lines.
func (r rules) Plot(c draw.Canvas, p *plot.Plot) {
	_, y := p.Transforms(&c)
	for _, v := range r.at {
		s := draw.LineStyle{Color: rule, Width: 0.5}
		if v == 0 {
			s.Color = faint
		}
		c.StrokeLine2(s, c.Min.X, y(v), c.Max.X, y(v))
	}
}

// Reference is a horizontal line through a panel, for a policy that is no series: the teacher.
type Reference struct {
	Name  string
	Value float64
}

// references draws the lines with their names at the right end, above the line, below it when another name is in the way.
type references struct{ list []Reference }

// Plot draws the lines.
func (r references) Plot(c draw.Canvas, p *plot.Plot) {
	_, y := p.Transforms(&c)
	s := style(captionSize, faint)
	s.XAlign = draw.XRight
	for i, ref := range r.list {
		if math.IsNaN(ref.Value) {
			continue
		}
		c.StrokeLine2(draw.LineStyle{Color: faint, Width: 0.8, Dashes: []vg.Length{3, 2}}, c.Min.X, y(ref.Value), c.Max.X, y(ref.Value))
		s.YAlign = draw.YBottom
		at := y(ref.Value) + 1.5
		for j, other := range r.list {
			if j != i && !math.IsNaN(other.Value) && other.Value >= ref.Value && y(other.Value)-y(ref.Value) < captionSize+3 && (other.Value > ref.Value || j < i) {
				s.YAlign, at = draw.YTop, y(ref.Value)-1.5
			}
		}
		paper(&c, s, vg.Point{X: c.Max.X, Y: at}, ref.Name)
		c.FillText(s, vg.Point{X: c.Max.X, Y: at}, ref.Name)
	}
}

// paper puts white behind a text, so that lines do not run through it.
func paper(c *draw.Canvas, s text.Style, at vg.Point, t string) {
	box := s.Rectangle(t).Add(at)
	c.FillPolygon(faded(colorWhite, 0xC8), rectangle(vg.Rectangle{
		Min: vg.Point{X: box.Min.X - 1, Y: box.Min.Y + 1}, Max: vg.Point{X: box.Max.X + 1, Y: box.Max.Y - 1},
	}))
}

func rectangle(r vg.Rectangle) []vg.Point {
	return []vg.Point{r.Min, {X: r.Min.X, Y: r.Max.Y}, r.Max, {X: r.Max.X, Y: r.Min.Y}}
}
