package atlas

import (
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/environments/searchqa/turn"
)

// Words of the view by purpose. Their order is the order of Words: weights depend on it.
var (
	thoughtWords = []string{"plan", "retry", "next", "final", "hmm", "maybe", "wait"}
	actionWords  = []string{"search", "answer"}
	stateWords   = []string{"question", "doc", "none", "invalid", "over", "other"}
)

const (
	mostWords     = 12 // of an observation's document, of a query, of other texts
	mostDocuments = 8
)

// view is the compact view. It has no memory: what a text says does not depend on the texts before.
type view struct{ words []registry.Word }

var _ registry.View = (*view)(nil)

// Compact returns the compact view, the same for every plan.
var Compact = sync.OnceValue(func() registry.View {
	v := &view{}
	add := func(text, class, number string) {
		v.words = append(v.words, registry.Word{Text: text, Type: class, Number: number})
	}
	for _, list := range [][]string{thoughtWords, actionWords, stateWords} {
		for _, w := range list {
			add(w, "", "")
		}
	}
	for _, e := range entities {
		add(e.word, kindNames[e.kind], "n"+strconv.Itoa(e.number))
	}
	for _, r := range relations {
		for i, w := range r.words {
			add(w, r.words[0], "v"+strconv.Itoa(i))
		}
	}
	return v
})

// Words implements [registry.View].
func (v *view) Words() []registry.Word { return append([]registry.Word(nil), v.words...) }

// Begin implements [registry.View]. The words are the question's, in its order.
func (v *view) Begin(introduction string) (registry.Reader, []string) {
	return reader{}, appendTokens([]string{"question"}, scan(turn.Question(introduction)))
}

// appendTokens writes tokens, the first few.
func appendTokens(words []string, list []token) []string {
	for _, t := range list[:min(len(list), mostWords)] {
		words = append(words, t.word())
	}
	return words
}

// reader is the view during one episode.
type reader struct{}

// Fork implements [registry.Reader].
func (r reader) Fork() registry.Reader { return r }

// Observe implements [registry.Reader]: for every document its title's entity and what its text names besides. The best
// document comes last, next to the decision: that is where models of this size look first.
func (reader) Observe(observation string) []string {
	passages, found := turn.Passages(observation)
	switch {
	case found && len(passages) == 0:
		return []string{"none"}
	case observation == turn.Misunderstood:
		return []string{"invalid"}
	case observation == turn.Taken, observation == turn.Over:
		return []string{"over"}
	case !found:
		return appendTokens([]string{"other"}, scan(observation))
	}
	var words []string
	for _, p := range slices.Backward(passages[:min(len(passages), mostDocuments)]) {
		title := scan(p.Title)
		words = append(words, "doc")
		words = appendTokens(words, title)
		rest := scan(p.Text)
		kept := rest[:0]
		for _, t := range rest {
			if len(title) == 0 || t != title[0] {
				kept = append(kept, t)
			}
		}
		words = appendTokens(words, kept)
	}
	return words
}

// Command implements [registry.Reader]: search with one or more names and words, or answer with them.
func (reader) Command(words []string) string {
	asIs := strings.Join(words, " ")
	if len(words) < 2 || len(words) > mostWords+1 {
		return asIs
	}
	kind := map[string]turn.Kind{"search": turn.Search, "answer": turn.Answer}[words[0]]
	if kind == turn.None {
		return asIs
	}
	var parts []string
	for _, w := range words[1:] {
		t, ok := compactWords[w]
		if !ok {
			return asIs
		}
		parts = append(parts, t.text())
	}
	return turn.Action{Kind: kind, Text: strings.Join(parts, " ")}.String()
}

// Action implements [registry.Reader]. Of a query or an answer it writes what the atlas knows.
func (reader) Action(command string) []string {
	a := turn.Parse(command)
	words := []string{"other"}
	switch a.Kind {
	case turn.Search:
		words[0] = "search"
	case turn.Answer:
		words[0] = "answer"
	}
	list := scan(a.Text)
	if a.Kind != turn.None && len(list) == 0 {
		return append(words, "other")
	}
	return appendTokens(words, list)
}
