package tau2_test

import (
	"testing"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/environments/tau2"
	"github.com/retort-ml/retort/registry/environments/tau2/engine"
	"github.com/retort-ml/retort/registry/environments/tau2/py"
)

// BenchmarkCalls replays the recorded reference calls of a domain, each task from its own state.
func BenchmarkCalls(b *testing.B) {
	for _, domain := range tau2.Domains() {
		b.Run(domain.Name, func(b *testing.B) {
			d := load(b, domain.Name)
			var calls [][]engine.Call
			var starts []engine.State
			for _, task := range d.Tasks {
				if task.Criteria == nil || len(task.Criteria.Actions) == 0 {
					continue
				}
				s, err := d.Domain.Start(d.Base, task)
				if err != nil {
					b.Fatal(err)
				}
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
	}
}

// BenchmarkHashAfterWrite changes one record and hashes the database.
func BenchmarkHashAfterWrite(b *testing.B) {
	for _, domain := range tau2.Domains() {
		b.Run(domain.Name, func(b *testing.B) {
			d := load(b, domain.Name)
			s := d.Base
			s.Hash()
			if !s.DB.Has("users") {
				b.Skip("the database has no users")
			}
			users := s.DB.Dict("users")
			id := users.Key(users.Len() / 2)
			user := users.Dict(id)
			b.ReportAllocs()
			for b.Loop() {
				s.DB = s.DB.Put(user.With("user_id", py.Str(id)), "users", id)
				s.Hash()
			}
		})
	}
}

// BenchmarkFork forks an episode of each domain and changes the fork.
func BenchmarkFork(b *testing.B) {
	needData(b)
	for _, domain := range []string{"retail", "airline", "telecom"} {
		b.Run(domain, func(b *testing.B) {
			e := newEnvironment(b, domain, data, false)
			w, err := e.Reset(registry.Task{Split: e.Splits()[0].Name})
			if err != nil {
				b.Fatal(err)
			}
			b.ReportAllocs()
			for b.Loop() {
				w.Fork()
			}
		})
	}
}
