package handcoded

import (
	"regexp"
	"slices"
	"strings"
)

// names is an ordered set of entity names, each with its class: the order is that of the text.
type names []string

func (n names) has(name string) bool { return slices.Contains(n, name) }

// with adds a name; one that is there keeps its place.
func (n names) with(name string) names {
	if n.has(name) {
		return n
	}
	return append(n, name)
}

// without is a new set; it lacks the name.
func (n names) without(name string) names {
	return slices.DeleteFunc(slices.Clone(n), func(m string) bool { return m == name })
}

// of lists the names of a class.
func (n names) of(class string) []string {
	var out []string
	for _, name := range n {
		if classOf(name) == class {
			out = append(out, name)
		}
	}
	return out
}

// classOf is the part of a name before its number.
func classOf(name string) string {
	class, _, _ := strings.Cut(name, " ")
	return class
}

var youSee = regexp.MustCompile(`(?i)you see`)

// listed reads the list of things at the end of a text, or of the text before a task sentence.
func listed(text string) names {
	parts := youSee.Split(text, -1)
	list := parts[len(parts)-1]
	list = strings.ReplaceAll(strings.ReplaceAll(list, " and a ", ""), " a ", "")
	list, _, _ = strings.Cut(list, "Your task is to")
	var out names
	for name := range strings.SplitSeq(strings.Trim(list, ".,\n\r"), ",") {
		out = out.with(name)
	}
	return out
}

// seenAt is the receptacle that a text with things to see is about: two words, wherever the text has them.
func seenAt(text string) string {
	var words []string
	if _, after, ok := strings.Cut(text, "You open the"); ok {
		words = firstTwo(after)
	} else if before, _, ok := strings.Cut(text, "is open."); ok {
		words = strings.Fields(before)
		words = words[max(0, len(words)-2):]
	} else {
		parts := strings.Split(text, "On the")
		words = firstTwo(parts[len(parts)-1])
	}
	return strings.Trim(strings.Join(words, " "), ",.")
}

func firstTwo(text string) []string {
	words := strings.Fields(text)
	return words[:min(2, len(words))]
}

// withoutNumbers drops every digit and joins the words by single blanks.
func withoutNumbers(text string) string {
	text = strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' {
			return -1
		}
		return r
	}, text)
	return strings.Join(strings.Fields(text), " ")
}
