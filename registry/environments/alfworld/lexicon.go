package alfworld

import (
	"slices"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/text/thoughts"
)

// wordClasses are the words of thoughts that delay a decision or look for something.
var wordClasses = thoughts.Words{
	Hesitation: []string{"wait", "hmm", "maybe", "perhaps", "actually", "alternatively"},
	Search:     []string{"search", "look", "find", "check", "explore", "examine", "where"},
}

// Hesitates implements [registry.Lexicon].
func (e *Environment) Hesitates(r registry.Response) bool { return wordClasses.Hesitates(r.Thought) }

// Searches implements [registry.Lexicon]: go to, open, examine, look.
func (e *Environment) Searches(r registry.Response) bool {
	c, ok := parseCommand(r.Action)
	return ok && slices.Contains([]string{"goto", "open", "examine", "look"}, c.verb)
}

// WordClass implements [registry.Lexicon].
func (e *Environment) WordClass(word string) string { return wordClasses.Class(word) }

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
