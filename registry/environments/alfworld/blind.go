package alfworld

import "github.com/retort-ml/retort/registry"

// blind is the floor of a policy that compares nothing: it looks for an object of the class asked for, in the order in which the
// places are listed, and brings it to the first place of the class asked for, whatever the task wants done to it
// first. One script serves every type of task.
type blind struct{ expert }

func newBlind(introduction string) *blind {
	places, sentence := parseIntroduction(introduction)
	x := &blind{expert{goal: parseGoal(sentence), memory: newMemory(places), hint: noHint()}}
	if x.goal.task >= 0 {
		x.goal.task = taskPut
	}
	return x
}

// Act implements [registry.Expert]: what the expert would do without a doubt, and without a thought.
func (x *blind) Act() registry.Response {
	return registry.Response{Action: x.next().command.text(x.memory.old)}
}

// Reference implements [registry.Expert]: it follows none.
func (x *blind) Reference([]string) {}

// Fork implements [registry.Expert].
func (x *blind) Fork(uint64) registry.Expert {
	c := *x
	c.memory, c.hint = x.memory.fork(), x.hint.fork()
	return &c
}
