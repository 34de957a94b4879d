package webshop_test

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/registry/environments/webshop"
)

// Shipped weights were trained on this vocabulary and on these catalogues: another word, another order
// or another draw makes them worthless. Change the expected values only together with the
// weights.
func TestFrozen(t *testing.T) {
	e := newEnvironment(t, webshop.Defaults())
	require.Len(t, e.View().Words(), 257)
	words := sha256.New()
	for _, w := range e.View().Words() {
		fmt.Fprintln(words, w.Text, w.Type, w.Number)
	}
	require.Equal(t, "4555909081e6de7a", fmt.Sprintf("%x", words.Sum(nil))[:16])
	for titles, want := range map[string]string{"full": "dd37f0b13647a92d", "short": "12f3212ccca67cef"} {
		s := webshop.Defaults()
		s.Titles = titles
		e := newEnvironment(t, s)
		texts := sha256.New()
		for _, split := range e.Splits() {
			for i := range 4 {
				w := start(t, e, split.Name, i)
				solution, _ := e.Solve(w)
				fmt.Fprintln(texts, w.Observation())
				for _, c := range solution {
					fmt.Fprintln(texts, c, w.Step(c).Observation)
				}
			}
		}
		require.Equal(t, want, fmt.Sprintf("%x", texts.Sum(nil))[:16], titles)
	}
}

// Every sentence that people wrote reads as words of the vocabulary, and the search it suggests is written
// and read back.
func TestView_HumanSentences(t *testing.T) {
	content, err := os.ReadFile("../../../../shared/data/webshop/human_goals.json")
	if err != nil {
		t.Skipf("the sentences are not here: %v", err)
	}
	var sentences []string
	require.NoError(t, json.Unmarshal(content, &sentences))
	v := newEnvironment(t, webshop.Defaults()).View()
	known := map[string]bool{}
	for _, w := range v.Words() {
		known[w.Text] = true
	}
	empty := 0
	for _, text := range sentences {
		r, words := v.Begin("WebShop [SEP] Instruction: [SEP] " + text + ", and price lower than 50.00 dollars [SEP] Search")
		for _, w := range words {
			require.True(t, known[w], "%q in %q", w, text)
		}
		require.Equal(t, []string{"max", "$50", "index"}, words[len(words)-3:])
		asked := words[1 : len(words)-3]
		if len(asked) == 0 {
			empty++
			continue
		}
		command := r.Command(append([]string{"search"}, asked...))
		require.Contains(t, command, "search[")
		require.Equal(t, command, r.Command(r.Action(command)), text)
	}
	require.Less(t, empty, len(sentences)/1000)
}
