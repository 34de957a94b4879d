package schema

import (
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/retort-ml/retort/registry/environments/tau2/py"
)

// Type is the type of a field.
type Type interface {
	// check returns the converted value, or adds what is wrong to the checker.
	check(v py.Value, c *checker) py.Value
}

type (
	anyType    struct{}
	strType    struct{}
	intType    struct{}
	floatType  struct{}
	boolType   struct{}
	dateType   struct{}
	momentType struct{}
	choiceType struct {
		kind, message string
		values        []string
	}
	maybeType struct{ of Type }
	listType  struct{ of Type }
	dictType  struct{ keys, of Type }
	unionType []*Model
)

// The plain types. Dates and moments are kept as the texts that Python's str has for them.
var (
	Str    Type = strType{}
	Int    Type = intType{}
	Float  Type = floatType{}
	Bool   Type = boolType{}
	Date   Type = dateType{}
	Moment Type = momentType{}
	// Any is any value.
	Any Type = anyType{}
)

// Literal is one of a few texts.
func Literal(values ...string) Type {
	return choiceType{"literal_error", "Input should be " + alternatives(values), values}
}

// Enum is one of the values of an enumeration of texts.
func Enum(values ...string) Type {
	return choiceType{"enum", "Input should be " + alternatives(values), values}
}

// Maybe is a type or None.
func Maybe(of Type) Type { return maybeType{of} }

// List is a list of a type.
func List(of Type) Type { return listType{of} }

// Dict is a dictionary of a type, its keys any text.
func Dict(of Type) Type { return dictType{Str, of} }

// Keyed is a dictionary whose keys have a type of their own.
func Keyed(keys, of Type) Type { return dictType{keys, of} }

// Union is the first of the models that fits.
func Union(models ...*Model) Type { return unionType(models) }

func alternatives(values []string) string {
	return py.Join(values, " or ")
}

func (anyType) check(v py.Value, _ *checker) py.Value { return v }

func (strType) check(v py.Value, c *checker) py.Value {
	if _, ok := v.(py.Str); !ok {
		c.add("string_type", "Input should be a valid string", v)
	}
	return v
}

func (intType) check(v py.Value, c *checker) py.Value {
	switch x := v.(type) {
	case py.Int, py.Big:
		return v
	case py.Bool:
		if x {
			return py.Int(1)
		}
		return py.Int(0)
	case py.Float:
		switch f := float64(x); {
		case math.IsNaN(f) || math.IsInf(f, 0):
			c.add("finite_number", "Input should be a finite number", v)
		case f != math.Trunc(f):
			c.add("int_from_float", "Input should be a valid integer, got a number with a fractional part", v)
		case math.Abs(f) < 1<<63:
			return py.Int(f)
		default:
			c.add("int_parsing_size", "Unable to parse input string as an integer, exceeded maximum size", v)
		}
		return v
	case py.Str:
		if n, ok := py.ParseInt(cutZeros(string(x))); ok {
			return n
		}
		c.add("int_parsing", "Input should be a valid integer, unable to parse string as an integer", v)
		return v
	}
	c.add("int_type", "Input should be a valid integer", v)
	return v
}

// cutZeros drops a fraction of zeros, which pydantic allows in the text of an integer.
func cutZeros(text string) string {
	whole, fraction, found := strings.Cut(strings.TrimSpace(text), ".")
	if !found || whole == "" || fraction == "" || strings.Trim(fraction, "0") != "" {
		return text
	}
	return whole
}

func (floatType) check(v py.Value, c *checker) py.Value {
	switch x := v.(type) {
	case py.Float:
		return v
	case py.Int, py.Big, py.Bool:
		return py.Float(py.Real(v))
	case py.Str:
		if f, ok := py.ParseFloat(string(x)); ok {
			return py.Float(f)
		}
		c.add("float_parsing", "Input should be a valid number, unable to parse string as a number", v)
		return v
	}
	c.add("float_type", "Input should be a valid number", v)
	return v
}

func (boolType) check(v py.Value, c *checker) py.Value {
	switch x := v.(type) {
	case py.Bool:
		return v
	case py.Int, py.Float:
		switch py.Real(x) {
		case 0:
			return py.Bool(false)
		case 1:
			return py.Bool(true)
		}
		c.add("bool_parsing", "Input should be a valid boolean, unable to interpret input", v)
		return v
	case py.Str:
		switch strings.ToLower(string(x)) {
		case "0", "off", "f", "false", "n", "no":
			return py.Bool(false)
		case "1", "on", "t", "true", "y", "yes":
			return py.Bool(true)
		}
		c.add("bool_parsing", "Input should be a valid boolean, unable to interpret input", v)
		return v
	}
	c.add("bool_type", "Input should be a valid boolean", v)
	return v
}

func (dateType) check(v py.Value, c *checker) py.Value {
	s, ok := v.(py.Str)
	if !ok {
		c.add("date_type", "Input should be a valid date", v)
		return v
	}
	text := strings.TrimSuffix(string(s), "T00:00:00")
	if _, err := time.Parse(time.DateOnly, text); err != nil {
		c.add("date_from_datetime_parsing", "Input should be a valid date or datetime, "+strconv.Quote(string(s))+" is none", v)
	}
	return py.Str(text)
}

var momentForm = regexp.MustCompile(`^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d)$`)

func (momentType) check(v py.Value, c *checker) py.Value {
	s, ok := v.(py.Str)
	if !ok {
		c.add("datetime_type", "Input should be a valid datetime", v)
		return v
	}
	parts := momentForm.FindStringSubmatch(string(s))
	if parts == nil {
		if _, err := time.Parse(time.DateOnly, string(s)); err == nil {
			return s + " 00:00:00"
		}
		c.add("datetime_from_date_parsing", "Input should be a valid datetime or date, "+strconv.Quote(string(s))+" is none", v)
		return v
	}
	text := parts[1] + " " + parts[2]
	if _, err := time.Parse(time.DateTime, text); err != nil {
		c.add("datetime_from_date_parsing", "Input should be a valid datetime or date, "+strconv.Quote(string(s))+" is none", v)
	}
	return py.Str(text)
}

func (t choiceType) check(v py.Value, c *checker) py.Value {
	if s, ok := v.(py.Str); !ok || !slices.Contains(t.values, string(s)) {
		c.add(t.kind, t.message, v)
	}
	return v
}

func (t maybeType) check(v py.Value, c *checker) py.Value {
	if _, none := v.(py.None); none {
		return v
	}
	return t.of.check(v, c)
}

func (t listType) check(v py.Value, c *checker) py.Value {
	l, ok := v.(*py.List)
	if !ok {
		c.add("list_type", "Input should be a valid list", v)
		return v
	}
	items := make([]py.Value, l.Len())
	for i := range items {
		c.path = append(c.path, strconv.Itoa(i))
		items[i] = t.of.check(l.At(i), c)
		c.path = c.path[:len(c.path)-1]
	}
	return py.NewList(items...)
}

func (t dictType) check(v py.Value, c *checker) py.Value {
	d, ok := v.(*py.Dict)
	if !ok {
		c.add("dict_type", "Input should be a valid dictionary", v)
		return v
	}
	vals := make([]py.Value, d.Len())
	for i := range vals {
		c.path = append(c.path, d.Key(i))
		if _, any := t.keys.(strType); !any {
			c.path = append(c.path, "[key]")
			t.keys.check(py.Str(d.Key(i)), c)
			c.path = c.path[:len(c.path)-1]
		}
		vals[i] = t.of.check(d.At(i), c)
		c.path = c.path[:len(c.path)-1]
	}
	return d.WithValues(vals)
}

func (t unionType) check(v py.Value, c *checker) py.Value {
	var faults []Fault
	for _, m := range t {
		own := &checker{path: append(slices.Clone(c.path), m.name)}
		if out := m.check(v, own); len(own.faults) == 0 {
			return out
		}
		faults = append(faults, own.faults...)
	}
	c.faults = append(c.faults, faults...)
	return v
}

// check makes a model the type of a field.
var _ Type = (*Model)(nil)
