package carrier

import (
	"fmt"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/environments/tau2/little"
)

// Words of the compact view besides names of things.
var plainWords = []string{
	"cancel", "move", "cabin", "bags", "book", "account", "get", "search", "ask_who", "confirm", "refuse", "close", "list",
	"cancelled", "insured", "plain", "morning", "evening", "reservations", "flights", "airports", "none",
	"yes", "bye", "unknown", "error", "user", "known", little.Other,
	"who", "look", "found", "elsewhere", "agree", "write", "free",
}

// mostBags is the largest number of bags that has a word.
const mostBags = 6

// vocabulary lists the words in a fixed order.
func vocabulary() []registry.Word {
	var list []registry.Word
	for _, w := range plainWords {
		list = append(list, registry.Word{Text: w})
	}
	for _, w := range places { // without a type: what matters of a place is only which one it is
		list = append(list, registry.Word{Text: w})
	}
	for _, kind := range []struct {
		name  string
		words []string
	}{{"class", cabins}, {"member", members}} {
		for _, w := range kind.words {
			list = append(list, registry.Word{Text: w, Type: kind.name})
		}
	}
	for n := range mostBags + 1 {
		list = append(list, little.Numbered("n", fmt.Sprint(n)))
	}
	for day := firstDay; day <= lastDay; day++ {
		list = append(list, little.Numbered("day", fmt.Sprint(day)))
	}
	for i := range little.SlotCount {
		list = append(list, little.Numbered("reservation", fmt.Sprint(i+1)), little.Numbered("flight", fmt.Sprint(i+1)))
	}
	return list
}

// known are the texts of the vocabulary.
var known = little.NewLexicon(vocabulary())
