package experiments

import (
	"fmt"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
)

// explainEntries words complaints about entries that a map or an object lacks: which it lacks, and which it has.
func explainEntries(diags hcl.Diagnostics) hcl.Diagnostics {
	explained := make(hcl.Diagnostics, len(diags))
	for i, d := range diags {
		explained[i] = d
		if detail := missingEntry(d); detail != "" {
			reworded := *d
			reworded.Summary, reworded.Detail = "Missing entry", detail
			explained[i] = &reworded
		}
	}
	return explained
}

// missingEntry is the sentence about a complaint; empty where it is about something else.
func missingEntry(d *hcl.Diagnostic) string {
	switch expr := d.Expression.(type) {
	case *hclsyntax.IndexExpr: // local.sizes[environment]
		of, ofDiags := expr.Collection.Value(d.EvalContext)
		key, keyDiags := expr.Key.Value(d.EvalContext)
		if ofDiags.HasErrors() || keyDiags.HasErrors() || key.IsNull() || !key.IsKnown() || key.Type() != cty.String {
			return ""
		}
		what := "The object"
		if t, ok := expr.Collection.(*hclsyntax.ScopeTraversalExpr); ok {
			what = spelled(t.Traversal)
		}
		return lacks(what, of, key.AsString())
	case *hclsyntax.ScopeTraversalExpr: // local.sizes.shop
		return missingStep(expr.Traversal, d.EvalContext)
	}
	return ""
}

// missingStep finds the step of a reference that leads nowhere.
func missingStep(t hcl.Traversal, hclCtx *hcl.EvalContext) string {
	for n := 2; n < len(t); n++ {
		of, diags := t[:n].TraverseAbs(hclCtx)
		if diags.HasErrors() {
			return ""
		}
		name := ""
		switch step := t[n].(type) {
		case hcl.TraverseAttr:
			name = step.Name
		case hcl.TraverseIndex:
			if step.Key.Type() != cty.String || step.Key.IsNull() {
				return ""
			}
			name = step.Key.AsString()
		}
		if detail := lacks(spelled(t[:n]), of, name); detail != "" {
			return detail
		}
	}
	return ""
}

// lacks says that a map or an object has no entry of a name; empty where it has one or could not have any.
func lacks(what string, of cty.Value, name string) string {
	if of.IsNull() || !of.IsKnown() || !of.Type().IsObjectType() && !of.Type().IsMapType() {
		return ""
	}
	var names []string
	for it := of.ElementIterator(); it.Next(); {
		key, _ := it.Element()
		if key.AsString() == name {
			return ""
		}
		names = append(names, key.AsString())
	}
	return fmt.Sprintf("%s has no entry %q.%s", what, name, orElse(didYouMean(name, names, quoted), "entries", names))
}

// spelled is a reference as it stands in a file.
func spelled(t hcl.Traversal) string {
	text := t.RootName()
	for _, step := range t[1:] {
		switch step := step.(type) {
		case hcl.TraverseAttr:
			text += "." + step.Name
		case hcl.TraverseIndex:
			if step.Key.Type() == cty.String {
				text += "[" + quoted(step.Key.AsString()) + "]"
			} else {
				text += "[" + step.Key.AsBigFloat().Text('g', 10) + "]"
			}
		}
	}
	return text
}
