package reports

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/retort-ml/retort/plots"
	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/metrics"
)

// CurveSpec describes a figure of a number over steps or turns.
type CurveSpec struct {
	Name, Title string
	Grid        string
	// Series is the axis with a curve a value, "method" when empty; Panels the axis with a panel a value, empty for a
	// single panel. What else differs between trials, seeds excepted, becomes part of the curve's name.
	Series, Panels string
	// Where keeps only the trials with these labels.
	Where map[string]string
	// Role names the stage whose records are drawn, "train" when empty. Metric is the name the stage recorded the
	// number under, Rate says that it is a proportion.
	Role, Metric   string
	Rate           bool
	XLabel, YLabel string
	// Window is over how many steps a point of Curves is the mean; 0 and 1: one.
	Window int
	// Phase of the evaluation, for TurnGaps; "evaluation" when empty.
	Phase string
}

// Curves draws what stages recorded step by step: the mean over seeds, the seeds as thin lines and
// the band between the smallest and the largest. Where a seed that has a curve lacks a step, the mean has a gap.
func Curves(src Source, plan Plan, spec CurveSpec, origin Origin) (plots.Curves, error) {
	if spec.Role == "" {
		spec.Role = "train"
	}
	if spec.XLabel == "" {
		spec.XLabel = "steps"
	}
	if spec.YLabel == "" {
		spec.YLabel = strings.ReplaceAll(spec.Metric, "_", " ")
		if spec.Rate {
			spec.YLabel += " (%)"
		}
		if spec.Window > 1 {
			spec.YLabel += fmt.Sprintf(", mean over %d steps", spec.Window)
		}
	}
	return curves(src, plan, spec, origin, spec.Role, func(hash string) (map[int]float64, error) {
		rows, err := src.Metrics(hash)
		if err != nil {
			return nil, err
		}
		points := map[int]float64{}
		for _, row := range rows {
			if row.Name == spec.Metric && row.Step >= 0 {
				points[row.Step] = scale(registry.Metric{Rate: spec.Rate}, row.Value)
			}
		}
		return windows(points, spec.Window), nil
	})
}

// windows replaces points by their means over stretches of n steps, each at its middle. A stretch at the end that is not
// whole is left out.
func windows(points map[int]float64, n int) map[int]float64 {
	if n <= 1 {
		return points
	}
	sums, counts := map[int]float64{}, map[int]int{}
	for _, step := range slices.Sorted(maps.Keys(points)) {
		sums[step/n] += points[step]
		counts[step/n]++
	}
	means := map[int]float64{}
	for at, sum := range sums {
		if counts[at] == n {
			means[at*n+n/2] = sum / float64(n)
		}
	}
	return means
}

// fewestEpisodes is how many episodes a point of TurnGaps needs: late turns are reached by few, and those are not like the others.
const fewestEpisodes = 8

// TurnGaps draws the gap to the teacher by turn of the evaluation's episodes, seeds as in Curves. Turns that fewer than eight
// episodes of a seed reach are left out.
func TurnGaps(src Source, plan Plan, spec CurveSpec, origin Origin) (plots.Curves, error) {
	if spec.Phase == "" {
		spec.Phase = "evaluation"
	}
	spec.XLabel, spec.YLabel = "turn", "KL to the teacher (nats a token)"
	c, err := curves(src, plan, spec, origin, RoleEvaluate, func(hash string) (map[int]float64, error) {
		episodes, err := src.Summaries(hash, spec.Phase)
		if err != nil {
			return nil, err
		}
		points := map[int]float64{}
		for _, g := range metrics.GapByTurn(episodes) {
			if g.Episodes >= fewestEpisodes {
				points[g.Turn+1] = g.Mean
			}
		}
		return points, nil
	})
	if err == nil {
		c.Caption[0] += fmt.Sprintf(" Turns that fewer than %d episodes reach are left out.", fewestEpisodes)
	}
	return c, err
}

// seedCurve is what one seed recorded.
type seedCurve struct {
	seed   string
	points map[int]float64
}

func curves(src Source, plan Plan, spec CurveSpec, origin Origin, role string, read func(hash string) (map[int]float64, error)) (plots.Curves, error) {
	if spec.Series == "" {
		spec.Series = "method"
	}
	axes := []string{spec.Series}
	if spec.Panels != "" {
		axes = append(axes, spec.Panels)
	}
	fail := func(err error) (plots.Curves, error) {
		return plots.Curves{}, fmt.Errorf("build curves %q: %w", spec.Name, err)
	}
	trials, err := gridTrials(plan, spec.Grid, axes)
	if err != nil {
		return fail(err)
	}
	trials = slices.DeleteFunc(trials, func(t Trial) bool {
		for axis, want := range spec.Where {
			if t.Labels[axis] != want {
				return true
			}
		}
		return t.Roles[role] == ""
	})
	found, err := states(src, trials)
	if err != nil {
		return fail(err)
	}
	r := reader{states: found}
	order := axisOrder(trials)
	names := seriesNames(trials, spec)
	seeds := map[string]map[string][]seedCurve{} // panel to series
	planned, drawn := map[string]bool{}, map[string]bool{}
	var series []string
	for _, t := range trials {
		hash := t.Roles[role]
		panel, name := t.Labels[spec.Panels], names[t.ID]
		id := panel + "\x00" + name + "\x00" + hash
		if planned[id] {
			continue
		}
		planned[id] = true
		if !slices.Contains(series, name) {
			series = append(series, name)
		}
		if !r.done(hash) {
			continue
		}
		points, err := read(hash)
		if err != nil {
			return fail(err)
		}
		if len(points) == 0 {
			continue
		}
		drawn[id] = true
		if seeds[panel] == nil {
			seeds[panel] = map[string][]seedCurve{}
		}
		seeds[panel][name] = append(seeds[panel][name], seedCurve{t.Labels[SeedAxis], points})
	}
	c := plots.Curves{Title: spec.Title, XLabel: spec.XLabel, YLabel: spec.YLabel}
	if spec.Rate {
		c.Max, c.Zero = 100, true
	}
	most := 0
	for _, panel := range panelNames(trials, spec, order) {
		p := plots.CurvePanel{Title: panel}
		for _, name := range series {
			if list := seeds[panel][name]; len(list) > 0 {
				most = max(most, len(list))
				p.Curves = append(p.Curves, average(name, list))
			}
		}
		c.Panels = append(c.Panels, p)
	}
	c.Caption = curveCaption(most, len(drawn), len(planned), plan, origin)
	return c, nil
}

func curveCaption(most, drawn, planned int, plan Plan, origin Origin) []string {
	text := "Single seeds."
	if most > 1 {
		text = fmt.Sprintf("Line: mean over seeds (up to %d); band: from the smallest to the largest; thin: single seeds.", most)
	}
	if drawn < planned {
		text += fmt.Sprintf(" n = %d of %d planned curves.", drawn, planned)
	} else {
		text += fmt.Sprintf(" n = %d curves.", drawn)
	}
	return []string{text, (&Table{Plan: plan.Hash, Origin: origin}).shortSource()}
}

func panelNames(trials []Trial, spec CurveSpec, order map[string]map[string]int) []string {
	if spec.Panels == "" {
		return []string{""}
	}
	var names []string
	for _, labels := range distinct(trials, []string{spec.Panels}, order) {
		names = append(names, labels[0])
	}
	return names
}

// seriesNames names the curve of every trial: its value of the series axis, and those of other axes that vary.
func seriesNames(trials []Trial, spec CurveSpec) map[string]string {
	values := map[string]map[string]bool{}
	for _, t := range trials {
		for axis, v := range t.Labels {
			if values[axis] == nil {
				values[axis] = map[string]bool{}
			}
			values[axis][v] = true
		}
	}
	names := map[string]string{}
	for _, t := range trials {
		name := t.Labels[spec.Series]
		for _, axis := range slices.Sorted(maps.Keys(t.Labels)) {
			v := t.Labels[axis]
			// A value that the name holds already says nothing new: zipped axes repeat their parts.
			if axis != spec.Series && axis != spec.Panels && axis != SeedAxis && len(values[axis]) > 1 && !strings.Contains(name, v) {
				name += ", " + v
			}
		}
		names[t.ID] = name
	}
	return names
}

// average draws the mean over seeds; NaN, a gap, where one of them lacks the step or is not finite.
func average(name string, seeds []seedCurve) plots.Curve {
	steps := map[int]bool{}
	for _, s := range seeds {
		for x := range s.points {
			steps[x] = true
		}
	}
	c := plots.Curve{Name: name}
	if len(seeds) > 1 {
		c.Faint = make([][]float64, len(seeds))
	}
	for _, x := range slices.Sorted(maps.Keys(steps)) {
		mean, lo, hi := 0.0, math.Inf(1), math.Inf(-1)
		for i, s := range seeds {
			v, ok := s.points[x]
			if !ok || !finite(v) {
				v = math.NaN()
			}
			if len(seeds) > 1 {
				c.Faint[i] = append(c.Faint[i], v)
			}
			mean += v / float64(len(seeds))
			lo, hi = min(lo, v), max(hi, v)
		}
		c.X, c.Y = append(c.X, float64(x)), append(c.Y, mean)
		if len(seeds) > 1 {
			c.Lo, c.Hi = append(c.Lo, lo), append(c.Hi, hi)
		}
	}
	return c
}
