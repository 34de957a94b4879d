// Package local computes on this machine: a decoder-only transformer of the
// Qwen3 family, written once over backends/device, that samples, scores and
// learns. Its input embedding may add tables for the previous tokens, and the embedding of
// a token may be composed of factors (backends.Config). It knows nothing of text,
// environments or methods. New is the entry point.
//
// Every result is a function of the arguments and the device alone, bit for
// bit: training splits a batch into a fixed number of shards whose gradients
// are added in a fixed order, and whatever is computed for one sequence does
// not depend on its neighbours. The number of threads changes only the time.
package local

import (
	"fmt"
	"io"
	"runtime"

	"github.com/retort-ml/retort/backends"
	"github.com/retort-ml/retort/backends/cpu"
	"github.com/retort-ml/retort/backends/device"
)

// Options chooses how to compute. The zero value is one thread for each processor and
// the best instruction set.
type Options struct {
	// Threads bounds the goroutines that compute at one time in one model. 0: as many
	// as GOMAXPROCS.
	Threads int
	// ISA is an instruction set of cpu.ISAs; "" takes the best of this machine.
	ISA string
}

type backend struct {
	device  device.Device
	threads int
}

// New gives a backend on this machine's processor. It fails when the
// instruction set cannot run here.
func New(options Options) (backends.Backend, error) {
	d, err := cpu.New(options.ISA)
	if err != nil {
		return nil, err
	}
	return On(d, options.Threads)
}

// On gives a backend on any device. threads 0 means GOMAXPROCS.
func On(d device.Device, threads int) (backends.Backend, error) {
	if threads < 0 {
		return nil, fmt.Errorf("open local backend: %d threads", threads)
	}
	if threads == 0 {
		threads = runtime.GOMAXPROCS(0)
	}
	return &backend{device: d, threads: threads}, nil
}

// Name is "local/" and the device's name, such as "local/cpu-avx512".
func (b *backend) Name() string { return "local/" + b.device.Name() }

// New draws fresh weights: see initialize for their distribution.
func (b *backend) New(config backends.Config, seed uint64) (backends.Learner, error) {
	if err := CheckConfig(config); err != nil {
		return nil, err
	}
	m := newModel(b.device, b.threads, config)
	m.initialize(seed)
	return m, nil
}

// Open reads a weights file. It fails on a file that is truncated, altered or not of this
// kind.
func (b *backend) Open(r io.Reader) (backends.Learner, error) {
	config, host, err := readWeights(r)
	if err != nil {
		return nil, fmt.Errorf("open model: %w", err)
	}
	m := newModel(b.device, b.threads, config)
	m.streams[0].Upload(m.weights, host)
	return m, nil
}
