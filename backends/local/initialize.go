package local

import (
	"math"
	"math/rand/v2"
)

// Standard deviations of fresh weights, before the division by the root of the number of
// inputs. They were chosen on in-context recall with models of width 32 and 64
// trained for 400 steps: the usual 0.02 for everything did not leave the plateau in
// that time, these values were the best or close to it for every size and seed. What
// matters is that the sublayers' writes are as large as the embedding and that attention
// starts nearly flat.
const (
	tableScale    = 0.6 // embedding and factors: read as input and as head
	previousScale = 0.4
	matrixScale   = 0.4
)

// residualScale is for the matrices that write to the residual stream, two in each layer.
func residualScale(layers int) float64 { return math.Sqrt(2 / float64(layers)) }

// initialize draws fresh weights, each tensor from a stream of its own: matrices and tables
// from normal(0, scale/sqrt(inputs)), where the inputs of a table are Width; norm gains are 1.
func (m *model) initialize(seed uint64) {
	host := make([]float32, m.length)
	for _, t := range m.all {
		if t.vector {
			for i := range t.len() {
				host[t.offset+i] = 1
			}
		}
	}
	stream := uint64(0)
	draw := func(t tensor, scale float64) {
		r := rand.New(rand.NewPCG(seed, stream))
		stream++
		deviation := scale / math.Sqrt(float64(t.cols))
		for i := range t.len() {
			host[t.offset+i] = float32(r.NormFloat64() * deviation)
		}
	}
	draw(m.embedding, tableScale)
	for _, t := range m.previous {
		draw(t, previousScale)
	}
	for _, t := range m.factors {
		draw(t, tableScale)
	}
	residual := residualScale(m.config.Layers)
	for _, b := range m.blocks {
		draw(b.qkv, matrixScale)
		draw(b.out, residual)
		draw(b.gateUp, matrixScale)
		draw(b.down, residual)
	}
	m.streams[0].Upload(m.weights, host)
	m.changed()
}
