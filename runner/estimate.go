package runner

import (
	"math"
	"time"
)

// Estimate is a range of durations, about two standard errors to either side on a logarithmic
// scale.
type Estimate struct {
	Low  time.Duration `json:"low_ns"`
	High time.Duration `json:"high_ns"`
}

// estimator predicts how long stages take. For each kind it uses what it can get, best first: the
// stages that this run has finished, those that the store remembers, the costs that the plan declares.
type estimator struct {
	stages  []Stage
	graph   *graph
	slots   int
	history func(kind string) []float64 // seconds of done attempts, from the store
	kinds   map[string]*kindTimes
	// overall relates measured to declared seconds over all kinds of this run: how much slower this
	// machine is than the one the costs were guessed for.
	overall sample
}

// kindTimes is what is known of one kind.
type kindTimes struct {
	ratios  sample // seconds over Stage.Cost, in this run
	seconds sample // seconds, in this run
	stored  sample // seconds, in earlier runs
}

func newEstimator(p *Plan, g *graph, slots int, history func(kind string) []float64) *estimator {
	return &estimator{stages: p.Stages, graph: g, slots: slots, history: history, kinds: map[string]*kindTimes{}}
}

func (e *estimator) kind(name string) *kindTimes {
	k := e.kinds[name]
	if k == nil {
		k = &kindTimes{}
		for _, seconds := range e.history(name) {
			k.stored.add(seconds)
		}
		e.kinds[name] = k
	}
	return k
}

// measured takes note of a stage that this run finished. Only undivided work counts: a stage that was
// resumed took longer than its last attempt.
func (e *estimator) measured(i int, took time.Duration) {
	s := &e.stages[i]
	k := e.kind(s.Kind)
	k.seconds.add(took.Seconds())
	if s.Cost > 0 {
		k.ratios.add(took.Seconds() / s.Cost)
		e.overall.add(took.Seconds() / s.Cost)
	}
}

// Relative uncertainties of the mean where the samples do not tell.
const (
	declaredError = 0.5  // a declared cost
	singleError   = 0.25 // one measurement
)

// scale returns by what stage i's measure (its cost, or 1) has to be multiplied to get seconds,
// with the spread of single stages and the uncertainty of the scale itself, all in seconds a measure.
func (e *estimator) scale(i int) (measure, mean, spread, uncertainty float64) {
	s := &e.stages[i]
	k := e.kind(s.Kind)
	of := func(measure float64, x *sample) (float64, float64, float64, float64) {
		if x.n == 1 {
			return measure, x.mean, singleError * x.mean, singleError * x.mean
		}
		return measure, x.mean, x.deviation(), x.deviation() / math.Sqrt(float64(x.n))
	}
	switch {
	case s.Cost > 0 && k.ratios.n > 0:
		return of(s.Cost, &k.ratios)
	case k.seconds.n > 0:
		return of(1, &k.seconds)
	case k.stored.n > 0:
		return of(1, &k.stored)
	case e.overall.n > 0:
		return s.Cost, e.overall.mean, declaredError * e.overall.mean, declaredError * e.overall.mean
	default:
		return s.Cost, 1, declaredError, declaredError
	}
}

// seconds predicts stage i.
func (e *estimator) seconds(i int) float64 {
	measure, mean, _, _ := e.scale(i)
	return measure * mean
}

// remaining predicts how long the stages that are not finished will take on the slots. left returns the share of
// stage i that is still to do, 0 when it is finished or will not run. The result is nil when nothing is known of what
// remains.
//
// The time of list scheduling lies between the larger of work/slots and the longest chain, and that
// plus the longest stage for the slots that stand idle at the end.
func (e *estimator) remaining(left func(i int) float64) *Estimate {
	var work, variance, longest, chain float64
	bias := map[string]float64{} // uncertainty that stages of a kind share, in seconds
	chains := make([]float64, len(e.stages))
	unfinished := false
	for i := len(e.stages) - 1; i >= 0; i-- {
		for _, d := range e.graph.dependants[i] {
			chains[i] = max(chains[i], chains[d])
		}
		share := left(i)
		if share == 0 {
			continue
		}
		unfinished = true
		measure, mean, spread, uncertainty := e.scale(i)
		measure *= share
		seconds := measure * mean
		work += seconds
		variance += measure * spread * measure * spread
		bias[e.stages[i].Kind] += measure * uncertainty
		longest = max(longest, seconds)
		chains[i] += seconds
		chain = max(chain, chains[i])
	}
	if !unfinished {
		return &Estimate{}
	}
	if work == 0 {
		return nil
	}
	for _, b := range bias {
		variance += b * b
	}
	// The factor is the same up and down: twice as long is as likely as half as long.
	factor := 1 + 2*math.Sqrt(variance)/work
	slots := float64(e.slots)
	low := max(work/slots, chain) / factor
	high := max(work/slots+longest*(1-1/slots), chain) * factor
	return &Estimate{Low: duration(low), High: duration(high)}
}

func duration(seconds float64) time.Duration {
	// A float just below 2^63 converts without surprises; nobody waits 292 years to see it exceeded.
	return time.Duration(min(seconds*1e9, 9e18))
}

// sample is a running mean and variance.
type sample struct {
	n       int
	mean    float64
	squares float64 // sum of squared deviations from the mean
}

func (s *sample) add(x float64) {
	s.n++
	d := x - s.mean
	s.mean += d / float64(s.n)
	s.squares += d * (x - s.mean)
}

// deviation is the sample standard deviation, 0 for fewer than two values.
func (s *sample) deviation() float64 {
	if s.n < 2 {
		return 0
	}
	return math.Sqrt(s.squares / float64(s.n-1))
}
