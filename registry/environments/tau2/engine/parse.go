package engine

import (
	"errors"
	"fmt"
	"strings"

	"github.com/retort-ml/retort/registry/environments/tau2/py"
)

// ErrNotACall says of a text that it is no attempt at a tool call: it does not begin as an
// object of JSON.
var ErrNotACall = errors.New("read call: the text is no JSON object")

// ParseCall reads a tool call from a text. Two forms are read: the plain one
//
//	{"name": "get_order_details", "arguments": {"order_id": "#1"}, "requestor": "assistant"}
//
// and that of OpenAI's interface, where a field "function" holds name and arguments. The
// arguments may be a text that holds an object, as there; left out they are empty. The
// requestor, left out, is the assistant.
//
// An error other than [ErrNotACall] means that the text tried to be a call and says why it is
// none.
func ParseCall(text string) (Call, error) {
	text = strings.TrimSpace(text)
	if !strings.HasPrefix(text, "{") {
		return Call{}, ErrNotACall
	}
	v, err := py.Parse(text)
	if err != nil {
		return Call{}, fmt.Errorf("read call: %w", err)
	}
	d := v.(*py.Dict)
	c := Call{Requestor: Assistant, Arguments: py.Empty()}
	if id, ok := d.Get("id"); ok {
		s, _ := id.(py.Str)
		c.ID = string(s)
	}
	if who, ok := d.Get("requestor"); ok {
		switch s, _ := who.(py.Str); s {
		case Assistant, User:
			c.Requestor = string(s)
		default:
			return Call{}, fmt.Errorf("read call: the requestor is neither %q nor %q", Assistant, User)
		}
	}
	if f, ok := d.Get("function"); ok {
		inner, ok := f.(*py.Dict)
		if !ok {
			return Call{}, errors.New(`read call: "function" is no object`)
		}
		d = inner
	}
	name, ok := d.Get("name")
	if !ok {
		return Call{}, errors.New(`read call: there is no "name"`)
	}
	s, ok := name.(py.Str)
	if !ok {
		return Call{}, errors.New(`read call: "name" is no text`)
	}
	c.Name = string(s)
	if a, ok := d.Get("arguments"); ok {
		if c.Arguments, err = arguments(a); err != nil {
			return Call{}, err
		}
	}
	return c, nil
}

// arguments reads an object or a text that holds one.
func arguments(v py.Value) (*py.Dict, error) {
	if s, ok := v.(py.Str); ok {
		if strings.TrimSpace(string(s)) == "" {
			return py.Empty(), nil
		}
		inner, err := py.Parse(string(s))
		if err != nil {
			return nil, fmt.Errorf("read call: arguments: %w", err)
		}
		v = inner
	}
	d, ok := v.(*py.Dict)
	if !ok {
		return nil, errors.New(`read call: "arguments" is no object`)
	}
	return d, nil
}

// Text writes the call in the plain form that [ParseCall] reads.
func (c Call) Text() string {
	d := py.NewDict([]string{"name", "arguments", "requestor"}, []py.Value{py.Str(c.Name), c.Arguments, py.Str(c.Requestor)})
	return py.JSON(d)
}
