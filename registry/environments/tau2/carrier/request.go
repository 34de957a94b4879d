package carrier

import (
	"regexp"
	"strings"

	"github.com/retort-ml/retort/registry/environments/tau2/little"
)

// request is what a customer asks for.
type request struct {
	verb  string // cancel, move, cabin, bags, book; empty when it was not understood
	to    string
	day   string // of the month
	when  string // morning or evening
	cabin string
	bags  string
}

var requests = []struct {
	form *regexp.Regexp
	read func(m []string) request
}{
	{regexp.MustCompile(`I want to cancel my flight to ([A-Z]+), `), func(m []string) request {
		return request{verb: "cancel", to: m[1]}
	}},
	{regexp.MustCompile(`I want my flight to ([A-Z]+) moved to the (\w+) of 2024-05-(\d\d)\.`), func(m []string) request {
		return request{verb: "move", to: m[1], when: m[2], day: m[3]}
	}},
	{regexp.MustCompile(`I want my flight to ([A-Z]+) in ([\w ]+)\.`), func(m []string) request {
		return request{verb: "cabin", to: m[1], cabin: named(m[2])}
	}},
	{regexp.MustCompile(`I want (\d) checked bags in all on my flight to ([A-Z]+)\.`), func(m []string) request {
		return request{verb: "bags", to: m[2], bags: m[1]}
	}},
	{regexp.MustCompile(`I want to book a flight to ([A-Z]+) in the (\w+) of 2024-05-(\d\d), in ([\w ]+), one way`), func(m []string) request {
		return request{verb: "book", to: m[1], when: m[2], day: m[3], cabin: named(m[4])}
	}},
}

// named is the cabin of a sentence.
func named(spoken string) string { return strings.ReplaceAll(spoken, " ", "_") }

func readRequest(introduction string) request {
	text := little.Opening(introduction)
	for _, r := range requests {
		if m := r.form.FindStringSubmatch(text); m != nil {
			return r.read(m)
		}
	}
	return request{}
}

// words are the words of a request.
func (r request) words() []string {
	if r.verb == "" {
		return []string{little.Other}
	}
	words := []string{r.verb, known.Word(r.to)}
	switch r.verb {
	case "move":
		return append(words, known.Word("day_"+r.day), known.Word(r.when))
	case "cabin":
		return append(words, known.Word(r.cabin))
	case "bags":
		return append(words, known.Word("n_"+r.bags))
	case "book":
		return append(words, known.Word("day_"+r.day), known.Word(r.when), known.Word(r.cabin))
	}
	return words
}

var person = regexp.MustCompile(`^I am \w+ \w+, my user id is (user_\d+)\.$`)
