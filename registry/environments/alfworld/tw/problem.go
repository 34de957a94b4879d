package tw

// problem is a parsed PDDL problem.
type problem struct {
	objects []typedName
	init    []fact
	goal    formula
}

// fact is a ground atom.
type fact struct {
	pred string
	args []string
	line int
}

func parseProblem(text string) (*problem, error) {
	const part = "problem"
	e, err := readSexpr(part, text)
	if err != nil {
		return nil, err
	}
	if e.head() != "define" {
		return nil, syntaxError(part, e.line, "want (define (problem ...) ...)")
	}
	p := &problem{}
	seen := map[string]bool{}
	for _, section := range e.list[1:] {
		head := section.head()
		if seen[head] {
			return nil, syntaxError(part, section.line, "second section %q", clip(head))
		}
		seen[head] = true
		switch head {
		case ":objects":
			if p.objects, err = readTyped(part, section.list[1:]); err != nil {
				return nil, err
			}
		case ":init":
			for _, item := range section.list[1:] {
				f, ok, err := readFact(part, item)
				if err != nil {
					return nil, err
				}
				if ok {
					p.init = append(p.init, f)
				}
			}
		case ":goal":
			if len(section.list) != 2 {
				return nil, syntaxError(part, section.line, "want 1 condition in :goal, got %d", len(section.list)-1)
			}
			if p.goal, err = readFormula(part, section.list[1]); err != nil {
				return nil, err
			}
			if err := p.goal.checkScope(part, nil); err != nil {
				return nil, err
			}
		case "problem", ":domain", ":requirements", ":metric":
		default:
			return nil, syntaxError(part, section.line, "unknown section %q", clip(head))
		}
	}
	for _, need := range []string{":objects", ":init", ":goal"} {
		if !seen[need] {
			return nil, syntaxError(part, e.line, "section %s is missing", need)
		}
	}
	return p, nil
}

// readFact reads an element of :init. Values of functions ("=") and negated atoms say nothing here: what
// is not listed is false.
func readFact(part string, e sexpr) (fact, bool, error) {
	switch e.head() {
	case "":
		return fact{}, false, syntaxError(part, e.line, "want a fact in :init")
	case "=", "not":
		return fact{}, false, nil
	}
	f := fact{pred: e.head(), line: e.line}
	for _, item := range e.list[1:] {
		if item.isList() || isVariable(item.symbol) {
			return f, false, syntaxError(part, item.line, "want an object in fact %s", clip(f.pred))
		}
		f.args = append(f.args, item.symbol)
	}
	if len(f.args) > maxArity {
		return f, false, syntaxError(part, e.line, "%s has %d terms, at most %d are supported", clip(f.pred), len(f.args), maxArity)
	}
	return f, true, nil
}
