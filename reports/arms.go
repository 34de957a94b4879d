package reports

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/reports/stats"
	"github.com/retort-ml/retort/results"
	"github.com/retort-ml/retort/results/attempt"
)

// measured is what an evaluation says of a metric: a value a task.
type measured struct {
	tasks    []string
	values   []float64 // NaN where the metric does not apply
	episodes int       // that the values rest on
}

// run is one evaluation that a cell wants: a trial's, or one of a reference policy.
type run struct {
	name   string // seed
	hash   string
	stages []string // of the trial, to say why it is missing
}

// part is a set of runs that differ in nothing but the seed.
type part struct {
	key    string // labels without the seed, sorted
	shared string // key without the compared axis
	runs   []run
	done   int
	arm    stats.Arm
	est    stats.Estimate
}

// reader reads evaluations once each.
type reader struct {
	src    Source
	spec   Spec
	states map[string]results.StageState
	cache  map[string]measured
}

func (r *reader) done(hash string) bool { return r.states[hash].State == attempt.Done }

func (r *reader) read(hash string) (measured, error) {
	if m, ok := r.cache[hash]; ok {
		return m, nil
	}
	episodes, err := r.src.Summaries(hash, r.spec.Phase)
	if err != nil {
		return measured{}, fmt.Errorf("read episodes of %.12s: %w", hash, err)
	}
	m := measure(r.spec.Metric, episodes)
	r.cache[hash] = m
	return m, nil
}

// measure computes a metric of every task, in the order in which tasks appear.
func measure(metric registry.Metric, episodes []registry.Summary) measured {
	groups := map[registry.Task][]registry.Summary{}
	var order []registry.Task
	for _, e := range episodes {
		if _, ok := groups[e.Task]; !ok {
			order = append(order, e.Task)
		}
		groups[e.Task] = append(groups[e.Task], e)
	}
	var m measured
	for _, task := range order {
		value, n := taskValue(metric, groups[task])
		m.tasks = append(m.tasks, task.Split+"/"+strconv.Itoa(task.Index))
		m.values = append(m.values, value)
		m.episodes += n
	}
	return m
}

// taskValue returns a task's value and the number of episodes it rests on, NaN and 0 where there is none. A value that
// is not finite counts as none.
func taskValue(metric registry.Metric, episodes []registry.Summary) (float64, int) {
	if metric.OfTask != nil {
		if v, ok := metric.OfTask(episodes); ok && finite(v) {
			return v, len(episodes)
		}
		return math.NaN(), 0
	}
	sum, n := 0.0, 0
	for i := range episodes {
		if v, ok := metric.Value(&episodes[i]); ok && finite(v) {
			sum += v
			n++
		}
	}
	return sum / float64(n), n
}

func finite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }

// fill reads the done runs of a part and estimates it.
func (p *part) fill(r *reader, key, purpose string) error {
	if r.spec.Metric.Stage != "" {
		return p.fillRecorded(r)
	}
	p.arm = stats.Arm{Rate: r.spec.Metric.Rate}
	index := map[string]int{}
	var got []measured
	for _, run := range p.runs {
		if !r.done(run.hash) {
			continue
		}
		m, err := r.read(run.hash)
		if err != nil {
			return err
		}
		got = append(got, m)
		p.arm.Runs = append(p.arm.Runs, run.name)
		p.arm.Episodes += m.episodes
		for _, t := range m.tasks {
			if _, ok := index[t]; !ok {
				index[t] = len(p.arm.Tasks)
				p.arm.Tasks = append(p.arm.Tasks, t)
			}
		}
	}
	p.done = len(got)
	for _, m := range got {
		values := slices.Repeat([]float64{math.NaN()}, len(p.arm.Tasks))
		for i, t := range m.tasks {
			values[index[t]] = m.values[i]
		}
		p.arm.Values = append(p.arm.Values, values)
	}
	// The draws depend on what was measured, not on where it stands, so that an evaluation shown twice reads the same.
	var draws strings.Builder
	draws.WriteString(purpose)
	for _, run := range p.runs {
		draws.WriteString("/" + run.hash)
	}
	p.est = p.arm.Estimate(stats.Options{
		Level: r.spec.Level, Resamples: r.spec.Resamples, Method: r.spec.Interval, Key: key, Purpose: draws.String(),
	})
	return nil
}

// missing says what became of the runs that are not done: "1 failed, 2 pending".
func (p *part) missing(r *reader) map[string]int {
	counts := map[string]int{}
	for _, run := range p.runs {
		if !r.done(run.hash) {
			counts[string(r.standing(run))]++
		}
	}
	return counts
}

// standing is the state of a run that is not done: how the first of its stages that went wrong ended, else
// how its evaluation stands.
func (r *reader) standing(run run) attempt.State {
	for _, hash := range run.stages {
		switch s := r.states[hash].State; s {
		case attempt.Failed, attempt.TimedOut, attempt.OutOfMemory, attempt.Lost, attempt.Interrupted, attempt.Corrupt:
			return s
		}
	}
	if s := r.states[run.hash].State; s != "" {
		return s
	}
	return attempt.Pending
}

func countsText(counts map[string]int) string {
	var list []string
	for _, name := range slices.Sorted(maps.Keys(counts)) {
		list = append(list, fmt.Sprintf("%d %s", counts[name], name))
	}
	return strings.Join(list, ", ")
}
