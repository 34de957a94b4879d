package mathcode

import (
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/environments/mathcode/calculator"
)

// Probabilities that the expert hesitates in a turn: while the calculator lacks what it needs, and else; right after a hesitation, more.
const (
	hesitateLacking      = .20
	hesitateLackingAgain = .45
	hesitateGoing        = .05
	hesitateGoingAgain   = .15
)

// expert solves a drawn problem backwards: it writes the statement for what is asked; when the calculator lacks a name it turns to
// that one, and comes back once it is there. Not having what it needs makes it hesitate: it runs the same again, derives
// what is known, or computes what nobody asked for.
type expert struct {
	facts  []fact
	by     map[string]int // fact of a name, the first
	asked  string
	needed map[string]bool // what the asked quantity follows from, itself included
	known  map[string]string

	trail     []string // names whose statement failed for want of another, the last one last
	focus     string   // the name to compute next
	lacking   bool     // the last program failed
	last      string   // command of the last program
	hints     []hint
	rng       *rand.Rand
	hesitated bool
}

// hint is a statement of a reference.
type hint struct {
	name, command string
	from          []string
}

var _ registry.Expert = (*expert)(nil)

// Expert implements [registry.Demonstrator].
func (e *Drawn) Expert(introduction string, seed uint64) registry.Expert {
	x := &expert{by: map[string]int{}, known: map[string]string{}, needed: map[string]bool{}}
	x.facts, x.asked = readFacts(problemText(introduction))
	for i, f := range x.facts {
		if _, ok := x.by[f.name]; !ok {
			x.by[f.name] = i
		}
	}
	x.need(x.asked)
	x.focus = x.asked
	x.reseed(seed)
	return x
}

// need marks what a name follows from.
func (x *expert) need(name string) {
	i, ok := x.by[name]
	if !ok || x.needed[name] {
		return
	}
	x.needed[name] = true
	for _, from := range x.facts[i].from {
		x.need(from)
	}
}

func (x *expert) reseed(seed uint64) { x.rng = rand.New(rand.NewPCG(seed, 0x9e3779b97f4a7c15)) }

// Fork implements [registry.Expert].
func (x *expert) Fork(seed uint64) registry.Expert {
	c := *x
	c.known = make(map[string]string, len(x.known))
	for name, value := range x.known {
		c.known[name] = value
	}
	c.trail = slices.Clone(x.trail)
	c.reseed(seed)
	return &c
}

// Observe implements [registry.Expert].
func (x *expert) Observe(command, observation string) {
	c, ok := readCall(command)
	if !ok || !c.run {
		return
	}
	p, err := calculator.Parse(c.text)
	if err != nil {
		return
	}
	x.last = command
	x.lacking = false
	for line := range strings.SplitSeq(observation, "\n") {
		if name, value, ok := strings.Cut(line, " = "); ok && isName(name) && isNumber(value) {
			x.known[name] = value
			x.trail = slices.DeleteFunc(x.trail, func(n string) bool { return n == name })
		}
		if fault, ok := strings.CutPrefix(line, faultText); ok {
			x.lacking = true
			want, undefined := strings.CutSuffix(fault, " is not defined")
			target := p.Assigns()[len(p.Assigns())-1]
			if undefined && x.needed[target] && x.needed[want] {
				x.trail = append(slices.DeleteFunc(x.trail, func(n string) bool { return n == target }), target)
				x.focus = want
				return
			}
		}
	}
	if _, done := x.known[x.focus]; done {
		x.focus = x.asked
		if n := len(x.trail); n > 0 {
			x.focus = x.trail[n-1]
		}
	}
}

// Reference implements [registry.Expert]; nil takes the reference back.
func (x *expert) Reference(commands []string) {
	x.hints = nil
	for _, command := range commands {
		c, ok := readCall(command)
		if !ok || !c.run {
			continue
		}
		p, err := calculator.Parse(c.text)
		if err != nil || len(p.Assigns()) != 1 {
			continue
		}
		name := p.Assigns()[0]
		if i, ok := x.by[name]; ok && x.needed[name] && x.facts[i].statement() == c.text {
			x.hints = append(x.hints, hint{name, command, x.facts[i].from})
		}
	}
}

// Act implements [registry.Expert].
func (x *expert) Act() registry.Response {
	p := hesitateGoing
	switch {
	case x.lacking && x.hesitated:
		p = hesitateLackingAgain
	case x.lacking:
		p = hesitateLacking
	case x.hesitated:
		p = hesitateGoingAgain
	}
	x.hesitated = false
	if x.rng.Float64() < p {
		if r, ok := x.dither(); ok {
			x.hesitated = true
			return r
		}
	}
	return x.next()
}

// next decides without hesitation. The thought rests on what was printed; only the statement may come from a reference.
func (x *expert) next() registry.Response {
	if value, ok := x.known[x.asked]; ok {
		return registry.Response{Thought: "final " + x.asked, Action: "answer[" + value + "]"}
	}
	i, ok := x.by[x.focus]
	if !ok {
		return registry.Response{Thought: "final", Action: "answer[0]"}
	}
	thought := "try"
	switch {
	case slices.Contains(x.trail, x.focus):
		thought = "back"
	case len(x.trail) > 0:
		thought = "need"
	}
	r := registry.Response{Thought: thought + " " + x.focus, Action: "run[" + x.facts[i].statement() + "]"}
	for _, h := range x.hints {
		if _, done := x.known[h.name]; !done && x.computable(h.from) {
			r.Action = h.command
			break
		}
	}
	return r
}

// computable says that the calculator has all of the names.
func (x *expert) computable(from []string) bool {
	return !slices.ContainsFunc(from, func(name string) bool { _, ok := x.known[name]; return !ok })
}

// dither is a turn that gets nothing done; false where there is none.
func (x *expert) dither() (registry.Response, bool) {
	u := x.rng.Float64()
	if u < .5 && x.last != "" {
		return registry.Response{Thought: strings.TrimSpace("wait " + x.focusWord()), Action: x.last}, true
	}
	var derived, idle []fact
	for _, f := range x.facts {
		if _, ok := x.known[f.name]; ok {
			derived = append(derived, f)
		} else if !x.needed[f.name] {
			idle = append(idle, f)
		}
	}
	thought, list := "hmm ", derived
	if u > .75 || len(derived) == 0 {
		thought, list = "maybe ", idle
	}
	if len(list) == 0 {
		return registry.Response{}, false
	}
	f := list[x.rng.IntN(len(list))]
	return registry.Response{Thought: thought + f.name, Action: "run[" + f.statement() + "]"}, true
}

// focusWord is the name that a thought about the next step mentions.
func (x *expert) focusWord() string {
	if _, ok := x.by[x.focus]; ok {
		return x.focus
	}
	return ""
}
