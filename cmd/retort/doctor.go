package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/retort-ml/retort/backends"
	"github.com/retort-ml/retort/backends/local"
	"github.com/retort-ml/retort/cmd/retort/views"
	"github.com/retort-ml/retort/results"
	"github.com/retort-ml/retort/runner"
)

func doctorCommand() *command {
	return &command{
		name: "doctor", json: true,
		summary: "Check that this machine can run experiments",
		help: `
Looks at the machine, trains a tiny model for two steps with one thread and with two and compares the bits, and opens the store if
there is one. The exit code is 1 when something would keep experiments from running.`,
		setup: func(flags *flag.FlagSet) action {
			var o source
			flags.StringVar(&o.store, "store", "", "look at the store in `DIR`")
			return func(ctx context.Context, s *session, args []string) error { return s.doctor(ctx, args, &o) }
		},
	}
}

func (s *session) doctor(ctx context.Context, args []string, o *source) error {
	if err := arguments(args); err != nil {
		return err
	}
	build := thisBuild()
	p := runner.Collect(ctx, ".")
	checks := []views.Check{
		{Name: "program", State: views.CheckFine, Detail: fmt.Sprintf("retort %s, %s, %s/%s", build.Version, build.Go, build.OS, build.Arch)},
		{Name: "processor", State: views.CheckFine, Detail: fmt.Sprintf("%s, %s usable, %s", orUnknown(p.Machine.CPU), views.Count(runtime.NumCPU(), "core"), orUnknown(strings.Join(p.Machine.ISA, " ")))},
		memoryCheck(p.Machine.Memory), computeCheck(ctx), s.storeCheck(o), gitCheck(), deviceCheck(),
	}
	views.NewDoctor(s.json, s.out).Checks(checks)
	for _, c := range checks {
		if c.State == views.CheckBroken {
			return exit(exitIncomplete)
		}
	}
	return nil
}

func orUnknown(s string) string {
	if s == "" {
		return "unknown"
	}
	return s
}

// littleMemory is what a handful of workers with tiny models need.
const littleMemory = 1 << 30

func memoryCheck(bytes int64) views.Check {
	c := views.Check{Name: "memory", State: views.CheckFine, Detail: fmt.Sprintf("%.1f GiB", float64(bytes)/(1<<30))}
	switch {
	case bytes == 0:
		c.State, c.Detail = views.CheckDoubtful, "unknown"
	case bytes < littleMemory:
		c.State, c.Detail = views.CheckDoubtful, c.Detail+"; run with -slots 1"
	}
	return c
}

// computeCheck trains a tiny model with one thread and with two: the results must have equal bits.
func computeCheck(ctx context.Context) views.Check {
	c := views.Check{Name: "compute", State: views.CheckBroken}
	var losses [2]float64
	for i := range losses {
		name, loss, err := tinyTraining(ctx, i+1)
		if err != nil {
			c.Detail = err.Error()
			return c
		}
		c.Detail, losses[i] = name, loss
	}
	if losses[0] != losses[1] {
		c.Detail += fmt.Sprintf(": one thread gives loss %v, two give %v", losses[0], losses[1])
		return c
	}
	c.State, c.Detail = views.CheckFine, c.Detail+", equal bits with one and two threads"
	return c
}

// tinyTraining makes two steps of a model of a few thousand weights and returns the last loss.
func tinyTraining(ctx context.Context, threads int) (name string, loss float64, err error) {
	b, err := local.New(local.Options{Threads: threads})
	if err != nil {
		return "", 0, err
	}
	m, err := b.New(backends.Config{Vocab: 16, Width: 16, Layers: 1, Heads: 2, KVHeads: 2, HeadDim: 8, FFN: 32, Theta: 1e4, NormEps: 1e-6}, 1)
	if err != nil {
		return "", 0, err
	}
	defer m.Close()
	data := []backends.Datum{
		{Tokens: []backends.Token{1, 2, 3, 4, 5}, Positions: []int32{1, 2, 3, 4}, Weights: []float32{1, 1, 1, 1}},
		{Tokens: []backends.Token{5, 4, 3}, Positions: []int32{1, 2}, Weights: []float32{1, 1}},
	}
	for range 2 {
		result, err := m.ForwardBackward(ctx, data, backends.Loss{Kind: backends.CrossEntropy})
		if err != nil {
			return "", 0, err
		}
		if _, err := m.Step(ctx, backends.AdamW{LearningRate: 1e-2, Beta1: 0.9, Beta2: 0.999, Epsilon: 1e-8}); err != nil {
			return "", 0, err
		}
		loss = result.Loss
	}
	return b.Name(), loss, nil
}

func (s *session) storeCheck(o *source) views.Check {
	dir := s.storeDir(o)
	c := views.Check{Name: "store", State: views.CheckFine}
	store, err := s.openStore(o)
	switch {
	case err != nil:
		c.State, c.Detail = views.CheckBroken, err.Error()
	case store == nil:
		c.State, c.Detail = writable(dir)
	default:
		c = openedCheck(store)
		if err := store.Close(); err != nil {
			c.State, c.Detail = views.CheckBroken, err.Error()
		}
	}
	return c
}

func openedCheck(store *results.Store) views.Check {
	c := views.Check{Name: "store", State: views.CheckFine}
	names, err := store.Experiments()
	if err != nil {
		c.State, c.Detail = views.CheckBroken, err.Error()
		return c
	}
	c.Detail = fmt.Sprintf("%s, %s", store.Dir(), views.Count(len(names), "experiment"))
	if !store.OnLocalDisk() {
		c.State, c.Detail = views.CheckDoubtful, c.Detail+"; on a network file system, which is slower"
	}
	return c
}

// writable says whether a store could be made: the nearest folder that exists must take files.
func writable(dir string) (views.CheckState, string) {
	at, err := filepath.Abs(dir)
	for err == nil {
		if info, statErr := os.Stat(at); statErr == nil && info.IsDir() {
			break
		}
		at = filepath.Dir(at)
	}
	if err == nil {
		var f *os.File
		if f, err = os.CreateTemp(at, ".retort-doctor-*"); err == nil {
			f.Close()
			os.Remove(f.Name())
		}
	}
	if err != nil {
		return views.CheckBroken, err.Error()
	}
	return views.CheckFine, "none yet; " + dir + " can be made"
}

func gitCheck() views.Check {
	path, err := exec.LookPath("git")
	if err != nil {
		return views.Check{Name: "git", State: views.CheckDoubtful, Detail: "not found; runs do not record the state of the experiment's folder"}
	}
	return views.Check{Name: "git", State: views.CheckFine, Detail: path}
}

// deviceCheck says what else there is to compute on: nothing, in this build.
func deviceCheck() views.Check {
	return views.Check{Name: "gpu", State: views.CheckDoubtful, Detail: "not used: this build computes on the processor"}
}
