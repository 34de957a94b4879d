package scienceworld

import (
	"slices"
	"strings"
	"sync"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/environments/scienceworld/simulator"
)

// Commands of the expert's own. Looking around costs no move, so it shifts nothing that a path has timed.
const (
	lookAround = "look around"
	goTo       = "go to "
	teleportTo = "teleport to "
)

// paths keeps the solutions that the simulator has computed, which takes it seconds each. It is safe for concurrent use.
type paths struct {
	mu    sync.Mutex
	known map[episode][]string
}

// path is the simulator's own solution of an episode, nil when it has none or no simulator answers.
func (e *Environment) path(ep episode) []string {
	e.paths.mu.Lock()
	list, known := e.paths.known[ep]
	e.paths.mu.Unlock()
	if known {
		return list
	}
	err := e.pool.with(&world{env: e, episode: ep}, true, func(s *simulator.Simulator) (err error) {
		list, err = s.Gold(ep.family.name, ep.variation, e.eased)
		return err
	})
	if err != nil {
		return nil // asked for again next time
	}
	e.paths.mu.Lock()
	e.paths.known[ep] = list
	e.paths.mu.Unlock()
	return list
}

// Expert implements [registry.Demonstrator]. From a text alone the solution is not known, so that it only looks around;
// see ExpertIn.
func (e *Environment) Expert(string, uint64) registry.Expert { return &expert{} }

// ExpertIn implements [registry.Insider]: an expert that follows the solution which the simulator computes from its hidden
// state, from the start of w on. It has no choices to make, so that the seed changes nothing.
func (e *Environment) ExpertIn(w registry.World, _ uint64) registry.Expert {
	own, ok := w.(*world)
	if !ok {
		return &expert{}
	}
	return &expert{
		path:      e.path(own.episode),
		room:      roomIn(w.Observation()),
		teleports: slices.Contains(e.settings.Simplifications, easy) || slices.Contains(e.settings.Simplifications, "teleportAction"),
	}
}

// expert follows a list of commands and looks around wherever it arrives, so that what it does next is about things that a
// text has named. When another's command led it away it walks back first; other changes it takes no notice of,
// and the solution may not work any more.
type expert struct {
	path      []string
	at        int
	room      string   // where it is
	left      []string // rooms that others made it leave, the last one last
	look      bool     // it has just arrived
	asked     bool     // another's command was ambiguous
	teleports bool
}

var _ registry.Expert = (*expert)(nil)

// Fork implements [registry.Expert].
func (x *expert) Fork(uint64) registry.Expert {
	c := *x
	c.left = slices.Clone(x.left)
	return &c
}

// Reference implements [registry.Expert]: it follows the other commands from now on.
func (x *expert) Reference(commands []string) {
	x.path, x.at, x.left = slices.Clone(commands), 0, nil
}

// next is the command to come and whether it is the path's.
func (x *expert) next() (command string, own bool) {
	switch {
	case x.asked:
		return "0", false
	case len(x.left) > 0 && x.teleports:
		return teleportTo + x.left[0], false
	case len(x.left) > 0:
		return goTo + x.left[len(x.left)-1], false
	case x.at == len(x.path), x.look && x.path[x.at] != lookAround:
		return lookAround, false
	}
	return x.path[x.at], true
}

// Act implements [registry.Expert]. The thought tells whether the command is one that looks for something or one
// that does something.
func (x *expert) Act() registry.Response {
	command, _ := x.next()
	thought := "work"
	if searches(command) {
		thought = "search"
	}
	return registry.Response{Thought: thought, Action: command}
}

// Observe implements [registry.Expert].
func (x *expert) Observe(command, observation string) {
	due, own := x.next()
	own = own && same(command, due)
	if own {
		x.at++
	}
	answers := x.asked
	x.asked = !own && strings.HasPrefix(observation, ambiguous)
	if command == lookAround && !answers {
		x.look = false
	}
	room := roomIn(observation)
	if room == "" || room == x.room {
		return
	}
	switch n := len(x.left); {
	case n > 0 && slices.Contains(x.left, room): // on the way back
		x.left = x.left[:slices.Index(x.left, room)]
	case !own && x.room != "":
		x.left = append(x.left, x.room)
	}
	x.room, x.look = room, !strings.HasPrefix(observation, "This ")
}

// same says whether two commands are one, in whichever of the original's spellings: a policy that reads the view says "put down" where
// a solution says "drop".
func same(a, b string) bool {
	if a == b {
		return true
	}
	r := reader{theLexicon()}
	words := r.Action(a)
	return !slices.Contains(words, "other") && slices.Equal(words, r.Action(b))
}

// roomIn is the room that a text says the agent is in; empty when it says none.
func roomIn(text string) string {
	for _, mark := range []string{"You move to the ", "You move through the door to the ", "You teleport to the ", "is called the "} {
		if _, rest, ok := strings.Cut(text, mark); ok {
			name, _, _ := strings.Cut(rest, ".")
			if t := theLexicon().terms[wordOf(name)]; t != nil && t.kind == kindRoom {
				return name
			}
		}
	}
	return ""
}
