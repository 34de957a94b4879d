package experiments

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/ext/typeexpr"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/convert"
	ctyjson "github.com/zclconf/go-cty/cty/json"
)

// Variable is an input of the experiment.
type Variable struct {
	Name        string
	Description string
	// Type is the declared type in HCL's notation, "any" when none is declared.
	Type string
	// Value is the value in force as JSON; nil where there is none because of an error.
	Value json.RawMessage
	// Origin says who set it: "default", "-var NAME" or FILE:LINE.
	Origin    string
	DeclRange hcl.Range

	val cty.Value
	at  hcl.Range // of the value
}

// given is a value for a variable from outside its block.
type given struct {
	name   string
	expr   hcl.Expression
	text   string // of -var, which may be no expression
	at     hcl.Range
	origin string
}

func (l *loader) decodeVariables(blocks []*hclsyntax.Block, values []*hclsyntax.Body) {
	blocks = l.unique(blocks)
	byName := map[string]*hclsyntax.Block{}
	var names []string
	for _, b := range blocks {
		byName[b.Labels[0]] = b
		names = append(names, b.Labels[0])
	}
	winners := map[string]given{}
	for _, g := range l.given(values) {
		if byName[g.name] == nil {
			l.fail(g.at, "Undeclared variable", "There is no variable %q.%s", g.name, orElse(didYouMean(g.name, names, quoted), "variables", names))
			continue
		}
		winners[g.name] = g
	}
	for _, b := range blocks {
		v := &Variable{Name: l.label(b), DeclRange: b.DefRange(), Type: "any"}
		l.exp.Variables = append(l.exp.Variables, v)
		g, isGiven := winners[v.Name]
		ok := l.decodeVariable(v, b, g, isGiven)
		l.declare("var", v.Name, func() (cty.Value, bool) { return v.val, ok })
		if ok {
			l.checkVariable(v, b)
		}
	}
}

// given lists values in increasing precedence: files in order, then the command line.
func (l *loader) given(values []*hclsyntax.Body) []given {
	var all []given
	for _, body := range values {
		for _, b := range body.Blocks {
			l.fail(b.TypeRange, "Unexpected block", "A file of values has attributes only, as in scale = \"paper\".")
		}
		for _, a := range byPosition(body.Attributes) {
			all = append(all, given{name: a.Name, expr: a.Expr, at: a.NameRange, origin: place(a.SrcRange)})
		}
	}
	names := make([]string, 0, len(l.opts.Vars))
	for name := range l.opts.Vars {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		text := l.opts.Vars[name]
		origin := "-var " + name
		// The value becomes a file of its own, so that messages can show it.
		l.exp.Files[origin] = &hcl.File{Bytes: []byte(text), Body: &hclsyntax.Body{}}
		at := hcl.Range{Filename: origin, Start: hcl.InitialPos, End: hcl.Pos{Line: 1, Column: len(text) + 1, Byte: len(text)}}
		all = append(all, given{name: name, text: text, at: at, origin: origin})
	}
	return all
}

func (l *loader) decodeVariable(v *Variable, b *hclsyntax.Block, g given, isGiven bool) bool {
	content := l.content(b, []string{"type", "default", "description", "nullable"}, []string{"validation"})
	want := cty.DynamicPseudoType
	var defaults *typeexpr.Defaults
	if a := content.Attributes["type"]; a != nil {
		ty, d, diags := typeexpr.TypeConstraintWithDefaults(a.Expr)
		l.add(diags...)
		if diags.HasErrors() {
			return false
		}
		want, defaults = ty, d
		v.Type = typeexpr.TypeString(ty.WithoutOptionalAttributesDeep())
	}
	nullable := false
	if a := content.Attributes["nullable"]; a != nil && !l.into(a, &nullable) {
		return false
	}
	if a := content.Attributes["description"]; a != nil {
		l.into(a, &v.Description)
	}

	convertTo := func(val cty.Value, at hcl.Range) (cty.Value, bool) {
		if defaults != nil && !val.IsNull() {
			val = defaults.Apply(val)
		}
		val, err := convert.Convert(val, want)
		switch {
		case err != nil:
			l.fail(at, "Unsuitable value", "The value of variable %q is unsuitable: %s.", v.Name, err)
			return val, false
		case val.IsNull() && !nullable:
			l.fail(at, "Unsuitable value", "Variable %q cannot be null; nullable = true would allow it.", v.Name)
			return val, false
		}
		return val, true
	}

	standard := content.Attributes["default"]
	hasDefault, ok := standard != nil, true
	if hasDefault {
		v.Origin = "default"
		v.at = standard.Expr.Range()
		var val cty.Value
		if val, ok = l.constant(standard.Expr, "The default of a variable"); ok {
			v.val, ok = convertTo(val, v.at)
		}
	}
	if isGiven {
		val, at, valOK := l.givenValue(g, want)
		if !valOK {
			return false
		}
		v.Origin, v.at = g.origin, at
		v.val, valOK = convertTo(val, at)
		ok = ok && valOK
	}
	if !hasDefault && !isGiven {
		l.fail(b.DefRange(), "Missing value", "Variable %q has no default, so it has to be set: -var %s=VALUE.", v.Name, v.Name)
		return false
	}
	if ok {
		if raw, err := ctyjson.Marshal(v.val, v.val.Type()); err == nil {
			v.Value = raw
		}
	}
	return ok
}

// givenValue evaluates a value from outside. Text for a variable that may be a text needs no quotes.
func (l *loader) givenValue(g given, want cty.Type) (cty.Value, hcl.Range, bool) {
	if g.expr != nil {
		val, ok := l.constant(g.expr, "A value in a file of values")
		return val, g.expr.Range(), ok
	}
	if want == cty.String {
		return cty.StringVal(g.text), g.at, true
	}
	expr, diags := parseValue([]byte(g.text), g.at.Filename)
	if want == cty.DynamicPseudoType && (diags.HasErrors() || len(expr.Variables()) > 0) {
		return cty.StringVal(g.text), g.at, true
	}
	// A word or nothing is no HCL of another type, and complaints about syntax would not say what is wanted.
	if diags.HasErrors() && strings.TrimSpace(g.text) == "" || !diags.HasErrors() && hcl.ExprAsKeyword(expr) != "" && len(expr.Variables()) > 0 {
		l.fail(g.at, "Unsuitable value", "The value of variable %q has to be of type %s, which %q is not.", g.name, typeexpr.TypeString(want), g.text)
		return cty.NilVal, g.at, false
	}
	if diags.HasErrors() {
		l.add(diags...)
		return cty.NilVal, g.at, false
	}
	val, ok := l.constant(expr, fmt.Sprintf("The value of variable %q", g.name))
	return val, g.at, ok
}

// constant evaluates an expression where references are not allowed.
func (l *loader) constant(expr hcl.Expression, what string) (cty.Value, bool) {
	refs := expr.Variables()
	for _, t := range refs {
		l.fail(t.SourceRange(), "Unexpected reference", "%s is a constant; it cannot refer to %q. A text needs quotes.", what, t.RootName())
	}
	if len(refs) > 0 {
		return cty.DynamicVal, false
	}
	val, diags := expr.Value(&hcl.EvalContext{Functions: l.functions})
	l.add(diags...)
	return val, !diags.HasErrors()
}

// checkVariable queues the validations of a variable; they may refer to anything.
func (l *loader) checkVariable(v *Variable, b *hclsyntax.Block) {
	for _, inner := range b.Body.Blocks {
		if inner.Type != "validation" {
			continue
		}
		content := l.content(inner, []string{"condition", "error_message"}, nil)
		condition := l.require(inner, content, "condition", "condition = var.NAME > 0")
		message := l.require(inner, content, "error_message", "error_message = \"NAME must be positive.\"")
		if condition == nil || message == nil {
			continue
		}
		l.validations = append(l.validations, func() {
			var holds bool
			if !l.into(condition, &holds) || holds {
				return
			}
			var text string
			if !l.into(message, &text) {
				return
			}
			hclCtx, _ := l.context(condition.Expr)
			l.add(&hcl.Diagnostic{
				Severity:    hcl.DiagError,
				Summary:     "Invalid value for variable",
				Detail:      fmt.Sprintf("%s The rule stands at %s.", sentence(text), place(condition.Range)),
				Subject:     &v.at,
				Expression:  condition.Expr,
				EvalContext: hclCtx,
			})
		})
	}
}
