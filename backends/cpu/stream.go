package cpu

// #include "kernels.h"
import "C"

import (
	"fmt"
	"unsafe"

	"github.com/retort-ml/retort/backends/device"
)

// stream calls the kernels and owns their scratch memory.
type stream struct {
	isa     *C.struct_rt_kernels
	scratch *memory
}

// at gives the address of a buffer after checking that it has n elements.
func at(b device.Buffer, n int, what string) *C.float {
	if b.Len() < n {
		panic(fmt.Sprintf("cpu operation: %s has %d elements, needs %d", what, b.Len(), n))
	}
	return (*C.float)(unsafe.Pointer(&b.Memory().(*memory).data[b.Offset()]))
}

// optional is at, or nil for the absent buffer.
func optional(b device.Buffer, n int, what string) *C.float {
	if b.Memory() == nil {
		return nil
	}
	return at(b, n, what)
}

var noIndex [1]int32

func ints(v []int32) *C.int32_t {
	if len(v) == 0 {
		v = noIndex[:]
	}
	return (*C.int32_t)(unsafe.Pointer(&v[0]))
}

func boolean(b bool) C.int {
	if b {
		return 1
	}
	return 0
}

// room gives scratch memory of at least n floats.
func (s *stream) room(n int) *C.float {
	if s.scratch == nil || s.scratch.n < n {
		s.scratch = newMemory(n + n/4)
	}
	return (*C.float)(unsafe.Pointer(&s.scratch.data[0]))
}

func equalLen(op string, a, b int) {
	if a != b {
		panic(fmt.Sprintf("cpu %s: %d elements against %d", op, a, b))
	}
}

func (s *stream) Upload(dst device.Buffer, src []float32) {
	equalLen("upload", dst.Len(), len(src))
	copy(values(dst), src)
}

func (s *stream) Download(dst []float32, src device.Buffer) {
	equalLen("download", len(dst), src.Len())
	copy(dst, values(src))
}

func (s *stream) Copy(dst, src device.Buffer) {
	equalLen("copy", dst.Len(), src.Len())
	copy(values(dst), values(src))
}

func (s *stream) Zero(dst device.Buffer) { clear(values(dst)) }

func (s *stream) Add(dst, src device.Buffer) {
	equalLen("add", dst.Len(), src.Len())
	C.rt_add(s.isa, at(dst, 0, "dst"), at(src, 0, "src"), C.int64_t(dst.Len()))
}

func (s *stream) Index(values []int32) device.Index { return device.Index{Host: values} }

func (s *stream) Pack(dst, src device.Buffer, k, n int, transpose bool) {
	C.rt_pack(s.isa, at(dst, device.PackedLen(k, n), "packed"), at(src, k*n, "src"), C.int(k), C.int(n), boolean(transpose))
}

func (s *stream) MatMul(c, add, a, packed device.Buffer, m, n, k int) {
	C.rt_matmul(s.isa, at(c, m*n, "c"), optional(add, m*n, "add"), at(a, m*k, "a"), at(packed, device.PackedLen(k, n), "packed"),
		C.int(m), C.int(n), C.int(k))
}

func (s *stream) MatMulTN(c, a, b device.Buffer, m, n, k int) {
	C.rt_matmul_tn(s.isa, at(c, m*n, "c"), at(a, k*m, "a"), at(b, k*n, "b"), C.int(m), C.int(n), C.int(k))
}

func (s *stream) Embed(out, table device.Buffer, ids device.Index, width int) {
	s.embed(out, table, ids, width, 0)
}

func (s *stream) EmbedAdd(out, table device.Buffer, ids device.Index, width int) {
	s.embed(out, table, ids, width, 1)
}

func (s *stream) embed(out, table device.Buffer, ids device.Index, width int, add C.int) {
	C.rt_embed(s.isa, at(out, ids.Len()*width, "out"), at(table, width, "table"), ints(ids.Host), C.int(ids.Len()), C.int(width), add)
}

func (s *stream) EmbedBack(dtable, dx device.Buffer, ids device.Index, width int) {
	C.rt_embed_back(s.isa, at(dtable, width, "dtable"), at(dx, ids.Len()*width, "dx"), ints(ids.Host), C.int(ids.Len()), C.int(width))
}

func (s *stream) RMSNorm(y, rstd, x, gain device.Buffer, rows, width int, eps float32) {
	C.rt_rms_norm(s.isa, at(y, rows*width, "y"), at(rstd, rows, "rstd"), at(x, rows*width, "x"), at(gain, width, "gain"),
		C.int(rows), C.int(width), C.float(eps))
}

func (s *stream) RMSNormBack(dx, dgain, dy, x, gain, rstd device.Buffer, rows, width int) {
	C.rt_rms_norm_back(s.isa, at(dx, rows*width, "dx"), at(dgain, width, "dgain"), at(dy, rows*width, "dy"), at(x, rows*width, "x"),
		at(gain, width, "gain"), at(rstd, rows, "rstd"), C.int(rows), C.int(width))
}

func (s *stream) SwiGLU(y, gu device.Buffer, rows, ffn int) {
	C.rt_swiglu(s.isa, at(y, rows*ffn, "y"), at(gu, 2*rows*ffn, "gu"), C.int(rows), C.int(ffn))
}

func (s *stream) SwiGLUBack(dgu, dy, gu device.Buffer, rows, ffn int) {
	C.rt_swiglu_back(s.isa, at(dgu, 2*rows*ffn, "dgu"), at(dy, rows*ffn, "dy"), at(gu, 2*rows*ffn, "gu"), C.int(rows), C.int(ffn))
}

func (s *stream) SumSquares(x device.Buffer) float64 {
	var out C.double
	C.rt_sum_squares(s.isa, &out, at(x, 0, "x"), C.int64_t(x.Len()))
	return float64(out)
}

func (s *stream) AdamW(w, m, v, g device.Buffer, a device.AdamW) {
	n := w.Len()
	C.rt_adamw(s.isa, at(w, n, "w"), at(m, n, "m"), at(v, n, "v"), at(g, n, "g"), C.int64_t(n), C.float(a.GradScale),
		C.float(a.StepSize), C.float(a.Beta1), C.float(a.Beta2), C.float(a.Epsilon), C.float(a.RootScale), C.float(a.Decay))
}
