package alfworld_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/registry/environments/alfworld"
)

// Texts of all kinds: sentences of both generations, near misses, and nonsense.
var texts = []string{
	"-= Welcome to TextWorld, ALFRED! =-\n\nYou are in the middle of a room. Looking quickly around you, you see a desk 1, and a cabinet 1.\n\nYour task is to: put a clean cup in cabinet.",
	"You arrive at loc 3. On the desk 1, you see a cup 1, and a desklamp 1.", "You arrive at cabinet 1. The cabinet 1 is closed.",
	"You open the cabinet 1. The cabinet 1 is open. In it, you see nothing.", "You put the cup 1 in/on the desk 1.",
	"You are facing the desk 1, and drawer 12. Next to it, you see a teddybear 40.", "This is a hot and clean sliced apple 1.",
	"You are carrying: a cup 1.", "Nothing happens.", "take cup 1 from desk 1", "put cup 1 in/on cabinet 1", "go to cabinet 1",
	"You arrive at . ", "This is a hot and .", "The  is open. In it, you see", "look at the under 1", "\x00 1, and a \xff 2",
}

// Nothing that is read makes the view or the expert panic, and the view stays in its vocabulary.
func FuzzRead(f *testing.F) {
	for i, text := range texts {
		f.Add(texts[0], text, texts[(i+5)%len(texts)])
	}
	e := newEnvironment(f, alfworld.Defaults())
	known := map[string]bool{}
	for _, w := range e.View().Words() {
		known[w.Text] = true
	}
	f.Fuzz(func(t *testing.T, introduction, observation, action string) {
		r, words := e.View().Begin(introduction)
		words = append(words, r.Observe(observation)...)
		said := r.Action(action)
		words = append(words, said...)
		for _, w := range words {
			require.True(t, known[w], "%q", w)
		}
		if again := r.Action(r.Command(said)); again[0] != "other" {
			require.Equal(t, said, again, "a command read back is the same command")
		}
		r.Command(strings.Fields(action))

		x := e.Expert(introduction, 1)
		x.Reference([]string{action, observation})
		for range 3 {
			x.Act()
			x.Observe(action, observation)
		}
		e.OutcomeKey([]string{action, observation})
	})
}
