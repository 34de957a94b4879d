package mathcode

import (
	"slices"
	"strings"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/environments/mathcode/calculator"
	"github.com/retort-ml/retort/registry/text/thoughts"
)

// wordClasses are the words of thoughts that delay a decision or look for something.
var wordClasses = thoughts.Words{
	Hesitation: []string{"wait", "hmm", "maybe", "perhaps", "actually", "alternatively"},
	Search:     []string{"try", "need", "find", "check", "verify", "compute"},
}

// Hesitates implements [registry.Lexicon].
func (e *Environment) Hesitates(r registry.Response) bool { return wordClasses.Hesitates(r.Thought) }

// Searches implements [registry.Lexicon]: a program that only shows values and keeps none.
func (e *Environment) Searches(r registry.Response) bool {
	c, ok := readCall(r.Action)
	if !ok || !c.run {
		return false
	}
	p, err := calculator.Parse(c.text)
	return err == nil && !slices.ContainsFunc(p.Assigns(), func(name string) bool { return name != "" })
}

// WordClass implements [registry.Lexicon].
func (e *Environment) WordClass(word string) string { return wordClasses.Class(word) }

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
