package simulator

import (
	"fmt"
	"slices"
	"strings"

	"github.com/retort-ml/retort/registry/environments/scienceworld/py4j"
)

// Listed is the simulator's own list of actions, in its order, each once. Making it takes ten times as long as a step
// and moves hidden state. It also names what lies in closed containers, and those actions the simulator does not understand
// when they come: the list is made of everything around the agent, the parser looks at what can be
// reached. See [Simulator.Valid].
func (s *Simulator) Listed() ([]string, error) {
	list, err := s.list("getValidActionObjectCombinations")
	if err != nil {
		return nil, err
	}
	seen := make(map[string]bool, len(list))
	return slices.DeleteFunc(list, func(a string) bool {
		twice := seen[a]
		seen[a] = true
		return twice
	}), nil
}

// Valid lists the actions that the simulator understands now: [Simulator.Listed] without those about things that cannot be
// reached.
func (s *Simulator) Valid() ([]string, error) {
	list, err := s.Listed()
	if err != nil {
		return nil, err
	}
	names, err := s.names()
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(list, func(a string) bool { return !understood(a, names) }), nil
}

// names are all names of what the agent can reach, in its room and on itself, as the simulator's parser takes them.
func (s *Simulator) names() (map[string]bool, error) {
	l := &loan{conn: s.conn}
	game := l.object(s.object, "agentInterface", "get")
	parser, agent := l.object(game, "inputParser"), l.object(game, "agent")
	room := l.object(agent, "getContainer", "get")
	names := map[string]bool{}
	for _, place := range []string{room, agent} {
		for name := range strings.SplitSeq(l.referents(parser, place), separator) {
			names[name] = true
		}
	}
	l.end()
	return names, l.err
}

// loan fetches objects that the server is to forget at the end. After an error it does nothing any more.
type loan struct {
	conn *py4j.Conn
	held []py4j.Value
	err  error
}

// keep notes an object and returns its id.
func (l *loan) keep(v py4j.Value, err error) string {
	if err == nil && !v.Remote() {
		err = fmt.Errorf("read reply: type %q is no object", rune(v.Kind))
	}
	l.held, l.err = append(l.held, v), err
	return v.Text
}

// object calls methods without arguments, each of the object that the one before returned.
func (l *loan) object(id string, methods ...string) string {
	for _, m := range methods {
		if l.err == nil {
			id = l.keep(l.conn.Call(id, m))
		}
	}
	return id
}

// referents are the names of what can be reached in a place, joined.
func (l *loan) referents(parser, place string) string {
	if l.err != nil {
		return ""
	}
	array := l.keep(l.conn.Call(parser, "getAllReferents", py4j.Value{Kind: py4j.Object, Text: place}, py4j.Bool(true)))
	if l.err != nil {
		return ""
	}
	// The protocol would fetch an array element by element.
	list := l.keep(l.conn.Static("scala.collection.mutable.WrappedArray", "make", py4j.Value{Kind: py4j.Object, Text: array}))
	if l.err != nil {
		return ""
	}
	joined, err := l.conn.Call(list, "mkString", py4j.Text(separator))
	if err != nil {
		l.err = err
		return ""
	}
	text, err := joined.Str()
	l.err = err
	return text
}

// end lets the server forget what was fetched.
func (l *loan) end() {
	for _, v := range l.held {
		if l.err == nil {
			l.err = l.conn.Release(v)
		}
	}
}

// verbs begin the listed actions about things; joints stand between the things where there are two. Actions that begin
// otherwise name nothing or a place to go to, which is always understood.
var verbs = []struct {
	name   string
	joints []string
}{
	{"look at ", nil}, {"look in ", nil}, {"open ", nil}, {"close ", nil}, {"pick up ", nil}, {"put down ", nil}, {"mix ", nil}, {"focus on ", nil},
	{"activate ", nil}, {"deactivate ", nil}, {"disconnect ", nil}, {"read ", nil}, {"eat ", nil}, {"flush ", nil},
	{"move ", []string{" to "}}, {"connect ", []string{" to "}},
	{"pour ", []string{" into ", " in "}}, {"dunk ", []string{" into ", " in "}}, {"use ", []string{" on "}},
}

// understood says that all things of a listed action have names among those given.
func understood(action string, names map[string]bool) bool {
	for _, v := range verbs {
		rest, ok := strings.CutPrefix(action, v.name)
		if !ok {
			continue
		}
		if names[rest] {
			return true
		}
		for _, joint := range v.joints {
			for at := 0; ; at++ { // a joint may be part of a name
				k := strings.Index(rest[at:], joint)
				if k < 0 {
					break
				}
				at += k
				if names[rest[:at]] && names[rest[at+len(joint):]] {
					return true
				}
			}
		}
		return false
	}
	return true
}
