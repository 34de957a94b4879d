package alfworld

import (
	"maps"
	"slices"
	"strings"

	"github.com/retort-ml/retort/registry"
)

var _ registry.Matcher = (*Environment)(nil)

// markSliced is the mark of a sliced object, which only the matching of paths looks at.
const markSliced mark = 1 << 3

// standing is the signature of a state as SMRC-SD (arXiv 2608.05219) forms it from the actions that did something: where the
// agent is, what it holds, and what it did to objects. The zero value is the middle of the room.
type standing struct {
	at      string            // target of the last "go to"; "" for the middle of the room
	holding string            // object in hand
	lies    map[string]string // object to the receptacle it was put in
	marks   map[string]mark
	tools   map[string]bool // what was switched on
}

// after returns the standing after one more command that did something.
func (s standing) after(c command) standing {
	switch c.verb {
	case "goto":
		s.at = c.a
	case "take":
		s.holding = c.a
		s.lies = cloned(s.lies)
		delete(s.lies, c.a)
	case "put":
		s.holding = ""
		s.lies = cloned(s.lies)
		s.lies[c.a] = c.b
	case "clean", "heat", "cool", "slice":
		s.marks = cloned(s.marks)
		switch c.verb {
		case "clean":
			s.marks[c.a] |= markClean
		case "heat":
			s.marks[c.a] = s.marks[c.a]&^markCool | markHot
		case "cool":
			s.marks[c.a] = s.marks[c.a]&^markHot | markCool
		case "slice":
			s.marks[c.a] |= markSliced
		}
	case "use":
		s.tools = cloned(s.tools)
		s.tools[c.a] = true
	}
	return s
}

// cloned returns a copy that can be written to.
func cloned[V any](m map[string]V) map[string]V {
	if m == nil {
		return map[string]V{}
	}
	return maps.Clone(m)
}

// covers says that the standing is compatible with a reference's: place and hands equal, and all that the reference did to
// objects done. With anyInstance names of objects count by class.
func (s standing) covers(reference standing, anyInstance bool) bool {
	name := func(object string) string {
		if anyInstance {
			return classOf(object)
		}
		return object
	}
	if s.at != reference.at || name(s.holding) != name(reference.holding) {
		return false
	}
	// Objects of a class that lie in one place are counted, so that two of them need two.
	missing := map[[2]string]int{}
	for o, place := range reference.lies {
		missing[[2]string{name(o), place}]++
	}
	for o, place := range s.lies {
		missing[[2]string{name(o), place}]--
	}
	for _, n := range missing {
		if n > 0 {
			return false
		}
	}
	for o, want := range reference.marks {
		done := false
		for own, got := range s.marks {
			done = done || name(own) == name(o) && got&want == want
		}
		if !done {
			return false
		}
	}
	for tool := range reference.tools {
		done := false
		for own := range s.tools {
			done = done || name(own) == name(tool)
		}
		if !done {
			return false
		}
	}
	return true
}

// pathMatcher implements [registry.PathMatcher].
type pathMatcher struct {
	path        []string
	standings   []standing // before each command of the path
	now         standing
	anyInstance bool
	old         bool // the path is in the old text generation
}

// Match implements [registry.Matcher]: a state matches the latest point of the path whose standing it covers and whose next
// command is admissible. With anyInstance the rest of the path can fail where two objects of a class change roles and each lies
// where the path does not go for it.
func (e *Environment) Match(_ string, path []string, anyInstance bool) registry.PathMatcher {
	m := &pathMatcher{path: path, anyInstance: anyInstance}
	var s standing
	for _, text := range path {
		m.standings = append(m.standings, s)
		m.old = m.old || strings.HasPrefix(text, "put ")
		if c, ok := parseCommand(text); ok {
			s = s.after(c)
		}
	}
	return m
}

// Observe implements [registry.PathMatcher].
func (m *pathMatcher) Observe(text, observation string) {
	c, ok := parseCommand(text)
	see := parseSight(observation)
	if !ok || see.kind == seenRefused {
		return
	}
	m.now = m.now.after(c)
	if c.verb == "use" && slices.Contains(see.marks, "off") {
		delete(m.now.tools, c.a)
	}
}

// Progress implements [registry.PathMatcher].
func (m *pathMatcher) Progress(admissible []string) (registry.Progress, bool) {
	for j := len(m.path) - 1; j >= 0; j-- {
		if !m.now.covers(m.standings[j], m.anyInstance) {
			continue
		}
		if left := m.left(j, admissible); left != nil {
			return registry.Progress{Done: m.path[:j:j], Left: left}, true
		}
	}
	return registry.Progress{}, false
}

// left is the path from its command j on, nil when that command is not admissible. With anyInstance the object in hand, and one
// that can be acted on in place of the path's, take over in it.
func (m *pathMatcher) left(j int, admissible []string) []string {
	left := m.path[j:]
	if !m.anyInstance {
		if !slices.Contains(admissible, left[0]) {
			return nil
		}
		return left
	}
	if own, theirs := m.now.holding, m.standings[j].holding; own != theirs {
		left = m.renamed(left, theirs, own)
	}
	if slices.Contains(admissible, left[0]) {
		return left
	}
	next, ok := parseCommand(left[0])
	if !ok || !handles(next.verb) {
		return nil
	}
	for _, text := range admissible {
		c, ok := parseCommand(text)
		if ok && c.verb == next.verb && c.b == next.b && classOf(c.a) == classOf(next.a) {
			return m.renamed(left, next.a, c.a)
		}
	}
	return nil
}

// handles says that the first entity of a verb's command is an object.
func handles(verb string) bool {
	return slices.Contains([]string{"take", "put", "clean", "heat", "cool", "slice", "use"}, verb)
}

// renamed writes commands with another object in place of one, and the other way round.
func (m *pathMatcher) renamed(commands []string, from, to string) []string {
	swap := func(name string) string {
		switch name {
		case from:
			return to
		case to:
			return from
		}
		return name
	}
	list := make([]string, len(commands))
	for i, text := range commands {
		list[i] = text
		if c, ok := parseCommand(text); ok && handles(c.verb) {
			c.a = swap(c.a)
			list[i] = c.text(m.old)
		}
	}
	return list
}
