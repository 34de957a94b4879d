// Package device says what a transformer asks of the hardware it runs on: a
// small set of coarse operations with hand-derived backward passes, on float32
// buffers that only the device can read. There is no graph and no automatic
// differentiation. backends/cpu implements it; backends/local is the model
// written over it.
//
// Conventions. Matrices are row-major without padding. A batch is packed: the
// tokens of all its sequences stand one after another and starts (cumulative
// lengths, [sequences+1]) says where each begins. Outputs come first, then
// inputs, then sizes. "+=" in a comment marks an output that is added to;
// other outputs are overwritten. Shapes are the caller's business: an operation
// given a buffer that is too small panics.
package device

// Memory is device memory as its device knows it.
type Memory interface {
	// Len is the number of float32 elements.
	Len() int
}

// Buffer is a range of device memory holding float32 elements. The zero Buffer is
// the absent argument where an operation allows one.
type Buffer struct {
	memory Memory
	offset int
	length int
}

// NewBuffer is the whole of a memory. Devices call it.
func NewBuffer(memory Memory) Buffer { return Buffer{memory: memory, length: memory.Len()} }

// Memory and Offset say where the buffer's first element is.
func (b Buffer) Memory() Memory { return b.memory }
func (b Buffer) Offset() int    { return b.offset }

// Len is the number of elements.
func (b Buffer) Len() int { return b.length }

// Slice is the elements [from, to) of b, the same memory.
func (b Buffer) Slice(from, to int) Buffer {
	if from < 0 || to < from || to > b.length {
		panic(sliceError{from, to, b.length})
	}
	return Buffer{memory: b.memory, offset: b.offset + from, length: to - from}
}

// Index is a list of int32 (token ids, positions, row numbers) as an operation
// wants it. A device on the host uses Host directly; another keeps its copy in Handle.
type Index struct {
	Host   []int32
	Handle any
}

// Len is the number of entries.
func (x Index) Len() int { return len(x.Host) }

// Device is a place that computes.
type Device interface {
	// Name identifies the kind of device whose bits it gives, such as "cpu-avx512".
	Name() string
	// Alloc gives n zeroed elements. They are freed when nothing refers to them.
	Alloc(n int) Buffer
	// NewStream gives a stream for use by one goroutine at a time.
	NewStream() Stream
}

// Heads is the shape of an attention layer. Rows of the fused projection hold
// Query heads, then KV key heads, then KV value heads of Dim elements each.
type Heads struct{ Query, KV, Dim int }

// Joint is the width of a row of queries and keys, Fused with values as well,
// Out that of the attention's output.
func (h Heads) Joint() int { return (h.Query + h.KV) * h.Dim }
func (h Heads) Fused() int { return (h.Query + 2*h.KV) * h.Dim }
func (h Heads) Out() int   { return h.Query * h.Dim }

// Cache is a layer's view of the pool of key-value blocks. A block holds
// CacheBlock positions of one sequence. The layer's part of block b starts at b*Stride of
// Pool. Table [sequences, Blocks] names the blocks of each sequence.
type Cache struct {
	Pool   Buffer
	Stride int
	Table  Index
	Blocks int
}

// CacheBlock is the number of positions in a block of the key-value cache.
const CacheBlock = 32

// CacheSize is the number of elements that one layer needs in a block.
func (h Heads) CacheSize() int { return 2 * h.KV * h.Dim * CacheBlock }

// AdamW is one update with everything that depends on the step already worked out.
type AdamW struct {
	GradScale float32 // the gradient is multiplied by this first
	StepSize  float32 // learning rate / (1 - Beta1^t)
	Beta1     float32
	Beta2     float32
	Epsilon   float32
	RootScale float32 // 1 / sqrt(1 - Beta2^t)
	Decay     float32 // 1 - learning rate * weight decay
}

// PolicyGradient holds the constants of that loss.
type PolicyGradient struct{ ClipLow, ClipHigh, DualClip, KLCoef float32 }

// Divergence chooses the loss against a target distribution q.
type Divergence int

const (
	ReverseKL Divergence = iota // KL(p||q)
	ForwardKL                   // KL(q||p)
	CrossDist                   // -sum q log p
)

// StatsWidth is the number of columns of Stream.RowStats.
const StatsWidth = 3
