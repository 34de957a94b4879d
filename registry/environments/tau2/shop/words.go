package shop

import (
	"fmt"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/environments/tau2/little"
)

// Words of the compact view besides names of things.
var plainWords = []string{
	"cancel", "change", "move", "return", "exchange", "find", "account", "get", "product", "ask_who", "confirm", "refuse", "close", "list",
	"unneeded", "mistake", "pending", "processed", "delivered", "changed", "cancelled", "returned", "exchanged",
	"in", "out", "found", "yes", "bye", "unknown", "error", "products", "orders", "user", "other",
	"who", "look", "search", "agree", "write",
}

// vocabulary lists the words in a fixed order.
func vocabulary() []registry.Word {
	var list []registry.Word
	for _, w := range plainWords {
		list = append(list, registry.Word{Text: w})
	}
	kinds := []struct {
		name  string
		words []string
	}{{"first", firstNames}, {"last", lastNames}, {"city", cities}, {"good", goods}, {"colour", colours}}
	for _, kind := range kinds {
		for _, w := range kind.words {
			list = append(list, registry.Word{Text: w, Type: kind.name})
		}
	}
	for i := range goods {
		list = append(list, little.Numbered("product", fmt.Sprint(i+1)))
		for j := range colours {
			list = append(list, little.Numbered("item", fmt.Sprintf("%d%d", i+1, j+1)))
		}
	}
	for i := range little.SlotCount {
		list = append(list, little.Numbered("order", fmt.Sprint(i+1)), little.Numbered("zip", fmt.Sprint(i+1)))
	}
	for i := 1; i < 100; i++ {
		list = append(list, little.Numbered("house", fmt.Sprint(i)))
	}
	return list
}

// known are the texts of the vocabulary.
var known = little.NewLexicon(vocabulary())
