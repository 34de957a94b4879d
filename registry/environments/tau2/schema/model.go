package schema

import (
	"github.com/retort-ml/retort/registry/environments/tau2/py"
)

// Model is a record type.
type Model struct {
	name   string
	fields []Field
	strict bool
	shape  py.Shape
}

// Field is one field of a model.
type Field struct {
	Name string
	Type Type
	// Default is the value of a field left out; nil when it may not be left out. It is not
	// checked.
	Default py.Value
}

// New returns a model. Keys that are no field are ignored and dropped.
func New(name string, fields ...Field) *Model {
	keys := make([]string, len(fields))
	for i, f := range fields {
		keys[i] = f.Name
	}
	return &Model{name: name, fields: fields, shape: py.NewShape(keys...)}
}

// Strict returns a model for which a key that is no field is an error.
func Strict(name string, fields ...Field) *Model {
	m := New(name, fields...)
	m.strict = true
	return m
}

// Name is the model's name, as its error texts write it.
func (m *Model) Name() string { return m.name }

// Make returns a record of values in the order of the fields, unchecked.
func (m *Model) Make(vals ...py.Value) *py.Dict { return m.shape.New(vals) }

// Check returns the record that the model makes of a value: its fields in the model's order,
// each converted. The error is a *[ValidationError] with every fault.
func (m *Model) Check(v py.Value) (*py.Dict, error) {
	c := &checker{}
	out := m.check(v, c)
	if len(c.faults) > 0 {
		return nil, &ValidationError{Model: m.name, Faults: c.faults}
	}
	return out.(*py.Dict), nil
}

func (m *Model) check(v py.Value, c *checker) py.Value {
	d, ok := v.(*py.Dict)
	if !ok {
		c.add("model_type", "Input should be a valid dictionary or instance of "+m.name, v)
		return nil
	}
	vals := make([]py.Value, len(m.fields))
	for i := range m.fields {
		f := &m.fields[i]
		given, there := d.Get(f.Name)
		c.path = append(c.path, f.Name)
		switch {
		case there:
			vals[i] = f.Type.check(given, c)
		case f.Default != nil:
			vals[i] = f.Default
		default:
			c.add("missing", "Field required", d)
		}
		c.path = c.path[:len(c.path)-1]
	}
	if m.strict {
		for i := range d.Len() {
			if !m.has(d.Key(i)) {
				c.path = append(c.path, d.Key(i))
				c.add("extra_forbidden", "Extra inputs are not permitted", d.At(i))
				c.path = c.path[:len(c.path)-1]
			}
		}
	}
	return m.shape.New(vals)
}

func (m *Model) has(name string) bool {
	for i := range m.fields {
		if m.fields[i].Name == name {
			return true
		}
	}
	return false
}
