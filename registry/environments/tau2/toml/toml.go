// Package toml reads the part of TOML that tau2's databases are written in: tables, arrays of
// tables, bare and dotted keys, texts on one line, numbers, booleans and arrays. Dates,
// inline tables and texts over several lines are refused by name. [Parse] is all there is.
package toml

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/retort-ml/retort/registry/environments/tau2/py"
)

// table is a table while it is read.
type table struct {
	keys []string
	vals map[string]any // py.Value, *table or *[]*table
}

func newTable() *table { return &table{vals: map[string]any{}} }

func (t *table) set(key string, v any) {
	if _, there := t.vals[key]; !there {
		t.keys = append(t.keys, key)
	}
	t.vals[key] = v
}

// Parse reads a document. The error names the line.
func Parse(text string) (py.Value, error) {
	root := newTable()
	current := root
	for i, line := range strings.Split(text, "\n") {
		line = strings.TrimSpace(strings.TrimSuffix(line, "\r"))
		if line == "" || line[0] == '#' {
			continue
		}
		if err := read(root, &current, line); err != nil {
			return nil, fmt.Errorf("read TOML line %d: %w", i+1, err)
		}
	}
	return root.value(), nil
}

func read(root *table, current **table, line string) error {
	if line[0] == '[' {
		array := strings.HasPrefix(line, "[[")
		open, closing := "[", "]"
		if array {
			open, closing = "[[", "]]"
		}
		name, rest, found := strings.Cut(strings.TrimPrefix(line, open), closing)
		if !found || !over(rest) {
			return fmt.Errorf("%q is no header of a table", line)
		}
		t, err := root.enter(name, array)
		if err != nil {
			return err
		}
		*current = t
		return nil
	}
	key, rest, found := strings.Cut(line, "=")
	key = strings.TrimSpace(key)
	if !found || !bare(key) {
		return fmt.Errorf("%q is neither a header nor a key with a value", line)
	}
	if _, twice := (*current).vals[key]; twice {
		return fmt.Errorf("key %q stands twice", key)
	}
	v, rest, err := value(strings.TrimSpace(rest), 0)
	if err != nil {
		return fmt.Errorf("key %q: %w", key, err)
	}
	if !over(rest) {
		return fmt.Errorf("key %q: %q follows the value", key, rest)
	}
	(*current).set(key, v)
	return nil
}

// enter goes from the root to the table of a dotted name and makes what is missing.
func (t *table) enter(name string, array bool) (*table, error) {
	parts := strings.Split(name, ".")
	for i, part := range parts {
		part = strings.TrimSpace(part)
		if !bare(part) {
			return nil, fmt.Errorf("%q is no name of a table", name)
		}
		last := i == len(parts)-1
		switch v := t.vals[part].(type) {
		case nil:
			next := newTable()
			if last && array {
				t.set(part, &[]*table{next})
			} else {
				t.set(part, next)
			}
			t = next
		case *table:
			if last && array {
				return nil, fmt.Errorf("%q is a table already", name)
			}
			t = v
		case *[]*table:
			if last && !array {
				return nil, fmt.Errorf("%q is an array of tables already", name)
			}
			if last {
				*v = append(*v, newTable())
			}
			t = (*v)[len(*v)-1]
		default:
			return nil, fmt.Errorf("%q is a value already", name)
		}
	}
	return t, nil
}

func (t *table) value() *py.Dict {
	vals := make([]py.Value, len(t.keys))
	for i, k := range t.keys {
		switch v := t.vals[k].(type) {
		case py.Value:
			vals[i] = v
		case *table:
			vals[i] = v.value()
		case *[]*table:
			items := make([]py.Value, len(*v))
			for j, sub := range *v {
				items[j] = sub.value()
			}
			vals[i] = py.NewList(items...)
		}
	}
	return py.NewDict(t.keys, vals)
}

// over says whether nothing but a comment is left of a line.
func over(rest string) bool {
	rest = strings.TrimSpace(rest)
	return rest == "" || rest[0] == '#'
}

func bare(key string) bool {
	return key != "" && strings.Trim(key, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-") == ""
}

const maxDepth = 100

// value reads a value and returns what follows it.
func value(text string, depth int) (py.Value, string, error) {
	switch {
	case text == "":
		return nil, "", fmt.Errorf("no value")
	case depth > maxDepth:
		return nil, "", fmt.Errorf("nested more than %d deep", maxDepth)
	case strings.HasPrefix(text, `"""`), strings.HasPrefix(text, "'''"):
		return nil, "", fmt.Errorf("texts over several lines are not read")
	case text[0] == '{':
		return nil, "", fmt.Errorf("inline tables are not read")
	case text[0] == '"':
		return quoted(text)
	case text[0] == '\'':
		body, rest, found := strings.Cut(text[1:], "'")
		if !found {
			return nil, "", fmt.Errorf("text without end")
		}
		return py.Str(body), rest, nil
	case text[0] == '[':
		return array(text[1:], depth)
	}
	end := strings.IndexAny(text, ",]# \t")
	if end < 0 {
		end = len(text)
	}
	word, rest := text[:end], text[end:]
	switch word {
	case "true", "false":
		return py.Bool(word == "true"), rest, nil
	}
	if strings.ContainsAny(word, ".eE") {
		if f, ok := py.ParseFloat(word); ok {
			return py.Float(f), rest, nil
		}
	} else if n, ok := py.ParseInt(word); ok {
		return n, rest, nil
	}
	return nil, "", fmt.Errorf("%q is no text, number or boolean", word)
}

func array(text string, depth int) (py.Value, string, error) {
	var items []py.Value
	for {
		text = strings.TrimSpace(text)
		if rest, closed := strings.CutPrefix(text, "]"); closed {
			return py.NewList(items...), rest, nil
		}
		v, rest, err := value(text, depth+1)
		if err != nil {
			return nil, "", err
		}
		items = append(items, v)
		text = strings.TrimSpace(rest)
		if more, comma := strings.CutPrefix(text, ","); comma {
			text = more
		} else if !strings.HasPrefix(text, "]") {
			return nil, "", fmt.Errorf("an array must end on its line")
		}
	}
}

func quoted(text string) (py.Value, string, error) {
	var out strings.Builder
	for i := 1; i < len(text); i++ {
		switch c := text[i]; c {
		case '"':
			return py.Str(out.String()), text[i+1:], nil
		case '\\':
			i++
			if i == len(text) {
				return nil, "", fmt.Errorf("text without end")
			}
			if at := strings.IndexByte(`"\bfnrt`, text[i]); at >= 0 {
				out.WriteByte("\"\\\b\f\n\r\t"[at])
				continue
			}
			size := map[byte]int{'u': 4, 'U': 8}[text[i]]
			if size == 0 || i+size >= len(text) {
				return nil, "", fmt.Errorf("bad escape in a text")
			}
			r, err := strconv.ParseUint(text[i+1:i+1+size], 16, 32)
			if err != nil || r > 0x10ffff || r >= 0xd800 && r < 0xe000 {
				return nil, "", fmt.Errorf("bad escape in a text")
			}
			out.WriteRune(rune(r))
			i += size
		default:
			out.WriteByte(c)
		}
	}
	return nil, "", fmt.Errorf("text without end")
}
