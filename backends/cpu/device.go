// Package cpu is the device of this machine's processor: C kernels compiled for
// several instruction sets and chosen when the device is made. Operations run on
// the calling goroutine; parallelism is a matter of using several streams. Every result is
// a function of the inputs and the instruction set alone. New is the entry point.
package cpu

// #cgo CFLAGS: -O3 -Wall -Wextra
// #cgo LDFLAGS: -lm
// #include <stdlib.h>
// #include "kernels.h"
import "C"

import (
	"fmt"
	"strings"
	"unsafe"

	"github.com/retort-ml/retort/backends/device"
)

// names are the instruction sets, best first.
var names = []string{"avx512", "avx2", "neon", "plain"}

// Device computes with the kernels of one instruction set.
type Device struct {
	name string
	isa  *C.struct_rt_kernels
}

// ISAs lists the instruction sets that this machine can run, best first.
func ISAs() []string {
	var found []string
	for _, name := range names {
		if find(name) != nil {
			found = append(found, name)
		}
	}
	return found
}

// New makes a device for an instruction set of ISAs; "" takes the best.
func New(isa string) (*Device, error) {
	if isa == "" {
		isa = ISAs()[0]
	}
	table := find(isa)
	if table == nil {
		return nil, fmt.Errorf("open cpu device: instruction set %q is not available here, only %s", isa, strings.Join(ISAs(), ", "))
	}
	return &Device{name: isa, isa: table}, nil
}

func find(isa string) *C.struct_rt_kernels {
	name := C.CString(isa)
	defer C.free(unsafe.Pointer(name))
	return C.rt_find(name)
}

// Name is "cpu-" and the instruction set.
func (d *Device) Name() string { return "cpu-" + d.name }

// Alloc gives n zeroed elements with the slack that the kernels want behind them.
func (d *Device) Alloc(n int) device.Buffer { return device.NewBuffer(newMemory(n)) }

// NewStream gives a stream with scratch memory of its own.
func (d *Device) NewStream() device.Stream { return &stream{isa: d.isa} }
