package answers

import "strings"

// Options adjust the check of equivalence.
type Options struct {
	// Decimals is the number of decimal places to which numbers are compared
	// when one of them is written with a decimal point or rounded; 0 means 6.
	Decimals int
	// RelationsAsSets lets an answer in the form of an inequality equal an
	// expected interval. The reverse is always accepted.
	RelationsAsSets bool
}

func (o Options) decimals() int {
	if o.Decimals == 0 {
		return 6
	}
	return o.Decimals
}

// Rule names the reason for which an answer was accepted.
type Rule string

// The rules, from the strictest on.
const (
	RuleNone       Rule = ""           // not accepted
	RuleIdentical  Rule = "identical"  // the same text after cleaning
	RuleText       Rule = "text"       // the same words, whatever the case
	RuleNumber     Rule = "number"     // equal numbers, or equal when rounded
	RulePercent    Rule = "percent"    // a percentage against its fraction or its number
	RuleExpression Rule = "expression" // equal at all sample points
	RuleMatrix     Rule = "matrix"     // equal matrices
	RuleRelation   Rule = "relation"   // the same equation or inequality up to a factor
	RuleAssignment Rule = "assignment" // a value against an equation that assigns it
	RuleSet        Rule = "set"        // the same elements in any order
	RuleTuple      Rule = "tuple"      // the same elements in order
	RuleInterval   Rule = "interval"   // the same set of real numbers
)

// Verdict is the outcome of a check.
type Verdict struct {
	// Equal reports whether the answer is accepted.
	Equal bool
	// Rule is why; RuleNone when not accepted.
	Rule Rule
	// Exceeded reports that the check ran out of operations, so that the answer
	// was refused without an end. Texts that are identical are accepted before
	// anything is counted.
	Exceeded bool
}

// verdict is the outcome that a rule stands for.
func (m *meter) verdict(rule Rule) Verdict {
	if m.exceeded() && rule != RuleIdentical && rule != RuleText {
		return Verdict{Exceeded: true}
	}
	return Verdict{Equal: rule != RuleNone, Rule: rule}
}

// Equivalent reports whether a bare answer in LaTeX is equivalent to the
// expected one. The check is not symmetric: an expected inequality accepts an
// interval, not the reverse.
func Equivalent(gold, answer string, o Options) Verdict {
	if strings.TrimSpace(gold) == "" || strings.TrimSpace(answer) == "" {
		return Verdict{}
	}
	work := newMeter()
	r := reader{work}
	return work.verdict(comparer{Options: o, work: work}.values(r.answer(gold), r.answer(answer)))
}

// Grade reports whether a model's output gives the expected answer. Both may
// be running text: the most explicit answer in each counts (after the words
// "the final answer is", the last boxes, the last formulas, the last number).
func Grade(gold, output string, o Options) Verdict {
	work := newMeter()
	r := reader{work}
	want := r.expected(gold)
	for _, got := range candidates(output) {
		v := r.answer(got)
		if v.kind == textKind && !readableText(v.source) {
			continue
		}
		return work.verdict(comparer{Options: o, work: work}.values(r.answer(want), v))
	}
	return Verdict{Exceeded: work.exceeded()}
}

// expected returns the answer in an expected text: marked as such, or all of
// it.
func (r reader) expected(gold string) string {
	if strings.Contains(gold, `\boxed`) || len(formulas(gold)) > 0 {
		for _, c := range candidates(gold) {
			if v := r.answer(c); v.kind != textKind || readableText(v.source) {
				return c
			}
		}
	}
	return plainNumber(strings.TrimSpace(gold))
}

// readableText reports whether text that is no mathematics is a phrase.
func readableText(s string) bool {
	return s != "" && !strings.ContainsAny(s, `=\{}`)
}
