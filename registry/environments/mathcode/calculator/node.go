package calculator

import (
	"fmt"
	"math"
	"math/big"
)

// UndefinedError says which name has no value yet.
type UndefinedError struct{ Name string }

// Error implements error.
func (e *UndefinedError) Error() string { return e.Name + " is not defined" }

// Result is what a statement printed.
type Result struct {
	Name  string // "" for a value that was not assigned
	Value Value
}

// String writes "name = value" or the value alone.
func (r Result) String() string {
	if r.Name == "" {
		return r.Value.String()
	}
	return r.Name + " = " + r.Value.String()
}

// Run executes the program. It returns what its statements printed and the memory after them. When a statement fails it returns what was
// printed before, the memory as it was before the program, and the reason: a program happens as a whole or not at all.
func (p *Program) Run(m Memory) ([]Result, Memory, error) {
	r := &run{memory: m}
	results := make([]Result, 0, len(p.statements))
	for _, s := range p.statements {
		v, err := s.value.eval(r)
		if err == nil && s.name != "" {
			r.memory, err = r.memory.with(s.name, v)
		}
		if err != nil {
			return results, m, err
		}
		results = append(results, Result{s.name, v})
	}
	return results, r.memory, nil
}

// run is a program under way.
type run struct {
	memory Memory
	bound  []cell // variables of the loops around, the innermost last
	steps  int
}

// cost counts steps: one, and more where the value is large.
func (r *run) cost(v Value) error {
	r.steps++
	if v.kind == exactKind {
		r.steps += (v.rat.Num().BitLen() + v.rat.Denom().BitLen()) / 128
	}
	if r.steps > MaxSteps {
		return errSteps
	}
	return nil
}

// node is an expression.
type node interface{ eval(r *run) (Value, error) }

type constant struct{ value Value }

func (n *constant) eval(r *run) (Value, error) { return n.value, r.cost(n.value) }

type name struct{ text string }

var (
	pi    = Value{kind: floatKind, float: math.Pi}
	euler = Value{kind: floatKind, float: math.E}
)

func (n *name) eval(r *run) (Value, error) {
	if err := r.cost(Value{}); err != nil {
		return Value{}, err
	}
	for i := len(r.bound) - 1; i >= 0; i-- {
		if r.bound[i].name == n.text {
			return r.bound[i].value, nil
		}
	}
	if v, ok := r.memory.Get(n.text); ok {
		return v, nil
	}
	switch n.text {
	case "pi":
		return pi, nil
	case "e":
		return euler, nil
	}
	return Value{}, &UndefinedError{n.text}
}

type choice struct{ condition, value, other node }

func (n *choice) eval(r *run) (Value, error) {
	c, err := n.condition.eval(r)
	if err != nil {
		return Value{}, err
	}
	holds, err := c.condition()
	if err != nil {
		return Value{}, err
	}
	if holds {
		return n.value.eval(r)
	}
	return n.other.eval(r)
}

type unary struct {
	op    string
	value node
}

func (n *unary) eval(r *run) (Value, error) {
	v, err := n.value.eval(r)
	if err != nil {
		return Value{}, err
	}
	if n.op == "not" {
		c, err := v.condition()
		return truth(!c), err
	}
	switch {
	case v.kind == truthKind:
		return Value{}, errTruth
	case n.op == "+":
	case v.kind == floatKind:
		v = Value{kind: floatKind, float: 0 - v.float}
	default:
		v = exact(new(big.Rat).Neg(v.rat))
	}
	return v, r.cost(v)
}

type binary struct {
	op          string
	left, right node
}

func (n *binary) eval(r *run) (Value, error) {
	a, err := n.left.eval(r)
	if err != nil {
		return Value{}, err
	}
	if n.op == "and" || n.op == "or" {
		c, err := a.condition()
		if err != nil || c == (n.op == "or") {
			return a, err
		}
		b, err := n.right.eval(r)
		if err != nil {
			return Value{}, err
		}
		_, err = b.condition()
		return b, err
	}
	b, err := n.right.eval(r)
	if err != nil {
		return Value{}, err
	}
	v, err := operate(n.op, a, b)
	if err != nil {
		return Value{}, err
	}
	return v, r.cost(v)
}

type call struct {
	function  *function
	arguments []node
}

func (n *call) eval(r *run) (Value, error) {
	arguments := make([]Value, len(n.arguments))
	for i, a := range n.arguments {
		v, err := a.eval(r)
		if err != nil {
			return Value{}, err
		}
		if v.kind == truthKind {
			return Value{}, errTruth
		}
		arguments[i] = v
	}
	r.steps += n.function.steps
	v, err := n.function.apply(arguments)
	if err != nil {
		return Value{}, err
	}
	return v, r.cost(v)
}

// repeat is a loop of a variable over whole numbers, both ends included.
type repeat struct {
	loop              *loop
	variable          string
	first, last, body node
}

func (n *repeat) eval(r *run) (Value, error) {
	var ends [2]*big.Int
	for i, end := range []node{n.first, n.last} {
		v, err := end.eval(r)
		if err != nil {
			return Value{}, err
		}
		if ends[i], err = v.integer(); err != nil {
			return Value{}, err
		}
	}
	at := len(r.bound)
	defer func() { r.bound = r.bound[:at] }()
	sum := n.loop.start
	for k := new(big.Int).Set(ends[0]); k.Cmp(ends[1]) <= 0; k.Add(k, big.NewInt(1)) {
		here := exact(new(big.Rat).SetInt(k))
		r.bound = append(r.bound[:at], cell{n.variable, here})
		v, err := n.body.eval(r)
		if err != nil {
			return Value{}, err
		}
		var done bool
		if sum, done, err = n.loop.step(sum, here, v); err != nil {
			return Value{}, fmt.Errorf("%s = %v: %w", n.variable, here, err)
		}
		if done {
			return sum, nil
		}
		if err := r.cost(sum); err != nil {
			return Value{}, err
		}
	}
	if n.loop.start.kind == 0 {
		return Value{}, errDomain
	}
	return sum, nil
}
