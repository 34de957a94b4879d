package searchqa

import (
	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/environments/searchqa/turn"
	"github.com/retort-ml/retort/registry/text/answers"
	"github.com/retort-ml/retort/registry/text/thoughts"
)

// wordClasses are the words of thoughts that delay a decision or look for something.
var wordClasses = thoughts.Words{
	Hesitation: []string{"wait", "hmm", "maybe", "perhaps", "actually", "alternatively"},
	Search:     []string{"plan", "retry", "next", "search", "find", "look", "query", "lookup"},
}

// Hesitates implements [registry.Lexicon].
func (e *Environment) Hesitates(r registry.Response) bool { return wordClasses.Hesitates(r.Thought) }

// Searches implements [registry.Lexicon].
func (e *Environment) Searches(r registry.Response) bool {
	return turn.Parse(r.Action).Kind == turn.Search
}

// WordClass implements [registry.Lexicon].
func (e *Environment) WordClass(word string) string { return wordClasses.Class(word) }

// OutcomeKey implements [registry.Outcomes]: the first answer, normalized as for comparing; empty when there is none. It
// reads no reward: wrong answers have keys as well.
func (e *Environment) OutcomeKey(commands []string) string {
	for _, c := range commands {
		if a := turn.Parse(c); a.Kind == turn.Answer {
			return "answer " + answers.NormalizeWords(a.Text)
		}
	}
	return ""
}
