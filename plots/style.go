package plots

import (
	"image/color"

	"golang.org/x/image/font"
	"gonum.org/v1/plot"
	plotfont "gonum.org/v1/plot/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// palette holds colours that colour-blind readers can tell apart, without the yellow that vanishes on white.
//
// Source: Okabe and Ito 2008; wine from the muted scheme of Tol 2021.
var palette = []color.NRGBA{
	{R: 0x00, G: 0x72, B: 0xB2, A: 0xFF}, // blue
	{R: 0xE6, G: 0x9F, B: 0x00, A: 0xFF}, // orange
	{R: 0x00, G: 0x9E, B: 0x73, A: 0xFF}, // green
	{R: 0xCC, G: 0x79, B: 0xA7, A: 0xFF}, // purple
	{R: 0x56, G: 0xB4, B: 0xE9, A: 0xFF}, // sky
	{R: 0xD5, G: 0x5E, B: 0x00, A: 0xFF}, // vermilion
	{R: 0x60, G: 0x60, B: 0x60, A: 0xFF}, // grey
	{R: 0x88, G: 0x22, B: 0x55, A: 0xFF}, // wine
}

var (
	ink   = color.NRGBA{R: 0x22, G: 0x22, B: 0x22, A: 0xFF}
	faint = color.NRGBA{R: 0x66, G: 0x66, B: 0x66, A: 0xFF}
	rule  = color.NRGBA{R: 0xDD, G: 0xDD, B: 0xDD, A: 0xFF}
)

var glyphs = []draw.GlyphDrawer{
	draw.CircleGlyph{}, draw.BoxGlyph{}, draw.PyramidGlyph{}, draw.RingGlyph{}, draw.SquareGlyph{}, draw.TriangleGlyph{}, draw.CrossGlyph{}, draw.PlusGlyph{},
}

var dashes = [][]vg.Length{nil, {6, 2}, {2, 2}, {8, 2, 2, 2}, {4, 4}, {1, 3}, {10, 3}}

func seriesColor(i int) color.NRGBA            { return palette[i%len(palette)] }
func seriesGlyph(i int) draw.GlyphDrawer       { return glyphs[i%len(glyphs)] }
func seriesDashes(i int) []vg.Length           { return dashes[i%len(dashes)] }
func faded(c color.NRGBA, a uint8) color.NRGBA { c.A = a; return c }

func face(size vg.Length, weight font.Weight) plotfont.Font {
	return plotfont.Font{Typeface: "Liberation", Variant: "Sans", Weight: weight, Size: size}
}

func style(size vg.Length, c color.Color) text.Style {
	return text.Style{Color: c, Font: face(size, font.WeightNormal), YAlign: draw.YTop, Handler: plot.DefaultTextHandler}
}

func bold(size vg.Length) text.Style {
	s := style(size, ink)
	s.Font = face(size, font.WeightBold)
	return s
}

// Sizes of text in points.
const (
	titleSize   = 11
	labelSize   = 9.5
	tickSize    = 8.5
	captionSize = 7.5
)

// newPlot is an empty plot in the house style: light horizontal rules are drawn by its panels, no box.
func newPlot() *plot.Plot {
	p := plot.New()
	p.Title.TextStyle = style(labelSize, ink)
	p.Title.Padding = 4
	for _, a := range []*plot.Axis{&p.X, &p.Y} {
		a.Label.TextStyle.Font = face(labelSize, font.WeightNormal)
		a.Label.TextStyle.Color = ink
		a.Label.Padding = 3
		a.Tick.Label.Font = face(tickSize, font.WeightNormal)
		a.Tick.Label.Color = ink
		a.LineStyle.Color, a.LineStyle.Width = faint, 0.5
		a.Tick.LineStyle.Color, a.Tick.LineStyle.Width = faint, 0.5
		a.Tick.Length = 3
		a.Padding = 0
	}
	return p
}
