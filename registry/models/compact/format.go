package compact

import (
	"slices"

	"github.com/retort-ml/retort/backends"
	"github.com/retort-ml/retort/registry"
)

// Control words stand before the words of the view in the vocabulary.
const (
	bos   = "<bos>"
	unk   = "<unk>"
	turn  = ">"
	bar   = "|"
	eot   = "<eot>"
	refer = "<ref>"
	next  = ";"
	done  = "</ref>"
)

// Format is the tokenizer and prompt format over one view. It implements
// registry.Format and is safe for concurrent use.
type Format struct {
	view     registry.View
	words    []registry.Word
	ids      map[string]backends.Token
	limit    int
	factored bool
}

var _ registry.Format = (*Format)(nil)

// New builds the vocabulary: the control words, then the view's. A word that is both
// keeps the control word's place.
func New(view registry.View, maxResponse int, factored bool) *Format {
	f := &Format{view: view, ids: map[string]backends.Token{}, limit: maxResponse, factored: factored}
	for _, w := range []string{bos, unk, turn, bar, eot, refer, next, done} {
		f.add(registry.Word{Text: w})
	}
	for _, w := range view.Words() {
		f.add(w)
	}
	return f
}

func (f *Format) add(w registry.Word) {
	if _, known := f.ids[w.Text]; known {
		return
	}
	f.ids[w.Text] = backends.Token(len(f.words))
	f.words = append(f.words, w)
}

// id returns a word's token, that of <unk> for a word outside the vocabulary.
func (f *Format) id(word string) backends.Token {
	if t, ok := f.ids[word]; ok {
		return t
	}
	return f.ids[unk]
}

func (f *Format) encode(to []backends.Token, words ...string) []backends.Token {
	for _, w := range words {
		to = append(to, f.id(w))
	}
	return to
}

// Vocab implements registry.Format.
func (f *Format) Vocab() int { return len(f.words) }

// Word implements registry.Format; an id outside the vocabulary panics.
func (f *Format) Word(t backends.Token) string { return f.words[t].Text }

// Shape sets the vocabulary and the factor tables: one row a type and one a number, in order of
// first appearance.
func (f *Format) Shape(c *backends.Config) {
	c.Vocab = len(f.words)
	c.FactorSizes, c.Factors = nil, nil
	if !f.factored {
		return
	}
	types, numbers := map[string]int32{}, map[string]int32{}
	row := func(table map[string]int32, name string) int32 {
		if name == "" {
			return -1
		}
		if _, known := table[name]; !known {
			table[name] = int32(len(table))
		}
		return table[name]
	}
	for _, w := range f.words {
		c.Factors = append(c.Factors, row(types, w.Type), row(numbers, w.Number))
	}
	c.FactorSizes = []int{max(len(types), 1), max(len(numbers), 1)}
}

// Stop, MaxResponse and End implement registry.Format.
func (f *Format) Stop() []backends.Token { return []backends.Token{f.ids[eot]} }
func (f *Format) MaxResponse() int       { return f.limit }
func (f *Format) End() backends.Token    { return f.ids[eot] }

// Thought marks the tokens before the bar, all of them when there is no bar.
func (f *Format) Thought(response []backends.Token) []bool {
	mask := make([]bool, len(response))
	for i, t := range response {
		if t == f.ids[bar] || t == f.ids[eot] {
			break
		}
		mask[i] = true
	}
	return mask
}

// action returns the tokens of a response between its bar and its end.
func (f *Format) action(response []backends.Token) []backends.Token {
	at := slices.Index(response, f.ids[bar])
	if at < 0 {
		return nil
	}
	rest := response[at+1:]
	if end := slices.Index(rest, f.ids[eot]); end >= 0 {
		rest = rest[:end]
	}
	return rest
}
