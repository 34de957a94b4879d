package experiments

import (
	"fmt"
	"math"
	"math/big"
	"reflect"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/gohcl"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
)

// layer is one block's worth of settings. A method that extends another decodes the other's layers
// below its own, so a setting that both write has the later value.
type layer struct {
	owner      string // as messages call it: method "opd"
	attributes []*hclsyntax.Attribute
	blocks     []*hclsyntax.Block
}

// newLayer takes the settings of a block, leaving out what the language itself reads.
func newLayer(b *hclsyntax.Block, owner string, reserved, reservedBlocks []string) layer {
	layer := layer{owner: owner}
	for _, a := range byPosition(b.Body.Attributes) {
		if !slices.Contains(reserved, a.Name) {
			layer.attributes = append(layer.attributes, a)
		}
	}
	for _, inner := range b.Body.Blocks {
		if !slices.Contains(reservedBlocks, inner.Type) {
			layer.blocks = append(layer.blocks, inner)
		}
	}
	return layer
}

// settingNames are the names that a settings struct accepts.
type settingNames struct {
	attributes, blocks []string
}

// namesOf reads the tags of a settings struct, once a type: every block of a kind asks.
func (l *loader) namesOf(ptr any) *settingNames {
	t := reflect.TypeOf(ptr)
	if names := l.settingNames[t]; names != nil {
		return names
	}
	names := &settingNames{}
	l.settingNames[t] = names
	for _, part := range settingParts(ptr) {
		schema, _ := gohcl.ImpliedBodySchema(part)
		for _, a := range schema.Attributes {
			names.attributes = append(names.attributes, a.Name)
		}
		for _, b := range schema.Blocks {
			names.blocks = append(names.blocks, b.Type)
		}
	}
	return names
}

// subject is what a message about settings is about.
type subject struct {
	title string // method "opd"
	at    hcl.Range
	// inheritsMistakes says that the settings of a block below are wrong, so that rules about all of them
	// together would find the same again.
	inheritsMistakes bool
}

// written is a setting in force and the block that wrote it. Messages name that block, also
// where another inherits the setting, so that they are the same message and appear once.
type written struct {
	*hclsyntax.Attribute
	owner string
}

// settle decodes layers of settings into a fresh struct of the catalogue. Settings that the struct lacks are
// left out: of a block's own layer the caller rejects them, and a block that extends one with another
// use takes only what both have.
func (l *loader) settle(kind, use string, layers []layer, about subject) (any, map[string]hcl.Range, bool) {
	ptr, known := l.catalog.Settings(kind, use)
	if !known {
		return nil, nil, false
	}
	names := l.namesOf(ptr)
	effective := map[string]written{}
	blocks := map[string][]*hclsyntax.Block{}
	for _, layer := range layers {
		own := map[string][]*hclsyntax.Block{}
		for _, a := range layer.attributes {
			if slices.Contains(names.attributes, a.Name) {
				effective[a.Name] = written{a, layer.owner}
			}
		}
		for _, b := range layer.blocks {
			if slices.Contains(names.blocks, b.Type) {
				own[b.Type] = append(own[b.Type], b)
			}
		}
		for name, b := range own {
			blocks[name] = b
		}
	}

	ok := true
	faulty := map[string]bool{}
	origins := map[string]hcl.Range{}
	body := &hclsyntax.Body{Attributes: hclsyntax.Attributes{}, SrcRange: about.at, EndRange: about.at}
	for _, name := range names.attributes {
		a, isWritten := effective[name]
		if !isWritten {
			continue
		}
		origins[name] = a.SrcRange
		value, valueOK := l.settingValue(ptr, a)
		if !valueOK {
			ok, faulty[name] = false, true
			continue
		}
		body.Attributes[name] = value
	}
	places := map[hcl.Range]written{}
	for _, name := range names.blocks {
		for _, b := range blocks[name] {
			origins[name] = b.DefRange()
			inner, innerOK := l.literalBlock(b, about.title, places)
			if !innerOK {
				ok, faulty[name] = false, true
			}
			body.Blocks = append(body.Blocks, inner)
		}
	}
	for _, d := range decodeParts(body, ptr) {
		// What seems to be missing may be there and wrong.
		if missing := d.Subject != nil && *d.Subject == about.at; !missing || ok {
			l.add(explain(d, places))
		}
		ok = false
	}
	if _, err := CanonicalJSON(ptr); ok && err != nil {
		l.fail(about.at, "Unsuitable setting", "A number in a block of %s is too large.", about.title)
		ok = false
	}
	if !ok {
		l.checkOtherRules(ptr, faulty, effective, blocks, about)
		return nil, origins, false
	}
	if !l.checkRules(ptr, effective, blocks, about) {
		return nil, origins, false
	}
	return ptr, origins, true
}

// settingValue evaluates one setting into a literal that decodes into its field.
func (l *loader) settingValue(ptr any, a written) (*hclsyntax.Attribute, bool) {
	val, ok := l.eval(a.Expr)
	if !ok {
		return nil, false
	}
	field := settingField(ptr, a.Name)
	number := wholeNumber(field) && val.Type() == cty.Number && !val.IsNull()
	switch {
	case val.IsNull() && field.Kind() != reflect.Pointer:
		l.fail(a.Expr.Range(), "Unsuitable setting", "Setting %q of %s cannot be null. Leave it out to have its default.", a.Name, a.owner)
		return nil, false
	case number && !val.AsBigFloat().IsInt():
		l.fail(a.Expr.Range(), "Unsuitable setting", "Setting %q of %s is a whole number, not %s.", a.Name, a.owner, shortNumber(val.AsBigFloat()))
		return nil, false
	case number && !fits(val.AsBigFloat(), field):
		l.fail(a.Expr.Range(), "Unsuitable setting", "The value %s is too large or too small for setting %q of %s.", shortNumber(val.AsBigFloat()), a.Name, a.owner)
		return nil, false
	}
	value, trial := literal(a.Attribute, val), reflect.New(field.Type()).Interface()
	diags := gohcl.DecodeExpression(value.Expr, nil, trial)
	for _, d := range diags {
		l.add(explain(d, map[hcl.Range]written{value.Expr.Range(): a}))
	}
	if diags.HasErrors() {
		return nil, false
	}
	// Numbers have any size in a file, and a float32 that overflowed is infinite.
	if _, err := CanonicalJSON(trial); err != nil {
		l.fail(a.Expr.Range(), "Unsuitable setting", "The value is too large for setting %q of %s.", a.Name, a.owner)
		return nil, false
	}
	return value, true
}

// literal is an attribute with the value of another, in its place.
func literal(a *hclsyntax.Attribute, val cty.Value) *hclsyntax.Attribute {
	return &hclsyntax.Attribute{
		Name:        a.Name,
		Expr:        &hclsyntax.LiteralValueExpr{Val: val, SrcRange: a.Expr.Range()},
		SrcRange:    a.SrcRange,
		NameRange:   a.NameRange,
		EqualsRange: a.EqualsRange,
	}
}

// literalBlock evaluates everything inside a nested block of settings and notes where what was written.
func (l *loader) literalBlock(b *hclsyntax.Block, owner string, places map[hcl.Range]written) (*hclsyntax.Block, bool) {
	ok := true
	body := &hclsyntax.Body{Attributes: hclsyntax.Attributes{}, SrcRange: b.Body.SrcRange, EndRange: b.Body.EndRange}
	for _, a := range byPosition(b.Body.Attributes) {
		val, valOK := l.eval(a.Expr)
		if !valOK {
			ok = false
			continue
		}
		body.Attributes[a.Name] = literal(a, val)
		places[a.Expr.Range()] = written{a, owner}
	}
	for _, inner := range b.Body.Blocks {
		innerBlock, innerOK := l.literalBlock(inner, owner, places)
		ok = ok && innerOK
		body.Blocks = append(body.Blocks, innerBlock)
	}
	copied := *b
	copied.Body = body
	return &copied, ok
}

// explain words a decoder's complaint in terms of the setting. Literals stand in for the expressions, and a literal
// starts where it ends.
func explain(d *hcl.Diagnostic, places map[hcl.Range]written) *hcl.Diagnostic {
	if d.Summary == "Unsupported argument" || d.Summary == "Unsupported block type" {
		reworded := *d
		reworded.Summary = "Unknown setting"
		return &reworded
	}
	if d.Subject == nil {
		return d
	}
	a, ok := places[*d.Subject]
	if !ok {
		return d
	}
	reason := strings.TrimPrefix(d.Detail, "Unsuitable value: ")
	if strings.Contains(reason, "whole number") {
		reason = "whole number required"
	}
	at := a.Expr.Range()
	return &hcl.Diagnostic{
		Severity: d.Severity,
		Summary:  "Unsuitable setting",
		Detail:   fmt.Sprintf("Setting %q of %s is unsuitable: %s.", a.Name, a.owner, reason),
		Subject:  &at,
	}
}

// settingField returns the field of a settings struct that a setting decodes into.
func settingField(ptr any, name string) reflect.Value {
	for _, part := range settingParts(ptr) {
		v := reflect.ValueOf(part).Elem()
		for i := range v.NumField() {
			tag, _, _ := strings.Cut(v.Type().Field(i).Tag.Get("hcl"), ",")
			if tag == name {
				return v.Field(i)
			}
		}
	}
	panic(fmt.Sprintf("experiments: %T has no field for setting %q", ptr, name))
}

func wholeNumber(field reflect.Value) bool {
	t := field.Type()
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return t.Kind() >= reflect.Int && t.Kind() <= reflect.Uint64
}

// fits says whether a whole number lies in the range of a field.
func fits(f *big.Float, field reflect.Value) bool {
	t := field.Type()
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if t.Kind() >= reflect.Uint {
		u, accuracy := f.Uint64()
		return accuracy == big.Exact && u <= math.MaxUint64>>(64-t.Bits())
	}
	i, accuracy := f.Int64()
	limit := int64(math.MaxInt64 >> (64 - t.Bits()))
	return accuracy == big.Exact && i <= limit && i >= -limit-1
}
