package webshop

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/retort-ml/retort/registry/environments/webshop/lists"
)

// wordSlots is how many words of an instruction that are not in the vocabulary get a slot.
const wordSlots = 16

// want is what an instruction asks for, as far as its text says.
type want struct {
	terms   []term // what the product is to be, in the order of the text, each once
	options []term // what is to be chosen; empty for instructions of people
	limit   float64
	limited bool
	slots   map[string]int // number of the slot of an instruction's word
	stems   map[string]int // the same by the stems of its parts; nil where only the same word counts
}

// term is a phrase of an instruction.
type term struct {
	text  string
	word  string // its word in the view
	class string
}

// parseWant reads an instruction.
func (l *lexicon) parseWant(instruction string) want {
	w := want{slots: map[string]int{}}
	text := w.takeLimit(instruction)
	var chosen string
	for at := strings.LastIndex(text, " with "); at >= 0; at = strings.LastIndex(text[:at], " with ") {
		if strings.Contains(text[at:], ": ") {
			text, chosen = text[:at], text[at+len(" with "):]
			break
		}
	}
	for list := tokens(text); len(list) > 0; {
		i, n := l.at(list)
		switch {
		case i >= 0:
			x := l.lexemes[i]
			w.add(&w.terms, term{x.phrase, x.word, x.class})
		case !idle[list[0]] && plainWord(list[0]) && w.slots[list[0]] == 0 && len(w.slots) < wordSlots:
			w.slots[list[0]] = len(w.slots) + 1
			w.add(&w.terms, term{list[0], slotWord("w", len(w.slots)), classWord})
			fallthrough
		default:
			n = 1
		}
		list = list[n:]
	}
	for part := range strings.SplitSeq(chosen, ", and ") {
		_, value, ok := strings.Cut(part, ": ")
		if !ok {
			continue
		}
		value = strings.TrimSpace(value)
		if i, known := l.byPhrase[value]; known {
			w.add(&w.options, term{value, l.lexemes[i].word, l.lexemes[i].class})
		} else {
			w.add(&w.options, term{value, "", classWord})
		}
	}
	return w
}

// takeLimit reads the price limit and returns the instruction without it.
func (w *want) takeLimit(instruction string) string {
	const link = ", and price lower than "
	at := strings.LastIndex(instruction, link)
	if at < 0 {
		return instruction
	}
	amount, _, _ := strings.Cut(instruction[at+len(link):], " ")
	v, err := strconv.ParseFloat(amount, 64)
	if err != nil {
		return instruction
	}
	w.limit, w.limited = v, true
	return instruction[:at]
}

func (w *want) add(list *[]term, t term) {
	if !slices.Contains(*list, t) {
		*list = append(*list, t)
	}
}

// plainWord says that a word can stand in a query that is written and read back.
func plainWord(word string) bool {
	for _, r := range word {
		if (r < 'a' || r > 'z') && (r < '0' || r > '9') && r != '-' && r != '\'' && r != '.' {
			return false
		}
	}
	return true
}

// stem lets words of texts be found that have the stem of an instruction's word or of its part: "Long Sleeve" says "long-sleeved".
func (w *want) stem() {
	w.stems = map[string]int{}
	for _, t := range w.terms {
		for _, s := range lists.Stems(t.text) {
			if n := w.slots[t.text]; n > 0 && w.stems[s] == 0 {
				w.stems[s] = n
			}
		}
	}
}

// slotOf is the number of the slot of a text's word, 0 for none.
func (w *want) slotOf(word string) int {
	n := w.slots[word]
	if n == 0 && w.stems != nil {
		for _, s := range lists.Stems(word) {
			n = cmp.Or(n, w.stems[s])
		}
	}
	return n
}

// has says that the instruction asks for the word.
func (w *want) has(word string) bool {
	named := func(t term) bool { return t.word == word }
	return slices.ContainsFunc(w.terms, named) || slices.ContainsFunc(w.options, named)
}

// words writes a text as the words of its phrases that the vocabulary or the instruction has, each once,
// at most most.
func (l *lexicon) words(w *want, text string, most int) []string {
	var out []string
	for list := l.cut(text); len(list) > 0 && len(out) < most; {
		i, n := l.at(list)
		word := ""
		slot := w.slotOf(list[0])
		switch {
		case i >= 0 && (w.stems == nil || slot == 0 || w.has(l.lexemes[i].word)):
			word = l.lexemes[i].word
		case slot > 0:
			word, n = slotWord("w", slot), 1
		default:
			n = 1
		}
		if word != "" && !slices.Contains(out, word) {
			out = append(out, word)
		}
		list = list[n:]
	}
	return out
}

// query writes terms as a search text.
func query(terms ...term) string {
	var parts []string
	for _, t := range terms {
		parts = append(parts, t.text)
	}
	return strings.Join(parts, " ")
}

// queries are searches for what the instruction asks, the fullest first: all terms, and the kind of product
// alone or with each other term.
func (w *want) queries() []string {
	list := []string{query(w.terms...)}
	if list[0] == "" {
		return nil
	}
	at := slices.IndexFunc(w.terms, func(t term) bool { return t.class == classKind })
	if at < 0 || len(w.terms) > 6 {
		return list
	}
	for i, t := range w.terms {
		q := query(w.terms[at])
		if i != at {
			q = query(t, w.terms[at])
		}
		if !slices.Contains(list, q) {
			list = append(list, q)
		}
	}
	return list
}

func slotWord(prefix string, n int) string { return prefix + "_" + strconv.Itoa(n) }
