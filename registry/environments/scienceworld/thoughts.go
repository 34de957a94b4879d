package scienceworld

import (
	"slices"
	"strings"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/text/thoughts"
)

// wordClasses are the words of thoughts that delay a decision or look for something.
var wordClasses = thoughts.Words{
	Hesitation: []string{"wait", "hmm", "maybe", "again", "perhaps", "actually", "alternatively"},
	Search:     []string{"search", "look", "find", "check", "explore", "examine", "where"},
}

// Verbs of commands that only look or go somewhere.
var searchVerbs = []string{"look_around", "look_at", "look_in", "open", "go_to", "teleport_to", "read"}

// searches says that a command only looks or goes somewhere.
func searches(command string) bool {
	verb, n := theLexicon().verbs.find(split(command))
	return n > 0 && slices.Contains(searchVerbs, verb.word)
}

// Hesitates implements [registry.Lexicon].
func (e *Environment) Hesitates(r registry.Response) bool { return wordClasses.Hesitates(r.Thought) }

// Searches implements [registry.Lexicon]: look around, look at and in, read, open, go.
func (e *Environment) Searches(r registry.Response) bool { return searches(r.Action) }

// WordClass implements [registry.Lexicon].
func (e *Environment) WordClass(word string) string { return wordClasses.Class(word) }

// OutcomeKey implements [registry.Outcomes]: the last command that focused, moved, poured, mixed, switched or wired, as the
// compact view has it. Walking, looking and waiting leave no trace. An episode that stopped with something picked up and
// not yet put anywhere has no outcome; its key is empty.
func (e *Environment) OutcomeKey(commands []string) string {
	r := reader{theLexicon()}
	for _, text := range slices.Backward(commands) {
		words := r.Action(text)
		switch words[0] {
		case "pick_up":
			return ""
		case "focus_on", "move", "pour", "mix", "activate", "connect":
			return strings.Join(words, " ")
		}
	}
	return ""
}
