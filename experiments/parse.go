package experiments

import (
	"fmt"
	"math"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
)

// The parser is recursive and number literals have no bound, so text that no
// person would write could exhaust the stack or the memory.
const (
	maxFileBytes = 1 << 20
	maxNesting   = 100
	maxOperators = 1000
)

// parseFile parses one file. The file is never nil and holds the bytes, but its body is
// complete only without errors.
func parseFile(src []byte, name string) (*hcl.File, hcl.Diagnostics) {
	unread := &hcl.File{Bytes: src, Body: &hclsyntax.Body{}}
	if len(src) > maxFileBytes {
		at := hcl.Range{Filename: name, Start: hcl.InitialPos, End: hcl.InitialPos}
		return unread, hcl.Diagnostics{{
			Severity: hcl.DiagError,
			Summary:  "File too large",
			Detail:   fmt.Sprintf("An experiment file has at most %d bytes; this one has more.", maxFileBytes),
			Subject:  &at,
		}}
	}
	if diags := checkNesting(src, name); diags.HasErrors() {
		return unread, diags
	}
	file, diags := hclsyntax.ParseConfig(src, name, hcl.InitialPos)
	if file == nil {
		return unread, diags
	}
	if !diags.HasErrors() {
		diags = append(diags, checkNumbers(file.Body.(*hclsyntax.Body))...)
	}
	return file, diags
}

// checkNesting finds brackets and chains of operators that nest deeper than the parser should follow.
func checkNesting(src []byte, name string) hcl.Diagnostics {
	tokens, _ := hclsyntax.LexConfig(src, name, hcl.InitialPos)
	depth, operators := 0, 0
	var previous hclsyntax.TokenType
	for _, t := range tokens {
		switch t.Type {
		case hclsyntax.TokenOBrace, hclsyntax.TokenOBrack, hclsyntax.TokenOParen, hclsyntax.TokenTemplateInterp, hclsyntax.TokenTemplateControl, hclsyntax.TokenOQuote, hclsyntax.TokenOHeredoc:
			depth++
		case hclsyntax.TokenCBrace, hclsyntax.TokenCBrack, hclsyntax.TokenCParen, hclsyntax.TokenTemplateSeqEnd, hclsyntax.TokenCQuote, hclsyntax.TokenCHeredoc:
			depth = max(depth-1, 0)
		case hclsyntax.TokenEqual, hclsyntax.TokenComma:
			operators = 0
		case hclsyntax.TokenPlus, hclsyntax.TokenMinus, hclsyntax.TokenStar, hclsyntax.TokenSlash, hclsyntax.TokenPercent,
			hclsyntax.TokenEqualOp, hclsyntax.TokenNotEqual, hclsyntax.TokenLessThan, hclsyntax.TokenLessThanEq,
			hclsyntax.TokenGreaterThan, hclsyntax.TokenGreaterThanEq, hclsyntax.TokenAnd, hclsyntax.TokenOr,
			hclsyntax.TokenBang, hclsyntax.TokenQuestion, hclsyntax.TokenColon, hclsyntax.TokenDot:
			operators++
		}
		if t.Type == hclsyntax.TokenOBrack && previous == hclsyntax.TokenCBrack {
			operators++ // a chain of indices nests like operators do
		}
		previous = t.Type
		if depth > maxNesting || operators > maxOperators {
			return hcl.Diagnostics{{
				Severity: hcl.DiagError,
				Summary:  "Nesting too deep",
				Detail:   fmt.Sprintf("Brackets nest at most %d deep, and an expression has at most %d operators.", maxNesting, maxOperators),
				Subject:  t.Range.Ptr(),
			}}
		}
	}
	return nil
}

// checkNumbers finds literals that no float64 holds.
func checkNumbers(root hclsyntax.Node) hcl.Diagnostics {
	return hclsyntax.VisitAll(root, func(node hclsyntax.Node) hcl.Diagnostics {
		lit, ok := node.(*hclsyntax.LiteralValueExpr)
		if !ok || lit.Val.Type() != cty.Number || !lit.Val.IsKnown() || lit.Val.IsNull() {
			return nil
		}
		if f, _ := lit.Val.AsBigFloat().Float64(); !math.IsInf(f, 0) {
			return nil
		}
		return hcl.Diagnostics{{
			Severity: hcl.DiagError,
			Summary:  "Number out of range",
			Detail:   fmt.Sprintf("Numbers lie between -%.3g and %.3g.", math.MaxFloat64, math.MaxFloat64),
			Subject:  lit.SrcRange.Ptr(),
		}}
	})
}

// parseValue parses an expression that stands alone, as on a command line.
func parseValue(src []byte, name string) (hclsyntax.Expression, hcl.Diagnostics) {
	if len(src) > maxFileBytes {
		return nil, hcl.Diagnostics{{Severity: hcl.DiagError, Summary: "Value too long", Detail: "The value is longer than a file may be."}}
	}
	if diags := checkNesting(src, name); diags.HasErrors() {
		return nil, diags
	}
	expr, diags := hclsyntax.ParseExpression(src, name, hcl.InitialPos)
	if !diags.HasErrors() {
		diags = append(diags, checkNumbers(expr)...)
	}
	return expr, diags
}
