package handcoded

import (
	"slices"
	"strings"

	"github.com/retort-ml/retort/registry/environments/alfworld/tw"
)

// hidden is what the expert is told about a state beside its text.
type hidden struct {
	state    *tw.State
	commands []string // admissible
	plain    []string // the same without numbers
}

func read(s *tw.State) hidden {
	h := hidden{state: s, commands: s.Admissible()}
	for _, c := range h.commands {
		h.plain = append(h.plain, withoutNumbers(c))
	}
	return h
}

func (h *hidden) admissible(command string) bool { return slices.Contains(h.commands, command) }

// canDo reports a command by its text without numbers.
func (h *hidden) canDo(plain string) bool { return slices.Contains(h.plain, plain) }

// canTake reports a take command of an object whose name starts so, without numbers.
func (h *hidden) canTake(class string) bool { return containsAny(h.plain, "take "+class) }

func containsAny(texts []string, part string) bool {
	return slices.ContainsFunc(texts, func(t string) bool { return strings.Contains(t, part) })
}

// holds reports that an object of the class is held.
func (h *hidden) holds(class string) bool {
	o := h.state.Holding()
	return o >= 0 && withoutNumbers(h.state.Game().Objects()[o].Name) == class
}

// is reports a property of the object of a name.
func (h *hidden) is(name string, property func(s *tw.State, object int) bool) bool {
	for o, object := range h.state.Game().Objects() {
		if strings.TrimSpace(object.Name) == name && property(h.state, o) {
			return true
		}
	}
	return false
}

// inside lists the objects in receptacles by a class of object and one of receptacle, and reports whether the
// classes are exactly those in one case. The list goes further: a receptacle's class need only start so ("sink" and
// "sinkbasin 1"). It is in the order of the raw ids; the original's is that of a hash table, which nobody can repeat.
func (h *hidden) inside(object, receptacle string) (list []string, exact bool) {
	want := "inreceptacle " + object + " " + receptacle
	g := h.state.Game()
	for o := range g.Objects() {
		for _, r := range h.state.Places(o) {
			fact := "inreceptacle " + g.Objects()[o].Name + " " + g.Receptacles()[r].Name
			plain := withoutNumbers(fact)
			exact = exact || plain == want
			if strings.Contains(plain, want) {
				words := strings.Fields(fact)
				list = append(list, strings.Join(words[1:min(3, len(words))], " "))
			}
		}
	}
	return list, exact
}
