package registry

import "github.com/retort-ml/retort/registry/text/stagnation"

// Text is what a turn says: thought and action, one after the other (u_k of ProD).
func (t *Turn) Text() string {
	if t.Thought == "" {
		return t.Action
	}
	return t.Thought + " " + t.Action
}

// TurnTexts lists what the turns of an episode say.
func TurnTexts(e *Episode) []string {
	texts := make([]string, len(e.Turns))
	for k := range e.Turns {
		texts[k] = e.Turns[k].Text()
	}
	return texts
}

// repetition fills what a summary says of turns that repeat others.
func (s *Summary) repetition(e *Episode) {
	texts := TurnTexts(e)
	s.Stagnation = stagnation.Mean(stagnation.Scores(len(texts), stagnation.Lexical(texts)))
	for k := range e.Turns {
		t := &e.Turns[k]
		repeated, all := stagnation.RepeatedNGrams(t.Tokens[:len(t.Tokens)-t.Forced], 4)
		s.RepeatedFourGrams += repeated
		s.FourGrams += all
	}
}
