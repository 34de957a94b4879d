package tw

import (
	"fmt"
	"slices"
	"strings"
)

// Setup is the problem of a game of our own: what there is, what holds at the start, what is asked for. Loader.Own plays it
// as if it had read its text, which is written when somebody wants it. A Setup that is played must not be changed any more.
type Setup struct {
	name, goal string
	objects    []declared
	predicates []string
	facts      []setupFact
}

// declared is an object of a setup.
type declared struct{ id, typ string }

// setupFact is a fact by numbers.
type setupFact struct {
	predicate uint16
	arity     uint16
	objects   tuple
}

// NewSetup is a setup without objects. goal is a PDDL condition; name is read by nobody.
func NewSetup(name, goal string) *Setup { return &Setup{name: name, goal: goal} }

// Grow makes room for objects and facts.
func (s *Setup) Grow(objects, facts int) {
	s.objects, s.facts = slices.Grow(s.objects, objects), slices.Grow(s.facts, facts)
}

// Declare adds an object with an ASCII id, of a type in lower case, and returns its number, by which facts name it.
func (s *Setup) Declare(id, typ string) int {
	s.objects = append(s.objects, declared{id, typ})
	return len(s.objects) - 1
}

// Fact adds a fact about at most three objects; more is a programmer's mistake.
func (s *Setup) Fact(predicate string, objects ...int) {
	if len(objects) > maxArity {
		panic(fmt.Sprintf("add fact %s: %d objects, at most %d are supported", predicate, len(objects), maxArity))
	}
	p := len(s.predicates) - 1
	for p >= 0 && s.predicates[p] != predicate {
		p--
	}
	if p < 0 {
		p = len(s.predicates)
		s.predicates = append(s.predicates, predicate)
	}
	f := setupFact{predicate: uint16(p), arity: uint16(len(objects))}
	for i, o := range objects {
		f.objects[i] = uint16(o)
	}
	s.facts = append(s.facts, f)
}

// Problem is the PDDL text in the form of ALFWorld's files.
func (s *Setup) Problem() string {
	var b strings.Builder
	b.Grow(64 * (4 + len(s.objects) + 2*len(s.facts)))
	add := func(parts ...string) {
		for _, p := range parts {
			b.WriteString(p)
		}
	}
	add("\n(define (problem ", s.name, ")\n(:domain alfred)\n(:objects\n")
	for i, o := range s.objects {
		if i > 0 { // the agent stands first, at the left
			add("        ")
		}
		add(o.id, " - ", o.typ, "\n")
	}
	add("        )\n\n(:init\n")
	for _, f := range s.facts {
		add("        (", s.predicates[f.predicate])
		for _, o := range f.objects[:f.arity] {
			add(" ", s.objects[o].id)
		}
		add(")\n")
	}
	add("        )\n\n        (:goal\n            ", s.goal, "\n        )\n    )\n")
	return b.String()
}

// set makes p the problem of a setup. There are no lines to name in errors.
func (p *problem) set(s *Setup) error {
	const part = "problem"
	p.objects, p.init, p.args = p.objects[:0], p.init[:0], p.args[:0]
	b := p.reader.bytes[:0]
	for _, o := range s.objects {
		b = append(b, o.id...)
	}
	for i, c := range b {
		b[i] = lowerASCII[c]
	}
	p.reader.bytes = b
	all, from := string(b), 0 // one string for all names
	for _, o := range s.objects {
		p.objects = append(p.objects, typedName{name: all[from : from+len(o.id)], typ: o.typ})
		from += len(o.id)
	}
	predicates := make([]string, len(s.predicates))
	for i, name := range s.predicates {
		predicates[i] = strings.ToLower(name)
	}
	for _, f := range s.facts {
		from := len(p.args)
		for _, o := range f.objects[:f.arity] {
			p.args = append(p.args, p.objects[o].name)
		}
		p.init = append(p.init, fact{pred: predicates[f.predicate], args: p.args[from:]})
	}
	return p.readGoal(part, s.goal)
}

// readGoal reads the text of a goal.
func (p *problem) readGoal(part, text string) error {
	e, err := p.reader.read(part, text)
	if err == nil {
		p.goal, err = readFormula(part, e)
	}
	if err == nil {
		err = p.goal.checkScope(part, nil)
	}
	return err
}
