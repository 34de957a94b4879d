package alfworld

import (
	"fmt"
	"math/rand/v2"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/environments/alfworld/handcoded"
	"github.com/retort-ml/retort/registry/environments/alfworld/tw"
)

// ExpertIn starts the expert that the settings name in a world that nothing was done in yet. The exploring expert gets its
// introduction and, since it does not understand sentences that people wrote, what is asked for. The hand-coded one
// keeps a copy of the world, which gives it what the original reads of the hidden state; where the original would break
// off with an error it goes on looking around. The seed makes the choices. It panics on a world of another environment.
func (e *Environment) ExpertIn(w registry.World, seed uint64) registry.Expert {
	own, ok := w.(*world)
	if !ok {
		panic(fmt.Sprintf("start expert: %T is no world of alfworld", w))
	}
	if e.settings.Expert == expertHandcoded {
		return newHandcoded(own.state.Fork(), seed)
	}
	x := e.Expert(w.Observation(), seed).(*expert)
	if x.goal.task < 0 {
		x.goal = goalOf(own.state.Game().Goal())
	}
	return x
}

// goalOf is a game's goal as the exploring expert knows it from a sentence.
func goalOf(g tw.Goal) goal {
	out := goal{task: int(g.Type) - 1, object: g.Object, dest: g.Receptacle}
	if g.Type == tw.TaskLook {
		out.dest = g.Lamp
	}
	return out
}

// handcodedExpert plays ALFWorld's hand-coded expert behind the registry's interface. Its thoughts are empty: the
// original has none.
type handcodedExpert struct {
	state  *tw.State // follows the world it acts in
	expert *handcoded.Expert
	rng    *rand.Rand
	last   string // the command executed last
	plan   string // for the present state
	lost   bool   // the expert gave up
}

func newHandcoded(s *tw.State, seed uint64) *handcodedExpert {
	x := &handcodedExpert{state: s, rng: rand.New(rand.NewPCG(seed, 0xd1b54a32d192ed03))}
	task, err := handcoded.TaskOf(s.Game())
	if err == nil {
		x.expert, err = handcoded.New(s, task, x.draw)
	}
	x.lost = err != nil
	x.think()
	return x
}

func (x *handcodedExpert) draw(n int) int { return x.rng.IntN(n) }

// think makes the plan for the present state. The original's expert does so once a state, whether it is asked or not.
func (x *handcodedExpert) think() {
	x.plan = "look"
	if x.lost {
		return
	}
	plan, err := x.expert.Plan(x.state, x.last)
	if err != nil {
		x.lost = true
		return
	}
	x.plan = plan
}

// Act implements [registry.Expert].
func (x *handcodedExpert) Act() registry.Response { return registry.Response{Action: x.plan} }

// Observe implements [registry.Expert]. The observation is that of its own copy of the world.
func (x *handcodedExpert) Observe(command, _ string) {
	x.state.Step(command)
	x.last = command
	x.think()
}

// Reference implements [registry.Expert]: the original's expert takes no hints.
func (x *handcodedExpert) Reference([]string) {}

// Fork implements [registry.Expert].
func (x *handcodedExpert) Fork(seed uint64) registry.Expert {
	c := *x
	c.state = x.state.Fork()
	c.rng = rand.New(rand.NewPCG(seed, 0xd1b54a32d192ed03))
	if x.expert != nil {
		c.expert = x.expert.Fork(c.draw)
	}
	return &c
}
