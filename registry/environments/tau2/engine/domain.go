package engine

import (
	"github.com/retort-ml/retort/registry/environments/tau2/py"
	"github.com/retort-ml/retort/registry/environments/tau2/schema"
)

// Sides of a conversation that can call tools.
const (
	Assistant = "assistant"
	User      = "user"
)

// Domain is the code of a domain. It is immutable.
type Domain struct {
	Name string
	// Tools are the assistant's functions; Device the user's, nil where users have none.
	Tools, Device *Kit
	// Model is the record type of the assistant's database, DeviceModel of the user's.
	Model, DeviceModel *schema.Model
	// Sync carries changes between the two databases after a call that succeeded; nil where
	// there is nothing to carry.
	Sync func(s *State) error
}

// State is the databases of one episode. A copy of the struct is an independent state.
type State struct {
	DB     *py.Dict
	Device *py.Dict // nil where users have no tools
	// Class holds what tools of the original change outside the databases, on a class that all
	// episodes of a process share; nil until something did. Here it belongs to the episode.
	Class *py.Dict
	// Solo says that there is no user and the assistant has the device's tools as well.
	Solo bool
}

// Hash returns the hexadecimal hash of the assistant's database as the original computes it.
func (s *State) Hash() string { return py.Hash(s.DB) }

// DeviceHash is the hash of the user's database, empty where there is none.
func (s *State) DeviceHash() string {
	if s.Device == nil {
		return ""
	}
	return py.Hash(s.Device)
}

// Call is a tool call.
type Call struct {
	ID        string
	Name      string
	Requestor string // Assistant or User
	Arguments *py.Dict
}

// Response is what a call gives back.
type Response struct {
	Content string
	Error   bool
}

// Call executes a tool call. Whatever goes wrong is part of the response; a call that fails
// may have changed the state before it did, as in the original.
func (d *Domain) Call(s *State, c Call) Response {
	v, err := d.invoke(s, c)
	if err == nil {
		err = d.sync(s)
	}
	if err != nil {
		return Response{"Error: " + err.Error(), true}
	}
	if text, ok := v.(py.Str); ok {
		return Response{string(text), false}
	}
	return Response{py.JSON(v), false}
}

// invoke executes a call without carrying changes over.
func (d *Domain) invoke(s *State, c Call) (py.Value, error) {
	if c.Arguments.Has("requestor") {
		return nil, py.Raise("tau2.environment.environment.Environment.make_tool_call() got multiple values for keyword argument 'requestor'")
	}
	for _, key := range c.Arguments.Keys() {
		if key == "self" || key == "tool_name" {
			return nil, py.Raise("Environment.make_tool_call() got multiple values for argument '%s'", key)
		}
	}
	switch c.Requestor {
	case User:
		if s.Solo {
			return nil, py.Raise("User tool calls are not allowed in solo mode")
		}
		if d.Device == nil {
			return nil, py.Raise("User tools not available")
		}
		return d.Device.call(s, c.Name, c.Arguments, false)
	case Assistant:
		if s.Solo && d.Device != nil {
			if _, ok := d.Device.Tool(c.Name); ok {
				return d.Device.call(s, c.Name, c.Arguments, false)
			}
		}
		return d.Tools.call(s, c.Name, c.Arguments, false)
	}
	return nil, py.Raise("Invalid requestor: %s", c.Requestor)
}

func (d *Domain) sync(s *State) error {
	if d.Sync == nil {
		return nil
	}
	return d.Sync(s)
}

// run executes any function of a side, tools and hidden ones, and carries changes over.
func (d *Domain) run(s *State, c FuncCall) (py.Value, error) {
	kit := d.kit(c.Side)
	if kit == nil {
		return nil, py.Raise("the domain has no functions of the %s", c.Side)
	}
	v, err := kit.call(s, c.Name, c.Arguments, true)
	if err != nil {
		return nil, err
	}
	return v, d.sync(s)
}
