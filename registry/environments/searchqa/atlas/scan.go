package atlas

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// token is a word of a text that the atlas knows: an entity's name or a relation's word.
type token struct {
	entity Entity // when named
	term   term   // else
	named  bool
}

// word is the token in the compact view.
func (t token) word() string {
	if t.named {
		return entities[t.entity].word
	}
	return t.term.word()
}

// text is the token in texts.
func (t token) text() string {
	if t.named {
		return entities[t.entity].name
	}
	return t.term.word()
}

// dictionary finds tokens by the first word of their text, in lower case, and by their compact word.
var dictionary, compactWords = func() (first, compact map[string]token) {
	first, compact = map[string]token{}, map[string]token{}
	add := func(t token) {
		head, _, _ := strings.Cut(strings.ToLower(t.text()), " ")
		first[head] = t
		compact[t.word()] = t
	}
	for i := range entities {
		add(token{entity: Entity(i), named: true})
	}
	for r := range relations {
		for v := range Words {
			add(token{term: term{r, v}})
		}
	}
	return first, compact
}()

// scan lists the tokens of a text in order. Case does not matter; names count only when they are complete.
func scan(text string) (list []token) {
	var pending token
	rest := "" // what must come next for the pending name
	for len(text) > 0 {
		r, size := utf8.DecodeRuneInString(text)
		if !unicode.IsLetter(r) {
			text = text[size:]
			continue
		}
		end := strings.IndexFunc(text, func(r rune) bool { return !unicode.IsLetter(r) })
		if end < 0 {
			end = len(text)
		}
		word := text[:end]
		text = text[end:]
		if rest != "" && strings.EqualFold(word, rest) {
			list = append(list, pending)
			rest = ""
			continue
		}
		rest = ""
		if len(word) > longestWord {
			continue
		}
		t, ok := dictionary[strings.ToLower(word)]
		if !ok {
			continue
		}
		if _, more, two := strings.Cut(t.text(), " "); two {
			pending, rest = t, more
			continue
		}
		list = append(list, t)
	}
	return list
}

// longestWord is longer than any word of the atlas.
const longestWord = 32
