package tw

import (
	"encoding/json"
	"errors"
	"regexp"
	"slices"
	"strings"
)

const grammarPart = "grammar"

// grammar is a parsed TWL2 grammar: symbols with their productions, and what each action is called and
// answers. Variables and predicates are numbered over the whole grammar.
type grammar struct {
	symbols    []symbol
	symbolByID map[string]int
	actions    []grammarAction
	vars       []string // by slot
	varByName  map[string]int
	preds      []string
	predByName map[string]int
	types      []string // type names that queries ask for
	typeByName map[string]int
	queries    []*query // all of them

	// The symbols that every grammar must have; the list_* ones only when it has lists.
	intro, task                         int
	listEmpty, listSeparator, lastComma int
}

// symbol is a name of the grammar. Its first production whose condition matches is its text.
type symbol struct {
	name        string
	productions []production
	defined     bool
	line        int
}

type production struct {
	condition *query
	rhs       []node
	err       error // a mistake in the texts; reported when an action or the introduction uses them
}

// grammarAction is an action block. name is lower case.
type grammarAction struct {
	name               string
	template, feedback []node
	line               int
}

// parseGrammar reads a TWL2 text.
func parseGrammar(text string) (*grammar, error) {
	g := &grammar{
		symbolByID: map[string]int{}, varByName: map[string]int{},
		predByName: map[string]int{}, typeByName: map[string]int{},
	}
	r := twlReader{text: text, line: 1}
	type pending struct {
		name               string
		template, feedback twlString
		line               int
	}
	var actions []pending
	for {
		word, err := r.word()
		if errors.Is(err, errEnd) {
			break
		}
		if err != nil {
			return nil, err
		}
		switch word {
		case "grammar":
			s, err := r.value()
			if err != nil {
				return nil, err
			}
			if err := g.addSymbols(s); err != nil {
				return nil, err
			}
		case "action":
			p := pending{line: r.line}
			if p.name, err = r.word(); err != nil {
				return nil, err
			}
			fields, err := r.fields()
			if err != nil {
				return nil, err
			}
			var hasTemplate, hasFeedback bool
			for _, f := range fields {
				switch f.name {
				case "template":
					p.template, hasTemplate = f.value, true
				case "feedback":
					p.feedback, hasFeedback = f.value, true
				case "grammar":
					if err := g.addSymbols(f.value); err != nil {
						return nil, err
					}
				case "pddl": // the action's PDDL; the domain says the same
				default:
					return nil, syntaxError(grammarPart, f.value.line, "action %s: unknown field %q", clip(p.name), clip(f.name))
				}
			}
			if !hasTemplate || !hasFeedback {
				return nil, syntaxError(grammarPart, p.line, "action %s: template or feedback is missing", clip(p.name))
			}
			p.name = strings.ToLower(p.name)
			if slices.ContainsFunc(actions, func(q pending) bool { return q.name == p.name }) {
				return nil, syntaxError(grammarPart, p.line, "action %s is defined twice", clip(p.name))
			}
			actions = append(actions, p)
		default:
			return nil, syntaxError(grammarPart, r.line, "want grammar or action, got %q", clip(word))
		}
	}
	for _, p := range actions {
		a := grammarAction{name: p.name, line: p.line}
		var err error
		if a.template, err = g.parseText(p.template.text); err != nil {
			return nil, syntaxError(grammarPart, p.template.line, "action %s: template: %v", clip(p.name), err)
		}
		if a.feedback, err = g.parseText(p.feedback.text); err != nil {
			return nil, syntaxError(grammarPart, p.feedback.line, "action %s: feedback: %v", clip(p.name), err)
		}
		g.actions = append(g.actions, a)
	}
	g.intro, g.task = g.symbolID("intro"), g.symbolID("task")
	g.listEmpty, g.listSeparator, g.lastComma = g.symbolID("list_empty"), g.symbolID("list_separator"), g.symbolID("list_last_separator")
	if len(g.vars) > maxSlots {
		return nil, syntaxError(grammarPart, 1, "has %d variables, at most %d are supported", len(g.vars), maxSlots)
	}
	if len(g.types) > 64 {
		return nil, syntaxError(grammarPart, 1, "asks for %d types, at most 64 are supported", len(g.types))
	}
	return g, g.check()
}

// addSymbols reads a JSON object of symbols. A symbol defined again replaces the first.
func (g *grammar) addSymbols(s twlString) error {
	var object map[string][]struct {
		Condition string `json:"condition"`
		RHS       string `json:"rhs"`
	}
	if err := json.Unmarshal([]byte(s.text), &object); err != nil {
		line := s.line
		var se *json.SyntaxError
		var te *json.UnmarshalTypeError
		switch {
		case errors.As(err, &se):
			line += strings.Count(s.text[:min(int(se.Offset), len(s.text))], "\n")
		case errors.As(err, &te):
			line += strings.Count(s.text[:min(int(te.Offset), len(s.text))], "\n")
			return syntaxError(grammarPart, line, "%s", mistypedText(te))
		}
		return syntaxError(grammarPart, line, "%v", err)
	}
	names := make([]string, 0, len(object))
	for name := range object {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		id := g.symbolID(name)
		line := s.line
		if at := strings.Index(s.text, `"`+name+`"`); at >= 0 {
			line += strings.Count(s.text[:at], "\n")
		}
		sym := symbol{name: g.symbols[id].name, defined: true, line: line}
		for _, p := range object[name] {
			var out production
			out.condition, out.err = g.parseQuery(p.Condition)
			if out.err == nil {
				out.rhs, out.err = g.parseText(p.RHS)
			}
			sym.productions = append(sym.productions, out)
		}
		g.symbols[id] = sym
	}
	return nil
}

// symbolID numbers a symbol by its name, blanks left out: "overview(o, r)" and "overview(o,r)" are one.
func (g *grammar) symbolID(name string) int {
	key := strings.ReplaceAll(name, " ", "")
	id, ok := g.symbolByID[key]
	if !ok {
		id = len(g.symbols)
		g.symbolByID[key] = id
		g.symbols = append(g.symbols, symbol{name: key})
	}
	return id
}

func intern(name string, names *[]string, byName map[string]int) int {
	id, ok := byName[name]
	if !ok {
		id = len(*names)
		byName[name] = id
		*names = append(*names, name)
	}
	return id
}

// maxExpansions bounds how many symbols the text of one answer may expand, not counting lists.
const maxExpansions = 10000

// check walks everything that the introduction and the actions use and reports undefined symbols,
// mistakes in their texts, symbols that contain themselves, and texts that explode.
func (g *grammar) check() error {
	if !g.symbols[g.intro].defined {
		return syntaxError(grammarPart, 1, "symbol intro is not defined")
	}
	const visiting = -1
	cost := make([]int, len(g.symbols)) // expansions below a symbol; 0 not visited
	var visit func(id, line int, by string) error
	var walk func(nodes []node, line int, by string) (int, error)
	visit = func(id, line int, by string) error {
		sym := &g.symbols[id]
		switch {
		case !sym.defined:
			return syntaxError(grammarPart, line, "%s uses symbol %s, which is not defined", clip(by), clip(sym.name))
		case cost[id] == visiting:
			return syntaxError(grammarPart, sym.line, "symbol %s contains itself", clip(sym.name))
		case cost[id] > 0:
			return nil
		}
		cost[id] = visiting
		total := 1
		for _, p := range sym.productions {
			if p.err != nil {
				return syntaxError(grammarPart, sym.line, "symbol %s: %v", clip(sym.name), p.err)
			}
			n, err := walk(p.rhs, sym.line, "symbol "+sym.name)
			if err != nil {
				return err
			}
			total += n
		}
		if total > maxExpansions {
			return syntaxError(grammarPart, sym.line, "symbol %s expands to more than %d symbols", clip(sym.name), maxExpansions)
		}
		cost[id] = total
		return nil
	}
	walk = func(nodes []node, line int, by string) (int, error) {
		total := 0
		use := func(id int) error {
			if err := visit(id, line, by); err != nil {
				return err
			}
			total += cost[id]
			return nil
		}
		for i := range nodes {
			n := &nodes[i]
			if n.kind == nodeSymbol {
				if err := use(n.symbol); err != nil {
					return 0, err
				}
			}
			if n.kind == nodeEval {
				if err := n.expr.symbols(use); err != nil {
					return 0, err
				}
				if n.list {
					for _, id := range []int{g.listEmpty, g.listSeparator, g.lastComma} {
						if err := use(id); err != nil {
							return 0, err
						}
					}
				}
			}
		}
		return total, nil
	}
	if err := visit(g.intro, 1, "the introduction"); err != nil {
		return err
	}
	for _, a := range g.actions {
		if _, err := walk(a.template, a.line, "action "+a.name); err != nil {
			return err
		}
		if _, err := walk(a.feedback, a.line, "action "+a.name); err != nil {
			return err
		}
	}
	return nil
}

// walk visits the queries and the variables printed by nodes and by the symbols they use.
func (g *grammar) walk(nodes []node, queries func(q *query), vars func(slot int)) {
	var inExpr func(e *expr)
	inSymbol := func(id int) {
		for _, p := range g.symbols[id].productions {
			if p.condition != nil {
				queries(p.condition)
			}
			g.walk(p.rhs, queries, vars)
		}
	}
	inExpr = func(e *expr) {
		switch e.kind {
		case exprSymbol:
			inSymbol(e.symbol)
		case exprAttr:
			vars(e.slot)
		case exprConcat, exprOr:
			inExpr(e.left)
			inExpr(e.right)
		}
	}
	for i := range nodes {
		n := &nodes[i]
		switch n.kind {
		case nodeSymbol:
			inSymbol(n.symbol)
		case nodeEval:
			if n.query != nil {
				queries(n.query)
			}
			inExpr(n.expr)
		}
	}
}

// taskPattern finds the production of the symbol task, the only part in which the grammars of a data set differ.
var taskPattern = regexp.MustCompile(`"task"\s*:\s*\[\s*\{\s*"rhs"\s*:\s*("(?:[^"\\]|\\.)*")\s*\}\s*\]`)

// findTask finds the goal sentence in a grammar, with its quotes, so that one parsed grammar serves all games. It
// returns false when the sentence is not a plain text in a single place.
func findTask(text string) (from, to int, task string, ok bool) {
	at := taskPattern.FindAllStringSubmatchIndex(text, 2)
	if len(at) != 1 {
		return 0, 0, "", false
	}
	from, to = at[0][2], at[0][3]
	task, ok = plainSentence(text[from:to])
	return from, to, task, ok
}

// plainSentence reads a JSON string that no symbol or query is in.
func plainSentence(quoted string) (sentence string, ok bool) {
	if len(quoted) < 2 || quoted[0] != '"' || quoted[len(quoted)-1] != '"' {
		return "", false
	}
	err := json.Unmarshal([]byte(quoted), &sentence)
	return sentence, err == nil && isPlain(sentence)
}

// isPlain says that a text of a grammar is printed as it stands.
func isPlain(text string) bool { return !strings.ContainsAny(text, ends) && skipFront(text) == text }
