package experiments

import (
	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
)

// trialEnvironment stands in parsed expressions for the word "environment" alone, where that is the name of the trial's environment.
// No file can say it, so an expression can have that word and references to environment blocks; messages show it.
const trialEnvironment = "the trial's environment"

// nameTrialEnvironment puts trialEnvironment in place of the word in an expression that is evaluated for a trial's environment.
func nameTrialEnvironment(expr hcl.Expression) {
	node, ok := expr.(hclsyntax.Expression)
	if !ok {
		return
	}
	// Variables knows which words are names of a for expression.
	alone := map[hcl.Range]bool{}
	for _, t := range expr.Variables() {
		if t.RootName() == "environment" && len(t) == 1 {
			alone[t.SourceRange()] = true
		}
	}
	if len(alone) == 0 {
		return
	}
	hclsyntax.VisitAll(node, func(n hclsyntax.Node) hcl.Diagnostics {
		if e, ok := n.(*hclsyntax.ScopeTraversalExpr); ok && alone[e.Traversal.SourceRange()] {
			e.Traversal[0] = hcl.TraverseRoot{Name: trialEnvironment, SrcRange: e.Traversal.SourceRange()}
		}
		return nil
	})
}

// mentionsEnvironment says whether an expression uses the name of the trial's environment.
func mentionsEnvironment(expr hclsyntax.Expression) bool {
	for _, t := range expr.Variables() {
		if root := t.RootName(); root == trialEnvironment || root == "environment" && len(t) == 1 {
			return true
		}
	}
	return false
}

// within evaluates with the word "environment" meaning a name.
func (s *scope) within(environment string, do func()) {
	s.environment = &environment
	do()
	s.environment = nil
}

// perEnvironment says whether settings depend on the trial's environment.
func perEnvironment(layers []layer) bool {
	for _, layer := range layers {
		for _, a := range layer.attributes {
			if mentionsEnvironment(a.Expr) {
				return true
			}
		}
		for _, b := range layer.blocks {
			if bodyMentionsEnvironment(b.Body) {
				return true
			}
		}
	}
	return false
}

func bodyMentionsEnvironment(b *hclsyntax.Body) bool {
	for _, a := range b.Attributes {
		if mentionsEnvironment(a.Expr) {
			return true
		}
	}
	for _, inner := range b.Blocks {
		if bodyMentionsEnvironment(inner.Body) {
			return true
		}
	}
	return false
}
