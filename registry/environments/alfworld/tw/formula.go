package tw

import (
	"slices"
	"strings"
)

type formulaKind uint8

const (
	formulaAnd formulaKind = iota
	formulaOr
	formulaNot
	formulaExists
	formulaAtom
	formulaEqual
)

// formula is a condition over variables ("?x") and constants.
type formula struct {
	kind formulaKind
	kids []formula // of and, or; one of not, exists
	vars []typedName
	pred string
	args []string // of atom, equal
	line int
}

// typedName is a variable or an object with its type.
type typedName struct {
	name, typ string
	line      int
}

func isVariable(name string) bool { return strings.HasPrefix(name, "?") }

// readTyped reads "a b - t c - u". Names without a type are of type object. A type name is any
// symbol: the translator reads the comma of "?l - location, ?r - receptacle" as part of the first
// type's name, which then has no members, and games rely on it.
func readTyped(part string, items []sexpr) ([]typedName, error) {
	return appendTyped(nil, part, items)
}

func appendTyped(out []typedName, part string, items []sexpr) ([]typedName, error) {
	start := len(out)
	for i := 0; i < len(items); i++ {
		item := items[i]
		if item.isList() {
			return nil, syntaxError(part, item.line, "want a name, got a list")
		}
		if item.symbol != "-" {
			out = append(out, typedName{name: item.symbol, typ: rootType, line: item.line})
			continue
		}
		if i+1 >= len(items) {
			return nil, syntaxError(part, item.line, "want a type after -")
		}
		i++
		if items[i].isList() {
			return nil, syntaxError(part, items[i].line, "want a type name after -, got a list (either is not supported)")
		}
		for k := start; k < len(out); k++ {
			out[k].typ = items[i].symbol
		}
		start = len(out)
	}
	return out, nil
}

// readFormula reads and, or, not, exists, = and atoms. An empty list is true.
func readFormula(part string, e sexpr) (formula, error) {
	if !e.isList() {
		return formula{}, syntaxError(part, e.line, "want a condition in parentheses, got %q", clip(e.symbol))
	}
	if len(e.list) == 0 {
		return formula{kind: formulaAnd, line: e.line}, nil
	}
	head := e.head()
	rest := e.list[1:]
	f := formula{line: e.line}
	switch head {
	case "":
		return f, syntaxError(part, e.line, "want a predicate or and, or, not, exists, =")
	case "and", "or":
		f.kind = formulaAnd
		if head == "or" {
			f.kind = formulaOr
		}
		f.kids = make([]formula, 0, len(rest))
		for _, item := range rest {
			kid, err := readFormula(part, item)
			if err != nil {
				return f, err
			}
			f.kids = append(f.kids, kid)
		}
		return f, nil
	case "not":
		if len(rest) != 1 {
			return f, syntaxError(part, e.line, "not takes 1 condition, got %d", len(rest))
		}
		kid, err := readFormula(part, rest[0])
		f.kind, f.kids = formulaNot, []formula{kid}
		return f, err
	case "exists":
		if len(rest) != 2 || !rest[0].isList() {
			return f, syntaxError(part, e.line, "exists takes a list of variables and 1 condition")
		}
		vars, err := readTyped(part, rest[0].list)
		if err != nil {
			return f, err
		}
		for _, v := range vars {
			if !isVariable(v.name) {
				return f, syntaxError(part, v.line, "want a variable in exists, got %q", clip(v.name))
			}
		}
		kid, err := readFormula(part, rest[1])
		f.kind, f.vars, f.kids = formulaExists, vars, []formula{kid}
		return f, err
	case "forall", "imply", "when", "increase", "decrease", "assign", "<", ">", "<=", ">=":
		return f, syntaxError(part, e.line, "%s is not supported in a condition", head)
	}
	f.kind, f.pred = formulaAtom, head
	if head == "=" {
		f.kind = formulaEqual
		if len(rest) != 2 {
			return f, syntaxError(part, e.line, "= takes 2 terms, got %d", len(rest))
		}
	}
	f.args = make([]string, 0, len(rest))
	for _, item := range rest {
		if item.isList() {
			return f, syntaxError(part, item.line, "want a variable or an object in %s, got a list", head)
		}
		f.args = append(f.args, item.symbol)
	}
	if len(f.args) > maxArity {
		return f, syntaxError(part, e.line, "%s has %d terms, at most %d are supported", head, len(f.args), maxArity)
	}
	return f, nil
}

// checkScope reports the first variable that nothing binds.
func (f *formula) checkScope(part string, bound []string) error {
	for _, a := range f.args {
		if isVariable(a) && !slices.Contains(bound, a) {
			return syntaxError(part, f.line, "variable %s of %s is not bound", clip(a), f.pred)
		}
	}
	for _, v := range f.vars {
		bound = append(bound[:len(bound):len(bound)], v.name)
	}
	for i := range f.kids {
		if err := f.kids[i].checkScope(part, bound); err != nil {
			return err
		}
	}
	return nil
}

// predicates calls visit for every atom.
func (f *formula) predicates(visit func(pred string)) {
	if f.kind == formulaAtom {
		visit(f.pred)
	}
	for i := range f.kids {
		f.kids[i].predicates(visit)
	}
}
