package plots_test

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/plot/cmpimg"

	"github.com/retort-ml/retort/plots"
)

var update = flag.Bool("update", false, "rewrite golden files")

// pictureDelta is the difference between two pixels that counts as none: fused multiply-add moves edges by less
// than a shade.
const pictureDelta = 0.1

var nan = math.NaN()

func bar(value, half float64, dots ...float64) plots.Bar {
	return plots.Bar{Value: value, Lo: value - half, Hi: value + half, Dots: dots}
}

func methodsOnX() plots.Bars {
	partial := bar(56.1, 9.5, 55.1, 57.2)
	partial.Partial = true
	return plots.Bars{
		Title: "Success rate on unseen tasks", YLabel: "success rate (%)", Series: []string{"sft", "opd", "tcod f2b", "r2s"}, Max: 100,
		Panels: []plots.Panel{{
			Groups:     []string{"large → small"},
			Bars:       [][]plots.Bar{{bar(37.2, 6.1, 35.2, 39.1, 37.3), bar(44.1, 7.4, 41.4, 46.2, 44.8), {Value: nan, Lo: nan, Hi: nan}, partial}},
			References: []plots.Reference{{Name: "teacher", Value: 82}, {Name: "starting student", Value: 37}},
		}},
		Caption: []string{
			"Whiskers: 95 % interval, seeds and tasks crossed. Dots: single seeds. n = 128 tasks x 3 seeds x 3 episodes; hollow: 2 of 3 seeds; ×: no value (tcod f2b: 3 failed).",
		},
	}
}

func grid() plots.Bars {
	rng := rand.New(rand.NewPCG(1, 2))
	b := plots.Bars{
		Title: "Success rate by teacher, student and environment", YLabel: "success rate (%)", Max: 100,
		Series:  []string{"opd", "tcod f2b", "guided opd", "futurebridge", "r2s"},
		Caption: []string{"Whiskers: 95 % interval, Wilson with effective n. n = 128 tasks x 3 seeds x 3 episodes a bar."},
	}
	for _, e := range []string{"household", "shop", "lab"} {
		p := plots.Panel{Title: e}
		for _, g := range []string{"large → small", "large → tiny", "huge → small", "huge → tiny"} {
			p.Groups = append(p.Groups, g)
			var bars []plots.Bar
			for s := range b.Series {
				v := 30 + 6*float64(s) + 10*rng.Float64()
				bars = append(bars, bar(v, 5, v-2, v+1, v+2))
			}
			p.Bars = append(p.Bars, bars)
		}
		b.Panels = append(b.Panels, p)
	}
	return b
}

func turns() plots.Bars {
	return plots.Bars{
		Title: "Where the turns go", YLabel: "turns an episode", Series: []string{"opd", "r2s"},
		Panels: []plots.Panel{
			{Title: "household", Groups: []string{"search turns", "hesitation turns"}, Bars: [][]plots.Bar{
				{bar(10.5, 0.6, 10.1, 10.8, 10.6), bar(8.4, 0.5, 8.2, 8.6, 8.5)}, {bar(4.7, 0.5, 4.4, 4.9, 4.7), bar(2.6, 0.4, 2.4, 2.8, 2.6)},
			}},
			{Title: "shop", Groups: []string{"search turns", "hesitation turns"}, Bars: [][]plots.Bar{
				{bar(3.0, 0.3, 2.9, 3.1, 3.0), bar(2.0, 0.2, 1.9, 2.1, 2.0)}, {bar(1.2, 0.2, 1.1, 1.3, 1.2), bar(0.8, 0.2, 0.7, 0.9, 0.8)},
			}},
		},
		Caption: []string{"Whiskers: 95 % interval over seeds and tasks. Dots: single seeds. Won episodes only; n = 40 to 96 tasks."},
	}
}

func learning() plots.Curves {
	c := plots.Curves{
		Title: "Success during training", XLabel: "optimiser steps", YLabel: "success rate (%)", Max: 100, Zero: true,
		Caption: []string{"Line: mean of 3 seeds; band: smallest to largest seed; thin lines: seeds. n = 32 probe episodes a point. Broken where a probe is missing."},
	}
	for i, e := range []string{"household", "shop"} {
		p := plots.CurvePanel{Title: e, References: []plots.Reference{{Name: "teacher", Value: 82}}}
		for s, name := range []string{"opd", "r2s", "grpo"} {
			v := plots.Curve{Name: name, Faint: make([][]float64, 3)}
			rng := rand.New(rand.NewPCG(uint64(i), uint64(s)))
			for step := 0; step <= 150; step += 5 {
				centre := 37 - 6*float64(i) + float64(5+9*s)*(1-math.Exp(-float64(step)/50))*1.6
				seeds := []float64{centre - 2 + 2*rng.Float64(), centre + 2*rng.Float64(), centre + 2 + 2*rng.Float64()}
				if name == "grpo" && step >= 60 && step < 75 {
					seeds = []float64{nan, nan, nan}
				}
				v.X = append(v.X, float64(step))
				v.Y = append(v.Y, (seeds[0]+seeds[1]+seeds[2])/3)
				v.Lo = append(v.Lo, seeds[0])
				v.Hi = append(v.Hi, seeds[2])
				for k := range seeds {
					v.Faint[k] = append(v.Faint[k], seeds[k])
				}
			}
			p.Curves = append(p.Curves, v)
		}
		c.Panels = append(c.Panels, p)
	}
	return c
}

func points() plots.Bars {
	b := methodsOnX()
	b.Title, b.YLabel, b.Max, b.Points = "KL to the teacher", "nats a token", 0, true
	b.Panels[0].References = nil
	b.Panels[0].Bars = [][]plots.Bar{{bar(0.31, 0.02), bar(0.12, 0.01), bar(0.14, 0.015), bar(0.105, 0.012)}}
	b.Caption = []string{"Whiskers: 95 % interval. The axis does not start at zero."}
	return b
}

func draw(t *testing.T, f plots.Figure, format plots.Format) []byte {
	t.Helper()
	var out bytes.Buffer
	require.NoError(t, f.Draw(&out, format))
	return out.Bytes()
}

func TestFigures_Golden(t *testing.T) {
	t.Parallel()
	for name, f := range map[string]plots.Figure{
		"methods": methodsOnX(), "grid": grid(), "turns": turns(), "learning": learning(), "points": points(),
	} {
		for _, format := range []plots.Format{plots.PNG, plots.SVG} {
			t.Run(fmt.Sprintf("%s.%s", name, format), func(t *testing.T) {
				t.Parallel()
				got := draw(t, f, format)
				require.True(t, bytes.Equal(got, draw(t, f, format)), "the same data must give the same bytes")
				path := filepath.Join("testdata", fmt.Sprintf("%s.%s", name, format))
				if *update {
					require.NoError(t, os.MkdirAll("testdata", 0o755))
					require.NoError(t, os.WriteFile(path, got, 0o644))
					return
				}
				want, err := os.ReadFile(path)
				require.NoError(t, err, "run the test with -update to make it")
				if format == plots.SVG && runtime.GOARCH != "amd64" {
					t.Skip("the golden SVG holds coordinates to the last digit, as amd64 computes them")
				}
				same, err := cmpimg.EqualApprox(string(format), want, got, pictureDelta)
				require.NoError(t, err)
				if !same {
					kept := filepath.Join(t.ArtifactDir(), filepath.Base(path))
					require.NoError(t, os.WriteFile(kept, got, 0o644))
					require.Fail(t, "picture differs", "new picture kept in %s", kept)
				}
			})
		}
	}
}

func TestDraw_Errors(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name string
		f    plots.Figure
		want string
	}{
		{"no series", plots.Bars{Panels: []plots.Panel{{}}}, "no series"},
		{"no panel", plots.Curves{}, "no panel"},
		{"missing cluster", plots.Bars{Series: []string{"a"}, Panels: []plots.Panel{{Title: "p", Groups: []string{"g", "h"}, Bars: [][]plots.Bar{{bar(1, 0)}}}}}, `panel "p": 2 groups and 1 sets`},
		{"missing bar", plots.Bars{Series: []string{"a", "b"}, Panels: []plots.Panel{{Title: "p", Groups: []string{"g"}, Bars: [][]plots.Bar{{bar(1, 0)}}}}}, "1 bars for 2 series"},
		{"uneven curve", plots.Curves{Panels: []plots.CurvePanel{{Curves: []plots.Curve{{Name: "c", X: []float64{1, 2}, Y: []float64{1}}}}}}, `curve "c": 2 x values, 1 others`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			require.ErrorContains(t, tt.f.Draw(&bytes.Buffer{}, plots.PNG), tt.want)
		})
	}
	require.ErrorContains(t, methodsOnX().Draw(&bytes.Buffer{}, "gif"), `format "gif"`)
	require.ErrorIs(t, methodsOnX().Draw(broken{}, plots.SVG), errFull)
	require.ErrorIs(t, methodsOnX().Draw(broken{}, plots.PNG), errFull)
}

var errFull = errors.New("no space left")

type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, errFull }

// Odd data must be drawn, not crash: nothing at all, one point, equal values, only gaps, values below zero, very long names.
func TestDraw_OddData(t *testing.T) {
	t.Parallel()
	one := func(bars ...plots.Bar) plots.Bars {
		b := plots.Bars{Panels: []plots.Panel{{Groups: []string{"g"}, Bars: [][]plots.Bar{bars}}}}
		for i := range bars {
			b.Series = append(b.Series, fmt.Sprint("a very long name of a method that will not fit anywhere, number ", i))
		}
		return b
	}
	curve := func(x, y []float64) plots.Curves {
		return plots.Curves{Panels: []plots.CurvePanel{{Curves: []plots.Curve{{Name: "c", X: x, Y: y}}}}}
	}
	points := one(bar(1, 0), bar(1, 0))
	points.Points = true
	for name, f := range map[string]plots.Figure{
		"only gaps": one(plots.Bar{Value: nan, Lo: nan, Hi: nan}), "zero": one(bar(0, 0)), "negative": one(bar(-3, 1), bar(2, 1)), "equal points": points,
		"tiny": one(bar(1e-12, 1e-13)), "huge": one(bar(1e12, 1e11)),
		"no curve": curve(nil, nil), "one point": curve([]float64{5}, []float64{1}), "gaps": curve([]float64{1, 2, 3}, []float64{nan, 1, nan}), "all gaps": curve([]float64{1, 2}, []float64{nan, nan}),
		"flat": curve([]float64{1, 2}, []float64{7, 7}),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := string(draw(t, f, plots.SVG))
			require.NotEmpty(t, got)
			require.NotContains(t, got, "NaN")
			require.NotContains(t, got, "Inf")
		})
	}
}

func TestSVG_NamesFallbackFonts(t *testing.T) {
	t.Parallel()
	require.Contains(t, string(draw(t, methodsOnX(), plots.SVG)), "font-family:Liberation Sans,Arial,Helvetica,sans-serif")
}
