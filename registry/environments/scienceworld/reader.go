package scienceworld

import (
	"slices"
	"strconv"
	"strings"

	"github.com/retort-ml/retort/registry"
)

// reader is the view during an episode. It remembers nothing: each text is read by itself.
type reader struct{ *lexicon }

// maxOptions is how many of the readings of an ambiguous command are told.
const maxOptions = 4

// maxCommand bounds the words of a command.
const maxCommand = 32

// Fork implements [registry.Reader].
func (r reader) Fork() registry.Reader { return r }

// Observe implements [registry.Reader]: what kind of answer it is, then what the text names.
func (r reader) Observe(observation string) []string {
	text := lower(observation)
	switch {
	case strings.HasPrefix(text, lower(ambiguous)):
		return r.options(text)
	case strings.HasPrefix(text, lower(notUnderstood)), strings.HasPrefix(text, "unknown action"):
		return []string{"invalid"}
	}
	pieces := split(text)
	var words []string
	switch {
	case describes(text):
	case slices.ContainsFunc(pieces, denies):
		words = append(words, "refused")
	case slices.Contains(pieces, "already"):
		words = append(words, "already")
	case strings.HasPrefix(text, "you "), strings.HasPrefix(text, "(disconnecting "), strings.Contains(text, " is now "), strings.Contains(text, " has been "):
		words = append(words, "ok")
	}
	words = view(r).appendTold(words, pieces)
	if len(words) == 0 {
		words = append(words, "other")
	}
	return words
}

// describes says that a text begins to describe a place or what is held: what it denies further down is no refusal.
func describes(text string) bool {
	return strings.HasPrefix(text, "this ") || strings.HasPrefix(text, "in your inventory")
}

// denies says that a word makes a sentence say no.
func denies(piece string) bool {
	return piece == "not" || piece == "cannot" || strings.HasSuffix(piece, "n't")
}

// options tells the first readings of an ambiguous command, each by its number.
func (r reader) options(text string) []string {
	words := []string{"which"}
	n := 0
	for line := range strings.SplitSeq(text, "\n") {
		number, option, ok := strings.Cut(line, ":\t")
		if k, err := strconv.Atoi(number); !ok || err != nil || k != n || n == maxOptions {
			continue
		}
		words = append(words, r.number(n).word)
		words = view(r).appendTold(words, split(option))
		n++
	}
	return words
}

// Action implements [registry.Reader]. A text that is no command of known words becomes "other".
func (r reader) Action(text string) []string {
	pieces := split(text)
	if t := r.whole(pieces); t != nil {
		return []string{t.word}
	}
	verb, n := r.verbs.find(pieces)
	if n == 0 || len(pieces) > 2*maxCommand {
		return []string{"other"}
	}
	words := []string{verb.word}
	for i := n; i < len(pieces); {
		t, n := r.things.find(pieces[i:])
		if t == nil {
			if n, t = 1, r.whole(pieces[i:i+1]); t == nil {
				if pieces[i] == "a" || pieces[i] == "an" || pieces[i] == "the" {
					i++
					continue
				}
				return []string{"other"}
			}
		}
		words = append(words, t.word)
		i += n
	}
	if _, ok := r.command(words); !ok {
		return []string{"other"}
	}
	return words
}

// whole is the word of a piece that is a whole number and nothing else; nil when it is not.
func (r reader) whole(pieces []string) *term {
	if len(pieces) != 1 {
		return nil
	}
	n, err := strconv.Atoi(pieces[0])
	if err != nil || n < 0 || n > maxNumber || strconv.Itoa(n) != pieces[0] {
		return nil
	}
	return r.number(n)
}

// Command implements [registry.Reader].
func (r reader) Command(words []string) string {
	if text, ok := r.command(words); ok {
		return text
	}
	return strings.Join(words, " ")
}

// command writes the words' texts one after another when they have the form of a command: a number, or a verb with
// as many things as it takes. Joints stand between things.
func (r reader) command(words []string) (string, bool) {
	if len(words) == 0 || len(words) > maxCommand {
		return "", false
	}
	verb := r.terms[words[0]]
	switch {
	case verb == nil:
		return "", false
	case verb.kind == kindNumber, verb.word == "inventory":
		return verb.text, len(words) == 1
	case verb.kind != kindVerb:
		return "", false
	}
	texts := []string{verb.text}
	joined := false
	for i, w := range words[1:] {
		t := r.terms[w]
		if t == nil || !t.names() {
			return "", false
		}
		if t.kind == kindJoint {
			if i == 0 || i == len(words)-2 {
				return "", false
			}
			joined = true
		}
		texts = append(texts, t.text)
	}
	switch arity[verb.text] {
	case 0:
		return verb.text, len(words) == 1
	case 2:
		return strings.Join(texts, " "), joined
	}
	return strings.Join(texts, " "), len(words) > 1
}

// arity is how many things a verb takes; use takes one or two.
var arity = map[string]int{
	"look at": 1, "look in": 1, "open": 1, "close": 1, "pick up": 1, "put down": 1, "mix": 1, "focus on": 1, "activate": 1, "deactivate": 1,
	"disconnect": 1, "read": 1, "eat": 1, "flush": 1, "go to": 1, "teleport to": 1, "use": 1, "move": 2, "pour": 2, "dunk": 2, "connect": 2,
}

// decimal reads a number of a text.
func decimal(piece string) (float64, bool) {
	if c := piece[0]; c != '-' && !isDigit(c) {
		return 0, false
	}
	d, err := strconv.ParseFloat(piece, 64)
	return d, err == nil && d > -1e6 && d < 1e6
}
