package tw

import "slices"

// problem is a parsed PDDL problem. Its memory serves one problem after another.
type problem struct {
	objects []typedName
	init    []fact
	goal    formula

	reader sexprReader
	args   []string // room for those of facts
}

// fact is a ground atom.
type fact struct {
	pred string
	args []string
	line int
}

// parse makes p the problem of a text.
func (p *problem) parse(text string) error {
	const part = "problem"
	p.objects, p.init, p.args = p.objects[:0], p.init[:0], p.args[:0]
	e, err := p.reader.read(part, text)
	if err != nil {
		return err
	}
	if e.head() != "define" {
		return syntaxError(part, e.line, "want (define (problem ...) ...)")
	}
	var seen []string
	for _, section := range e.list[1:] {
		head := section.head()
		if slices.Contains(seen, head) {
			return syntaxError(part, section.line, "second section %q", clip(head))
		}
		seen = append(seen, head)
		switch head {
		case ":objects":
			if p.objects, err = appendTyped(p.objects, part, section.list[1:]); err != nil {
				return err
			}
		case ":init":
			for _, item := range section.list[1:] {
				f, ok, err := p.readFact(part, item)
				if err != nil {
					return err
				}
				if ok {
					p.init = append(p.init, f)
				}
			}
		case ":goal":
			if len(section.list) != 2 {
				return syntaxError(part, section.line, "want 1 condition in :goal, got %d", len(section.list)-1)
			}
			if p.goal, err = readFormula(part, section.list[1]); err != nil {
				return err
			}
			if err := p.goal.checkScope(part, nil); err != nil {
				return err
			}
		case "problem", ":domain", ":requirements", ":metric":
		default:
			return syntaxError(part, section.line, "unknown section %q", clip(head))
		}
	}
	for _, need := range []string{":objects", ":init", ":goal"} {
		if !slices.Contains(seen, need) {
			return syntaxError(part, e.line, "section %s is missing", need)
		}
	}
	return nil
}

// readFact reads an element of :init. Values of functions ("=") and negated atoms say nothing here: what
// is not listed is false.
func (p *problem) readFact(part string, e sexpr) (fact, bool, error) {
	switch e.head() {
	case "":
		return fact{}, false, syntaxError(part, e.line, "want a fact in :init")
	case "=", "not":
		return fact{}, false, nil
	}
	f := fact{pred: e.head(), line: e.line}
	from := len(p.args)
	for _, item := range e.list[1:] {
		if item.isList() || isVariable(item.symbol) {
			return f, false, syntaxError(part, item.line, "want an object in fact %s", clip(f.pred))
		}
		p.args = append(p.args, item.symbol)
	}
	f.args = p.args[from:] // should the room grow later, these stay in the old array
	if len(f.args) > maxArity {
		return f, false, syntaxError(part, e.line, "%s has %d terms, at most %d are supported", clip(f.pred), len(f.args), maxArity)
	}
	return f, true, nil
}
