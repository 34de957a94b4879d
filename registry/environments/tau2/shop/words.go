package shop

import (
	"fmt"
	"strings"

	"github.com/retort-ml/retort/registry"
)

// Slots of what is named anew in every task; a name gets the next free one when a text first
// mentions it.
const slots = 9

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
		list = append(list, numbered("product", fmt.Sprint(i+1)))
		for j := range colours {
			list = append(list, numbered("item", fmt.Sprintf("%d%d", i+1, j+1)))
		}
	}
	for i := range slots {
		list = append(list, numbered("order", fmt.Sprint(i+1)), numbered("zip", fmt.Sprint(i+1)))
	}
	for i := 1; i < 100; i++ {
		list = append(list, numbered("house", fmt.Sprint(i)))
	}
	return list
}

func numbered(kind, number string) registry.Word {
	return registry.Word{Text: kind + "_" + number, Type: kind, Number: number}
}

// known are the texts of the vocabulary.
var known = func() map[string]bool {
	m := map[string]bool{}
	for _, w := range vocabulary() {
		m[w.Text] = true
	}
	return m
}()

// word returns a word where the vocabulary has it, else "other".
func word(text string) string {
	if known[text] {
		return text
	}
	return "other"
}

// cut returns what follows a prefix of a word, such as the 12 of item_12.
func cut(text, kind string) (string, bool) {
	if !known[text] {
		return "", false
	}
	return strings.CutPrefix(text, kind+"_")
}
