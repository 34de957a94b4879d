package device

import "fmt"

// sliceError is the panic of a Slice outside its buffer.
type sliceError struct{ from, to, length int }

func (e sliceError) Error() string {
	return fmt.Sprintf("slice device buffer: [%d:%d] of %d elements", e.from, e.to, e.length)
}
