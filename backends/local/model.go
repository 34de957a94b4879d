package local

import (
	"errors"
	"math"
	"sync"

	"github.com/retort-ml/retort/backends"
	"github.com/retort-ml/retort/backends/device"
)

// errClosed is what a model answers after Close.
var errClosed = errors.New("the model is closed")

// packed is a weight matrix prepared as right factor: forward for y = x Wᵀ, back
// for dx = dy W.
type packed struct{ forward, back device.Buffer }

// model is weights with all that is derived from them. Its methods lock mu: a
// model works on one call at a time, with several threads inside the call.
type model struct {
	mu      sync.Mutex
	closed  bool
	device  device.Device
	threads int
	config  backends.Config
	heads   device.Heads
	*layout

	weights   device.Buffer
	table     device.Buffer // effective embedding [Vocab, Width]; weights' own where there are no factors
	head      packed
	factorOf  []device.Index // [factor][Vocab]
	rope      device.Buffer
	positions int // of rope

	forwardFresh, backFresh bool

	streams    []device.Stream
	workspaces []*workspace
	learner    learning
	cache      cache
}

func newModel(d device.Device, threads int, config backends.Config) *model {
	config = cloneConfig(config)
	m := &model{
		device:  d,
		threads: threads,
		config:  config,
		heads:   device.Heads{Query: config.Heads, KV: config.KVHeads, Dim: config.HeadDim},
		layout:  newLayout(config),
	}
	m.weights = d.Alloc(m.length)
	m.table = m.weight(m.embedding)
	for range threads {
		s := d.NewStream()
		m.streams = append(m.streams, s)
		m.workspaces = append(m.workspaces, newWorkspace(m, s))
	}
	if n := len(config.FactorSizes); n > 0 {
		m.table = d.Alloc(config.Vocab * config.Width)
		for f := range n {
			ids := make([]int32, config.Vocab)
			for v := range ids {
				ids[v] = config.Factors[v*n+f]
			}
			m.factorOf = append(m.factorOf, m.streams[0].Index(ids))
		}
	}
	m.cache.reset(m)
	return m
}

// Vocab is the number of token ids.
func (m *model) Vocab() int { return m.config.Vocab }

// Parameters is the number of trainable weights, a tied head counted once.
func (m *model) Parameters() int { return m.parameters }

// Close frees what the model holds; every later call fails.
func (m *model) Close() error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.closed = true
	m.weights, m.table, m.rope = device.Buffer{}, device.Buffer{}, device.Buffer{}
	m.head, m.blocks = packed{}, nil
	m.streams, m.workspaces = nil, nil
	m.learner, m.cache = learning{}, cache{}
	return nil
}

// weight is the range of a tensor in the weights.
func (m *model) weight(t tensor) device.Buffer { return t.of(m.weights) }

// of is the tensor's range in a flat buffer.
func (t tensor) of(flat device.Buffer) device.Buffer { return flat.Slice(t.offset, t.offset+t.len()) }

// changed marks everything derived from the weights as stale.
func (m *model) changed() {
	m.forwardFresh, m.backFresh = false, false
	m.cache.reset(m)
}

// refresh prepares what a forward pass needs, and with back a backward pass, for
// sequences of up to length tokens.
func (m *model) refresh(length int, back bool) {
	s := m.streams[0]
	m.growRope(length)
	if !m.forwardFresh {
		if len(m.factorOf) > 0 {
			s.Copy(m.table, m.weight(m.embedding))
			for f, ids := range m.factorOf {
				s.EmbedAdd(m.table, m.weight(m.factors[f]), ids, m.config.Width)
			}
		}
		m.eachMatrix(func(p *packed, w device.Buffer, rows, cols int) {
			if p.forward.Len() == 0 {
				p.forward = m.device.Alloc(device.PackedLen(cols, rows))
			}
			s.Pack(p.forward, w, cols, rows, true)
		})
		m.forwardFresh = true
	}
	if back && !m.backFresh {
		m.eachMatrix(func(p *packed, w device.Buffer, rows, cols int) {
			if p.back.Len() == 0 {
				p.back = m.device.Alloc(device.PackedLen(rows, cols))
			}
			s.Pack(p.back, w, rows, cols, false)
		})
		m.backFresh = true
	}
}

// eachMatrix calls f for every matrix that takes part in a product.
func (m *model) eachMatrix(f func(p *packed, w device.Buffer, rows, cols int)) {
	f(&m.head, m.table, m.config.Vocab, m.config.Width)
	for i := range m.blocks {
		b := &m.blocks[i]
		f(&b.qkvPack, m.weight(b.qkv), b.qkv.rows, b.qkv.cols)
		f(&b.outPack, m.weight(b.out), b.out.rows, b.out.cols)
		f(&b.guPack, m.weight(b.gateUp), b.gateUp.rows, b.gateUp.cols)
		f(&b.downPack, m.weight(b.down), b.down.rows, b.down.cols)
	}
}

// growRope makes the table of rotary angles cover positions below length: pair i
// of position p turns by p * theta^(-2 i / HeadDim).
func (m *model) growRope(length int) {
	if length <= m.positions {
		return
	}
	n := max(length, 2*m.positions, 512)
	half := m.config.HeadDim / 2
	host := make([]float32, n*m.config.HeadDim)
	for i := range half {
		rate := math.Pow(m.config.Theta, -2*float64(i)/float64(m.config.HeadDim))
		for p := range n {
			sin, cos := math.Sincos(float64(p) * rate)
			host[p*2*half+i] = float32(cos)
			host[p*2*half+half+i] = float32(sin)
		}
	}
	m.rope = m.device.Alloc(len(host))
	m.streams[0].Upload(m.rope, host)
	m.positions = n
}
