package scienceworld

import (
	"slices"
	"strings"

	"github.com/retort-ml/retort/registry"
)

// hesitationWords delay a decision; searchWords look for something. A thought's words of either list are
// counted, so thoughts of large models are read too.
var (
	hesitationWords = []string{"wait", "hmm", "maybe", "again", "perhaps", "actually", "alternatively"}
	searchWords     = []string{"search", "look", "find", "check", "explore", "examine", "where"}
)

// Verbs of commands that only look or go somewhere.
var searchVerbs = []string{"look_around", "look_at", "look_in", "open", "go_to", "teleport_to", "read"}

// searches says that a command only looks or goes somewhere.
func searches(command string) bool {
	verb, n := theLexicon().verbs.find(split(command))
	return n > 0 && slices.Contains(searchVerbs, verb.word)
}

// Hesitates implements [registry.Lexicon].
func (e *Environment) Hesitates(r registry.Response) bool {
	for w := range strings.FieldsSeq(r.Thought) {
		if e.WordClass(w) == "hesitation" {
			return true
		}
	}
	return false
}

// Searches implements [registry.Lexicon]: look around, look at and in, read, open, go.
func (e *Environment) Searches(r registry.Response) bool { return searches(r.Action) }

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
