package reports

import (
	"fmt"
	"math"

	"github.com/retort-ml/retort/reports/stats"
	"github.com/retort-ml/retort/results"
)

// recorded finds a number that a stage recorded and its n: the one of the whole stage, else that of the last step. NaN and
// 0 where there is none.
func recorded(rows []results.MetricRow, name string) (value float64, n int) {
	find := func(name string) float64 {
		found, at := math.NaN(), math.MinInt
		for _, row := range rows {
			step := row.Step
			if step < 0 {
				step = math.MaxInt
			}
			if row.Name == name && step >= at {
				found, at = row.Value, step
			}
		}
		return found
	}
	value = find(name)
	if !finite(value) {
		value = math.NaN()
	}
	if of := find(name + "_n"); of > 0 {
		n = int(of)
	}
	return value, n
}

// fillRecorded estimates a part of a metric that stages recorded: over several seeds by their spread, for a single
// proportion with its n by Wilson.
func (p *part) fillRecorded(r *reader) error {
	metric := r.spec.Metric
	var values []float64
	for _, run := range p.runs {
		if !r.done(run.hash) {
			continue
		}
		rows, err := r.src.Metrics(run.hash)
		if err != nil {
			return fmt.Errorf("read metrics of %.12s: %w", run.hash, err)
		}
		p.done++
		v, n := recorded(rows, metric.Name)
		p.est.RunValues = append(p.est.RunValues, v)
		p.arm.Runs = append(p.arm.Runs, run.name)
		if math.IsNaN(v) {
			continue
		}
		values = append(values, v)
		p.est.Episodes += n
	}
	p.est.Value, p.est.Runs = math.NaN(), len(values)
	if len(values) == 0 {
		return nil
	}
	sum := 0.0
	for _, v := range values {
		sum += v
	}
	p.est.Value = sum / float64(len(values))
	successes := p.est.Value * float64(p.est.Episodes)
	switch {
	case len(values) > 1:
		p.est.Interval = stats.Student(values, r.spec.Level)
		if p.est.Interval.Lo == p.est.Interval.Hi {
			p.est.Interval = stats.Interval{}
		}
		if metric.Rate {
			p.est.Interval = p.est.Interval.Clamp(0, 1)
		}
	// A proportion recorded with its n is a count again; anything else that calls itself a rate is not.
	case metric.Rate && p.est.Episodes > 0 && math.Abs(successes-math.Round(successes)) < 1e-6:
		p.est.Interval = stats.Wilson(int(math.Round(successes)), p.est.Episodes, r.spec.Level)
	}
	return nil
}
