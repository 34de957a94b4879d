package experiments

import (
	"os"
	"path/filepath"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
)

// Roles of a policy.
const (
	RoleTeacher = "teacher"
	RoleStudent = "student"
)

// Policy is a teacher or a student: a model and how it is prepared before anything is distilled.
type Policy struct {
	// Declaration holds the name and, where the catalogue has any for policies, settings. Use is the role.
	Declaration
	Role  string
	Model *Model
	// Warmup prepares the policy in one environment; nil means that it starts as its model does: from random weights, or from a checkpoint's.
	Warmup *Warmup

	byEnvironment map[string]*Policy
}

// Warmup is how a policy is prepared in an environment. Use is a warm-up of the catalogue.
type Warmup struct {
	Declaration
	// Weights is a file of finished weights, relative to the experiment's folder and inside it; empty means
	// that the warm-up has to be run. It is no part of Canonical: the content of the file is the
	// caller's to identify.
	Weights string
}

// Canonical is the canonical JSON of the model, the warm-up and the settings.
func (p *Policy) Canonical() []byte {
	identity := map[string]any{"model": p.Model.identity(), "warmup": nil}
	if p.Warmup != nil {
		identity["warmup"] = p.Warmup.identity()
	}
	if p.Settings != nil {
		identity["settings"] = p.Settings
	}
	return canonical(identity)
}

// In returns the policy as it is prepared for an environment: itself unless PerEnvironment.
func (p *Policy) In(environment string) *Policy {
	if resolved := p.byEnvironment[environment]; resolved != nil {
		return resolved
	}
	return p
}

var (
	policyAttributes = []string{"model"}
	policyBlocks     = []string{"warmup"}
	warmupAttributes = []string{"use", "weights"}
)

func (l *loader) declarePolicies(role string, blocks []*hclsyntax.Block) []*Policy {
	var policies []*Policy
	for _, b := range l.unique(blocks) {
		p := &Policy{Role: role}
		p.Name, p.Use, p.DeclRange = l.label(b), role, b.DefRange()
		l.declareValue(role, p.Name, cty.CapsuleVal(policyType, p))
		policies = append(policies, p)
		l.later(func() { l.decodePolicy(p, b) })
	}
	return policies
}

func (l *loader) decodePolicy(p *Policy, b *hclsyntax.Block) {
	about := subject{title: title(b), at: b.DefRange()}
	ptr, known := l.catalog.Settings(KindPolicy, p.Role)
	var names *settingNames
	if known {
		names = l.namesOf(ptr)
	}
	l.rejectOthers(b, title(b), policyAttributes, policyBlocks, names)
	if known {
		layers := []layer{newLayer(b, title(b), policyAttributes, policyBlocks)}
		p.Settings, p.Origins, _ = l.settle(KindPolicy, p.Role, layers, about)
	}

	if a := b.Body.Attributes["model"]; a == nil {
		l.fail(b.DefRange(), "Missing attribute", "%s needs \"model\", as in model = model.NAME.", capital(title(b)))
	} else if val, ok := l.eval(a.Expr); ok {
		if p.Model, ok = refer[Model](val); !ok {
			l.fail(a.Expr.Range(), "Unsuitable reference", "%s needs a model, as in model = model.NAME, but this is %s.", capital(title(b)), describe(val))
		}
	}

	var warmup *hclsyntax.Block
	for _, inner := range b.Body.Blocks {
		switch {
		case inner.Type != "warmup":
		case warmup != nil:
			l.fail(inner.DefRange(), "Duplicate warmup block", "%s has another warmup at %s.", capital(title(b)), place(warmup.DefRange()))
		default:
			warmup = inner
		}
	}
	if warmup != nil {
		l.decodeWarmup(p, warmup, "the warmup of "+title(b))
	}
}

func (l *loader) decodeWarmup(p *Policy, b *hclsyntax.Block, title string) {
	if len(b.Labels) > 0 {
		l.fail(b.LabelRanges[0], "Too many names", "A warmup block has no name; what it uses is set with use = %q.", b.Labels[0])
	}
	w := &Warmup{Declaration: Declaration{Name: p.Name, DeclRange: b.DefRange()}}
	if !l.warmupUse(w, b, title) {
		return
	}
	p.Warmup = w
	ptr, _ := l.catalog.Settings(KindWarmup, w.Use)
	l.rejectOthers(b, title, warmupAttributes, nil, l.namesOf(ptr))
	layers := []layer{newLayer(b, title, warmupAttributes, nil)}
	about := subject{title: title, at: b.DefRange()}
	weights := b.Body.Attributes["weights"]
	if !perEnvironment(layers) && (weights == nil || !mentionsEnvironment(weights.Expr)) {
		l.settleWarmup(w, weights, layers, about)
		return
	}
	p.PerEnvironment, w.PerEnvironment = true, true
	p.byEnvironment = map[string]*Policy{}
	l.inEachEnvironment(func(env *Environment) {
		resolved, resolvedWarmup := *p, *w
		resolved.byEnvironment = nil
		resolved.PerEnvironment, resolvedWarmup.PerEnvironment = false, false
		resolved.Warmup = &resolvedWarmup
		l.settleWarmup(&resolvedWarmup, weights, layers, about)
		w.Origins = resolvedWarmup.Origins
		p.byEnvironment[env.Name] = &resolved
	})
}

// warmupUse finds what a warm-up uses: what it says, else the only one that there is.
func (l *loader) warmupUse(w *Warmup, b *hclsyntax.Block, title string) bool {
	known := l.catalog.Names(KindWarmup)
	a := b.Body.Attributes["use"]
	if a == nil {
		if len(known) == 1 {
			w.Use = known[0]
			return true
		}
		l.fail(b.DefRange(), "Missing attribute", "%s needs \"use\".%s", capital(title), orElse("", "warm-ups", known))
		return false
	}
	if !l.into(a.AsHCLAttribute(), &w.Use) {
		return false
	}
	if _, ok := l.catalog.Settings(KindWarmup, w.Use); !ok {
		l.fail(a.Expr.Range(), "Unknown warmup", "There is no warm-up %q.%s", w.Use, orElse(didYouMean(w.Use, known, quoted), "warm-ups", known))
		return false
	}
	return true
}

func (l *loader) settleWarmup(w *Warmup, weights *hclsyntax.Attribute, layers []layer, about subject) bool {
	var ok bool
	w.Settings, w.Origins, ok = l.settle(KindWarmup, w.Use, layers, about)
	if weights == nil {
		return ok
	}
	// Null means none, so that a variable can switch the shipped weights off.
	val, weightsOK := l.eval(weights.Expr)
	switch {
	case !weightsOK:
		return false
	case val.IsNull():
		return ok
	case !l.into(weights.AsHCLAttribute(), &w.Weights):
		return false
	}
	if w.Origins == nil {
		w.Origins = map[string]hcl.Range{}
	}
	w.Origins["weights"] = weights.SrcRange
	if !filepath.IsLocal(w.Weights) {
		l.fail(weights.Expr.Range(), "Unsuitable path", "%q leads out of the experiment's folder. The weights are looked for in the folder, as in weights = \"warmups/%s.safetensors\".", w.Weights, w.Name)
		return false
	}
	w.Weights = filepath.ToSlash(filepath.Clean(w.Weights))
	return ok
}

// checkWeights reports shipped weights that are not there. Only policies of trials are asked, so an experiment need
// not ship what no grid uses.
func (l *loader) checkWeights(p *Policy) {
	if p.Warmup == nil || p.Warmup.Weights == "" || l.exp.Dir == "" || l.opts.IgnoreMissingWeights {
		return
	}
	path := filepath.Join(l.exp.Dir, filepath.FromSlash(p.Warmup.Weights))
	if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() {
		l.fail(p.Warmup.Origins["weights"], "Missing weights", "%s %q starts from the weights in %s, and there is no such file. Without the weights attribute the warm-up is run.", capital(p.Role), p.Name, path)
	}
}
