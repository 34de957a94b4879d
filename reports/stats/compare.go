package stats

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mathext"
	"gonum.org/v1/gonum/stat"
)

// Difference is a paired comparison of two arms, first minus second.
type Difference struct {
	Value    float64
	Interval Interval
	// P is the two-sided p value, uncorrected; Test names the test.
	P    float64
	Test string
	// SE is the standard error and DF its degrees of freedom, for Combine; SE is NaN when there is none.
	SE, DF float64
	// Tasks and Runs count the pairs.
	Tasks, Runs int
	// Detectable is the smallest true difference that this design would find with power 0.8 at the level asked for;
	// NaN when no spread was seen.
	Detectable float64
	Warnings   []string
}

// TaskSetsError says that two arms were not measured on the same tasks.
type TaskSetsError struct {
	// OnlyFirst and OnlySecond are the tasks that the other arm lacks.
	OnlyFirst, OnlySecond []string
}

// Error names up to three tasks of each side.
func (e *TaskSetsError) Error() string {
	return fmt.Sprintf("pair by task: task sets differ: only first %s; only second %s", some(e.OnlyFirst), some(e.OnlySecond))
}

func some(names []string) string {
	if len(names) <= 3 {
		return fmt.Sprintf("%q", names)
	}
	return fmt.Sprintf("%q and %d more", names[:3], len(names)-3)
}

// Compare pairs two arms by task and, where both have the run, by run; an arm with one run that the other lacks
// is paired with every run of the other (a reference that was measured once).
//
//	one run each, yes-no outcomes     exact McNemar, Bonett-Price interval
//	one pair of runs otherwise        sign-flip permutation over tasks, t interval over tasks
//	several pairs of runs             t test with seeds and tasks crossed, and its interval
//
// Arms with different tasks are refused with a *TaskSetsError; take Common of both to compare what they share. Tasks where
// either arm has no value (NaN) are dropped and counted in the warnings.
func Compare(first, second Arm, o Options) (Difference, error) {
	o = o.filled()
	first.check()
	second.check()
	if missing := taskSets(first, second); missing != nil {
		return Difference{}, missing
	}
	pairs, err := runPairs(first, second)
	if err != nil {
		return Difference{}, err
	}
	index := positions(second.Tasks)
	d := Difference{Runs: len(pairs), Detectable: math.NaN(), P: math.NaN(), SE: math.NaN()}
	differences := make([][]float64, len(pairs))
	var a, b []float64
	for t, task := range first.Tasks {
		row := make([]float64, len(pairs))
		for i, p := range pairs {
			row[i] = first.Values[p[0]][t] - second.Values[p[1]][index[task]]
		}
		if slices.ContainsFunc(row, math.IsNaN) {
			continue
		}
		d.Tasks++
		for i := range pairs {
			differences[i] = append(differences[i], row[i])
		}
		a = append(a, first.Values[pairs[0][0]][t])
		b = append(b, second.Values[pairs[0][1]][index[task]])
	}
	if d.Tasks == 0 {
		return d, fmt.Errorf("pair by task: no task has a value in both arms")
	}
	if d.Tasks < len(first.Tasks) {
		d.Warnings = append(d.Warnings, fmt.Sprintf("paired on %d of %d tasks, those with a value on both sides", d.Tasks, len(first.Tasks)))
	}
	means := taskMeans(differences)
	d.Value = meanOf(means)
	rate := first.Rate && second.Rate
	switch {
	case d.Runs == 1 && rate && yesNo(a) && yesNo(b):
		d.mcnemar(a, b, o)
	case d.Runs == 1 || d.Tasks == 1:
		d.permutation(means, o)
	default:
		d.crossed(differences, means, o)
	}
	if rate {
		d.Interval = d.Interval.Clamp(-1, 1)
	}
	return d, nil
}

func (d *Difference) mcnemar(a, b []float64, o Options) {
	onlyFirst, onlySecond := 0, 0
	for t := range a {
		switch {
		case a[t] > b[t]:
			onlyFirst++
		case a[t] < b[t]:
			onlySecond++
		}
	}
	d.P, d.Test = McNemar(onlyFirst, onlySecond), "exact McNemar"
	d.Interval = BonettPrice(onlyFirst, onlySecond, len(a), o.Level)
	d.SE, d.DF = (d.Interval.Hi-d.Interval.Lo)/2/mathext.NormalQuantile(0.5+o.Level/2), float64(max(len(a)-1, 1))
	d.Detectable = detectable(d.SE, o.Level)
	d.Warnings = append(d.Warnings, "single run: training seeds are not covered")
}

func (d *Difference) permutation(means []float64, o Options) {
	d.P = SignFlip(means, o.Resamples, Source(o.Key, o.Purpose))
	d.Test = "sign flips over tasks"
	d.Interval = widthOrNone(Student(means, o.Level))
	if len(means) > 1 {
		d.SE, d.DF = stat.StdDev(means, nil)/math.Sqrt(float64(len(means))), float64(len(means)-1)
	}
	if d.Interval.Exists() {
		d.Interval.How = "t over tasks"
		d.Detectable = detectable(d.SE, o.Level)
	}
	if d.Runs == 1 {
		d.Warnings = append(d.Warnings, "single run: training seeds are not covered")
	}
}

func (d *Difference) crossed(differences [][]float64, means []float64, o Options) {
	s := crossed(differences)
	if s.se == 0 {
		d.permutation(means, o)
		return
	}
	d.Test, d.SE, d.DF = "t, seeds and tasks crossed", s.se, s.df
	t := tQuantile(0.5+o.Level/2, s.df)
	d.P = tTwoSided(d.Value/s.se, s.df)
	d.Interval = Interval{Lo: d.Value - t*s.se, Hi: d.Value + t*s.se, Level: o.Level, How: d.Test}
	d.Detectable = detectable(s.se, o.Level)
	if d.Runs < 5 {
		d.Warnings = append(d.Warnings, fmt.Sprintf("%d seeds: seed spread not estimable well", d.Runs))
	}
}

// detectable is (z(level) + z(0.8)) se, the usual normal approximation.
func detectable(se, level float64) float64 {
	return (mathext.NormalQuantile(0.5+level/2) + mathext.NormalQuantile(0.8)) * se
}

func widthOrNone(i Interval) Interval {
	if i.Lo < i.Hi {
		return i
	}
	return Interval{}
}

// Common cuts two arms to the tasks that both have.
func Common(first, second Arm) (Arm, Arm) {
	return first.only(positions(second.Tasks)), second.only(positions(first.Tasks))
}

func (a Arm) only(keep map[string]int) Arm {
	out := a
	out.Tasks, out.Values = nil, make([][]float64, len(a.Values))
	for t, task := range a.Tasks {
		if _, ok := keep[task]; !ok {
			continue
		}
		out.Tasks = append(out.Tasks, task)
		for r := range a.Values {
			out.Values[r] = append(out.Values[r], a.Values[r][t])
		}
	}
	return out
}

func taskSets(first, second Arm) error {
	inFirst, inSecond := positions(first.Tasks), positions(second.Tasks)
	e := &TaskSetsError{}
	for _, t := range first.Tasks {
		if _, ok := inSecond[t]; !ok {
			e.OnlyFirst = append(e.OnlyFirst, t)
		}
	}
	for _, t := range second.Tasks {
		if _, ok := inFirst[t]; !ok {
			e.OnlySecond = append(e.OnlySecond, t)
		}
	}
	if len(e.OnlyFirst)+len(e.OnlySecond) == 0 {
		return nil
	}
	return e
}

// runPairs lists the pairs of run indices to compare, in the order of the first arm.
func runPairs(first, second Arm) ([][2]int, error) {
	index := positions(second.Runs)
	var pairs [][2]int
	for i, run := range first.Runs {
		if j, ok := index[run]; ok {
			pairs = append(pairs, [2]int{i, j})
		}
	}
	switch {
	case len(pairs) > 0:
	case len(second.Runs) == 1:
		for i := range first.Runs {
			pairs = append(pairs, [2]int{i, 0})
		}
	case len(first.Runs) == 1:
		for j := range second.Runs {
			pairs = append(pairs, [2]int{0, j})
		}
	}
	if len(pairs) == 0 {
		return nil, fmt.Errorf("pair by run: no run in common: %q and %q", first.Runs, second.Runs)
	}
	return pairs, nil
}

func positions(names []string) map[string]int {
	m := make(map[string]int, len(names))
	for i, n := range names {
		m[n] = i
	}
	return m
}
