package py4j

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// Kind is the letter of a value's type on the wire.
type Kind byte

// The kinds that a client meets. Those from Object on are held by the server and named by an id.
const (
	Void    Kind = 'v'
	Null    Kind = 'n'
	String  Kind = 's'
	Integer Kind = 'i'
	Long    Kind = 'L'
	Double  Kind = 'd'
	Boolean Kind = 'b'
	Decimal Kind = 'D'
	Bytes   Kind = 'j'
	Object  Kind = 'r'
	List    Kind = 'l'
	Set     Kind = 'h'
	Array   Kind = 't'
	Map     Kind = 'a'
	Iter    Kind = 'g'
)

// Value is an argument or a result. Text is the value as the protocol writes it, unescaped; of an object
// its id.
type Value struct {
	Kind Kind
	Text string
}

// Text is a string argument. What is no UTF-8 in it is replaced by the server.
func Text(s string) Value { return Value{String, s} }

// Int is an int argument.
func Int(n int) Value { return Value{Integer, strconv.Itoa(n)} }

// Bool is a boolean argument.
func Bool(b bool) Value { return Value{Boolean, strconv.FormatBool(b)} }

// Remote says that the value lives in the server, under the id in Text.
func (v Value) Remote() bool {
	switch v.Kind {
	case Object, List, Set, Array, Map, Iter:
		return true
	}
	return false
}

// Str returns a string; anything else is an error.
func (v Value) Str() (string, error) {
	if v.Kind != String {
		return "", v.not("string")
	}
	return v.Text, nil
}

// Int64 returns an int or a long; anything else is an error.
func (v Value) Int64() (int64, error) {
	if v.Kind != Integer && v.Kind != Long {
		return 0, v.not("whole number")
	}
	n, err := strconv.ParseInt(v.Text, 10, 64)
	if err != nil {
		return 0, v.not("whole number")
	}
	return n, nil
}

// Float returns a double, NaN and the infinities included; anything else is an error.
func (v Value) Float() (float64, error) {
	if v.Kind != Double {
		return 0, v.not("double")
	}
	x, err := strconv.ParseFloat(v.Text, 64)
	if err != nil {
		return 0, v.not("double")
	}
	return x, nil
}

// Truth returns a boolean; anything else is an error.
func (v Value) Truth() (bool, error) {
	if v.Kind == Boolean {
		switch strings.ToLower(v.Text) {
		case "true":
			return true, nil
		case "false":
			return false, nil
		}
	}
	return false, v.not("boolean")
}

func (v Value) not(what string) error {
	text := v.Text
	if len(text) > maxQuoted {
		text = text[:maxQuoted] + "..."
	}
	return fmt.Errorf("read reply: type %q with %q is no %s", rune(v.Kind), text, what)
}

// maxQuoted bounds what a message quotes of a reply, in bytes.
const maxQuoted = 80

// append writes the value as an argument line without its line feed.
func (v Value) append(b []byte) []byte {
	return appendEscaped(append(b, byte(v.Kind)), v.Text)
}

// appendEscaped writes a text so that it has no line feeds: backslash, line feed and carriage return become
// two characters each.
func appendEscaped(b []byte, text string) []byte {
	for i := range len(text) {
		switch c := text[i]; c {
		case '\\':
			b = append(b, `\\`...)
		case '\n':
			b = append(b, `\n`...)
		case '\r':
			b = append(b, `\r`...)
		default:
			b = append(b, c)
		}
	}
	return b
}

// unescape undoes appendEscaped. A backslash before anything else is an error.
func unescape(text string) (string, error) {
	if !strings.Contains(text, `\`) {
		return text, nil
	}
	b := make([]byte, 0, len(text))
	for i := 0; i < len(text); i++ {
		if text[i] != '\\' {
			b = append(b, text[i])
			continue
		}
		i++
		if i == len(text) {
			return "", errors.New("the text ends within an escape")
		}
		switch text[i] {
		case '\\':
			b = append(b, '\\')
		case 'n':
			b = append(b, '\n')
		case 'r':
			b = append(b, '\r')
		default:
			return "", fmt.Errorf("there is no escape \\%c", text[i])
		}
	}
	return string(b), nil
}
