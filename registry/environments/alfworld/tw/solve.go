package tw

import "slices"

// Solve returns a shortest list of commands that reaches the goal from s, empty when the goal holds
// already, and false when there is none or the goal is none of the six types. It reads the hidden
// state and does not change s.
//
// A shortest solution touches nothing but the objects that witness the goal at its end, the object that is
// held when it starts (to free the hands), and for TaskLook a lamp; it opens a receptacle only to take
// or to put, right before it does, and goes somewhere only to act there or to end there. Solve tries
// every choice of witnesses, places and order within these bounds and drops what cannot beat the best so far.
func Solve(s *State) ([]string, bool) {
	if s.won {
		return []string{}, true
	}
	p := newSearch(s)
	goal := &s.game.layout.goal
	switch goal.Type {
	case TaskPlace:
		p.solvePlace(nil)
	case TaskClean:
		p.solvePlace(&treatment{s.game.layout.wash, (*State).Clean, func(o *Object) bool { return o.Cleanable }})
	case TaskHeat:
		p.solvePlace(&treatment{s.game.layout.heat, (*State).Hot, func(o *Object) bool { return o.Heatable }})
	case TaskCool:
		p.solvePlace(&treatment{s.game.layout.chill, (*State).Cool, func(o *Object) bool { return o.Coolable }})
	case TaskLook:
		p.solveLook()
	case TaskTwo:
		p.solveTwo()
	}
	if p.best == nil {
		return nil, false
	}
	commands := make([]string, len(p.best))
	end := s.Fork()
	for i, c := range p.best {
		commands[i] = s.game.commands[c]
		end.Step(commands[i])
	}
	return commands, end.won // false: the goal's formula is not what its atoms look like
}

// solvePlace brings one object of the class, treated if need be, to a receptacle of the class.
func (p *search) solvePlace(t *treatment) {
	p.treatment = t
	for o := range p.objects {
		if p.objects[o].Class == p.goal.Object && (t == nil || t.allowed(&p.objects[o])) {
			p.witness[0] = o
			p.expandPlace()
		}
	}
}

func (p *search) expandPlace() {
	o, R := p.witness[0], len(p.receptacles)
	treated := p.treatment == nil || p.treated || p.treatment.done(p.state, o)
	placed := slices.ContainsFunc(p.dests, func(r int) bool { return p.in(o, r) })
	if treated && placed {
		p.record()
		return
	}
	more := 0
	if !treated {
		more++
	}
	if !placed {
		more++
	}
	if p.hand != o {
		more++
		if p.hand != none {
			more++
		}
	}
	if p.hopeless(more) {
		return
	}
	switch {
	case p.hand == none:
		p.fetch(o, p.expandPlace)
	case p.hand != o:
		p.drop(p.expandPlace)
	case !treated:
		for r := range R {
			if c := p.treatment.commands[o*R+r]; c != none {
				p.try(r, false, c, func() { p.treated = true }, p.expandPlace)
			}
		}
	default:
		for _, r := range p.dests {
			if c := p.move[o*R+r]; c != none {
				p.try(r, true, c, func() {
					p.place(o, r, true)
					p.hand = none
				}, p.expandPlace)
			}
		}
	}
}

// solveLook holds one object of the class where a switched lamp of the class stands.
func (p *search) solveLook() {
	for o := range p.objects {
		if p.objects[o].Class == p.goal.Object {
			p.witness[0] = o
			p.expandLook()
		}
	}
}

// eachLamp calls visit for the lamps and the receptacles they stand in.
func (p *search) eachLamp(visit func(lamp, receptacle int, on bool)) {
	for t := range p.objects {
		if p.objects[t].Class != p.goal.Lamp || !p.objects[t].Toggleable {
			continue
		}
		on := t == p.switched || p.state.Toggled(t)
		from := p.places[t]
		if t == p.initial {
			from = slices.Concat(from, p.drops)
		}
		for _, r := range from {
			if p.in(t, r) {
				visit(t, r, on)
			}
		}
	}
}

func (p *search) expandLook() {
	o := p.witness[0]
	lit, here := false, false
	p.eachLamp(func(_, r int, on bool) {
		lit = lit || on
		here = here || on && p.receptacles[r].Location == p.location
	})
	if here && p.hand == o {
		p.record()
		return
	}
	more := 0
	if !lit {
		more++
	}
	if p.hand != o {
		more++
		if p.hand != none {
			more++
		}
	}
	if p.hopeless(max(more, 1)) {
		return
	}
	p.eachLamp(func(t, r int, on bool) {
		switch {
		case !on && p.switched == none && p.use[t] != none:
			p.try(r, false, p.use[t], func() { p.switched = t }, p.expandLook)
		case on && p.hand == o:
			p.try(r, false, none, func() {}, p.expandLook)
		}
	})
	switch p.hand {
	case none:
		p.fetch(o, p.expandLook)
	case o:
	default:
		p.drop(p.expandLook)
	}
}

// solveTwo brings two objects of the class to one receptacle of the class.
func (p *search) solveTwo() {
	var class []int
	for o := range p.objects {
		if p.objects[o].Class == p.goal.Object {
			class = append(class, o)
		}
	}
	for _, r := range p.dests {
		p.target = r
		for i, a := range class {
			for _, b := range class[:i] {
				p.witness = [2]int{b, a}
				if !p.hopeless(p.boundTwo()) {
					p.expandTwo()
				}
			}
		}
	}
}

// boundTwo is a number of commands that the chosen pair and target need at least.
func (p *search) boundTwo() int {
	at := p.receptacles[p.target].Location
	bound, remote := 0, false
	for _, o := range p.witness {
		switch {
		case p.in(o, p.target):
		case p.hand == o:
			bound++
			if p.location != at {
				bound++
			}
		default:
			bound += 2
			if !slices.ContainsFunc(p.places[o], func(r int) bool { return p.receptacles[r].Location == at }) {
				bound += 2
				remote = true
			}
		}
	}
	if remote {
		bound-- // the agent may stand at one of them
	}
	return bound
}

func (p *search) expandTwo() {
	R := len(p.receptacles)
	more, holdsMissing := 0, false
	for _, o := range p.witness {
		switch {
		case p.in(o, p.target):
		case p.hand == o:
			more++
			holdsMissing = true
		default:
			more += 2
		}
	}
	if more == 0 {
		p.record()
		return
	}
	if p.hand != none && !holdsMissing {
		more++
	}
	if p.hopeless(more) {
		return
	}
	switch {
	case p.hand == none:
		for _, o := range p.witness {
			if !p.in(o, p.target) {
				p.fetch(o, p.expandTwo)
			}
		}
	case holdsMissing:
		if c := p.move[p.hand*R+p.target]; c != none {
			held := p.hand
			p.try(p.target, true, c, func() {
				p.place(held, p.target, true)
				p.hand = none
			}, p.expandTwo)
		}
	default:
		p.drop(p.expandTwo)
	}
}
