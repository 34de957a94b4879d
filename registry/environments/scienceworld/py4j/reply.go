package py4j

import (
	"fmt"
	"strings"
)

// Reply is a line that the server answered.
type Reply struct {
	// Failed says that the call threw an exception: Value is then its text, or the exception object.
	Failed bool
	Value  Value
}

// ParseReply reads an answer line without its line feed: "!y" and a value, or "!x" and an exception. Anything
// else is an error.
func ParseReply(line string) (Reply, error) {
	rest, ok := strings.CutPrefix(line, "!")
	if !ok || rest == "" {
		return Reply{}, garbled(line, "it does not begin as one")
	}
	var r Reply
	switch rest[0] {
	case 'y':
	case 'x':
		r.Failed = true
	case 'z':
		return Reply{}, garbled(line, "the server gave up")
	default:
		return Reply{}, garbled(line, "it is neither a result nor an exception")
	}
	rest = rest[1:]
	if rest == "" {
		if r.Failed {
			return r, nil // an exception without a word
		}
		return Reply{}, garbled(line, "the value is missing")
	}
	r.Value = Value{Kind: Kind(rest[0]), Text: rest[1:]}
	switch v := &r.Value; {
	case v.Kind == String:
		text, err := unescape(v.Text)
		if err != nil {
			return Reply{}, garbled(line, err.Error())
		}
		v.Text = text
	case v.Remote():
		if !isID(v.Text) {
			return Reply{}, garbled(line, "the object has no id")
		}
	case v.Kind == Void, v.Kind == Null:
		if v.Text != "" {
			return Reply{}, garbled(line, "nothing is followed by something")
		}
	case v.Kind == Integer, v.Kind == Long:
		if _, err := v.Int64(); err != nil {
			return Reply{}, garbled(line, "the number is none")
		}
	case v.Kind == Double:
		if _, err := v.Float(); err != nil {
			return Reply{}, garbled(line, "the number is none")
		}
	case v.Kind == Boolean:
		if _, err := v.Truth(); err != nil {
			return Reply{}, garbled(line, "the boolean is none")
		}
	case v.Kind == Decimal, v.Kind == Bytes:
	default:
		return Reply{}, garbled(line, "the type is unknown")
	}
	return r, nil
}

// isID says that a text can name an object: it goes into requests as it is, so it must be one word.
func isID(text string) bool {
	for i := range len(text) {
		if c := text[i]; (c < '0' || c > '9') && (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && c != ':' && c != '_' && c != '.' {
			return false
		}
	}
	return text != ""
}

func garbled(line, why string) error {
	if len(line) > maxQuoted {
		line = line[:maxQuoted] + "..."
	}
	return fmt.Errorf("read reply %q: %s", line, why)
}
