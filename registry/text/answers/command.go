package answers

import (
	"math/big"
	"strings"
)

// greek are the commands that stand for symbols.
var greek = map[string]bool{
	`\alpha`: true, `\beta`: true, `\gamma`: true, `\delta`: true, `\epsilon`: true, `\varepsilon`: true,
	`\zeta`: true, `\eta`: true, `\theta`: true, `\kappa`: true, `\lambda`: true, `\mu`: true, `\nu`: true,
	`\xi`: true, `\rho`: true, `\sigma`: true, `\tau`: true, `\phi`: true, `\varphi`: true, `\chi`: true,
	`\psi`: true, `\omega`: true, `\Gamma`: true, `\Delta`: true, `\Theta`: true, `\Lambda`: true,
	`\Sigma`: true, `\Phi`: true, `\Psi`: true, `\Omega`: true,
}

// command reads what follows a command token.
func (p *parser) command(name string) (*node, error) {
	switch name {
	case `\frac`, `\dfrac`, `\tfrac`, `\cfrac`:
		return p.two(opDivide)
	case `\binom`, `\dbinom`, `\tbinom`:
		return p.two(opBinomial)
	case `\sqrt`:
		return p.root()
	case `\pi`:
		return &node{op: opConstant, name: "pi"}, nil
	case `\infty`:
		return &node{op: opConstant, name: "infty"}, nil
	case `\lvert`:
		return p.absolute(`\rvert`)
	case `\lfloor`:
		n, err := p.until(`\rfloor`)
		return &node{op: opFloor, args: []*node{n}}, err
	case `\lceil`:
		n, err := p.until(`\rceil`)
		return &node{op: opCeiling, args: []*node{n}}, err
	case `\log`:
		return p.logarithm()
	case `\mathrm`, `\mathbf`, `\operatorname`, `\text`:
		return p.word()
	case `\begin`:
		return p.matrix()
	}
	if greek[name] {
		return p.symbol(name)
	}
	if f := strings.TrimPrefix(name, `\`); functions[f] != nil {
		return p.call(f)
	}
	return nil, errSyntax
}

// two reads an operation with two arguments.
func (p *parser) two(o op) (*node, error) {
	a, err := p.shortArgument()
	if err != nil {
		return nil, err
	}
	b, err := p.shortArgument()
	return &node{op: o, args: []*node{a, b}}, err
}

func (p *parser) root() (*node, error) {
	degree := &node{op: opNumber, rat: big.NewRat(2, 1)}
	if p.accept("[") {
		n, err := p.until("]")
		if err != nil {
			return nil, err
		}
		degree = n
	}
	radicand, err := p.shortArgument()
	return &node{op: opRoot, args: []*node{radicand, degree}}, err
}

// call reads a function with an optional power of its value.
func (p *parser) call(name string) (*node, error) {
	var exponent *node
	if p.accept("^") {
		n, err := p.argument()
		if err != nil {
			return nil, err
		}
		exponent = n
	}
	arg, err := p.operand()
	if err != nil {
		return nil, err
	}
	n := &node{op: opCall, name: name, args: []*node{arg}}
	if exponent == nil {
		return n, nil
	}
	if v, ok := exponent.rational(p.work); ok && v.Sign() < 0 {
		// A negative power may mean the inverse function.
		return nil, errSyntax
	}
	return &node{op: opPower, args: []*node{n, exponent}}, nil
}

func (p *parser) logarithm() (*node, error) {
	base := &node{op: opNumber, rat: big.NewRat(10, 1)}
	if p.accept("_") {
		n, err := p.argument()
		if err != nil {
			return nil, err
		}
		base = n
	}
	arg, err := p.operand()
	return &node{op: opLog, args: []*node{arg, base}}, err
}

// operand reads the argument of a function: a group, or the product that
// follows, up to the next function.
func (p *parser) operand() (*node, error) {
	if p.peek() == "(" || p.peek() == "{" {
		return p.primary()
	}
	left, err := p.power()
	for err == nil && p.startsFactor() && !p.startsFunction() {
		var right *node
		right, err = p.power()
		left = &node{op: opMultiply, args: []*node{left, right}}
	}
	return left, err
}

func (p *parser) startsFunction() bool {
	name := p.peek()
	return name == `\log` || functions[strings.TrimPrefix(name, `\`)] != nil && strings.HasPrefix(name, `\`)
}

// word reads upright letters in braces: the constant e, or a symbol.
func (p *parser) word() (*node, error) {
	if !p.accept("{") {
		return nil, errSyntax
	}
	var name strings.Builder
	for p.at < len(p.tokens) && p.tokens[p.at].kind == letterToken {
		name.WriteString(strings.ToLower(p.peek()))
		p.at++
	}
	if name.Len() == 0 || !p.accept("}") {
		return nil, errSyntax
	}
	return p.symbol(name.String())
}

// matrix reads an environment of rows and columns.
func (p *parser) matrix() (*node, error) {
	name, err := p.environment()
	if err != nil {
		return nil, err
	}
	switch name {
	case "array":
		if _, err := p.environment(); err != nil {
			return nil, err
		}
	case "pmatrix", "bmatrix", "matrix", "vmatrix", "smallmatrix":
	default:
		return nil, errSyntax
	}
	m := &node{op: opMatrix, rows: 1}
	columns, inRow := 0, 0
	for {
		n, err := p.sum()
		if err != nil {
			return nil, err
		}
		m.args = append(m.args, n)
		inRow++
		if p.accept("&") {
			continue
		}
		if columns == 0 {
			columns = inRow
		}
		if inRow != columns {
			return nil, errSyntax
		}
		if p.accept(`\\`) && p.peek() != `\end` {
			m.rows++
			inRow = 0
			continue
		}
		break
	}
	if !p.accept(`\end`) {
		return nil, errSyntax
	}
	if end, err := p.environment(); err != nil || end != name {
		return nil, errSyntax
	}
	if name == "vmatrix" {
		return &node{op: opDeterminant, args: []*node{m}}, nil
	}
	return m, nil
}

// environment reads letters in braces.
func (p *parser) environment() (string, error) {
	if !p.accept("{") {
		return "", errSyntax
	}
	var name strings.Builder
	for p.at < len(p.tokens) && p.peek() != "}" {
		name.WriteString(p.peek())
		p.at++
	}
	if !p.accept("}") {
		return "", errSyntax
	}
	return name.String(), nil
}
