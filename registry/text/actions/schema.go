package actions

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strconv"
	"strings"
)

// Bounds of what is checked: the nesting of arguments and of references that refer to each other, and the values that are
// looked at, since a schema with choices inside choices looks at some of them many times.
const (
	maxDepth = 100
	maxLooks = 1 << 20
)

// schema is a compiled JSON Schema.
type schema struct {
	types      []string // allowed types; none for all
	enum       []string // allowed values in canonical JSON; nil for all
	choices    []*schema
	properties map[string]*schema
	required   []string
	closed     bool    // no other properties
	others     *schema // of other properties; nil for anything
	items      *schema
}

// compiler compiles a schema and what its references name.
type compiler struct {
	root map[string]any
	refs map[string]*schema
}

func newSchema(root map[string]any) (*schema, error) {
	c := &compiler{root, map[string]*schema{}}
	return c.compile(root, 0)
}

// compile turns the text of a schema into one. What a schema refers to is compiled once, so that it may
// refer to itself.
func (c *compiler) compile(v any, depth int) (*schema, error) {
	if depth > maxDepth {
		return nil, errors.New("the schema is nested too deeply")
	}
	m, ok := v.(map[string]any)
	if !ok {
		if v == true {
			return &schema{}, nil
		}
		return nil, fmt.Errorf("a schema is %T, no object", v)
	}
	if ref, ok := m["$ref"].(string); ok {
		return c.refer(ref, depth)
	}
	s := &schema{}
	return s, c.fill(s, m, depth)
}

func (c *compiler) refer(ref string, depth int) (*schema, error) {
	if s := c.refs[ref]; s != nil {
		return s, nil
	}
	var v any = c.root
	path, ok := strings.CutPrefix(ref, "#/")
	if !ok {
		return nil, fmt.Errorf("the reference %s is not into the schema itself", quote(ref))
	}
	for step := range strings.SplitSeq(path, "/") {
		m, _ := v.(map[string]any)
		if v, ok = m[step]; !ok {
			return nil, fmt.Errorf("the reference %s names nothing", quote(ref))
		}
	}
	m, ok := v.(map[string]any)
	if !ok {
		return nil, fmt.Errorf("the reference %s names no schema", quote(ref))
	}
	s := &schema{}
	c.refs[ref] = s
	if further, ok := m["$ref"].(string); ok {
		to, err := c.refer(further, depth+1)
		if err != nil {
			return nil, err
		}
		s.choices = []*schema{to}
		return s, nil
	}
	return s, c.fill(s, m, depth+1)
}

func (c *compiler) fill(s *schema, m map[string]any, depth int) (err error) {
	switch t := m["type"].(type) {
	case string:
		s.types = []string{t}
	case []any:
		for _, one := range t {
			s.types = append(s.types, fmt.Sprint(one))
		}
	}
	if list, ok := m["enum"].([]any); ok {
		s.enum = []string{}
		for _, one := range list {
			s.enum = append(s.enum, exact(one))
		}
	}
	if one, ok := m["const"]; ok {
		s.enum = []string{exact(one)}
	}
	for _, word := range []string{"anyOf", "oneOf"} {
		list, _ := m[word].([]any)
		for _, one := range list {
			choice, err := c.compile(one, depth+1)
			if err != nil {
				return err
			}
			s.choices = append(s.choices, choice)
		}
	}
	if properties, ok := m["properties"].(map[string]any); ok {
		s.properties = map[string]*schema{}
		for _, key := range slices.Sorted(maps.Keys(properties)) {
			if s.properties[key], err = c.compile(properties[key], depth+1); err != nil {
				return fmt.Errorf("%s: %w", key, err)
			}
		}
	}
	if list, ok := m["required"].([]any); ok {
		for _, one := range list {
			s.required = append(s.required, fmt.Sprint(one))
		}
	}
	switch others := m["additionalProperties"].(type) {
	case bool:
		s.closed = !others
	case map[string]any:
		if s.others, err = c.compile(others, depth+1); err != nil {
			return err
		}
	}
	if items, ok := m["items"]; ok {
		s.items, err = c.compile(items, depth+1)
	}
	return err
}

// canonical is a value in canonical JSON, or what the schema has against it.
func (s *schema) canonical(v any) (string, error) {
	w := writer{left: maxLooks}
	out, err := w.value(nil, s, v, 0)
	return string(out), err
}

// writer writes canonical JSON and counts down the values that it may still look at.
type writer struct{ left int }

// value appends a value, or says what its schema has against it.
func (w *writer) value(dst []byte, s *schema, v any, depth int) ([]byte, error) {
	if w.left--; depth > maxDepth || w.left < 0 {
		return nil, errors.New("the arguments are nested too deeply")
	}
	if s == nil {
		s = &schema{}
	}
	if len(s.types) > 0 && !slices.ContainsFunc(s.types, func(t string) bool { return is(v, t) }) {
		return nil, fmt.Errorf("%s instead of %s", typeOf(v), strings.Join(s.types, " or "))
	}
	if s.enum != nil && !slices.Contains(s.enum, exact(v)) {
		return nil, fmt.Errorf("%s is not among the values", quote(exact(v)))
	}
	if len(s.choices) > 0 {
		var first error
		for _, c := range s.choices {
			out, err := w.value(slices.Clone(dst), c, v, depth+1)
			if err == nil {
				return out, nil
			}
			if first == nil {
				first = err
			}
		}
		return nil, first
	}
	switch v := v.(type) {
	case map[string]any:
		return w.object(dst, s, v, depth)
	case []any:
		return w.list(dst, s, v, depth)
	}
	return appendScalar(dst, v), nil
}

func (w *writer) object(dst []byte, s *schema, m map[string]any, depth int) ([]byte, error) {
	for _, key := range s.required {
		if _, given := m[key]; !given {
			return nil, fmt.Errorf("%s is missing", quote(key))
		}
	}
	dst = append(dst, '{')
	first := true
	for _, key := range slices.Sorted(maps.Keys(m)) {
		property, known := s.properties[key]
		if m[key] == nil && known && !slices.Contains(s.required, key) {
			continue
		}
		if !known {
			if s.closed {
				return nil, fmt.Errorf("there is no argument %s", quote(key))
			}
			property = s.others
		}
		if !first {
			dst = append(dst, ',')
		}
		first = false
		dst = append(appendScalar(dst, key), ':')
		var err error
		if dst, err = w.value(dst, property, m[key], depth+1); err != nil {
			return nil, fmt.Errorf("%s: %w", key, err)
		}
	}
	return append(dst, '}'), nil
}

func (w *writer) list(dst []byte, s *schema, list []any, depth int) ([]byte, error) {
	dst = append(dst, '[')
	for i, v := range list {
		if i > 0 {
			dst = append(dst, ',')
		}
		var err error
		if dst, err = w.value(dst, s.items, v, depth+1); err != nil {
			return nil, fmt.Errorf("item %d: %w", i+1, err)
		}
	}
	return append(dst, ']'), nil
}

// exact is the canonical JSON of a value without a schema; of what is nested too deeply nothing.
func exact(v any) string {
	out, err := (*schema)(nil).canonical(v)
	if err != nil {
		return ""
	}
	return out
}

// is says whether a value has a type of JSON Schema. A number without a fraction is an integer.
func is(v any, t string) bool {
	own := typeOf(v)
	return own == t || own == "integer" && t == "number"
}

func typeOf(v any) string {
	switch v := v.(type) {
	case nil:
		return "null"
	case bool:
		return "boolean"
	case string:
		return "string"
	case []any:
		return "array"
	case json.Number:
		if _, whole := number(v); whole {
			return "integer"
		}
		return "number"
	}
	return "object"
}

func appendScalar(dst []byte, v any) []byte {
	if n, ok := v.(json.Number); ok {
		text, _ := number(n)
		return append(dst, text...)
	}
	text, err := json.Marshal(v)
	if err != nil {
		panic(fmt.Sprintf("canonical JSON of %T: %v", v, err)) // texts, truth values and nothing only
	}
	return append(dst, text...)
}

// maxDigits bounds the numbers that are written exactly; longer ones are equal when their digits are.
const maxDigits = 300

// number writes a number one way, whatever way its value was written, and says whether it is whole.
func number(n json.Number) (text string, whole bool) {
	text = strings.ToLower(n.String())
	_, exponent, _ := strings.Cut(text, "e")
	if e, err := strconv.Atoi(exponent); exponent != "" && (err != nil || e > maxDigits || e < -maxDigits) || len(text) > maxDigits {
		return text, false
	}
	r, ok := new(big.Rat).SetString(text)
	switch {
	case !ok:
		return text, false
	case r.IsInt():
		if whole := r.Num().String(); len(whole) <= maxDigits {
			return whole, true
		}
		return text, false
	}
	f, _ := r.Float64()
	return strconv.FormatFloat(f, 'g', -1, 64), false
}
