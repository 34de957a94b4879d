package experiments

import (
	"github.com/hashicorp/hcl/v2/hclsyntax"
)

// decodeAll declares everything first and decodes it then, so that references may point forward.
func (l *loader) decodeAll(blocks map[string][]*hclsyntax.Block) {
	l.declareLocals(blocks["locals"])
	l.declareEnvironments(blocks["environment"])
	l.declareModels(blocks["model"])
	l.exp.Teachers = l.declarePolicies(RoleTeacher, blocks["teacher"])
	l.exp.Students = l.declarePolicies(RoleStudent, blocks["student"])
	l.declareMethods(blocks["method"])
	l.declareAblations(blocks["ablation"])
	l.declareEvaluations(blocks["evaluation"])
	l.declareGrids(blocks["grid"])

	for _, decode := range l.queue {
		decode()
	}
	l.decodeTables(blocks["table"])
	l.decodePlots(blocks["plot"])
}

// later queues the decoding of a block until everything is declared.
func (l *loader) later(decode func()) { l.queue = append(l.queue, decode) }

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
