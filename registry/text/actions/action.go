package actions

import (
	"strings"
)

// Kind sorts actions.
type Kind string

// Kinds of actions. The zero value is invalid.
const (
	Invalid Kind = ""
	Call    Kind = "call"
	Message Kind = "message"
)

// Action is what a response means.
type Action struct {
	Kind Kind
	// Name is the tool's, or what a command is called.
	Name string
	// Arguments are those of a call in canonical JSON, or what a command has in brackets; empty when it has none.
	Arguments string
	// Text is a message as it was written.
	Text string
	// Reason says why an invalid action is none.
	Reason string
}

// Key is equal for actions that are the same by program and different for all others. Invalid actions have no
// key: it is empty.
func (a Action) Key() string {
	switch a.Kind {
	case Call:
		return "call " + a.Name + "\x00" + a.Arguments
	case Message:
		return "message " + plain(a.Text)
	}
	return ""
}

// plain is a message without regard to case and blanks.
func plain(text string) string { return strings.ToLower(strings.Join(strings.Fields(text), " ")) }

// Match is the outcome of a comparison.
type Match int

// Outcomes of a comparison. What a program cannot decide needs a judge; without one it counts as different.
const (
	Different Match = iota
	Same
	Undecided
)

// Compare compares two actions. Calls of one tool with different arguments, and messages with different words, are
// undecided; calls of different tools, a call and a message, and anything with an invalid action differ.
func Compare(a, b Action) Match {
	switch {
	case a.Kind == Invalid || a.Kind != b.Kind:
		return Different
	case a.Key() == b.Key():
		return Same
	case a.Kind == Call && a.Name != b.Name:
		return Different
	}
	return Undecided
}

// Judge decides whether two actions that a program cannot compare do the same. It is called with pairs of equal kind.
type Judge func(a, b Action) (bool, error)

// Matches counts the actions of a multiset that an action matches. judge may be nil: only what is the same by
// program matches then.
func Matches(a Action, multiset []Action, judge Judge) (int, error) {
	n := 0
	for _, b := range multiset {
		m := Compare(a, b)
		if m == Undecided && judge != nil {
			same, err := judge(a, b)
			if err != nil {
				return 0, err
			}
			if same {
				m = Same
			}
		}
		if m == Same {
			n++
		}
	}
	return n, nil
}

// Language reads texts as actions. Any text gives one; the same text always the same.
type Language interface {
	Read(text string) Action
}
