package actions

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
)

// Tools is the language of tool worlds: a text that begins as a JSON object is a call, any other a message.
type Tools struct{ byName map[string]*schema }

var _ Language = (*Tools)(nil)

// NewTools reads the schemas of tools in OpenAI's format, a JSON list of
//
//	{"type": "function", "function": {"name": ..., "parameters": JSON Schema}}
//
// or of the inner objects alone. Of JSON Schema it knows type, enum, const, properties, required,
// additionalProperties, items, anyOf, oneOf (as anyOf) and references into $defs; other words allow everything.
func NewTools(list []byte) (*Tools, error) {
	var entries []map[string]any
	if err := decode(string(list), &entries); err != nil {
		return nil, fmt.Errorf("read tools: %w", err)
	}
	t := &Tools{byName: map[string]*schema{}}
	for i, entry := range entries {
		if inner, ok := entry["function"].(map[string]any); ok {
			entry = inner
		}
		name, ok := entry["name"].(string)
		if !ok || name == "" {
			return nil, fmt.Errorf("read tools: tool %d has no name", i+1)
		}
		if t.byName[name] != nil {
			return nil, fmt.Errorf("read tools: there are two called %s", name)
		}
		root, given := entry["parameters"].(map[string]any)
		if !given {
			root = map[string]any{}
		}
		s, err := newSchema(root)
		if err != nil {
			return nil, fmt.Errorf("read tools: %s: %w", name, err)
		}
		s.closed = s.closed || root["additionalProperties"] == nil
		t.byName[name] = s
	}
	return t, nil
}

// Read implements [Language]. Two forms of a call are read, {"name", "arguments"} and OpenAI's with both under
// "function"; arguments may be a text that holds an object, and none are an empty one. A call in the name of another than the assistant is
// invalid: a user's tools are not the assistant's.
func (t *Tools) Read(text string) Action {
	text = strings.TrimSpace(text)
	switch {
	case text == "":
		return Action{Reason: "the message is empty"}
	case text[0] != '{':
		return Action{Kind: Message, Text: text}
	}
	var call map[string]any
	if err := decode(text, &call); err != nil {
		return Action{Reason: "no JSON object: " + err.Error()}
	}
	if who, given := call["requestor"]; given && who != "assistant" {
		return Action{Reason: "the call is not the assistant's"}
	}
	if inner, given := call["function"]; given {
		var ok bool
		if call, ok = inner.(map[string]any); !ok {
			return Action{Reason: `"function" is no object`}
		}
	}
	name, ok := call["name"].(string)
	if !ok {
		return Action{Reason: `there is no "name"`}
	}
	s := t.byName[name]
	if s == nil {
		return Action{Reason: "there is no tool " + quote(name)}
	}
	arguments, err := object(call["arguments"])
	if err != nil {
		return Action{Reason: err.Error()}
	}
	canonical, err := s.canonical(arguments)
	if err != nil {
		return Action{Reason: name + ": " + err.Error()}
	}
	return Action{Kind: Call, Name: name, Arguments: canonical}
}

// object is the arguments of a call.
func object(v any) (map[string]any, error) {
	if text, ok := v.(string); ok {
		v = nil
		if strings.TrimSpace(text) != "" {
			if err := decode(text, &v); err != nil {
				return nil, fmt.Errorf("the arguments are no JSON: %w", err)
			}
			if v == nil {
				return nil, errors.New("the arguments are no object")
			}
		}
	}
	if v == nil {
		return map[string]any{}, nil
	}
	m, ok := v.(map[string]any)
	if !ok {
		return nil, errors.New("the arguments are no object")
	}
	return m, nil
}

// decode reads one JSON text whose numbers keep their digits. Of equal keys the last counts.
func decode(text string, to any) error {
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	if err := d.Decode(to); err != nil {
		return err
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return errors.New("there is more after the JSON")
	}
	return nil
}

// quote shortens what a reason quotes.
func quote(text string) string {
	if len(text) > 40 {
		text = text[:40] + "..."
	}
	return fmt.Sprintf("%q", text)
}
