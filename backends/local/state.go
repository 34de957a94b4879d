package local

import (
	"fmt"
	"io"
	"reflect"
	"strconv"

	"github.com/retort-ml/retort/backends"
	"github.com/retort-ml/retort/backends/device"
	"github.com/retort-ml/retort/backends/local/safetensors"
)

// WriteState writes weights, both moments and the number of steps, in float32. Gradients
// that no Step has used are not part of it.
func (m *model) WriteState(w io.Writer) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.closed {
		return fmt.Errorf("write state: %w", errClosed)
	}
	m.moments()
	var tensors []safetensors.Tensor
	for _, b := range m.stateBuffers() {
		host := make([]float32, m.length)
		m.streams[0].Download(host, *b.buffer)
		part, err := m.tensors(b.prefix, host, backends.Float32)
		if err != nil {
			return fmt.Errorf("write state: %w", err)
		}
		tensors = append(tensors, part...)
	}
	steps := map[string]string{keySteps: strconv.FormatInt(m.learner.steps, 10)}
	if err := m.writeFile(w, kindState, tensors, steps); err != nil {
		return fmt.Errorf("write state: %w", err)
	}
	return nil
}

type stateBuffer struct {
	prefix string
	buffer *device.Buffer
}

func (m *model) stateBuffers() []stateBuffer {
	return []stateBuffer{{"", &m.weights}, {firstPrefix, &m.learner.first}, {secondPrefix, &m.learner.second}}
}

// ReadState restores a state of a model with the same configuration and drops
// gradients that no Step has used. On an error the model is as before.
func (m *model) ReadState(r io.Reader) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.closed {
		return fmt.Errorf("read state: %w", errClosed)
	}
	f, config, err := readFile(r, kindState)
	if err != nil {
		return fmt.Errorf("read state: %w", err)
	}
	if !sameConfig(config, m.config) {
		return fmt.Errorf("read state: it belongs to a model of another config")
	}
	steps, err := strconv.ParseInt(f.Metadata[keySteps], 10, 64)
	if err != nil || steps < 0 {
		return fmt.Errorf("read state: number of steps is %q", f.Metadata[keySteps])
	}
	m.moments()
	buffers := m.stateBuffers()
	hosts := make([][]float32, len(buffers))
	for i, b := range buffers {
		if hosts[i], err = m.collect(f, b.prefix); err != nil {
			return fmt.Errorf("read state: %w", err)
		}
	}
	for i, b := range buffers {
		m.streams[0].Upload(*b.buffer, hosts[i])
	}
	m.learner.steps = steps
	m.clearGradients()
	m.changed()
	return nil
}

// sameConfig ignores the difference between nil and empty slices.
func sameConfig(a, b backends.Config) bool {
	if len(a.FactorSizes) == 0 && len(b.FactorSizes) == 0 {
		a.FactorSizes, b.FactorSizes, a.Factors, b.Factors = nil, nil, nil, nil
	}
	return reflect.DeepEqual(a, b)
}
