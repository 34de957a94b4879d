package calculator

import (
	"slices"
	"strings"
)

// Memory is the names that programs have assigned. The zero value is empty; it is never changed, so that copies share it.
type Memory struct{ cells []cell } // by name

type cell struct {
	name  string
	value Value
}

func (m Memory) find(name string) (int, bool) {
	return slices.BinarySearchFunc(m.cells, name, func(c cell, n string) int { return strings.Compare(c.name, n) })
}

// Get looks a name up.
func (m Memory) Get(name string) (Value, bool) {
	i, ok := m.find(name)
	if !ok {
		return Value{}, false
	}
	return m.cells[i].value, true
}

// Names lists the names in alphabetical order.
func (m Memory) Names() []string {
	names := make([]string, len(m.cells))
	for i, c := range m.cells {
		names[i] = c.name
	}
	return names
}

// with returns a memory in which the name has the value.
func (m Memory) with(name string, v Value) (Memory, error) {
	i, ok := m.find(name)
	if ok {
		cells := slices.Clone(m.cells)
		cells[i].value = v
		return Memory{cells}, nil
	}
	if len(m.cells) == MaxNames {
		return m, errMemory
	}
	cells := make([]cell, 0, len(m.cells)+1)
	cells = append(append(append(cells, m.cells[:i]...), cell{name, v}), m.cells[i:]...)
	return Memory{cells}, nil
}
