package schema_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/registry/environments/tau2/py"
	"github.com/retort-ml/retort/registry/environments/tau2/schema"
)

var inner = schema.Strict("Inner", schema.Field{Name: "n", Type: schema.Int})

var outer = schema.New("Outer",
	schema.Field{Name: "s", Type: schema.Str},
	schema.Field{Name: "f", Type: schema.Float, Default: py.Float(1)},
	schema.Field{Name: "b", Type: schema.Bool, Default: py.Bool(false)},
	schema.Field{Name: "m", Type: schema.Maybe(inner), Default: py.None{}},
	schema.Field{Name: "l", Type: schema.List(inner), Default: py.NewList()},
	schema.Field{Name: "d", Type: schema.Date, Default: py.None{}},
	schema.Field{Name: "t", Type: schema.Moment, Default: py.None{}},
)

func check(t *testing.T, text string) (string, error) {
	t.Helper()
	v, err := py.Parse(text)
	require.NoError(t, err)
	d, err := outer.Check(v)
	if err != nil {
		return "", err
	}
	return py.JSON(d), nil
}

// The expected values are pydantic 2.14's.
func TestModel_Check(t *testing.T) {
	t.Parallel()
	got, err := check(t, `{"x": 1, "l": [{"n": "12"}, {"n": 3.0}, {"n": true}], "f": "2.5", "b": "yes", "s": "q", "d": "2025-01-02", "t": "2025-01-02T03:04:05"}`)
	require.NoError(t, err)
	require.Equal(t, `{"s": "q", "f": 2.5, "b": true, "m": null, "l": [{"n": 12}, {"n": 3}, {"n": 1}], "d": "2025-01-02", "t": "2025-01-02 03:04:05"}`, got)
}

func TestModel_CheckFaults(t *testing.T) {
	t.Parallel()
	_, err := check(t, `{"f": "x", "m": {"n": 1.5, "o": "a text that is longer than fifty characters, so that it is cut"}, "l": [7]}`)
	require.EqualError(t, err, `5 validation errors for Outer
s
  Field required [type=missing, input_value={'f': 'x', 'm': {'n': 1.5...t it is cut'}, 'l': [7]}, input_type=dict]
    For further information visit https://errors.pydantic.dev/2.14/v/missing
f
  Input should be a valid number, unable to parse string as a number [type=float_parsing, input_value='x', input_type=str]
    For further information visit https://errors.pydantic.dev/2.14/v/float_parsing
m.n
  Input should be a valid integer, got a number with a fractional part [type=int_from_float, input_value=1.5, input_type=float]
    For further information visit https://errors.pydantic.dev/2.14/v/int_from_float
m.o
  Extra inputs are not permitted [type=extra_forbidden, input_value='a text that is longer th...ters, so that it is cut', input_type=str]
    For further information visit https://errors.pydantic.dev/2.14/v/extra_forbidden
l.0
  Input should be a valid dictionary or instance of Inner [type=model_type, input_value=7, input_type=int]
    For further information visit https://errors.pydantic.dev/2.14/v/model_type`)

	_, err = check(t, `{"s": "q", "f": "`+strings.Repeat("é日📶 ", 6)+`"}`)
	require.ErrorContains(t, err, "input_value='é日📶 é日📶 é... é日📶 é日📶 ', input_type=str", "bytes are counted, and no character is cut")
}
