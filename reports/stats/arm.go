package stats

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mathext"
)

// Arm holds what was measured of one arm of an experiment: a value for every task in every
// run. A run is one trained student, that is one training seed.
type Arm struct {
	// Tasks names the T tasks, the same for all runs; Runs names the R runs.
	Tasks, Runs []string
	// Values is [R][T], NaN where a run has no value for a task.
	Values [][]float64
	// Episodes is the number of episodes behind all the values together.
	Episodes int
	// Rate says that the values are proportions in [0, 1].
	Rate bool
}

// Options steer an estimate or a comparison.
type Options struct {
	// Level is the coverage asked for, 0.95 when 0.
	Level float64
	// Resamples is the number of bootstrap and permutation draws, DefaultResamples when 0.
	Resamples int
	// Key and Purpose seed the draws, see Source.
	Key, Purpose string
	// Method asks for an interval by name instead of the rules of the package comment: "wilson",
	// "clopper-pearson", "t", "bootstrap", "two-level", "crossed". Empty follows the rules.
	Method string
}

// AllEqual is the warning of an estimate without an interval because there was no spread to make one of.
const AllEqual = "all values equal: no interval"

// DefaultResamples is the number of draws of a bootstrap or permutation.
const DefaultResamples = 5000

// Methods lists what Options.Method accepts.
func Methods() []string {
	return []string{"wilson", "clopper-pearson", "t", "bootstrap", "two-level", "crossed"}
}

func (o Options) filled() Options {
	if o.Level == 0 {
		o.Level = 0.95
	}
	if o.Resamples == 0 {
		o.Resamples = DefaultResamples
	}
	if o.Method != "" && !slices.Contains(Methods(), o.Method) {
		panic(fmt.Sprintf("interval method %q: want one of %q", o.Method, Methods()))
	}
	return o
}

// Estimate is a number with what is known of its precision.
type Estimate struct {
	// Value is the mean over runs of the mean over tasks; NaN when nothing was measured.
	Value    float64
	Interval Interval
	// Tasks and Runs count those with at least one value, Episodes the episodes behind them.
	Tasks, Runs, Episodes int
	// RunValues is the mean over tasks of each run, in the order of the arm, NaN for a run without values.
	RunValues []float64
	// Warnings are remarks a reader of the number must see.
	Warnings []string
}

// Estimate returns the arm's value with the interval that the package comment prescribes for its shape.
func (a Arm) Estimate(o Options) Estimate {
	o = o.filled()
	a.check()
	e := Estimate{Value: math.NaN(), Episodes: a.Episodes, RunValues: make([]float64, len(a.Runs))}
	var kept [][]float64
	sum := 0.0
	for r, run := range a.Values {
		e.RunValues[r] = math.NaN()
		if m, n := meanPresent(run); n > 0 {
			e.RunValues[r] = m
			sum += m
			kept = append(kept, run)
		}
	}
	if len(kept) == 0 {
		e.Warnings = append(e.Warnings, "no value")
		return e
	}
	e.Value, e.Runs = sum/float64(len(kept)), len(kept)
	kept, e.Tasks = presentTasks(kept)
	e.Interval, e.Warnings = interval(kept, e, a.Rate, o)
	if a.Rate {
		e.Interval = e.Interval.Clamp(0, 1)
	}
	return e
}

// interval chooses by the shape of values [R][T], in which every run and every task has at least one value.
func interval(values [][]float64, e Estimate, rate bool, o Options) (Interval, []string) {
	var warnings []string
	switch {
	case e.Runs == 1:
		warnings = append(warnings, "single run")
	case e.Runs < 5:
		warnings = append(warnings, fmt.Sprintf("%d seeds: seed spread not estimable well", e.Runs))
	}
	single := values[0]
	method := o.Method
	if method == "" {
		switch {
		case e.Runs == 1 && rate && yesNo(single):
			method = "wilson"
		case e.Runs == 1:
			method = "bootstrap"
		case complete(values) && e.Tasks > 1:
			method = "crossed"
		default:
			method = "two-level"
		}
	}
	var i Interval
	switch method {
	case "wilson", "clopper-pearson":
		if e.Runs > 1 || !rate || !yesNo(single) {
			warnings = append(warnings, method+" does not apply: it needs one run of a rate with one episode a task")
			break
		}
		i = ClopperPearson(ones(single), len(single), o.Level)
		if method == "wilson" {
			i = Wilson(ones(single), len(single), o.Level)
		}
	case "t":
		i = Student(present(e.RunValues), o.Level)
		i.How = "Student t over seeds"
	case "bootstrap":
		if e.Tasks < 20 {
			warnings = append(warnings, fmt.Sprintf("%d tasks: the interval covers less than it says", e.Tasks))
		}
		i = Bootstrap(taskMeans(values), o.Level, o.Resamples, Source(o.Key, o.Purpose))
	case "two-level":
		i = TwoLevel(values, o.Level, o.Resamples, Source(o.Key, o.Purpose))
	case "crossed":
		i = crossedInterval(values, e, rate, o.Level)
	}
	if i.Exists() && i.Lo < i.Hi {
		return i, warnings
	}
	if rate {
		// No spread was seen, which is not the same as none: each task counts as one trial.
		i = score(e.Value, float64(e.Tasks), mathext.NormalQuantile(0.5+o.Level/2))
		i.Level, i.How = o.Level, "Wilson over tasks"
		return i, warnings
	}
	if e.Tasks > 1 {
		warnings = append(warnings, AllEqual)
	}
	return Interval{}, warnings
}

// crossedInterval is value ± t(df) se, and for a rate Wilson's formula with the number of independent trials that would
// have the same standard error, p(1-p)/se², at most the number of episodes.
func crossedInterval(values [][]float64, e Estimate, rate bool, level float64) Interval {
	s := crossed(values)
	t := tQuantile(0.5+level/2, s.df)
	if !rate {
		return Interval{Lo: e.Value - t*s.se, Hi: e.Value + t*s.se, Level: level, How: "t, seeds and tasks crossed"}
	}
	n := e.Value * (1 - e.Value) / (s.se * s.se)
	if s.se == 0 || n == 0 {
		return Interval{}
	}
	i := score(e.Value, min(n, float64(e.Episodes)), t)
	i.Level, i.How = level, "Wilson with effective n, seeds and tasks crossed"
	return i
}

func (a Arm) check() {
	mustMatch("arm: runs and values", len(a.Runs), len(a.Values))
	for _, run := range a.Values {
		mustMatch("arm: tasks and values", len(a.Tasks), len(run))
	}
}

// presentTasks drops the tasks for which no run has a value.
func presentTasks(values [][]float64) ([][]float64, int) {
	out := make([][]float64, len(values))
	n := 0
	for t := range values[0] {
		if !slices.ContainsFunc(values, func(run []float64) bool { return !math.IsNaN(run[t]) }) {
			continue
		}
		n++
		for r := range values {
			out[r] = append(out[r], values[r][t])
		}
	}
	return out, n
}

func taskMeans(values [][]float64) []float64 {
	means := make([]float64, len(values[0]))
	for t := range means {
		sum, n := 0.0, 0
		for _, run := range values {
			if !math.IsNaN(run[t]) {
				sum += run[t]
				n++
			}
		}
		means[t] = sum / float64(n)
	}
	return means
}

func meanPresent(values []float64) (float64, int) {
	sum, n := 0.0, 0
	for _, v := range values {
		if !math.IsNaN(v) {
			sum += v
			n++
		}
	}
	return sum / float64(n), n
}

func present(values []float64) []float64 {
	return slices.DeleteFunc(slices.Clone(values), math.IsNaN)
}

func complete(values [][]float64) bool {
	return !slices.ContainsFunc(values, func(run []float64) bool { return slices.ContainsFunc(run, math.IsNaN) })
}

func yesNo(values []float64) bool {
	return !slices.ContainsFunc(values, func(v float64) bool { return v != 0 && v != 1 })
}

func ones(values []float64) int {
	n := 0
	for _, v := range values {
		if v == 1 {
			n++
		}
	}
	return n
}
