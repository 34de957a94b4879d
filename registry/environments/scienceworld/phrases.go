package scienceworld

// phrases finds the longest phrase of a list at a place in a text.
type phrases struct {
	terms   map[string]*term // by phrase in the form of appendKey; nil for a phrase that says nothing
	longest int              // in pieces
}

func newPhrases() *phrases { return &phrases{terms: map[string]*term{}} }

// appendKey writes a piece so that joined pieces cannot be mistaken for others.
func appendKey(b []byte, piece string) []byte { return append(append(b, piece...), ' ') }

func (p *phrases) add(text string, t *term) {
	var key []byte
	pieces := split(text)
	for _, piece := range pieces {
		key = appendKey(key, piece)
	}
	p.terms[string(key)] = t
	p.longest = max(p.longest, len(pieces))
}

// find returns what the longest phrase at the beginning of pieces says, and how many of them it has; 0 when there
// is none.
func (p *phrases) find(pieces []string) (t *term, n int) {
	var room [128]byte
	key := room[:0]
	for i, piece := range pieces[:min(p.longest, len(pieces))] {
		key = appendKey(key, piece)
		if found, ok := p.terms[string(key)]; ok {
			t, n = found, i+1
		}
	}
	return t, n
}

// split cuts a text into pieces: words in small letters, which may hold digits, apostrophes and hyphens; numbers with sign
// and fraction; line feeds and parentheses. Everything else separates pieces and is dropped.
func split(text string) []string {
	var pieces []string
	for i := 0; i < len(text); {
		switch c := text[i]; {
		case c == '\n' || c == '(' || c == ')':
			pieces = append(pieces, text[i:i+1])
			i++
		case isWord(c) || c == '-' && i+1 < len(text) && isDigit(text[i+1]):
			end := i + 1
			for end < len(text) && (isWord(text[end]) || isInner(text, end)) {
				end++
			}
			pieces = append(pieces, lower(text[i:end]))
			i = end
		default:
			i++
		}
	}
	return pieces
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

func isWord(c byte) bool {
	return isDigit(c) || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80
}

// isInner says that the byte belongs to a word because of its neighbours.
func isInner(text string, at int) bool {
	if at+1 >= len(text) {
		return false
	}
	before, after := text[at-1], text[at+1]
	switch text[at] {
	case '\'', '-':
		return isWord(before) && isWord(after)
	case '.':
		return isDigit(before) && isDigit(after)
	}
	return false
}

// lower makes ASCII letters small.
func lower(text string) string {
	for i := range len(text) {
		if c := text[i]; c >= 'A' && c <= 'Z' {
			b := []byte(text)
			for j, c := range b {
				if c >= 'A' && c <= 'Z' {
					b[j] = c + 'a' - 'A'
				}
			}
			return string(b)
		}
	}
	return text
}
