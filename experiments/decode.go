package experiments

import (
	"github.com/hashicorp/hcl/v2/hclsyntax"
)

// decodeAll declares everything first and decodes it then, so that references may point forward.
func (l *loader) decodeAll(blocks map[string][]*hclsyntax.Block) {
	l.declareLocals(blocks["locals"])
	l.declareEnvironments(blocks["environment"])
	l.declareModels(blocks["model"])
	l.declareMethods(blocks["method"])
	l.declareAblations(blocks["ablation"])
	l.declareGrids(blocks["grid"])
	l.exp.Teachers = l.declarePolicies(RoleTeacher, blocks["teacher"])
	l.exp.Students = l.declarePolicies(RoleStudent, blocks["student"])
	l.declareEvaluations(blocks["evaluation"])

	for _, decode := range l.queue {
		decode()
	}
	for _, decode := range l.perEnvironment {
		decode()
	}
	l.decodeTables(blocks["table"])
	l.decodePlots(blocks["plot"])
}

// later queues the decoding of a block until everything is declared.
func (l *loader) later(decode func()) { l.queue = append(l.queue, decode) }

// inEachEnvironment queues what depends on the trial's environment. It happens once for every environment in which grids
// train, so that a map by environment needs no entry for those that are only measured in.
func (l *loader) inEachEnvironment(do func(*Environment)) {
	l.perEnvironment = append(l.perEnvironment, func() {
		for _, env := range l.trained() {
			l.within(env.Name, func() { do(env) })
		}
	})
}

// trained lists the environments in which grids train, in file order. Where a grid has mistakes some may be missing.
func (l *loader) trained() []*Environment {
	in := map[any]bool{}
	for _, g := range l.exp.Grids {
		for _, a := range g.Axes {
			for _, p := range a.points {
				in[p[dimEnvironment]] = true
			}
		}
		for _, r := range g.includes {
			for _, env := range r.values[dimEnvironment] {
				in[env] = true
			}
		}
	}
	var list []*Environment
	for _, env := range l.exp.Environments {
		if in[env] {
			list = append(list, env)
		}
	}
	return list
}

// checkUnused computes what nothing refers to, for the mistakes in it.
func (l *loader) checkUnused() {
	for _, root := range []string{"var", "local", "ablation"} {
		for _, name := range l.order[root] {
			l.value(l.nodes[root][name], nil)
		}
	}
	for _, check := range l.validations {
		check()
	}
}
