package scienceworld

import (
	"slices"
	"strings"

	"github.com/retort-ml/retort/registry"
)

// view is the compact view, the same for every setting. It cuts texts into the phrases of the lexicon, longest
// first, and leaves everything else out.
type view struct{ *lexicon }

// Words implements [registry.View].
func (v view) Words() []registry.Word { return append([]registry.Word(nil), v.words...) }

// Begin implements [registry.View]. The words are the task, a colon, and what the room holds.
func (v view) Begin(introduction string) (registry.Reader, []string) {
	task, sight, _ := strings.Cut(introduction, "\n\n")
	words := v.appendTold(nil, split(task))
	if len(words) == 0 {
		words = append(words, "other")
	}
	return reader(v), v.appendTold(append(words, ":"), split(sight))
}

// appendTold writes what a text tells, line by line. A name that a line has said is left out when it comes again
// behind "the": texts repeat what they go on about. Open doors are left out, and so is the emptiness of what contains
// nothing.
func (v view) appendTold(words []string, pieces []string) []string {
	line := len(words) // where the line began
	var contents []bool
	the := false
	for i := 0; i < len(pieces); {
		p := pieces[i]
		if n := openDoor(pieces[i:]); n > 0 {
			i += n
			continue
		}
		t, n := v.seen.find(pieces[i:])
		switch {
		case t != nil:
			if the && slices.Contains(words[line:], t.word) {
				i += n
				continue // and what follows belongs to the name
			}
			words = append(words, t.word)
		case n > 0: // it says nothing
		case p == "\n":
			line, contents = len(words), contents[:0]
		case p == "(":
			filled := i+2 < len(pieces) && pieces[i+1] == "containing" && pieces[i+2] != "nothing"
			contents = append(contents, filled)
			if filled {
				words = append(words, p)
			}
		case p == ")":
			if last := len(contents) - 1; last >= 0 {
				if contents[last] {
					words = append(words, p)
				}
				contents = contents[:last]
			}
		default:
			if d, ok := decimal(p); ok && i+1 < len(pieces) && pieces[i+1] == "degrees" {
				words = append(words, v.temperature(d).word)
			} else if ok && d >= 0 {
				words = append(words, v.number(int(min(d, maxNumber))).word)
			}
		}
		the = p == "the"
		i += max(n, 1)
	}
	return words
}

// openDoor is how many pieces at the beginning tell that the door to a place is open, 0 when they do not.
func openDoor(pieces []string) int {
	if len(pieces) < 2 || pieces[0] != "door" || pieces[1] != "to" {
		return 0
	}
	for i := 2; i < len(pieces) && i < 8; i++ {
		if pieces[i] == "(" {
			if i+4 < len(pieces) && pieces[i+1] == "that" && pieces[i+2] == "is" && pieces[i+3] == "open" && pieces[i+4] == ")" {
				return i + 5
			}
			return 0
		}
	}
	return 0
}
