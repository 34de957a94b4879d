package answers

import "strings"

// value is an answer as read: one of the kinds below.
type value struct {
	kind kind
	// source is the cleaned text, for comparisons as text.
	source string
	// word reports that the answer was written as upright text: its letters
	// are no factors.
	word bool
	// expr is the expression of a plain value.
	expr *node
	// items are the elements of a set, tuple, interval or union, and the
	// operands of a relation.
	items []value
	// ops are the relation signs between items, normalized to = != < <= > >=, ~
	// for approximately equal, in for membership.
	ops []string
	// open and closing are the brackets of a tuple or interval; the two values
	// of a plus-minus are a set that opens with it.
	open, closing string
	// listed reports that a set has no braces of its own.
	listed bool
}

type kind uint8

const (
	plainKind kind = iota
	textKind       // not readable as mathematics
	setKind
	tupleKind // ordered; with two elements also an interval
	unionKind
	relationKind
)

// reader reads values.
type reader struct{ work *meter }

// answer reads a bare answer in LaTeX.
func (r reader) answer(s string) value {
	source, word := clean(s)
	v, ok := r.list(lex(source), 0)
	if !ok {
		v = value{kind: textKind}
	}
	v.source, v.word = source, word
	return v
}

// separators of a list at the top level.
func isSeparator(t token) bool {
	return t.text == "," || t.text == ";"
}

// split cuts tokens where cut holds outside all brackets; ok is false when
// brackets do not nest.
func (r reader) split(tokens []token, cut func(token) bool) (parts [][]token, cuts []token, ok bool) {
	if !r.work.spend(1 + len(tokens)/4) {
		return nil, nil, false
	}
	depth, start := 0, 0
	for i, t := range tokens {
		switch t.text {
		case "(", "[", "{", `\{`, `\lfloor`, `\lceil`, `\begin`:
			depth++
		case ")", "]", "}", `\}`, `\rfloor`, `\rceil`, `\end`:
			if depth--; depth < 0 {
				return nil, nil, false
			}
		default:
			if depth == 0 && cut(t) {
				parts = append(parts, tokens[start:i])
				cuts = append(cuts, t)
				start = i + 1
			}
		}
	}
	return append(parts, tokens[start:]), cuts, depth == 0
}

// list reads items separated by commas; several make a set.
func (r reader) list(tokens []token, depth int) (value, bool) {
	if depth > maxDepth {
		return value{}, false
	}
	parts, _, ok := r.split(tokens, isSeparator)
	if !ok {
		return value{}, false
	}
	if len(parts) > 1 && len(parts[len(parts)-1]) == 0 {
		parts = parts[:len(parts)-1]
	}
	if len(parts) == 1 {
		return r.item(parts[0], depth+1)
	}
	set := value{kind: setKind, listed: true}
	for _, part := range parts {
		item, ok := r.item(part, depth+1)
		if !ok {
			return value{}, false
		}
		set.items = append(set.items, item)
	}
	return set.flat(), true
}

// flat replaces the sets that plus-minus made inside a set by their elements.
func (v value) flat() value {
	var items []value
	for _, item := range v.items {
		switch {
		case item.kind == setKind && item.open == `\pm`:
			items = append(items, item.items...)
		case item.kind == relationKind && len(item.items) == 2 && item.items[1].kind == setKind && item.items[1].open == `\pm`:
			for _, right := range item.items[1].items {
				one := item
				one.items = []value{item.items[0], right}
				items = append(items, one)
			}
		default:
			items = append(items, item)
		}
	}
	v.items = items
	return v
}

// relationSigns maps signs to their normal form.
var relationSigns = map[string]string{
	"=": "=", `\approx`: "~", `\in`: "in", "<": "<", `\lt`: "<", ">": ">", `\gt`: ">",
	`\le`: "<=", `\leq`: "<=", `\leqslant`: "<=", "≤": "<=", `\ge`: ">=", `\geq`: ">=", `\geqslant`: ">=", "≥": ">=",
	`\ne`: "!=", `\neq`: "!=", "≠": "!=",
}

// item reads a relation, or a value without relation signs.
func (r reader) item(tokens []token, depth int) (value, bool) {
	if len(tokens) == 0 || depth > maxDepth {
		return value{}, false
	}
	tokens = joinSigns(tokens)
	parts, cuts, ok := r.split(tokens, func(t token) bool { return relationSigns[t.text] != "" })
	if !ok {
		return value{}, false
	}
	if len(parts) == 1 {
		return r.union(tokens, depth)
	}
	// Of a chain of equalities only the first and the last term count.
	v := value{kind: relationKind}
	allEqual := true
	for _, c := range cuts {
		sign := relationSigns[c.text]
		allEqual = allEqual && (sign == "=" || sign == "~" || sign == "in")
		v.ops = append(v.ops, sign)
	}
	if allEqual {
		last := cuts[len(cuts)-1]
		parts = [][]token{parts[0], parts[len(parts)-1]}
		v.ops = []string{relationSigns[last.text]}
		if v.ops[0] == "~" && len(parts[0]) == 0 {
			return r.union(parts[1], depth+1)
		}
	}
	for i, part := range parts {
		item, ok := r.union(part, depth+1)
		if !ok {
			// The left side may be a name that is no expression.
			if i > 0 || !allEqual {
				return value{}, false
			}
			item = value{kind: textKind}
		}
		item.source = tokenText(part)
		v.items = append(v.items, item)
	}
	return v, true
}

// joinSigns makes <=, >= and != one token each.
func joinSigns(tokens []token) []token {
	var out []token
	for i := 0; i < len(tokens); i++ {
		t := tokens[i]
		if i+1 < len(tokens) && tokens[i+1].text == "=" {
			switch t.text {
			case "<", ">", "!":
				sign := map[string]string{"<": `\le`, ">": `\ge`, "!": `\ne`}[t.text]
				out = append(out, token{sign, commandToken})
				i++
				continue
			}
		}
		out = append(out, t)
	}
	return out
}

func tokenText(tokens []token) string {
	var s strings.Builder
	for _, t := range tokens {
		s.WriteString(t.text)
	}
	return s.String()
}

// union reads intervals joined by the union sign, or one value.
func (r reader) union(tokens []token, depth int) (value, bool) {
	parts, _, ok := r.split(tokens, func(t token) bool { return t.text == `\cup` || t.text == "∪" })
	if !ok || depth > maxDepth {
		return value{}, false
	}
	if len(parts) == 1 {
		return r.bracketed(tokens, depth)
	}
	v := value{kind: unionKind}
	for _, part := range parts {
		item, ok := r.bracketed(part, depth+1)
		if !ok || item.kind != tupleKind && item.kind != setKind {
			return value{}, false
		}
		v.items = append(v.items, item)
	}
	return v, true
}

// bracketed reads a set, tuple or interval, or an expression.
func (r reader) bracketed(tokens []token, depth int) (value, bool) {
	if len(tokens) == 0 || depth > maxDepth {
		return value{}, false
	}
	if len(tokens) == 1 && (tokens[0].text == `\emptyset` || tokens[0].text == "∅") {
		return value{kind: setKind}, true
	}
	open, closing := tokens[0].text, tokens[len(tokens)-1].text
	if inner, ok := r.inside(tokens); ok {
		if open == `\{` && closing == `\}` {
			if len(inner) == 0 {
				return value{kind: setKind}, true
			}
			v, ok := r.list(inner, depth+1)
			if ok && (v.kind != setKind || !v.listed) {
				v = value{kind: setKind, items: []value{v}}.flat()
			}
			v.listed = false
			return v, ok
		}
		parts, _, ok := r.split(inner, isSeparator)
		if ok && len(parts) > 1 {
			if open == "{" {
				return r.list(inner, depth+1)
			}
			v := value{kind: tupleKind, open: open, closing: closing}
			for _, part := range parts {
				item, ok := r.item(part, depth+1)
				if !ok {
					return value{}, false
				}
				v.items = append(v.items, item)
			}
			return v, true
		}
	}
	n, err := parseExpression(tokens, r.work)
	if err != nil {
		return value{}, false
	}
	if !n.has(opPlusMinus) {
		return value{kind: plainKind, expr: n}, true
	}
	return value{kind: setKind, open: `\pm`, items: []value{
		{kind: plainKind, expr: n.withSign(1)}, {kind: plainKind, expr: n.withSign(-1)},
	}}, true
}

// inside returns what stands between a first opening and a last closing
// bracket that belong together; the two may differ, as those of intervals do.
func (r reader) inside(tokens []token) ([]token, bool) {
	if len(tokens) < 2 {
		return nil, false
	}
	switch tokens[0].text + tokens[len(tokens)-1].text {
	case "()", "[]", "(]", "[)", "{}", `\{\}`:
	default:
		return nil, false
	}
	inner := tokens[1 : len(tokens)-1]
	_, _, ok := r.split(inner, func(token) bool { return false })
	return inner, ok
}
