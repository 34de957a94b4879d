package bm25

import (
	"math/bits"
	"strings"

	"github.com/retort-ml/retort/registry/text/porter"
)

// lexicon numbers terms in the order of their first occurrence. It remembers
// what became of tokens as texts spell them, because the same few ten thousand
// make up almost all text: one look-up then stands for lower-casing, stop
// words, stemming and numbering.
type lexicon struct {
	numbers map[string]uint32 // of terms
	terms   []string          // the reverse
	short   []shortToken      // hash table with linear probing; its size is a power of two
	used    int               // entries of short
	long    map[string]int32  // tokens longer than shortest entries hold
}

// shortToken is a token of up to shortSize bytes and the number of its term.
// Keeping the bytes in the table saves following a pointer for every token of
// every text.
type shortToken struct {
	head, tail uint64 // see ends
	term       int32  // noTerm for stop words
	size       uint8  // 0 for a free place
}

const (
	shortSize  = 16
	firstTable = 256
	noTerm     = -1
	// mostTokens bounds the tokens remembered of either kind; later ones are analyzed each time.
	mostTokens = 1 << 17
)

func newLexicon() lexicon {
	return lexicon{numbers: map[string]uint32{}, short: make([]shortToken, firstTable), long: map[string]int32{}}
}

// term returns the number of a token's term, noTerm when it has none.
func (x *lexicon) term(token string) int32 {
	if len(token) > shortSize {
		if t, ok := x.long[token]; ok {
			return t
		}
		t := x.analyze(token)
		if len(x.long) < mostTokens {
			x.long[strings.Clone(token)] = t
		}
		return t
	}
	head, tail := ends(token)
	size := uint8(len(token))
	at := place(head, tail, size, len(x.short))
	for ; x.short[at].size != 0; at = (at + 1) & (len(x.short) - 1) {
		if e := &x.short[at]; e.head == head && e.tail == tail && e.size == size {
			return e.term
		}
	}
	t := x.analyze(token)
	if x.used < mostTokens {
		x.short[at] = shortToken{head, tail, t, size}
		if x.used++; 2*x.used > len(x.short) {
			x.double()
		}
	}
	return t
}

// analyze does the work that the tables save.
func (x *lexicon) analyze(token string) int32 {
	term, ok := normalize(token)
	if !ok {
		return noTerm
	}
	stem := porter.Stem(term)
	if stem == "" {
		return noTerm
	}
	return int32(x.number(stem))
}

// number returns the number of a term, the next one for a new term.
func (x *lexicon) number(term string) uint32 {
	n, ok := x.numbers[term]
	if !ok {
		n = uint32(len(x.terms))
		term = strings.Clone(term)
		x.numbers[term] = n
		x.terms = append(x.terms, term)
	}
	return n
}

// double makes room in the table of short tokens.
func (x *lexicon) double() {
	old := x.short
	x.short = make([]shortToken, 2*len(old))
	for _, e := range old {
		if e.size == 0 {
			continue
		}
		at := place(e.head, e.tail, e.size, len(x.short))
		for x.short[at].size != 0 {
			at = (at + 1) & (len(x.short) - 1)
		}
		x.short[at] = e
	}
}

// place is where the search for a token starts in a table of a size that is a
// power of two.
func place(head, tail uint64, size uint8, table int) int {
	hi, lo := bits.Mul64(head^0x9e3779b97f4a7c15, tail^uint64(size)<<56^0xd1b54a32d192ed03)
	return int(hi^lo) & (table - 1)
}

// ends packs a token of up to shortSize bytes into two words that, with its
// length, no other token has.
func ends(s string) (head, tail uint64) {
	n := len(s)
	switch {
	case n >= 8:
		return word64(s), word64(s[n-8:])
	case n >= 4:
		return uint64(word32(s)) | uint64(word32(s[n-4:]))<<32, 0
	case n > 0:
		return uint64(s[0]) | uint64(s[n/2])<<8 | uint64(s[n-1])<<16, 0
	}
	return 0, 0
}

func word64(s string) uint64 {
	_ = s[7]
	return uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
		uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
}

func word32(s string) uint32 {
	_ = s[3]
	return uint32(s[0]) | uint32(s[1])<<8 | uint32(s[2])<<16 | uint32(s[3])<<24
}
