package cpu

// #include "kernels.h"
import "C"

import (
	"fmt"

	"github.com/retort-ml/retort/backends/device"
)

// queryBlock is QB of attention.h.
const queryBlock = 24

// mostDim is the largest head size that the backward pass of QKNormRope has room for.
const mostDim = 512

func roundUp(n, to int) int { return (n + to - 1) / to * to }

func checkHeads(h device.Heads) {
	if h.Query < 1 || h.KV < 1 || h.Query%h.KV != 0 || h.Dim < 2 || h.Dim%2 != 0 || h.Dim > mostDim {
		panic(fmt.Sprintf("cpu attention: %d query heads, %d key heads of %d", h.Query, h.KV, h.Dim))
	}
}

func (s *stream) QKNormRope(qk, rstd, qkv, qgain, kgain, rope device.Buffer, positions device.Index, h device.Heads, eps float32) {
	checkHeads(h)
	rows := positions.Len()
	C.rt_qk_rope(s.isa, at(qk, rows*h.Joint(), "qk"), at(rstd, rows*(h.Query+h.KV), "rstd"), at(qkv, rows*h.Fused(), "qkv"),
		at(qgain, h.Dim, "qgain"), at(kgain, h.Dim, "kgain"), at(rope, h.Dim, "rope"), ints(positions.Host),
		C.int(rows), C.int(h.Query), C.int(h.KV), C.int(h.Dim), C.float(eps))
}

func (s *stream) QKNormRopeBack(dqkv, dqgain, dkgain, dqk, qkv, qgain, kgain, rstd, rope device.Buffer, positions device.Index, h device.Heads) {
	checkHeads(h)
	rows := positions.Len()
	C.rt_qk_rope_back(s.isa, at(dqkv, rows*h.Fused(), "dqkv"), at(dqgain, h.Dim, "dqgain"), at(dkgain, h.Dim, "dkgain"),
		at(dqk, rows*h.Joint(), "dqk"), at(qkv, rows*h.Fused(), "qkv"), at(qgain, h.Dim, "qgain"), at(kgain, h.Dim, "kgain"),
		at(rstd, rows*(h.Query+h.KV), "rstd"), at(rope, h.Dim, "rope"), ints(positions.Host),
		C.int(rows), C.int(h.Query), C.int(h.KV), C.int(h.Dim))
}

// longest gives the number of rows of the packed batch and of its longest sequence.
func longest(starts []int32) (rows, most int) {
	for i := 1; i < len(starts); i++ {
		most = max(most, int(starts[i]-starts[i-1]))
	}
	return int(starts[len(starts)-1]), most
}

func (s *stream) Attention(out, lse, qk, qkv device.Buffer, starts device.Index, h device.Heads) {
	checkHeads(h)
	rows, most := longest(starts.Host)
	room := roundUp(most, 32) * (h.Dim + roundUp(h.Dim, 16) + queryBlock)
	C.rt_attention(s.isa, at(out, rows*h.Out(), "out"), at(lse, rows*h.Query, "lse"), at(qk, rows*h.Joint(), "qk"),
		at(qkv, rows*h.Fused(), "qkv"), ints(starts.Host), C.int(starts.Len()-1), C.int(h.Query), C.int(h.KV), C.int(h.Dim), s.room(room))
}

func (s *stream) AttentionBack(dqk, dqkv, dout, out, lse, qk, qkv device.Buffer, starts device.Index, h device.Heads) {
	checkHeads(h)
	rows, most := longest(starts.Host)
	room := roundUp(most, 32)*(2*h.Dim+3*roundUp(h.Dim, 16)+2*queryBlock) + queryBlock
	C.rt_attention_back(s.isa, at(dqk, rows*h.Joint(), "dqk"), at(dqkv, rows*h.Fused(), "dqkv"), at(dout, rows*h.Out(), "dout"),
		at(out, rows*h.Out(), "out"), at(lse, rows*h.Query, "lse"), at(qk, rows*h.Joint(), "qk"), at(qkv, rows*h.Fused(), "qkv"),
		ints(starts.Host), C.int(starts.Len()-1), C.int(h.Query), C.int(h.KV), C.int(h.Dim), s.room(room))
}

func (s *stream) CacheWrite(c device.Cache, qk, qkv device.Buffer, sequences, positions device.Index, h device.Heads) {
	checkHeads(h)
	rows := positions.Len()
	C.rt_cache_write(s.isa, at(c.Pool, h.CacheSize(), "pool"), at(qk, rows*h.Joint(), "qk"), at(qkv, rows*h.Fused(), "qkv"),
		ints(c.Table.Host), ints(sequences.Host), ints(positions.Host), C.int(rows), C.int(h.Query), C.int(h.KV), C.int(h.Dim),
		C.int(c.Blocks), C.int64_t(c.Stride))
}

func (s *stream) CacheAttention(out, qk device.Buffer, c device.Cache, sequences, positions device.Index, h device.Heads) {
	checkHeads(h)
	rows := positions.Len()
	C.rt_cache_attention(s.isa, at(out, rows*h.Out(), "out"), at(qk, rows*h.Joint(), "qk"), at(c.Pool, h.CacheSize(), "pool"),
		ints(c.Table.Host), ints(sequences.Host), ints(positions.Host), C.int(rows), C.int(h.Query), C.int(h.KV), C.int(h.Dim),
		C.int(c.Blocks), C.int64_t(c.Stride), s.room(2*c.Blocks*device.CacheBlock))
}
