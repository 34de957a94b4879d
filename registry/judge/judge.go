// Package judge holds the questions that methods put to somebody who reads: was the task done, do two actions mean the
// same, which turn was the mistake, what is to be learnt of an episode. Each question is a small interface with a rule, or a
// policy of a method's own, that answers it at laptop scale, and an adapter that asks a TextModel through a Questioner. It trains
// nothing, reads no reward unless a question says so, and knows no method.
package judge

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf8"
)

// TextModel answers prompts with text, at temperature 0: the same prompt has the same answer. Answers come in the order of
// the prompts.
type TextModel interface {
	Answer(ctx context.Context, prompts []string) ([]string, error)
}

// mostObjects bounds the places of an answer at which Decode looks for an object.
const mostObjects = 100

// Decode reads the JSON object in an answer, which may stand between other words or in a code fence. Of several the last counts:
// whoever thinks aloud says what it means at the end. The error quotes the start of an answer without one.
func Decode(answer string, into any) error {
	from, to := strings.IndexByte(answer, '{'), strings.LastIndexByte(answer, '}')
	if from < 0 || to < from {
		return fmt.Errorf("read a verdict: no JSON object in %q", shorten(answer))
	}
	object := json.RawMessage(answer[from : to+1])
	for rest, looked := answer[from:to+1], 0; looked < mostObjects; looked++ {
		var found json.RawMessage
		if json.NewDecoder(strings.NewReader(rest)).Decode(&found) == nil {
			object, rest = found, rest[len(found):]
		} else {
			rest = rest[1:]
		}
		next := strings.IndexByte(rest, '{')
		if next < 0 {
			break
		}
		rest = rest[next:]
	}
	if err := json.Unmarshal(object, into); err != nil {
		return fmt.Errorf("read a verdict in %q: %w", shorten(answer), err)
	}
	return nil
}

// shorten keeps the start of a text for a message.
func shorten(s string) string {
	const most = 80
	if r := []rune(s); len(r) > most {
		return string(r[:most]) + "..."
	}
	return s
}

// longest is the number of characters that a command may have.
const longest = 2000

// command reads a command of an answer, and false where it is empty or too long to be one.
func command(s string) (string, bool) {
	s = strings.TrimSpace(s)
	return s, s != "" && utf8.RuneCountInString(s) <= longest
}
