package tw

import "slices"

// search is a depth-first branch and bound over macro steps: go, open, act.
type search struct {
	state *State
	*layout
	places  [][]int // by object: receptacles that list it in the start state, filled on demand
	dests   []int   // receptacles of the goal's class
	drops   []int   // where the object held at the start may be put
	initial int     // object held at the start, none for empty hands

	position
	steps []int32
	best  []int32 // nil when nothing was found

	treatment *treatment
	witness   [2]int
	target    int // receptacle of TaskTwo
}

// position is what macro steps change; copying it back undoes them.
type position struct {
	location int
	hand     int
	treated  bool // the witness was treated in this plan
	switched int  // lamp switched in this plan, none
	opened   [4]int
	openings int
	moves    [6]placement
	moved    int
}

// placement says that an object came into a receptacle or out of it.
type placement struct {
	object, receptacle int
	in                 bool
}

// treatment is cleaning, heating or cooling.
type treatment struct {
	commands []int32 // by object and receptacle
	done     func(s *State, object int) bool
	allowed  func(o *Object) bool
}

func newSearch(s *State) *search {
	l := &s.game.layout
	p := &search{state: s, layout: l, initial: s.Holding()}
	p.position = position{location: s.location(), hand: p.initial, switched: none}
	for r := range l.receptacles {
		if l.goal.Receptacle != "" && l.receptacles[r].Class == l.goal.Receptacle {
			p.dests = append(p.dests, r)
		}
	}
	p.places = make([][]int, len(l.objects))
	for o := range l.objects {
		if class := l.objects[o].Class; class == l.goal.Object || class == l.goal.Lamp {
			p.places[o] = s.Places(o)
		}
	}
	if p.initial != none {
		p.drops = p.findDrops()
	}
	return p
}

// findDrops lists where the object held at the start may be put: everything at the places where the plan
// may have to be anyway, and one receptacle elsewhere, an open one if possible, since all others cost
// the same.
func (p *search) findDrops() []int {
	R := len(p.receptacles)
	relevant := map[int]bool{p.location: true}
	for _, r := range p.dests {
		relevant[p.receptacles[r].Location] = true
	}
	for o := range p.objects {
		for _, r := range p.places[o] {
			relevant[p.receptacles[r].Location] = true
		}
		if p.objects[o].Class != p.goal.Object {
			continue
		}
		for r := range R {
			if p.wash[o*R+r] != none || p.heat[o*R+r] != none || p.chill[o*R+r] != none {
				relevant[p.receptacles[r].Location] = true
			}
		}
	}
	var out []int
	elsewhere := none
	for r := range R {
		switch {
		case p.move[p.initial*R+r] == none:
		case relevant[p.receptacles[r].Location]:
			out = append(out, r)
		case elsewhere == none || !p.accessible(elsewhere) && p.accessible(r):
			elsewhere = r
		}
	}
	if elsewhere != none {
		out = append(out, elsewhere)
	}
	return out
}

func (p *search) accessible(r int) bool {
	return !p.receptacles[r].Openable || p.state.Open(r) || slices.Contains(p.position.opened[:p.openings], r)
}

func (p *search) in(o, r int) bool {
	for i := p.moved - 1; i >= 0; i-- {
		if m := p.moves[i]; m.object == o && m.receptacle == r {
			return m.in
		}
	}
	return p.state.In(o, r)
}

func (p *search) place(o, r int, in bool) {
	p.moves[p.moved] = placement{o, r, in}
	p.moved++
}

// reach goes to a receptacle and, to put or take, opens it. It reports false when that is impossible.
func (p *search) reach(r int, open bool) bool {
	if at := p.receptacles[r].Location; at != p.location || at == none {
		if p.goTo[r] == none {
			return false
		}
		p.steps = append(p.steps, p.goTo[r])
		p.location = at
	}
	if open && !p.accessible(r) {
		if p.layout.open[r] == none {
			return false
		}
		p.steps = append(p.steps, p.layout.open[r])
		p.position.opened[p.openings] = r
		p.openings++
	}
	return true
}

// try makes a macro step at a receptacle, goes on with next, and undoes the step. change updates the
// position; command none only goes there.
func (p *search) try(r int, open bool, command int32, change, next func()) {
	saved, length := p.position, len(p.steps)
	if p.reach(r, open) {
		if command != none {
			p.steps = append(p.steps, command)
		}
		change()
		next()
	}
	p.position, p.steps = saved, p.steps[:length]
}

// hopeless reports that a plan with so many more commands is no better than the best one.
func (p *search) hopeless(more int) bool {
	return p.best != nil && len(p.steps)+more >= len(p.best)
}

func (p *search) record() {
	if !p.hopeless(0) {
		p.best = append([]int32{}, p.steps...)
	}
}

// drop tries every place for the object in the hands.
func (p *search) drop(next func()) {
	held, R := p.hand, len(p.receptacles)
	for _, r := range p.drops {
		p.try(r, true, p.move[held*R+r], func() {
			p.place(held, r, true)
			p.hand = none
		}, next)
	}
}

// fetch tries every place to take an object from.
func (p *search) fetch(o int, next func()) {
	R := len(p.receptacles)
	from := p.places[o]
	if o == p.initial {
		from = slices.Concat(from, p.drops)
	}
	for _, r := range from {
		if p.in(o, r) && p.take[o*R+r] != none {
			p.try(r, true, p.take[o*R+r], func() {
				p.place(o, r, false)
				p.hand = o
			}, next)
		}
	}
}
