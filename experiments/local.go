package experiments

import (
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
)

func (l *loader) declareLocals(blocks []*hclsyntax.Block) {
	first := map[string]*hclsyntax.Attribute{}
	for _, b := range blocks {
		for _, inner := range b.Body.Blocks {
			l.fail(inner.TypeRange, "Unexpected block", "A locals block has attributes only.")
		}
		for _, a := range byPosition(b.Body.Attributes) {
			if before := first[a.Name]; before != nil {
				l.fail(a.NameRange, "Duplicate name", "There is another local %q at %s.", a.Name, place(before.SrcRange))
				continue
			}
			first[a.Name] = a
			l.declare("local", a.Name, func() (cty.Value, bool) { return l.eval(a.Expr) })
		}
	}
}
