package experiments

import (
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
)

// used is a block that uses something from the catalogue and may extend another of its type. It is the
// part that environments, models and methods share.
type used struct {
	kind  string // of the catalogue, and the word of the block
	block *hclsyntax.Block
	decl  *Declaration
	// find returns the block of the same kind that a reference means.
	find func(cty.Value) *used
	// settle decodes the settings; false means that they have mistakes.
	settle func([]layer, subject) bool

	base   *used   // what it extends
	layers []layer // of the blocks it extends and its own, which wins
	// Linking finds use and layers, decoding the settings. Each happens once; while it lasts decoded is true.
	linking int
	linked  bool
	decoded bool
	settled bool
}

var usedAttributes = []string{"use", "extends"}

// link finds what a block uses and inherits.
func (l *loader) link(u *used) bool {
	switch u.linking {
	case computed:
		return u.linked
	case computing:
		l.fail(u.block.Body.Attributes["extends"].Expr.Range(), "Circular reference", "%s extends itself.", capital(title(u.block)))
		return false
	}
	u.linking = computing
	u.linked = l.resolveUse(u)
	u.linking = computed
	return u.linked
}

func (l *loader) resolveUse(u *used) bool {
	if a := u.block.Body.Attributes["extends"]; a != nil {
		val, ok := l.eval(a.Expr)
		if !ok {
			return false
		}
		if u.base = u.find(val); u.base == nil {
			l.fail(a.Expr.Range(), "Unsuitable reference", "%s can extend another %s, as in extends = %s.NAME, but this is %s.", capital(title(u.block)), u.kind, u.kind, describe(val))
			return false
		}
		if !l.link(u.base) {
			return false
		}
		u.layers = append(u.layers, u.base.layers...)
	}
	use, ok := l.useOf(u)
	if !ok {
		return false
	}
	u.decl.Use = use
	u.layers = append(u.layers, newLayer(u.block, title(u.block), usedAttributes, nil))
	return true
}

// useOf decides what a block means in the catalogue: what its use attribute says, else its label where the
// catalogue knows that, else what the block it extends uses.
func (l *loader) useOf(u *used) (string, bool) {
	known := l.catalog.Names(u.kind)
	if a := u.block.Body.Attributes["use"]; a != nil {
		var use string
		if !l.into(a.AsHCLAttribute(), &use) {
			return "", false
		}
		if _, ok := l.catalog.Settings(u.kind, use); !ok {
			l.fail(a.Expr.Range(), "Unknown "+u.kind, "There is no %s %q.%s", u.kind, use, orElse(didYouMean(use, known, quoted), u.kind+"s", known))
			return "", false
		}
		return use, true
	}
	if _, ok := l.catalog.Settings(u.kind, u.decl.Name); ok {
		return u.decl.Name, true
	}
	if u.base != nil {
		return u.base.decl.Use, true
	}
	l.fail(u.block.LabelRanges[0], "Unknown "+u.kind, "There is no %s %q, and the block has no use attribute that names another.%s", u.kind, u.decl.Name, orElse(didYouMean(u.decl.Name, known, quoted), u.kind+"s", known))
	return "", false
}

// decodeUsed fills in the settings of a block, once. False means that there are mistakes.
func (l *loader) decodeUsed(u *used) bool {
	if u.decoded {
		return u.settled
	}
	// Until its settings are known a block counts as good, for what they refer to.
	u.decoded, u.settled = true, true
	if !l.link(u) {
		u.settled = false
		return false
	}
	about := subject{title: title(u.block), at: u.block.DefRange()}
	if u.base != nil {
		about.inheritsMistakes = !l.decodeUsed(u.base)
	}
	ptr, _ := l.catalog.Settings(u.kind, u.decl.Use)
	l.rejectOthers(u.block, title(u.block), usedAttributes, nil, l.namesOf(ptr))
	u.settled = u.settle(u.layers, about)
	return u.settled
}

// declareUsed makes a block known by its reference, so that it can be referred to before it is decoded.
func (l *loader) declareUsed(kind string, b *hclsyntax.Block, decl *Declaration, ref cty.Value) *used {
	decl.Name, decl.DeclRange = l.label(b), b.DefRange()
	l.declareValue(kind, decl.Name, ref)
	return &used{kind: kind, block: b, decl: decl, settle: func(layers []layer, about subject) bool {
		var ok bool
		decl.Settings, decl.Origins, ok = l.settle(kind, decl.Use, layers, about)
		return ok
	}}
}

// unique reports blocks of a type that share a name and leaves out all but the first.
func (l *loader) unique(blocks []*hclsyntax.Block) []*hclsyntax.Block {
	first := map[string]*hclsyntax.Block{}
	var kept []*hclsyntax.Block
	for _, b := range blocks {
		name := MainEvaluation
		if len(b.Labels) > 0 {
			name = b.Labels[0]
		}
		if before := first[name]; before != nil {
			at := b.DefRange()
			if len(b.LabelRanges) > 0 {
				at = b.LabelRanges[0]
			}
			l.fail(at, "Duplicate name", "There is another %s at %s.", title(b), place(before.DefRange()))
			continue
		}
		first[name] = b
		kept = append(kept, b)
	}
	return kept
}
