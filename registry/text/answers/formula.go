package answers

import (
	"bytes"
	"regexp"
	"strings"
)

// formula is inline or displayed mathematics in a text: from start to end with
// its delimiters, and its content without them.
type formula struct {
	start, end int
	content    string
}

// formulas finds the formulas of a text from left to right: $$...$$, \[...\],
// $...$ with escaped dollars inside, \(...\). The time is proportional to the
// length of the text, whatever it opens and never closes.
func formulas(text string) []formula {
	var out []formula
	closers := map[string]*closer{"$$": {text: text, mark: "$$"}, `\]`: {text: text, mark: `\]`}, `\)`: {text: text, mark: `\)`}}
	openDollar := true // a later dollar sign may still be closed
	for i := 0; i+1 < len(text); i++ {
		var end, width int
		switch {
		case strings.HasPrefix(text[i:], "$$"):
			end, width = closers["$$"].after(i+3), 2
		case strings.HasPrefix(text[i:], `\[`):
			end, width = closers[`\]`].after(i+3), 2
		case strings.HasPrefix(text[i:], `\(`):
			end, width = closers[`\)`].after(i+3), 2
		case text[i] == '$' && openDollar:
			end, width = closingDollar(text, i+1), 1
			openDollar = end > 0
		}
		if end > 0 {
			out = append(out, formula{i, end + width, text[i+width : end]})
			i = end + width - 1
		}
	}
	return out
}

// closer looks for a mark at positions that only grow.
type closer struct {
	text, mark string
	at         int // of the last one found; len(text) when there are no more
}

// after returns the position of the first mark at from or behind it, or 0.
func (c *closer) after(from int) int {
	if c.at < from {
		c.at = len(c.text)
		if from < len(c.text) {
			if i := strings.Index(c.text[from:], c.mark); i >= 0 {
				c.at = from + i
			}
		}
	}
	if c.at == len(c.text) {
		return 0
	}
	return c.at
}

// closingDollar returns the position of the dollar sign that closes what
// starts at from, or 0.
func closingDollar(text string, from int) int {
	for i := from; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '$':
			if i == from {
				return 0
			}
			return i
		}
	}
	return 0
}

// finalPhrase starts the sentence that Minerva's prompt asks for.
const finalPhrase = "final answer"

var (
	// finalAnswer is that sentence with a formula.
	finalAnswer = regexp.MustCompile(`(?is)^final answer is:?\s*(?:\\?")?(\$.+?\$|\\\(.+?\\\))`)
	// finalNumber is the same with a bare number.
	finalNumber = regexp.MustCompile(`(?i)^final answer:?(?:[^.\n]|\.\d)*?\bis:?\s+([-−]?\d[\d.,]*)`)
)

// maxFinal is how many of the last places that speak of a final answer are
// looked at.
const maxFinal = 8

// finalPlaces returns the places where a text speaks of a final answer, the
// last first.
func finalPlaces(text string) []int {
	lower := []byte(text)
	for i, c := range lower { // byte by byte, so that places stay places of a text that is no UTF-8
		if c >= 'A' && c <= 'Z' {
			lower[i] = c + 'a' - 'A'
		}
	}
	var places []int
	for len(places) < maxFinal {
		i := bytes.LastIndex(lower, []byte(finalPhrase))
		if i < 0 {
			break
		}
		places = append(places, i)
		lower = lower[:i]
	}
	return places
}
