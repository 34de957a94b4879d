package calculator

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"
)

// Program is a parsed program. It is safe for concurrent use.
type Program struct{ statements []statement }

// statement assigns to a name, or shows a value when the name is empty.
type statement struct {
	name  string
	value node
}

// Assigns returns the names that the program assigns, in order, "" for statements that only show a value.
func (p *Program) Assigns() []string {
	names := make([]string, len(p.statements))
	for i, s := range p.statements {
		names[i] = s.name
	}
	return names
}

// Parse reads a program; a text that is none gives a [SyntaxError].
func Parse(source string) (*Program, error) {
	if len(source) > MaxSource {
		return nil, &SyntaxError{MaxSource, fmt.Sprintf("a program longer than %d bytes", MaxSource)}
	}
	tokens, err := lex(source)
	if err != nil {
		return nil, err
	}
	p := &parser{tokens: tokens}
	program := &Program{}
	for {
		for p.peek().kind == breakToken {
			p.at++
		}
		if p.peek().kind == endToken {
			break
		}
		if len(program.statements) == MaxStatements {
			return nil, p.fault("more than %d statements", MaxStatements)
		}
		s, err := p.statement()
		if err != nil {
			return nil, err
		}
		program.statements = append(program.statements, s)
		if k := p.peek().kind; k != breakToken && k != endToken {
			return nil, p.fault("unexpected %q", p.peek().text)
		}
	}
	if len(program.statements) == 0 {
		return nil, &SyntaxError{0, "an empty program"}
	}
	return program, nil
}

// reserved are words that cannot be assigned.
var reserved = map[string]bool{"if": true, "else": true, "and": true, "or": true, "not": true, "true": true, "false": true, "True": true, "False": true}

type parser struct {
	tokens []token
	at     int
	depth  int
}

func (p *parser) peek() token { return p.tokens[p.at] }

func (p *parser) fault(format string, args ...any) error {
	return &SyntaxError{p.peek().at, fmt.Sprintf(format, args...)}
}

// take goes on when the next token is one of the texts, a symbol or a word.
func (p *parser) take(texts ...string) (string, bool) {
	t := p.peek()
	if t.kind == symbolToken || t.kind == nameToken {
		for _, s := range texts {
			if t.text == s {
				p.at++
				return s, true
			}
		}
	}
	return "", false
}

func (p *parser) expect(text string) error {
	if _, ok := p.take(text); !ok {
		return p.fault("expected %q", text)
	}
	return nil
}

func (p *parser) statement() (statement, error) {
	t := p.peek()
	if t.kind == nameToken && p.tokens[p.at+1].text == "=" {
		if reserved[t.text] || functions[t.text] != nil || loops[t.text] != nil {
			return statement{}, p.fault("%s cannot be assigned", t.text)
		}
		p.at += 2
		value, err := p.expression()
		return statement{t.text, value}, err
	}
	value, err := p.expression()
	return statement{"", value}, err
}

// expression reads "a if c else b" and what binds tighter.
func (p *parser) expression() (node, error) {
	if p.depth++; p.depth > MaxDepth {
		return nil, p.fault("nested more than %d deep", MaxDepth)
	}
	defer func() { p.depth-- }()
	value, err := p.binary(0)
	if err != nil {
		return nil, err
	}
	if _, ok := p.take("if"); !ok {
		return value, nil
	}
	condition, err := p.binary(0)
	if err != nil {
		return nil, err
	}
	if err := p.expect("else"); err != nil {
		return nil, err
	}
	other, err := p.expression()
	return &choice{condition, value, other}, err
}

// levels are the binary operators from the loosest on. A comparison takes one operator only.
var levels = [][]string{
	{"or"}, {"and"}, {"==", "!=", "<=", ">=", "<", ">"}, {"+", "-"}, {"*", "//", "/", "%"},
}

const comparisonLevel = 2

func (p *parser) binary(level int) (node, error) {
	if level == len(levels) {
		return p.unary()
	}
	if level == comparisonLevel {
		if _, ok := p.take("not"); ok {
			return p.nested(func() (node, error) {
				value, err := p.binary(level)
				return &unary{"not", value}, err
			})
		}
	}
	left, err := p.binary(level + 1)
	for err == nil {
		op, ok := p.take(levels[level]...)
		if !ok {
			return left, nil
		}
		var right node
		right, err = p.binary(level + 1)
		left = &binary{op, left, right}
		if level == comparisonLevel {
			break
		}
	}
	return left, err
}

// nested reads something that may hold itself.
func (p *parser) nested(read func() (node, error)) (node, error) {
	if p.depth++; p.depth > MaxDepth {
		return nil, p.fault("nested more than %d deep", MaxDepth)
	}
	defer func() { p.depth-- }()
	return read()
}

func (p *parser) unary() (node, error) {
	op, ok := p.take("-", "+")
	if !ok {
		return p.power()
	}
	return p.nested(func() (node, error) {
		value, err := p.unary()
		return &unary{op, value}, err
	})
}

// power binds to the right and tighter than a sign before it.
func (p *parser) power() (node, error) {
	base, err := p.postfix()
	if err != nil {
		return nil, err
	}
	if _, ok := p.take("^", "**"); !ok {
		return base, nil
	}
	return p.nested(func() (node, error) {
		exponent, err := p.unary()
		return &binary{"^", base, exponent}, err
	})
}

func (p *parser) postfix() (node, error) {
	value, err := p.primary()
	for err == nil {
		if _, ok := p.take("!"); !ok {
			break
		}
		value = &call{functions["factorial"], []node{value}}
	}
	return value, err
}

func (p *parser) primary() (node, error) {
	t := p.peek()
	switch {
	case t.kind == numberToken:
		p.at++
		return p.number(t)
	case t.kind == nameToken && reserved[t.text]:
		if _, ok := p.take("true", "True"); ok {
			return &constant{truth(true)}, nil
		}
		if _, ok := p.take("false", "False"); ok {
			return &constant{truth(false)}, nil
		}
	case t.kind == nameToken:
		p.at++
		if _, ok := p.take("("); ok {
			return p.call(t)
		}
		return &name{t.text}, nil
	case t.text == "(":
		p.at++
		value, err := p.expression()
		if err != nil {
			return nil, err
		}
		return value, p.expect(")")
	}
	if t.kind == endToken || t.kind == breakToken {
		return nil, p.fault("expected a value")
	}
	return nil, p.fault("unexpected %q", t.text)
}

// maxExponent bounds the exponent of a number as it is written.
const maxExponent = 300

func (p *parser) number(t token) (node, error) {
	if mantissa, exponent, ok := strings.Cut(strings.ToLower(t.text), "e"); ok {
		if n, err := strconv.Atoi(exponent); err != nil || n > maxExponent || n < -maxExponent || len(mantissa) > maxExponent {
			return nil, &SyntaxError{t.at, "a number too large or too small"}
		}
	}
	r, ok := new(big.Rat).SetString(strings.TrimSuffix(t.text, "."))
	if !ok || tooLarge(r) {
		return nil, &SyntaxError{t.at, "a number too large or too small"}
	}
	return &constant{exact(r)}, nil
}

// call reads the arguments of a function or loop.
func (p *parser) call(t token) (node, error) {
	var arguments []node
	for {
		if _, ok := p.take(")"); ok {
			break
		}
		if len(arguments) > 0 {
			if err := p.expect(","); err != nil {
				return nil, err
			}
		}
		value, err := p.expression()
		if err != nil {
			return nil, err
		}
		arguments = append(arguments, value)
	}
	if l := loops[t.text]; l != nil && (len(arguments) == 4 || functions[t.text] == nil) {
		if len(arguments) == 4 {
			if v, ok := arguments[0].(*name); ok {
				return &repeat{l, v.text, arguments[1], arguments[2], arguments[3]}, nil
			}
		}
		return nil, &SyntaxError{t.at, fmt.Sprintf("expected %s(name, first, last, expression)", t.text)}
	}
	f := functions[t.text]
	if f == nil {
		return nil, &SyntaxError{t.at, fmt.Sprintf("there is no function %s", t.text)}
	}
	if len(arguments) < f.least || f.most >= 0 && len(arguments) > f.most {
		return nil, &SyntaxError{t.at, fmt.Sprintf("%s cannot have %d arguments", t.text, len(arguments))}
	}
	return &call{f, arguments}, nil
}
