package sciencelab

import (
	"slices"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/text/thoughts"
)

// wordClasses are the words of thoughts that delay a decision or look for something.
var wordClasses = thoughts.Words{
	Hesitation: []string{"wait", "hmm", "maybe", "again", "perhaps", "actually", "alternatively"},
	Search:     []string{"search", "look", "find", "check", "explore", "examine", "where"},
}

// Hesitates implements [registry.Lexicon].
func (e *Environment) Hesitates(r registry.Response) bool { return wordClasses.Hesitates(r.Thought) }

// Searches implements [registry.Lexicon]: look around, look in, examine, go, open.
func (e *Environment) Searches(r registry.Response) bool {
	list := parse(r.Action)
	return len(list) > 0 && slices.Contains([]verb{doLook, doLookIn, doExamine, doGo, doTeleport, doOpen}, list[0].verb)
}

// WordClass implements [registry.Lexicon].
func (e *Environment) WordClass(word string) string { return wordClasses.Class(word) }

// OutcomeKey implements [registry.Outcomes]: the last command that focused, moved something into something
// else, switched, wired or mixed, by verb and names. Walking, looking and waiting leave no trace. An
// episode that stopped with something picked up and not yet put anywhere has no outcome; its key is
// empty.
func (e *Environment) OutcomeKey(commands []string) string {
	for _, text := range slices.Backward(commands) {
		list := parse(text)
		if len(list) == 0 {
			continue
		}
		switch p := list[0]; p.verb {
		case doPickUp:
			return ""
		case doFocus, doActivate, doMix:
			return startOf(p.verb) + p.a
		case doMove, doPour, doConnect:
			return startOf(p.verb) + p.a + " > " + p.b
		}
	}
	return ""
}
