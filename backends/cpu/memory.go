package cpu

import (
	"fmt"
	"unsafe"

	"github.com/retort-ml/retort/backends/device"
)

// slack is how many floats a kernel may read behind the end of an array.
const slack = 16

// alignment of the first element, in floats: a cache line.
const alignment = 16

// memory is host memory that starts at a cache line.
type memory struct {
	data []float32
	n    int
}

func newMemory(n int) *memory {
	if n < 0 {
		panic(fmt.Sprintf("allocate cpu memory: %d elements", n))
	}
	raw := make([]float32, n+slack+alignment)
	skip := 0
	if at := uintptr(unsafe.Pointer(&raw[0])) / 4 % alignment; at != 0 {
		skip = alignment - int(at)
	}
	return &memory{data: raw[skip : skip+n+slack], n: n}
}

func (m *memory) Len() int { return m.n }

// values is the buffer as a Go slice.
func values(b device.Buffer) []float32 {
	return b.Memory().(*memory).data[b.Offset() : b.Offset()+b.Len()]
}
