package experiments

import (
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
)

// Method is a configured training method, declared or made by an ablation.
type Method struct {
	Declaration
	// Extends names the method whose settings this one started from, if any.
	Extends string
	// Ablation, Base and Varied tell where a variant comes from; they are empty for declared methods.
	// Varied is the setting that differs from Base, which is as declared, not resolved.
	Ablation string
	Base     *Method
	Varied   string

	byEnvironment map[string]*Method
	used          *used
}

// In returns the method with the settings for an environment: itself unless PerEnvironment.
func (m *Method) In(environment string) *Method {
	if resolved := m.byEnvironment[environment]; resolved != nil {
		return resolved
	}
	return m
}

func (l *loader) declareMethods(blocks []*hclsyntax.Block) {
	for _, b := range l.unique(blocks) {
		m := &Method{}
		m.used = l.declareUsed(KindMethod, b, &m.Declaration, cty.CapsuleVal(methodType, m))
		m.used.find = func(val cty.Value) *used {
			if other, ok := refer[Method](val); ok {
				return other.used
			}
			return nil
		}
		m.used.settle = func(layers []layer, about subject) bool { return l.settleMethod(m, layers, about) }
		l.exp.Methods = append(l.exp.Methods, m)
		l.later(func() {
			l.decodeUsed(m.used)
			if m.used.base != nil {
				m.Extends = m.used.base.decl.Name
			}
		})
	}
}

// settleMethod decodes a method's settings, once for each environment where they depend on it.
func (l *loader) settleMethod(m *Method, layers []layer, about subject) bool {
	if !perEnvironment(layers) {
		var ok bool
		m.Settings, m.Origins, ok = l.settle(KindMethod, m.Use, layers, about)
		return ok
	}
	m.PerEnvironment = true
	m.byEnvironment = map[string]*Method{}
	base := m.used.base
	if m.Base != nil {
		base = m.Base.used
	}
	l.inEachEnvironment(func(env *Environment) {
		about.inheritsMistakes = about.inheritsMistakes || base != nil && !base.settled
		resolved := *m
		resolved.PerEnvironment = false
		resolved.byEnvironment = nil
		var ok bool
		resolved.Settings, resolved.Origins, ok = l.settle(KindMethod, m.Use, layers, about)
		m.Origins = resolved.Origins
		m.byEnvironment[env.Name] = &resolved
		m.used.settled = m.used.settled && ok
	})
	return true
}
