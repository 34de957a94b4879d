package alfworld

import (
	"slices"
	"strings"

	"github.com/retort-ml/retort/registry"
)

// hesitationWords delay a decision; searchWords look for something. A thought's words of either
// list are counted, so thoughts of large models are read too.
var (
	hesitationWords = []string{"wait", "hmm", "maybe", "perhaps", "actually", "alternatively"}
	searchWords     = []string{"search", "look", "find", "check", "explore", "examine", "where"}
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

// Searches implements [registry.Lexicon]: go to, open, examine, look.
func (e *Environment) Searches(r registry.Response) bool {
	c, ok := parseCommand(r.Action)
	return ok && slices.Contains([]string{"goto", "open", "examine", "look"}, c.verb)
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

// OutcomeKey implements [registry.Outcomes]: the last command that put something down or
// switched something on, as verb, object class and receptacle class. Walking, opening and looking
// leave no trace. An episode that stopped in the middle, with something taken or treated
// and not yet put anywhere, has no outcome; its key is empty.
func (e *Environment) OutcomeKey(commands []string) string {
	for _, text := range slices.Backward(commands) {
		c, ok := parseCommand(text)
		if !ok {
			continue
		}
		switch c.verb {
		case "take", "clean", "heat", "cool", "slice":
			return ""
		case "put":
			return c.verb + " " + classOf(c.a) + " " + classOf(c.b)
		case "use":
			return c.verb + " " + classOf(c.a)
		}
	}
	return ""
}
