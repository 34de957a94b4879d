package mathcode

import (
	"slices"
	"strings"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/environments/mathcode/calculator"
)

// hesitationWords delay a decision; searchWords look for something. A thought's words of either list are counted, so thoughts of large
// models are read too.
var (
	hesitationWords = []string{"wait", "hmm", "maybe", "perhaps", "actually", "alternatively"}
	searchWords     = []string{"try", "need", "find", "check", "verify", "compute"}
)

// Hesitates implements [registry.Lexicon].
func (e *Environment) Hesitates(r registry.Response) bool {
	for w := range strings.FieldsSeq(r.Thought) {
		if e.WordClass(w) == "hesitation" {
			return true
		}
	}
	return false
}

// Searches implements [registry.Lexicon]: a program that only shows values and keeps none.
func (e *Environment) Searches(r registry.Response) bool {
	c, ok := readCall(r.Action)
	if !ok || !c.run {
		return false
	}
	p, err := calculator.Parse(c.text)
	return err == nil && !slices.ContainsFunc(p.Assigns(), func(name string) bool { return name != "" })
}

// WordClass implements [registry.Lexicon]. Case and punctuation around the word are ignored.
func (e *Environment) WordClass(word string) string {
	word = strings.ToLower(strings.Trim(word, ".,;:!?\"'()"))
	switch {
	case slices.Contains(hesitationWords, word):
		return "hesitation"
	case slices.Contains(searchWords, word):
		return "search"
	}
	return "other"
}

// OutcomeKey implements [registry.Outcomes]: the answer given, without blanks; empty when none was.
func (e *Environment) OutcomeKey(commands []string) string {
	for _, text := range commands {
		if c, ok := readCall(text); ok && !c.run && len(c.text) <= maxAnswer {
			if key := strings.Join(strings.Fields(c.text), ""); key != "" {
				return key
			}
		}
	}
	return ""
}
