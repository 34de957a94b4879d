package engine

import (
	"fmt"

	"github.com/retort-ml/retort/registry/environments/tau2/py"
)

// Task is one task of a domain. Criteria and everything in the scenario that the user was not
// told to say are private: no policy's prompt may contain them.
type Task struct {
	ID       string
	Purpose  string // for people who read the task; empty when not given
	Scenario Scenario
	// Ticket states the task for an assistant without a user; empty when not given.
	Ticket   string
	Initial  Initial
	Criteria *Criteria // nil when nothing is rated
}

// Scenario is what the user knows and wants.
type Scenario struct {
	Persona string
	// Plain is the whole instruction where it is one text; the other fields are empty then.
	Plain                                      string
	Domain, Reason, Known, Unknown, Instructed string
}

// Initial is what happened before the episode.
type Initial struct {
	Data, DeviceData *py.Dict // merged into the databases; nil for nothing
	Actions          []FuncCall
	History          []Message
}

// FuncCall is a function that a task calls, on the assistant's or the user's side.
type FuncCall struct {
	Side      string
	Name      string
	Arguments *py.Dict
}

// Message is one message of a conversation.
type Message struct {
	Role    string // "assistant", "user" or "tool"
	Content string
	Calls   []Call
	ID      string // of the call that a tool message answers
}

// Criteria is how a task is rated.
type Criteria struct {
	Actions     []Action    // nil when not given, which is not the same as none
	Assertions  []Assertion // nil when not given
	Communicate []string
	Natural     []string
	Basis       []string // the parts whose product is the reward
}

// Parts of the reward.
const (
	PartDB          = "DB"
	PartAssertion   = "ENV_ASSERTION"
	PartNatural     = "NL_ASSERTION"
	PartAction      = "ACTION"
	PartCommunicate = "COMMUNICATE"
)

// Action is a reference action.
type Action struct {
	Call
	// Compare names the arguments that must agree; nil means those of the call it is compared
	// with.
	Compare []string
}

// Assertion is a check of the final state.
type Assertion struct {
	FuncCall
	Want bool
}

// Start puts a domain's databases into a task's initial state. An error means that the task
// does not fit the domain.
func (d *Domain) Start(base State, t *Task) (State, error) {
	s := base
	var err error
	if t.Initial.Data != nil {
		if s.DB, err = d.Model.Check(s.DB.Merge(t.Initial.Data)); err != nil {
			return State{}, fmt.Errorf("start task %s: initial data: %w", t.ID, err)
		}
	}
	if t.Initial.DeviceData != nil {
		if d.DeviceModel == nil {
			return State{}, fmt.Errorf("start task %s: initial data of a device, which the domain has not", t.ID)
		}
		if s.Device, err = d.DeviceModel.Check(s.Device.Merge(t.Initial.DeviceData)); err != nil {
			return State{}, fmt.Errorf("start task %s: initial data of the device: %w", t.ID, err)
		}
	}
	// The original carries changes over once when it makes the environment, before the task's
	// functions run.
	if err := d.sync(&s); err != nil {
		return State{}, fmt.Errorf("start task %s: %w", t.ID, err)
	}
	for i, a := range t.Initial.Actions {
		if _, err := d.run(&s, a); err != nil {
			return State{}, fmt.Errorf("start task %s: initial action %d, %s: %w", t.ID, i+1, a.Name, err)
		}
	}
	if err := d.replay(&s, t.Initial.History); err != nil {
		return State{}, fmt.Errorf("start task %s: %w", t.ID, err)
	}
	if err := d.sync(&s); err != nil {
		return State{}, fmt.Errorf("start task %s: %w", t.ID, err)
	}
	return s, nil
}

// replay executes the calls of a history and compares what they answer.
func (d *Domain) replay(s *State, history []Message) error {
	for i := 0; i < len(history); i++ {
		for _, c := range history[i].Calls {
			i++
			if i == len(history) || history[i].Role != "tool" || history[i].ID != c.ID {
				return fmt.Errorf("history: the call %s of %s has no answer right after it", c.ID, c.Name)
			}
			got := d.Call(s, c).Content
			if !py.Equal(loose(got), loose(history[i].Content)) {
				return fmt.Errorf("history: %s answers %s, not %s", c.Name, got, history[i].Content)
			}
		}
	}
	return nil
}

// loose reads JSON where a text is JSON.
func loose(text string) py.Value {
	if v, err := py.Parse(text); err == nil {
		return v
	}
	return py.Str(text)
}
