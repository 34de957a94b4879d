package mathcode

import (
	"strings"

	"github.com/retort-ml/retort/registry/text/answers"
)

// The rules by which an answer can count.
const (
	acceptEquivalent = "equivalent"
	acceptHendrycks  = "hendrycks"
	acceptMinerva    = "minerva"
)

var acceptRules = []string{acceptEquivalent, acceptHendrycks, acceptMinerva}

// maxAnswer is the longest answer that is graded, in bytes.
const maxAnswer = 2000

// verdict is what the rules say of an answer. All are computed, whichever counts, so that tables can be compared with others.
type verdict struct {
	accepted           bool
	rule               string // which accepted, "" when none did
	equivalent         answers.Rule
	hendrycks, minerva bool
	exceeded           bool // the check of equivalence ran out of operations
}

// grade compares an answer with the expected one. Of an answer with boxes the last one counts. The same text is right by every rule: rules made
// for comparing formulas refuse some texts even against themselves.
func grade(gold, answer, accept string) verdict {
	if boxed, ok := answers.LastBoxed(answer); ok {
		answer = boxed
	}
	answer = strings.Join(strings.Fields(answer), " ")
	same := answer == gold
	equivalence := answers.Equivalent(gold, answer, answers.Options{})
	v := verdict{
		hendrycks:  same || answers.HendrycksEqual(gold, answer),
		minerva:    same || answers.MinervaEqual(gold, answer),
		equivalent: equivalence.Rule,
		exceeded:   equivalence.Exceeded,
	}
	if same {
		v.equivalent, v.exceeded = answers.RuleIdentical, false
	}
	switch accept {
	case acceptEquivalent:
		v.rule = string(v.equivalent)
	case acceptHendrycks:
		if v.hendrycks {
			v.rule = acceptHendrycks
		}
	case acceptMinerva:
		if v.minerva {
			v.rule = acceptMinerva
		}
	}
	v.accepted = v.rule != ""
	return v
}

// info is the verdict for records.
func (v verdict) info(accept string) map[string]any {
	info := map[string]any{
		"accept": accept, "rule": v.rule, "equivalent": v.equivalent != answers.RuleNone, "hendrycks": v.hendrycks, "minerva": v.minerva,
	}
	if v.exceeded {
		info["exceeded"] = true
	}
	return info
}
