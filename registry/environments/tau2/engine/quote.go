package engine

import (
	"encoding/json"
	"strings"
)

// Quoted writes a text as JSON in one line, for prompts: nothing but what has to be is escaped, and bytes that are no UTF-8
// become U+FFFD. A message so written cannot pass for several.
func Quoted(text string) string {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(text); err != nil {
		panic("quote: " + err.Error()) // texts always have a form in JSON
	}
	return strings.TrimSuffix(b.String(), "\n")
}
