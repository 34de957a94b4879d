package tau2

import (
	"strings"

	"github.com/retort-ml/retort/registry/environments/tau2/engine"
	"github.com/retort-ml/retort/registry/environments/tau2/little"
	"github.com/retort-ml/retort/registry/environments/tau2/py"
)

// Kinds of what a world knows and no policy may see.
const (
	privateGoal      = "goal"
	privateFacts     = "facts"
	privateReference = "reference"
)

// Private returns what the task keeps from the assistant, for privileged context in training, nil where there is
// nothing of a kind:
//
//   - "goal": what the user wants, and how the episode is rated
//   - "facts": what the user knows and how it is told to behave
//   - "reference": actions that solve the task from its start, each as an assistant writes it; what the user does
//     is asked for in messages
//
// It is a function of the task, whatever happened since. Of the drawn and the real tasks all but
// those whose own reference fails are won by their reference.
func (w *world) Private(kind string) []string {
	switch kind {
	case privateGoal:
		return w.goal()
	case privateFacts:
		return given(w.task.Scenario.Persona, w.task.Scenario.Known, w.task.Scenario.Unknown, w.task.Scenario.Instructed)
	case privateReference:
		return w.reference()
	}
	return nil
}

// given are the texts that say something; some of the original's tasks write a full stop where there is nothing to say.
func given(texts ...string) []string {
	var list []string
	for _, t := range texts {
		if t = strings.TrimSpace(t); t != "" && t != "." {
			list = append(list, t)
		}
	}
	return list
}

func (w *world) goal() []string {
	s := &w.task.Scenario
	list := given(s.Reason, s.Plain)
	c := w.task.Criteria
	if c == nil {
		return list
	}
	for _, info := range c.Communicate {
		list = append(list, "The assistant has to say "+info+".")
	}
	for _, a := range c.Assertions {
		list = append(list, "In the end "+a.Name+" of "+py.JSON(a.Arguments)+" has to be "+py.Text(py.Bool(a.Want))+".")
	}
	return append(list, given(c.Natural...)...)
}

// reference writes the reference actions, what has to be said, and the end.
func (w *world) reference() []string {
	c := w.task.Criteria
	if c == nil {
		return nil
	}
	var list []string
	for _, a := range c.Actions {
		call := a.Call
		if call.Requestor == engine.User && !w.state.Solo {
			list = append(list, "Please do this on your phone: "+spoken(call)+".")
			continue
		}
		call.Requestor = engine.Assistant
		list = append(list, call.Text())
	}
	if w.state.Solo {
		return append(list, engine.Call{Name: done, Requestor: engine.Assistant, Arguments: py.Empty()}.Text())
	}
	if len(c.Communicate) > 0 {
		list = append(list, "For your information: "+strings.Join(c.Communicate, "; "))
	}
	return append(list, little.AskMore)
}

// spoken writes a call as a message names it, name(argument='value', ...).
func spoken(c engine.Call) string {
	parts := make([]string, c.Arguments.Len())
	for i, name := range c.Arguments.Keys() {
		parts[i] = name + "='" + py.Text(c.Arguments.At(i)) + "'"
	}
	return c.Name + "(" + strings.Join(parts, ", ") + ")"
}
