package experiments

import (
	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
)

// MainEvaluation is the name of an evaluation block without a label, and of the one that is assumed
// where there is none.
const MainEvaluation = "main"

// Evaluation says how finished students are measured.
type Evaluation struct {
	Declaration
	// Environment is where they are measured; nil means the trial's own.
	Environment *Environment

	byEnvironment map[string]*Evaluation
}

// In returns the evaluation for students that were trained in an environment: itself unless PerEnvironment.
func (e *Evaluation) In(environment string) *Evaluation {
	if resolved := e.byEnvironment[environment]; resolved != nil {
		return resolved
	}
	return e
}

func (l *loader) declareEvaluations(blocks []*hclsyntax.Block) {
	for _, b := range l.unique(blocks) {
		e := &Evaluation{Declaration: Declaration{Name: MainEvaluation, Use: DefaultEvaluation, DeclRange: b.DefRange()}}
		if len(b.Labels) > 0 {
			e.Name = l.label(b)
		}
		l.exp.Evaluations = append(l.exp.Evaluations, e)
		l.declareValue("evaluation", e.Name, cty.CapsuleVal(evaluationType, e))
		l.later(func() { l.decodeEvaluation(e, b) })
	}
	if len(blocks) > 0 {
		return
	}
	// Without a block every setting is at its default.
	if ptr, ok := l.catalog.Settings(KindEvaluation, DefaultEvaluation); ok {
		e := &Evaluation{Declaration: Declaration{Name: MainEvaluation, Use: DefaultEvaluation, Settings: ptr, DeclRange: l.exp.DeclRange}}
		l.exp.Evaluations = append(l.exp.Evaluations, e)
		l.declareValue("evaluation", e.Name, cty.CapsuleVal(evaluationType, e))
	}
}

var evaluationAttributes = []string{"use", "environment"}

func (l *loader) decodeEvaluation(e *Evaluation, b *hclsyntax.Block) {
	at := b.DefRange()
	if a := b.Body.Attributes["use"]; a != nil {
		if !l.into(a.AsHCLAttribute(), &e.Use) {
			return
		}
		at = a.Expr.Range()
	}
	ptr, ok := l.catalog.Settings(KindEvaluation, e.Use)
	if !ok {
		known := l.catalog.Names(KindEvaluation)
		l.fail(at, "Unknown evaluation", "There is no evaluation %q.%s", e.Use, orElse(didYouMean(e.Use, known, quoted), "evaluations", known))
		return
	}
	l.rejectOthers(b, title(b), evaluationAttributes, nil, l.namesOf(ptr))
	layers := []layer{newLayer(b, title(b), evaluationAttributes, nil)}
	where := b.Body.Attributes["environment"]
	if !perEnvironment(layers) && (where == nil || !mentionsEnvironment(where.Expr)) {
		l.settleEvaluation(e, where, layers, b)
		return
	}
	e.PerEnvironment = true
	e.byEnvironment = map[string]*Evaluation{}
	l.inEachEnvironment(func(env *Environment) {
		resolved := *e
		resolved.PerEnvironment, resolved.byEnvironment = false, nil
		l.settleEvaluation(&resolved, where, layers, b)
		e.Origins = resolved.Origins
		e.byEnvironment[env.Name] = &resolved
	})
}

// settleEvaluation decodes where an evaluation happens and its settings.
func (l *loader) settleEvaluation(e *Evaluation, where *hclsyntax.Attribute, layers []layer, b *hclsyntax.Block) {
	e.Settings, e.Origins, _ = l.settle(KindEvaluation, e.Use, layers, subject{title: title(b), at: b.DefRange()})
	if where == nil {
		return
	}
	if e.Origins == nil {
		e.Origins = map[string]hcl.Range{}
	}
	e.Origins["environment"] = where.SrcRange
	// Null is as if it were left out, so that a variable or an environment can do without.
	val, ok := l.eval(where.Expr)
	if !ok || val.IsNull() {
		return
	}
	if e.Environment, ok = refer[Environment](val); ok {
		return
	}
	hint := ""
	if name := ""; assign(val, &name) == nil && l.nodes["environment"][name] != nil {
		hint = " Did you mean environment." + name + "?"
	}
	l.fail(where.Expr.Range(), "Unsuitable reference", "%s can happen in another environment, as in environment = environment.NAME, but this is %s.%s", capital(title(b)), describe(val), hint)
}
