package tw

import (
	"errors"
	"fmt"
	"strings"
)

// maxSlots is the largest number of variables in a grammar.
const maxSlots = 48

// maxAtoms is the largest number of atoms in a query.
const maxAtoms = 12

type nodeKind uint8

const (
	nodeText nodeKind = iota
	nodeSymbol
	nodeEval
)

// node is a piece of a right-hand side.
type node struct {
	kind   nodeKind
	text   string // of nodeText
	symbol int    // of nodeSymbol
	expr   *expr  // of nodeEval
	query  *query // of nodeEval: evaluate once per match; nil: once
	list   bool   // join the matches as a list
}

type exprKind uint8

const (
	exprText exprKind = iota
	exprSymbol
	exprAttr
	exprConcat
	exprOr
)

// expr is what stands in braces.
type expr struct {
	kind        exprKind
	text        string // of exprText
	symbol      int    // of exprSymbol
	slot        int    // of exprAttr
	attr        attr   // of exprAttr
	left, right *expr  // of exprConcat, exprOr
}

// attr is a property of an entity that a text can print.
type attr uint8

const (
	attrName attr = iota
	attrID
	attrType
	attrIndefinite
	attrDefinite
)

var attrByName = map[string]attr{
	"name": attrName, "id": attrID, "type": attrType, "indefinite": attrIndefinite, "definite": attrDefinite,
}

func (e *expr) symbols(use func(id int) error) error {
	switch e.kind {
	case exprSymbol:
		return use(e.symbol)
	case exprConcat, exprOr:
		if err := e.left.symbols(use); err != nil {
			return err
		}
		return e.right.symbols(use)
	}
	return nil
}

// query is a conjunction of atoms.
type query struct {
	atoms []queryAtom
	vars  []int // its variables' slots, each once
}

// queryAtom is a predicate over variables. A negated one matches what an action has made false, not
// what was never true.
type queryAtom struct {
	pred    int
	negated bool
	slots   []int
	types   []int // required type of each term, -1 for any
}

// parseText reads a right-hand side, a template or a feedback: literal text, "literal text", #symbol#, {expr},
// {expr | query} and [{expr | query}]. As with the original's parser blanks and comments at the beginning are not part of the
// text, and it ends, without a word, at any other of the characters ; | " < > [ ] }: a goal sentence with a semicolon loses what
// follows it.
func (g *grammar) parseText(s string) ([]node, error) {
	s = skipFront(s)
	var out []node
	var literal strings.Builder
	flush := func() {
		if literal.Len() > 0 {
			out = append(out, node{kind: nodeText, text: literal.String()})
			literal.Reset()
		}
	}
	for i := 0; i < len(s); {
		switch {
		case s[i] == '#':
			end := strings.IndexByte(s[i+1:], '#')
			if end <= 0 {
				return nil, fmt.Errorf("symbol %q is not closed by #", clip(s[i:]))
			}
			flush()
			out = append(out, node{kind: nodeSymbol, symbol: g.symbolID(s[i+1 : i+1+end])})
			i += end + 2
		case s[i] == '{':
			n, length, err := g.parseBraces(s[i:])
			if err != nil {
				return nil, err
			}
			flush()
			out = append(out, n)
			i += length
		case s[i] == '[' && strings.HasPrefix(strings.TrimLeft(s[i+1:], " "), "{"):
			start := i + strings.IndexByte(s[i:], '{')
			n, length, err := g.parseBraces(s[start:])
			if err != nil {
				return nil, err
			}
			rest := strings.TrimLeft(s[start+length:], " ")
			if !strings.HasPrefix(rest, "]") {
				return nil, fmt.Errorf("list %q is not closed by ] after its braces", clip(s[i:]))
			}
			flush()
			n.list = true
			out = append(out, n)
			i = len(s) - len(rest) + 1
		case s[i] == '"':
			length := strings.IndexAny(s[i+1:], ends)
			if length < 0 || s[i+1+length] != '"' {
				flush()
				return out, nil
			}
			literal.WriteString(s[i+1 : i+1+length])
			i += length + 2
		case strings.IndexByte(ends, s[i]) >= 0:
			flush()
			return out, nil
		default:
			literal.WriteByte(s[i])
			i++
		}
	}
	flush()
	return out, nil
}

// ends are the characters that no literal text has.
const ends = `;|"<>[]#{}`

// skipFront cuts white space and lines that begin with // off the front of a text.
func skipFront(s string) string {
	for {
		s = strings.TrimLeftFunc(s, pythonSpace)
		if !strings.HasPrefix(s, "//") {
			return s
		}
		_, s, _ = strings.Cut(s, "\n")
	}
}

// parseBraces reads {expr} or {expr | query} at the start of s and returns its length.
func (g *grammar) parseBraces(s string) (node, int, error) {
	end, bar := -1, -1
	var quote byte
scan:
	for i := 1; i < len(s); i++ {
		switch c := s[i]; {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '\'' || c == '"':
			quote = c
		case c == '|' && bar < 0:
			bar = i
		case c == '}':
			end = i
			break scan
		}
	}
	if end < 0 {
		return node{}, 0, fmt.Errorf("expression %q is not closed by }", clip(s))
	}
	n := node{kind: nodeEval}
	text := s[1:end]
	if bar >= 0 {
		text = s[1:bar]
		q, err := g.parseQuery(s[bar+1 : end])
		if err != nil {
			return n, 0, err
		}
		n.query = q
	}
	p := exprParser{grammar: g, tokens: exprTokens(text)}
	e, err := p.or()
	if err == nil && len(p.tokens) > 0 {
		err = fmt.Errorf("want an operator, got %q", clip(p.tokens[0]))
	}
	if err != nil {
		return n, 0, fmt.Errorf("expression %q: %w", clip(s[:end+1]), err)
	}
	n.expr = e
	return n, end + 1, nil
}

// parseQuery reads pred(x:type, y) & not_pred(x). A blank text is no condition: nil.
func (g *grammar) parseQuery(s string) (*query, error) {
	if strings.TrimSpace(s) == "" {
		return nil, nil
	}
	q := &query{}
	for text := range strings.SplitSeq(s, "&") {
		a, err := g.parseAtom(text)
		if err != nil {
			return nil, fmt.Errorf("query %q: %w", clip(s), err)
		}
		q.atoms = append(q.atoms, a)
		for _, slot := range a.slots {
			known := false
			for _, v := range q.vars {
				known = known || v == slot
			}
			if !known {
				q.vars = append(q.vars, slot)
			}
		}
	}
	if len(q.atoms) > maxAtoms {
		return nil, fmt.Errorf("query %q has %d atoms, at most %d are supported", clip(s), len(q.atoms), maxAtoms)
	}
	g.queries = append(g.queries, q)
	return q, nil
}

func (g *grammar) parseAtom(text string) (queryAtom, error) {
	var a queryAtom
	text = strings.TrimSpace(text)
	open := strings.IndexByte(text, '(')
	if open <= 0 || !strings.HasSuffix(text, ")") {
		return a, fmt.Errorf("want predicate(variables), got %q", clip(text))
	}
	name := strings.TrimSpace(text[:open])
	name, a.negated = strings.CutPrefix(name, "not_")
	if !isName(name) {
		return a, fmt.Errorf("want a predicate, got %q", clip(name))
	}
	a.pred = intern(name, &g.preds, g.predByName)
	for term := range strings.SplitSeq(text[open+1:len(text)-1], ",") {
		variable, typ, typed := strings.Cut(term, ":")
		variable, typ = strings.TrimSpace(variable), strings.TrimSpace(typ)
		if !isName(variable) || typed && !isName(typ) {
			return a, fmt.Errorf("want variable:type, got %q", clip(term))
		}
		a.slots = append(a.slots, intern(variable, &g.vars, g.varByName))
		id := -1
		if typed {
			id = intern(typ, &g.types, g.typeByName)
		}
		a.types = append(a.types, id)
	}
	if len(a.slots) > maxArity {
		return a, fmt.Errorf("%s has %d terms, at most %d are supported", name, len(a.slots), maxArity)
	}
	return a, nil
}

func isName(s string) bool {
	for _, c := range s {
		if c != '_' && (c < '0' || c > '9') && (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') {
			return false
		}
	}
	return s != ""
}

// exprTokens cuts an expression into 'strings', #symbols#, names, and single characters.
func exprTokens(s string) []string {
	var out []string
	for i := 0; i < len(s); {
		c := s[i]
		end := i + 1
		switch {
		case c == ' ' || c == '\t' || c == '\n' || c == '\r':
			i++
			continue
		case c == '\'' || c == '"' || c == '#':
			if at := strings.IndexByte(s[i+1:], c); at >= 0 {
				end = i + at + 2
			}
		default:
			for end < len(s) && isName(s[i:i+1]) && isName(s[end:end+1]) {
				end++
			}
		}
		out = append(out, s[i:end])
		i = end
	}
	return out
}

// exprParser reads the small part of Python that right-hand sides use.
type exprParser struct {
	grammar *grammar
	tokens  []string
	depth   int
}

func (p *exprParser) next() string {
	if len(p.tokens) == 0 {
		return ""
	}
	t := p.tokens[0]
	p.tokens = p.tokens[1:]
	return t
}

func (p *exprParser) binary(operator string, kind exprKind, operand func() (*expr, error)) (*expr, error) {
	left, err := operand()
	for err == nil && len(p.tokens) > 0 && p.tokens[0] == operator {
		p.next()
		var right *expr
		right, err = operand()
		left = &expr{kind: kind, left: left, right: right}
	}
	return left, err
}

func (p *exprParser) or() (*expr, error)     { return p.binary("or", exprOr, p.concat) }
func (p *exprParser) concat() (*expr, error) { return p.binary("+", exprConcat, p.operand) }

func (p *exprParser) operand() (*expr, error) {
	t := p.next()
	switch {
	case t == "":
		return nil, errors.New("ends too early")
	case t == "(":
		if p.depth++; p.depth > maxNesting {
			return nil, errors.New("is nested too deeply")
		}
		e, err := p.or()
		p.depth--
		if err == nil && p.next() != ")" {
			err = errors.New("( is not closed")
		}
		return e, err
	case t[0] == '\'' || t[0] == '"':
		if len(t) < 2 || t[len(t)-1] != t[0] {
			return nil, errors.New("string is not closed")
		}
		return &expr{kind: exprText, text: t[1 : len(t)-1]}, nil
	case t[0] == '#':
		if len(t) < 3 {
			return nil, errors.New("symbol is not closed by #")
		}
		return &expr{kind: exprSymbol, symbol: p.grammar.symbolID(t[1 : len(t)-1])}, nil
	case !isName(t):
		return nil, fmt.Errorf("want a variable, a 'text' or a #symbol#, got %q", clip(t))
	}
	e := &expr{kind: exprAttr, slot: intern(t, &p.grammar.vars, p.grammar.varByName)}
	if len(p.tokens) == 0 || p.tokens[0] != "." {
		return e, nil
	}
	p.next()
	name := p.next()
	a, ok := attrByName[name]
	if !ok {
		return nil, fmt.Errorf("entities have no %q", clip(name))
	}
	e.attr = a
	return e, nil
}
