package experiments

import (
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
)

// Environment is a configured environment.
type Environment struct{ Declaration }

func (l *loader) declareEnvironments(blocks []*hclsyntax.Block) {
	all := map[*Environment]*used{}
	for _, b := range l.unique(blocks) {
		e := &Environment{}
		u := l.declareUsed(KindEnvironment, b, &e.Declaration, cty.CapsuleVal(environmentType, e))
		u.find = func(val cty.Value) *used {
			other, _ := refer[Environment](val)
			return all[other]
		}
		all[e] = u
		l.exp.Environments = append(l.exp.Environments, e)
		l.later(func() { l.decodeUsed(u) })
	}
}
