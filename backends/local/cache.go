package local

import (
	"slices"

	"github.com/retort-ml/retort/backends"
	"github.com/retort-ml/retort/backends/device"
)

// cached is a sequence whose keys and values are in the pool.
type cached struct {
	tokens []backends.Token // those that were fed
	blocks []int32
}

// cache is the pool of key-value blocks and who owns which. A block holds
// device.CacheBlock positions of all layers.
type cache struct {
	pool    device.Buffer
	stride  int // elements of a block
	blocks  int // in the pool
	free    []int32
	entries map[uint64]*cached
}

// reset forgets every sequence: they belong to other weights.
func (c *cache) reset(m *model) {
	c.stride = m.config.Layers * m.heads.CacheSize()
	c.entries = map[uint64]*cached{}
	c.free = c.free[:0]
	for b := c.blocks - 1; b >= 0; b-- {
		c.free = append(c.free, int32(b))
	}
}

// blocksFor is the number of blocks that hold n positions.
func blocksFor(n int) int { return (n + device.CacheBlock - 1) / device.CacheBlock }

// reserve makes room for n positions of a sequence.
func (c *cache) reserve(m *model, e *cached, n int) {
	for len(e.blocks) < blocksFor(n) {
		if len(c.free) == 0 {
			c.grow(m, c.blocks+max(64, c.blocks/2))
		}
		last := len(c.free) - 1
		e.blocks = append(e.blocks, c.free[last])
		c.free = c.free[:last]
	}
}

// grow moves the pool to a larger buffer.
func (c *cache) grow(m *model, blocks int) {
	pool := m.device.Alloc(blocks * c.stride)
	if c.blocks > 0 {
		m.streams[0].Copy(pool.Slice(0, c.pool.Len()), c.pool)
	}
	for b := blocks - 1; b >= c.blocks; b-- {
		c.free = append(c.free, int32(b))
	}
	c.pool, c.blocks = pool, blocks
}

// trim gives back the blocks behind position n.
func (c *cache) trim(e *cached, n int) {
	keep := blocksFor(n)
	for i := len(e.blocks) - 1; i >= keep; i-- {
		c.free = append(c.free, e.blocks[i])
	}
	e.blocks = slices.Delete(e.blocks, keep, len(e.blocks))
}

// Release drops what was cached under the keys; unknown keys are ignored.
func (m *model) Release(keys ...uint64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, k := range keys {
		if e, ok := m.cache.entries[k]; ok {
			m.cache.trim(e, 0)
			delete(m.cache.entries, k)
		}
	}
}

// commonPrefix is the number of leading tokens that two sequences share.
func commonPrefix(a, b []backends.Token) int {
	n := min(len(a), len(b))
	for i := range n {
		if a[i] != b[i] {
			return i
		}
	}
	return n
}
