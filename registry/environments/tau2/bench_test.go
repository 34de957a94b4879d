package tau2_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/environments/tau2"
	"github.com/retort-ml/retort/registry/environments/tau2/engine"
)

// measured are the domains of the benchmarks: the real ones and the drawn little ones.
var measured = []struct {
	name string
	data func(testing.TB) *tau2.Dataset
	open func(testing.TB) *tau2.Environment
}{
	{"mock", real("mock"), realEnvironment("mock")},
	{"retail", real("retail"), realEnvironment("retail")},
	{"airline", real("airline"), realEnvironment("airline")},
	{"telecom", real("telecom"), realEnvironment("telecom")},
	{"little shop", drawn("retail"), drawnEnvironment("retail")},
	{"little airline", drawn("airline"), drawnEnvironment("airline")},
}

func real(domain string) func(testing.TB) *tau2.Dataset {
	return func(b testing.TB) *tau2.Dataset { return load(b, domain) }
}

func realEnvironment(domain string) func(testing.TB) *tau2.Environment {
	return func(b testing.TB) *tau2.Environment { needData(b); return newEnvironment(b, domain, data, false) }
}

func drawn(domain string) func(testing.TB) *tau2.Dataset {
	return func(b testing.TB) *tau2.Dataset {
		d, err := tau2.Generate(domain, 1, 256, 64)
		require.NoError(b, err)
		return d
	}
}

func drawnEnvironment(domain string) func(testing.TB) *tau2.Environment {
	return func(b testing.TB) *tau2.Environment { return newDrawn(b, domain).Environment }
}

// moment is a reference call and the state that it comes in.
type moment struct {
	state engine.State
	call  engine.Call
}

// moments are the reference calls of all tasks, those that change nothing and the others.
func moments(b testing.TB, d *tau2.Dataset) (reads, writes []moment) {
	for _, task := range d.Tasks {
		if task.Criteria == nil {
			continue
		}
		s, err := d.Domain.Start(d.Base, task)
		require.NoError(b, err)
		for _, a := range task.Criteria.Actions {
			m := moment{s, a.Call}
			d.Domain.Call(&s, a.Call)
			if s.DB == m.state.DB && s.Device == m.state.Device {
				reads = append(reads, m)
			} else {
				writes = append(writes, m)
			}
		}
	}
	return reads, writes
}

// BenchmarkCalls replays the reference calls of a domain, each task from its own state, and those
// that change nothing and the others apart, each from the state that it comes in.
func BenchmarkCalls(b *testing.B) {
	for _, m := range measured {
		b.Run(m.name+"/all", func(b *testing.B) {
			d := m.data(b)
			var calls [][]engine.Call
			var starts []engine.State
			for _, task := range d.Tasks {
				if task.Criteria == nil || len(task.Criteria.Actions) == 0 {
					continue
				}
				s, err := d.Domain.Start(d.Base, task)
				require.NoError(b, err)
				var own []engine.Call
				for _, a := range task.Criteria.Actions {
					own = append(own, a.Call)
				}
				starts, calls = append(starts, s), append(calls, own)
			}
			b.ReportAllocs()
			task, at := 0, 0
			s := starts[0]
			for b.Loop() {
				d.Domain.Call(&s, calls[task][at])
				if at++; at == len(calls[task]) {
					task, at = (task+1)%len(calls), 0
					s = starts[task]
				}
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "calls/s")
		})
		apart := func(name string, pick func(reads, writes []moment) []moment) {
			b.Run(m.name+"/"+name, func(b *testing.B) {
				d := m.data(b)
				all := pick(moments(b, d))
				if len(all) == 0 {
					b.Skip("no reference call of a task is one")
				}
				b.ReportAllocs()
				at := 0
				for b.Loop() {
					s := all[at].state
					d.Domain.Call(&s, all[at].call)
					at = (at + 1) % len(all)
				}
				b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "calls/s")
			})
		}
		apart("reads", func(reads, _ []moment) []moment { return reads })
		apart("writes", func(_, writes []moment) []moment { return writes })
	}
}

// BenchmarkSteps plays the reference calls as texts through worlds, which read them, keep the
// conversation and tell what changed. Starting an episode is not timed.
func BenchmarkSteps(b *testing.B) {
	for _, m := range measured {
		b.Run(m.name, func(b *testing.B) {
			d, e := m.data(b), m.open(b)
			var starts []registry.World
			var texts [][]string
			for _, task := range d.Tasks {
				if task.Criteria == nil || len(task.Criteria.Actions) == 0 {
					continue
				}
				w, err := e.Open(task.ID)
				require.NoError(b, err)
				var own []string
				for _, a := range task.Criteria.Actions {
					own = append(own, a.Text())
				}
				starts, texts = append(starts, w), append(texts, own)
			}
			b.ReportAllocs()
			task, at := 0, 0
			w := starts[0].Fork()
			for b.Loop() {
				w.Step(texts[task][at])
				if at++; at == len(texts[task]) {
					task, at = (task+1)%len(texts), 0
					w = starts[task].Fork()
				}
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "steps/s")
		})
	}
}

// BenchmarkHashAfterWrite hashes the database after each reference call that changes it.
func BenchmarkHashAfterWrite(b *testing.B) {
	for _, m := range measured {
		b.Run(m.name, func(b *testing.B) {
			d := m.data(b)
			_, writes := moments(b, d)
			for i := range writes {
				writes[i].state.Hash()
			}
			b.ReportAllocs()
			at := 0
			for b.Loop() {
				s := writes[at].state
				d.Domain.Call(&s, writes[at].call)
				s.Hash()
				at = (at + 1) % len(writes)
			}
		})
	}
}

// BenchmarkFork forks an episode at its start.
func BenchmarkFork(b *testing.B) {
	for _, m := range measured {
		b.Run(m.name, func(b *testing.B) {
			e := m.open(b)
			w, err := e.Reset(registry.Task{Split: e.Splits()[0].Name})
			require.NoError(b, err)
			b.ReportAllocs()
			for b.Loop() {
				w.Fork()
			}
		})
	}
}

// BenchmarkLoad reads a domain's folder.
func BenchmarkLoad(b *testing.B) {
	for _, domain := range tau2.Domains() {
		b.Run(domain.Name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				read(b, domain.Name)
			}
		})
	}
}
