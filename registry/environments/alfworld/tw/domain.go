package tw

import "slices"

// rootType is the type of names without one; every type is a kind of it.
const rootType = "object"

// maxArity is the largest number of terms of a predicate.
const maxArity = 3

// domain is a parsed PDDL domain.
type domain struct {
	supertypes map[string]string // type to its parent
	constants  []typedName
	actions    []action
}

// action is a PDDL action with its costs left out.
type action struct {
	name    string
	params  []typedName // names without the question mark are params[i].name[1:]
	pre     formula
	effects []effect
	line    int
}

// effect adds or deletes an atom, when its condition held before the action.
type effect struct {
	when *formula // nil: always
	del  bool
	pred string
	args []string
	line int
}

func parseDomain(text string) (*domain, error) {
	const part = "domain"
	e, err := new(sexprReader).read(part, text)
	if err != nil {
		return nil, err
	}
	if e.head() != "define" {
		return nil, syntaxError(part, e.line, "want (define (domain ...) ...)")
	}
	d := &domain{supertypes: map[string]string{}}
	seen := map[string]bool{}
	for _, section := range e.list[1:] {
		switch section.head() {
		case ":types":
			types, err := readTyped(part, section.list[1:])
			if err != nil {
				return nil, err
			}
			for _, t := range types {
				if t.name != t.typ {
					d.supertypes[t.name] = t.typ
				}
			}
		case ":constants":
			if d.constants, err = readTyped(part, section.list[1:]); err != nil {
				return nil, err
			}
		case ":action":
			a, err := readAction(part, section)
			if err != nil {
				return nil, err
			}
			if seen[a.name] {
				return nil, syntaxError(part, a.line, "action %s is defined twice", clip(a.name))
			}
			seen[a.name] = true
			d.actions = append(d.actions, a)
		case ":derived", ":durative-action":
			return nil, syntaxError(part, section.line, "%s is not supported", section.head())
		case "domain", ":requirements", ":predicates", ":functions":
		default:
			return nil, syntaxError(part, section.line, "unknown section %q", clip(section.head()))
		}
	}
	if len(d.actions) == 0 {
		return nil, syntaxError(part, e.line, "has no actions")
	}
	return d, nil
}

func readAction(part string, e sexpr) (action, error) {
	if len(e.list) < 2 || e.list[1].isList() {
		return action{}, syntaxError(part, e.line, "want a name after :action")
	}
	a := action{name: e.list[1].symbol, line: e.line}
	fields := e.list[2:]
	if len(fields)%2 != 0 {
		return a, syntaxError(part, e.line, "action %s: want pairs of a keyword and a list", clip(a.name))
	}
	var bound []string
	for i := 0; i < len(fields); i += 2 {
		key, value := fields[i], fields[i+1]
		if !value.isList() {
			return a, syntaxError(part, value.line, "action %s: want a list after %q", clip(a.name), clip(key.symbol))
		}
		var err error
		switch key.symbol {
		case ":parameters":
			if a.params, err = readTyped(part, value.list); err != nil {
				return a, err
			}
			for _, p := range a.params {
				if !isVariable(p.name) {
					return a, syntaxError(part, p.line, "want a variable in :parameters, got %q", clip(p.name))
				}
				if slices.Contains(bound, p.name) {
					return a, syntaxError(part, p.line, "parameter %s appears twice", clip(p.name))
				}
				bound = append(bound, p.name)
			}
		case ":precondition":
			a.pre, err = readFormula(part, value)
		case ":effect":
			a.effects, err = readEffects(part, value, nil)
		default:
			return a, syntaxError(part, key.line, "action %s: unknown keyword %q", clip(a.name), clip(key.symbol))
		}
		if err != nil {
			return a, err
		}
	}
	if err := a.pre.checkScope(part, bound); err != nil {
		return a, err
	}
	for _, ef := range a.effects {
		atom := formula{kind: formulaAtom, pred: ef.pred, args: ef.args, line: ef.line}
		if err := atom.checkScope(part, bound); err != nil {
			return a, err
		}
		if ef.when == nil {
			continue
		}
		if err := ef.when.checkScope(part, bound); err != nil {
			return a, err
		}
	}
	return a, nil
}

// readEffects reads and, not, when and atoms; costs are left out.
func readEffects(part string, e sexpr, when *formula) ([]effect, error) {
	if !e.isList() {
		return nil, syntaxError(part, e.line, "want an effect in parentheses, got %q", clip(e.symbol))
	}
	if len(e.list) == 0 {
		return nil, nil
	}
	head, rest := e.head(), e.list[1:]
	switch head {
	case "and":
		var out []effect
		for _, item := range rest {
			more, err := readEffects(part, item, when)
			if err != nil {
				return nil, err
			}
			out = append(out, more...)
		}
		return out, nil
	case "increase":
		return nil, nil
	case "when":
		if when != nil || len(rest) != 2 {
			return nil, syntaxError(part, e.line, "when takes 1 condition and 1 effect and does not nest")
		}
		condition, err := readFormula(part, rest[0])
		if err != nil {
			return nil, err
		}
		return readEffects(part, rest[1], &condition)
	case "not":
		if len(rest) != 1 {
			return nil, syntaxError(part, e.line, "not takes 1 atom, got %d", len(rest))
		}
		e = rest[0]
	case "forall":
		return nil, syntaxError(part, e.line, "forall is not supported in an effect")
	}
	atom, err := readFormula(part, e)
	if err != nil {
		return nil, err
	}
	if atom.kind != formulaAtom {
		return nil, syntaxError(part, e.line, "want an atom as effect")
	}
	return []effect{{when: when, del: head == "not", pred: atom.pred, args: atom.args, line: atom.line}}, nil
}

// isA reports that typ is want or a kind of it.
func (d *domain) isA(typ, want string) bool {
	for range len(d.supertypes) + 2 { // a cycle of supertypes ends here
		if typ == want {
			return true
		}
		parent, ok := d.supertypes[typ]
		if !ok {
			return want == rootType
		}
		typ = parent
	}
	return false
}
