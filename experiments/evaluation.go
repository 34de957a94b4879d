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
	if a := b.Body.Attributes["environment"]; a != nil {
		l.evaluationEnvironment(e, a.AsHCLAttribute(), b)
	}
	reserved := []string{"use", "environment"}
	l.rejectOthers(b, title(b), reserved, nil, l.namesOf(ptr))
	e.Settings, e.Origins, _ = l.settle(KindEvaluation, e.Use, []layer{newLayer(b, title(b), reserved, nil)}, subject{title: title(b), at: b.DefRange()})
}

// evaluationEnvironment reads where an evaluation happens; null is as if it were left out.
func (l *loader) evaluationEnvironment(e *Evaluation, a *hcl.Attribute, b *hclsyntax.Block) {
	val, ok := l.eval(a.Expr)
	if !ok || val.IsNull() {
		return
	}
	if e.Environment, ok = refer[Environment](val); !ok {
		l.fail(a.Expr.Range(), "Unsuitable reference", "%s can happen in another environment, as in environment = environment.NAME, but this is %s.", capital(title(b)), describe(val))
	}
}
