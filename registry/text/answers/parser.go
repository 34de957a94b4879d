package answers

import (
	"errors"
	"math/big"
	"slices"
	"strings"
)

// errSyntax is returned for LaTeX that the reader does not understand.
var errSyntax = errors.New("read expression: not understood")

// maxDepth bounds nesting, and with it the stack.
const maxDepth = 60

// parser reads one expression by recursive descent.
type parser struct {
	tokens []token
	source []token // as they were before a number lost its first digit
	at     int
	depth  int
	bars   int // open absolute values
	work   *meter
}

// parseExpression reads tokens as one expression.
func parseExpression(tokens []token, w *meter) (*node, error) {
	p := parser{tokens: tokens, source: tokens, work: w}
	n, err := p.sum()
	if err != nil {
		return nil, err
	}
	if p.at != len(p.tokens) {
		return nil, errSyntax
	}
	return n, nil
}

// peek returns the next token's text, or "".
func (p *parser) peek() string {
	if p.at < len(p.tokens) {
		return p.tokens[p.at].text
	}
	return ""
}

// accept consumes the next token if it is text.
func (p *parser) accept(text string) bool {
	if p.peek() == text && p.at < len(p.tokens) {
		p.at++
		return true
	}
	return false
}

// sum reads terms joined by plus, minus and their combinations.
func (p *parser) sum() (*node, error) {
	if p.depth++; p.depth > maxDepth {
		return nil, errSyntax
	}
	defer func() { p.depth-- }()
	var left *node
	for {
		sign := p.peek()
		switch sign {
		case "+", "-", "−", `\pm`, `\mp`:
			p.at++
		default:
			if left != nil {
				return left, nil
			}
			sign = "+"
		}
		right, err := p.term()
		if err != nil {
			return nil, err
		}
		switch {
		case sign == `\pm` || sign == `\mp`:
			left = &node{op: opPlusMinus, name: sign, args: []*node{left, right}}
			continue
		case sign != "+":
			right = &node{op: opNegate, args: []*node{right}}
		}
		if left == nil {
			left = right
		} else {
			left = &node{op: opAdd, args: []*node{left, right}}
		}
	}
}

// term reads factors joined by multiplication, written or not, and division.
func (p *parser) term() (*node, error) {
	if p.accept("-") || p.accept("−") {
		if p.depth++; p.depth > maxDepth {
			return nil, errSyntax
		}
		n, err := p.term()
		p.depth--
		return &node{op: opNegate, args: []*node{n}}, err
	}
	left, err := p.power()
	for err == nil {
		var right *node
		switch p.peek() {
		case "*", "×", "·", `\cdot`, `\times`, `\ast`:
			p.at++
			right, err = p.signed()
			left = &node{op: opMultiply, args: []*node{left, right}}
		case "/":
			p.at++
			right, err = p.denominator()
			left = &node{op: opDivide, args: []*node{left, right}}
		case ":", `\div`:
			p.at++
			right, err = p.signed()
			left = &node{op: opDivide, args: []*node{left, right}}
		default:
			if !p.startsFactor() {
				return left, nil
			}
			if left.op == opNumber && p.tokens[p.at].kind == numberToken {
				return nil, errSyntax // 3 1/2 is no product
			}
			bracketed := left.isInteger() && p.peek() == "("
			mixed := left.op == opNumber && left.rat.IsInt() && p.isFraction()
			right, err = p.power()
			if err != nil {
				break
			}
			fraction := right.op == opDivide && right.args[0].op == opNumber && right.args[1].op == opNumber
			if bracketed && fraction {
				return nil, errSyntax // 3(1/2) may be a product or a mixed number
			}
			if mixed && fraction {
				left = &node{op: opAdd, args: []*node{left, right}}
			} else {
				left = &node{op: opMultiply, args: []*node{left, right}}
			}
		}
	}
	return nil, err
}

// denominator reads what follows a slash: a factor with those that follow it
// without a sign, so that 1/2x is 1/(2x).
func (p *parser) denominator() (*node, error) {
	left, err := p.signed()
	for err == nil && p.startsFactor() && !operators[p.peek()] {
		var right *node
		right, err = p.power()
		left = &node{op: opMultiply, args: []*node{left, right}}
	}
	return left, err
}

// operators are the written signs between factors that are commands.
var operators = map[string]bool{`\cdot`: true, `\times`: true, `\ast`: true, `\div`: true}

// signed reads a factor that may carry a sign, after an operator.
func (p *parser) signed() (*node, error) {
	if p.accept("-") || p.accept("−") {
		n, err := p.power()
		return &node{op: opNegate, args: []*node{n}}, err
	}
	return p.power()
}

func (p *parser) isFraction() bool {
	switch p.peek() {
	case `\frac`, `\dfrac`, `\tfrac`, `\cfrac`:
		return true
	}
	return false
}

// startsFactor reports whether the next token begins a factor.
func (p *parser) startsFactor() bool {
	if p.at >= len(p.tokens) {
		return false
	}
	t := p.tokens[p.at]
	switch t.kind {
	case numberToken, letterToken:
		return true
	case commandToken:
		switch t.text {
		case `\}`, `\rfloor`, `\rceil`, `\rvert`, `\end`, `\\`, `\pm`, `\mp`, `\%`:
			return false
		}
		return true
	}
	return t.text == "(" || t.text == "[" || t.text == "{" || t.text == "|" && p.bars == 0
}

// power reads a base with its postfix operators.
func (p *parser) power() (*node, error) {
	base, err := p.primary()
	if err != nil {
		return nil, err
	}
	return p.postfix(base)
}

func (p *parser) postfix(base *node) (*node, error) {
	for {
		switch {
		case p.accept("^"):
			if p.degree() {
				continue
			}
			exponent, err := p.argument()
			if err != nil {
				return nil, err
			}
			base = &node{op: opPower, args: []*node{base, exponent}}
		case p.accept("!"):
			base = &node{op: opFactorial, args: []*node{base}}
		case p.accept(`\%`) || p.accept("%"):
			base = &node{op: opPercent, args: []*node{base}}
		case p.accept("°"):
		case base.op == opNumber && p.tokens[p.at-1].kind == numberToken && p.accept("_"):
			// The base of a numeral is not interpreted.
			if _, err := p.argument(); err != nil {
				return nil, err
			}
		default:
			return base, nil
		}
	}
}

// degree consumes a degree mark after a caret.
func (p *parser) degree() bool {
	start := p.at
	braced := p.accept("{")
	if (p.accept(`\circ`) || p.accept("°")) && (!braced || p.accept("}")) {
		return true
	}
	p.at = start
	return false
}

// argument reads what a command or script applies to: a group, or one token.
func (p *parser) argument() (*node, error) {
	if p.at >= len(p.tokens) {
		return nil, errSyntax
	}
	if p.accept("{") {
		return p.until("}")
	}
	if p.accept("-") || p.accept("−") {
		n, err := p.argument()
		return &node{op: opNegate, args: []*node{n}}, err
	}
	return p.primary()
}

// until reads an expression up to a closing token.
func (p *parser) until(closing string) (*node, error) {
	bars := p.bars
	p.bars = 0
	n, err := p.sum()
	p.bars = bars
	if err != nil {
		return nil, err
	}
	if !p.accept(closing) {
		return nil, errSyntax
	}
	return n, nil
}

// shortArgument is argument for fractions and roots, where a digit alone
// counts: \frac12 is a half.
func (p *parser) shortArgument() (*node, error) {
	if p.at < len(p.tokens) && p.tokens[p.at].kind == numberToken && len(p.tokens[p.at].text) > 1 {
		if &p.tokens[0] == &p.source[0] {
			p.tokens = slices.Clone(p.tokens)
		}
		digit := p.tokens[p.at].text[:1]
		p.tokens[p.at].text = p.tokens[p.at].text[1:]
		r, ok := new(big.Rat).SetString(digit)
		if !ok {
			return nil, errSyntax
		}
		return &node{op: opNumber, rat: r}, nil
	}
	return p.argument()
}

func (p *parser) primary() (*node, error) {
	if p.depth++; p.depth > maxDepth || !p.work.spend(1) {
		return nil, errSyntax
	}
	defer func() { p.depth-- }()
	if p.at >= len(p.tokens) {
		return nil, errSyntax
	}
	t := p.tokens[p.at]
	p.at++
	switch t.kind {
	case numberToken:
		words := len(t.text) / 16
		if !p.work.spend(words * words / 4) {
			return nil, errSyntax
		}
		r, ok := new(big.Rat).SetString(t.text)
		if !ok {
			return nil, errSyntax
		}
		return &node{op: opNumber, rat: r, decimal: strings.Contains(t.text, ".")}, nil
	case letterToken:
		return p.symbol(strings.ToLower(t.text))
	case commandToken:
		return p.command(t.text)
	}
	switch t.text {
	case "(":
		return p.until(")")
	case "[":
		return p.until("]")
	case "{":
		return p.until("}")
	case "|":
		return p.absolute("|")
	}
	return nil, errSyntax
}

// absolute reads up to a closing bar.
func (p *parser) absolute(closing string) (*node, error) {
	p.bars++
	n, err := p.sum()
	p.bars--
	if err != nil {
		return nil, err
	}
	if !p.accept(closing) {
		return nil, errSyntax
	}
	return &node{op: opAbs, args: []*node{n}}, nil
}

// symbol makes a letter, or a word, with its subscript, into a symbol.
func (p *parser) symbol(name string) (*node, error) {
	if p.accept("_") {
		var sub strings.Builder
		switch {
		case p.accept("{"):
			for p.at < len(p.tokens) && p.peek() != "}" {
				sub.WriteString(p.peek())
				p.at++
			}
			if !p.accept("}") {
				return nil, errSyntax
			}
		case p.at < len(p.tokens):
			sub.WriteString(p.peek())
			p.at++
		default:
			return nil, errSyntax
		}
		return &node{op: opSymbol, name: name + "_" + sub.String()}, nil
	}
	if name == "e" {
		return &node{op: opConstant, name: "e"}, nil
	}
	if letter := p.tokens[p.at-1]; letter.kind == letterToken && p.peek() == "(" && (name == "f" || name == "g" || name == "h" || p.letterInBrackets()) {
		return p.application(letter.text)
	}
	return &node{op: opSymbol, name: name}, nil
}

// letterInBrackets reports whether a single letter in brackets follows, which
// makes what stands before it a function.
func (p *parser) letterInBrackets() bool {
	next := p.tokens[p.at:]
	return len(next) > 2 && next[0].text == "(" && next[1].kind == letterToken && next[2].text == ")"
}

// application reads the value of an unknown function: a symbol of its own, not
// a product.
func (p *parser) application(name string) (*node, error) {
	start := p.at
	if _, err := p.primary(); err != nil || !p.work.spend((p.at-start)/8) {
		return nil, errSyntax
	}
	return &node{op: opSymbol, name: name + tokenText(p.source[start:p.at])}, nil
}
