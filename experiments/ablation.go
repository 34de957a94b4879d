package experiments

import (
	"fmt"
	"slices"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
	ctyjson "github.com/zclconf/go-cty/cty/json"
)

// Ablation varies settings of a method, one at a time.
type Ablation struct {
	Name string
	Of   *Method
	// Variants holds one method for each value, named like r2s[select=reward], in the order of the file.
	Variants  []*Method
	DeclRange hcl.Range
}

// variation is one value of one setting.
type variation struct {
	setting string
	val     cty.Value
	at      hcl.Range
}

func (l *loader) declareAblations(blocks []*hclsyntax.Block) {
	for _, b := range l.unique(blocks) {
		a := &Ablation{Name: l.label(b), DeclRange: b.DefRange()}
		l.exp.Ablations = append(l.exp.Ablations, a)
		l.declare("ablation", a.Name, func() (cty.Value, bool) {
			if !l.decodeAblation(a, b) {
				return cty.DynamicVal, false
			}
			var variants []cty.Value
			for _, m := range a.Variants {
				variants = append(variants, cty.CapsuleVal(methodType, m))
			}
			return cty.ListVal(variants), true
		})
	}
}

func (l *loader) decodeAblation(a *Ablation, b *hclsyntax.Block) bool {
	content := l.content(b, []string{"of", "vary"}, nil)
	of := l.require(b, content, "of", "of = method.NAME")
	vary := l.require(b, content, "vary", "vary = { SETTING = [VALUE, ...] }")
	if of != nil {
		if val, ok := l.eval(of.Expr); ok {
			if a.Of, ok = refer[Method](val); !ok {
				l.fail(of.Expr.Range(), "Unsuitable reference", "%s varies a method, as in of = method.NAME, but this is %s.", capital(title(b)), describe(val))
			}
		}
	}
	// The variants of a method with mistakes would repeat them.
	if a.Of == nil || vary == nil || !l.decodeUsed(a.Of.used) {
		return false
	}
	ptr, _ := l.catalog.Settings(KindMethod, a.Of.used.decl.Use)
	variations, ok := l.variations(vary.Expr, l.namesOf(ptr), a)
	for _, v := range variations {
		m, variantOK := l.variant(a, v)
		ok = ok && variantOK
		a.Variants = append(a.Variants, m)
	}
	return ok && len(a.Variants) > 0
}

// variations reads { setting = [value, ...], ... }, in the order in which it is written where it is
// written out, else by name.
func (l *loader) variations(expr hcl.Expression, names *settingNames, a *Ablation) ([]variation, bool) {
	var all []variation
	ok := true
	add := func(setting string, at hcl.Range, values func() (cty.Value, []hcl.Expression, bool)) {
		if !slices.Contains(names.attributes, setting) {
			ok = false
			l.fail(at, "Unknown setting", "Method %q has no setting %q.%s", a.Of.Name, setting, orElse(didYouMean(setting, names.attributes, quoted), "settings", names.attributes))
			return
		}
		val, elements, valOK := values()
		if !valOK {
			ok = false
			return
		}
		if val.IsNull() || !val.Type().IsTupleType() && !val.Type().IsListType() && !val.Type().IsSetType() || val.LengthInt() == 0 {
			ok = false
			l.fail(at, "Unsuitable value", "Setting %q is varied over a list of values, as in %s = [VALUE, ...].", setting, setting)
			return
		}
		i := 0
		for it := val.ElementIterator(); it.Next(); i++ {
			_, v := it.Element()
			where := at
			if i < len(elements) {
				where = elements[i].Range()
			}
			all = append(all, variation{setting, v, where})
		}
	}

	if pairs, diags := hcl.ExprMap(expr); !diags.HasErrors() {
		for _, pair := range pairs {
			key, keyOK := l.eval(pair.Key)
			if !keyOK || key.IsNull() || key.Type() != cty.String {
				ok = false
				continue
			}
			add(key.AsString(), pair.Key.Range(), func() (cty.Value, []hcl.Expression, bool) {
				elements, _ := hcl.ExprList(pair.Value)
				val, valOK := l.eval(pair.Value)
				return val, elements, valOK
			})
		}
		if len(pairs) == 0 {
			l.fail(expr.Range(), "Unsuitable value", "Ablation %q varies nothing: vary = { SETTING = [VALUE, ...] }.", a.Name)
		}
		return all, ok
	}
	val, valOK := l.eval(expr)
	if !valOK {
		return nil, false
	}
	if val.IsNull() || !val.Type().IsObjectType() && !val.Type().IsMapType() || val.LengthInt() == 0 {
		l.fail(expr.Range(), "Unsuitable value", "Ablation %q needs what to vary, as in vary = { SETTING = [VALUE, ...] }, but this is %s.", a.Name, describe(val))
		return nil, false
	}
	for it := val.ElementIterator(); it.Next(); {
		key, values := it.Element()
		add(key.AsString(), expr.Range(), func() (cty.Value, []hcl.Expression, bool) { return values, nil, true })
	}
	return all, ok
}

// variant makes the method of one value.
func (l *loader) variant(a *Ablation, v variation) (*Method, bool) {
	name := fmt.Sprintf("%s[%s=%s]", a.Of.Name, v.setting, shortValue(v.val))
	for _, other := range a.Variants {
		if other.Name == name {
			l.fail(v.at, "Duplicate value", "Ablation %q has the value %s for setting %q twice.", a.Name, shortValue(v.val), v.setting)
			return other, false
		}
	}
	for _, other := range l.exp.Ablations {
		for _, m := range other.Variants {
			// The same value of the same method in another ablation is the same method, so that
			// its trials are too.
			if m.Name == name && m.Base == a.Of {
				return m, true
			}
		}
	}
	override := &hclsyntax.Attribute{
		Name:      v.setting,
		Expr:      &hclsyntax.LiteralValueExpr{Val: v.val, SrcRange: v.at},
		SrcRange:  v.at,
		NameRange: v.at,
	}
	of := a.Of.used
	title := fmt.Sprintf("method %q", name)
	m := &Method{
		Declaration: Declaration{Name: name, Use: of.decl.Use, DeclRange: a.DeclRange},
		Extends:     a.Of.Name,
		Ablation:    a.Name,
		Base:        a.Of,
		Varied:      v.setting,
	}
	layers := append(slices.Clone(of.layers), layer{owner: title, attributes: []*hclsyntax.Attribute{override}})
	m.used = &used{
		kind: KindMethod, block: of.block, decl: &m.Declaration, find: of.find, layers: layers,
		linking: computed, linked: true, decoded: true,
	}
	m.used.settled = l.settleMethod(m, layers, subject{title: title, at: v.at})
	return m, m.used.settled
}

// shortValue writes a value as it appears in the name of a variant.
func shortValue(val cty.Value) string {
	switch {
	case val.IsNull():
		return "null"
	case val.Type() == cty.String:
		return val.AsString()
	case val.Type() == cty.Number:
		return shortNumber(val.AsBigFloat())
	case val.Type().HasDynamicTypes(), val.Type().IsCapsuleType():
		return describe(val)
	}
	b, err := ctyjson.Marshal(val, val.Type())
	if err != nil {
		return describe(val)
	}
	return string(b)
}
