package experiments

import (
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
)

// Model is a configured kind of policy: architecture and size.
type Model struct{ Declaration }

func (l *loader) declareModels(blocks []*hclsyntax.Block) {
	all := map[*Model]*used{}
	for _, b := range l.unique(blocks) {
		m := &Model{}
		u := l.declareUsed(KindModel, b, &m.Declaration, cty.CapsuleVal(modelType, m))
		u.find = func(val cty.Value) *used {
			other, _ := refer[Model](val)
			return all[other]
		}
		all[m] = u
		l.exp.Models = append(l.exp.Models, m)
		l.later(func() { l.decodeUsed(u) })
	}
}
