package sciencelab

import (
	"fmt"
	"slices"

	"github.com/retort-ml/retort/registry"
)

// maxSearch is how many states a search visits before it gives up.
const maxSearch = 100_000

// Solve implements [registry.Oracle]: a shortest list among the commands that touch what the task needs,
// by breadth-first search of the real world, hidden properties included. No other command gets a task on:
// what lies about matters for the finding tasks alone, where it is included. false means that the
// task is failed or done, cannot be done any more, or is too far away. It panics on a world of another
// environment.
func (e *Environment) Solve(w registry.World) ([]string, bool) {
	own, ok := w.(*world)
	if !ok {
		panic(fmt.Sprintf("solve world: %T is no world of sciencelab", w))
	}
	if own.state.failed || own.state.won() {
		return nil, false
	}
	type node struct {
		state  state
		parent int
		text   string
	}
	start := own.state
	var first []string
	if len(start.pending) > 0 { // leave the question first
		start.pending = nil
		first = []string{""}
	}
	nodes := []node{{state: start, parent: -1}}
	known := map[string]bool{start.key(): true}
	var list []string
	for i := 0; i < len(nodes) && len(nodes) < maxSearch; i++ {
		list = nodes[i].state.useful(list[:0])
		for _, text := range list {
			next := world{state: nodes[i].state}
			out := next.Step(text)
			if next.state.failed {
				continue
			}
			if out.Won {
				way := []string{text}
				for k := i; nodes[k].parent >= 0; k = nodes[k].parent {
					way = append(way, nodes[k].text)
				}
				slices.Reverse(way)
				return append(first, way...), true
			}
			if key := next.state.key(); !known[key] {
				known[key] = true
				next.state.observation = ""
				nodes = append(nodes, node{state: next.state, parent: i, text: text})
			}
		}
	}
	return nil, false
}

// key tells states apart for the search: unlike the signature it leaves out notes that only count for the
// score.
func (s *state) key() string {
	c := *s
	c.hints, c.warmed = 0, false
	return string(c.appendBytes(make([]byte, 0, 256), s.game))
}

// useful lists the commands that can bring the task on.
func (s *state) useful(list []string) []string {
	g := s.game
	f := g.family
	p := g.plan
	for _, to := range p.next[s.room] {
		if s.doors>>p.door[s.room][to]&1 == 1 {
			list = append(list, commands.walk[to])
		} else {
			list = append(list, commands.open[to])
		}
	}
	if g.teleport {
		for _, r := range p.rooms {
			list = append(list, commands.jump[r])
		}
	}
	focus := func(t thing) {
		if t >= 0 && s.reach(t) {
			list = append(list, commands.one[doFocus][t])
		}
	}
	// handle takes a thing up and opens what it is in.
	handle := func(t thing) {
		if s.loc[t] == absent || s.at(t) != s.room {
			return
		}
		for h := holder(s.loc[t]); h >= 0; h = holder(s.loc[h]) {
			if catalogue[h].opens() && !s.opened.has(h) {
				list = append(list, commands.one[doOpen][h])
			}
		}
		if s.reach(t) && s.loc[t] != inventory {
			list = append(list, commands.one[doPickUp][t])
		}
	}
	into := func(t, to thing) {
		if s.reach(t) && s.reach(to) && t != to {
			if catalogue[to].opens() && !s.opened.has(to) {
				list = append(list, commands.one[doOpen][to])
			} else if s.loc[t] != within(to) {
				list = append(list, commands.two[doMove][t][to])
			}
		}
	}
	start := func(d thing) {
		if s.reach(d) && s.st[d] == 0 {
			list = append(list, commands.one[doActivate][d])
		}
	}
	connect := func(a, b thing) {
		if s.reach(a) && s.reach(b) {
			list = append(list, commands.two[doConnect][a][b])
		}
	}
	treat := func() {
		handle(g.target)
		d := stove
		switch {
		case f == freeze:
			d = freezer
		case catalogue[g.target].group == groupMetal:
			d = furnace
		}
		into(g.target, d)
		if d != freezer {
			start(d)
		}
		if s.source(g.target) >= 0 {
			list = append(list, startOf(doWait), startOf(doWaitOne))
		}
	}
	switch {
	case f.heats():
		focus(g.target)
		treat()
	case f == useThermometer:
		handle(thermometer)
		handle(g.target)
		focus(thermometer)
		focus(g.target)
		if s.index == 2 {
			into(g.target, g.low)
			into(g.target, g.high)
		}
	case f.melting():
		handle(thermometer)
		handle(g.target)
		focus(thermometer)
		focus(g.target)
		if s.index == 2 {
			focus(g.low)
			focus(g.high)
		}
	case f.conducts():
		handle(g.target)
		focus(g.target)
		if s.index == 1 {
			into(g.target, g.low)
			into(g.target, g.high)
		}
	case f == power:
		focus(g.target)
		for _, w := range []thing{blackWire, redWire} {
			connect(battery, w)
			connect(g.target, w)
		}
	case f.finds():
		if s.index == 0 {
			for _, t := range g.present {
				if f.suits(t) && s.at(t) == s.room {
					focus(t)
					if !s.reach(t) {
						handle(t)
					}
				}
			}
			break
		}
		x := s.found()
		handle(x)
		into(x, g.box)
	case f == growPlant:
		handle(g.target)
		focus(g.target)
		into(g.target, flowerPot)
		if !g.watering {
			handle(jug)
			into(jug, sink)
			start(sink)
			if s.reach(jug) && s.reach(flowerPot) && s.loc[water] == within(jug) {
				list = append(list, commands.two[doPour][jug][flowerPot])
			}
		}
		if s.loc[g.target] == within(flowerPot) {
			list = append(list, startOf(doWait), startOf(doWaitOne))
		}
	case f.mixes():
		focus(g.target)
		for _, t := range g.formula.parts {
			handle(t)
			into(t, metalPot)
		}
		if s.reach(metalPot) {
			list = append(list, commands.one[doMix][metalPot])
		}
	case f.ranks():
		focus(g.target)
	case f == lifeStages:
		focus(g.target)
		if s.index > 0 {
			list = append(list, startOf(doWait), startOf(doWaitOne))
		}
	}
	return list
}
