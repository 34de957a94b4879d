package engine

import (
	"fmt"
	"slices"

	"github.com/retort-ml/retort/registry/environments/tau2/py"
)

// Kind says what a function does.
type Kind string

// Kinds of functions. A hidden one is no tool: tasks use it to set a state up or to check it.
const (
	Read    Kind = "read"
	Write   Kind = "write"
	Generic Kind = "generic"
	Hidden  Kind = "hidden"
)

// Func is a function of a kit.
type Func struct {
	Name   string
	Kind   Kind
	Params []Param
	// Run executes the function on a state, which it changes as far as it gets. The arguments
	// come one a parameter, of any type. The result is a text or a value; the error's text is
	// shown to the caller.
	Run func(s *State, args []py.Value) (py.Value, error)
}

// Param is a parameter, required when it has no default.
type Param struct {
	Name    string
	Default py.Value
}

// Params returns required parameters.
func Params(names ...string) []Param {
	params := make([]Param, len(names))
	for i, n := range names {
		params[i].Name = n
	}
	return params
}

// Kit is the functions of one side, the assistant's or the user's.
type Kit struct {
	class string
	funcs map[string]*Func
	tools []*Func
}

// NewKit returns a kit. The class is the name that the original's error texts use.
func NewKit(class string, funcs ...*Func) *Kit {
	k := &Kit{class: class, funcs: map[string]*Func{}}
	for _, f := range funcs {
		if _, twice := k.funcs[f.Name]; twice {
			panic("kit: " + f.Name + " stands twice")
		}
		k.funcs[f.Name] = f
		if f.Kind != Hidden {
			k.tools = append(k.tools, f)
		}
	}
	return k
}

// Tools lists the tools in the order of the kit.
func (k *Kit) Tools() []*Func { return k.tools }

// Tool returns a tool by name.
func (k *Kit) Tool(name string) (*Func, bool) {
	f, ok := k.funcs[name]
	return f, ok && f.Kind != Hidden
}

// call runs a tool, or any function where hidden ones are allowed.
func (k *Kit) call(s *State, name string, args *py.Dict, hidden bool) (py.Value, error) {
	f, ok := k.funcs[name]
	if !ok || f.Kind == Hidden && !hidden {
		if hidden {
			return nil, py.Raise("'%s' object has no attribute '%s'", k.class, name)
		}
		return nil, py.Raise("Tool '%s' not found.", name)
	}
	bound, err := k.bind(f, args)
	if err != nil {
		return nil, err
	}
	return f.Run(s, bound)
}

// bind puts named arguments in the order of the parameters. Its errors are those of a call in
// Python: the first unknown name, else all that are missing.
func (k *Kit) bind(f *Func, args *py.Dict) ([]py.Value, error) {
	bound := make([]py.Value, len(f.Params))
	found := 0
	for i := range f.Params {
		if v, ok := args.Get(f.Params[i].Name); ok {
			bound[i] = v
			found++
		}
	}
	if found < args.Len() {
		for _, key := range args.Keys() {
			if !slices.ContainsFunc(f.Params, func(p Param) bool { return p.Name == key }) {
				return nil, py.Raise("%s.%s() got an unexpected keyword argument '%s'", k.class, f.Name, key)
			}
		}
	}
	var missing []string
	for i := range bound {
		if bound[i] == nil {
			bound[i] = f.Params[i].Default
			if bound[i] == nil {
				missing = append(missing, f.Params[i].Name)
			}
		}
	}
	if len(missing) > 0 {
		plural := "s"
		if len(missing) == 1 {
			plural = ""
		}
		return nil, py.Raise("%s", fmt.Sprintf("%s.%s() missing %d required positional argument%s: %s",
			k.class, f.Name, len(missing), plural, py.Join(missing, ", and ")))
	}
	return bound, nil
}
