package searchqa

import (
	"slices"
	"strings"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/environments/searchqa/turn"
	"github.com/retort-ml/retort/registry/text/answers"
)

// hesitationWords delay a decision; searchWords look for something. A thought's words of either list are counted, so
// thoughts of large models are read too.
var (
	hesitationWords = []string{"wait", "hmm", "maybe", "perhaps", "actually", "alternatively"}
	searchWords     = []string{"plan", "retry", "next", "search", "find", "look", "query", "lookup"}
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

// Searches implements [registry.Lexicon].
func (e *Environment) Searches(r registry.Response) bool {
	return turn.Parse(r.Action).Kind == turn.Search
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
