package bm25

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// mixedText draws words of every length from a vocabulary whose end only some documents reach, with stop
// words, capitals, marks, numbers and other scripts.
func mixedText(r *rand.Rand, document int) string {
	words := make([]string, r.IntN(60))
	for i := range words {
		switch n := r.IntN(40 + document); {
		case n < 8:
			words[i] = []string{"the", "Women's", "café", "日本", "1,024.5", "of", "😀", "x" + strings.Repeat("y", 20)}[n]
		default:
			words[i] = fmt.Sprintf("%cw%dings%s", "aBc"[n%3], n, strings.Repeat("z", n%14))
		}
	}
	return strings.Join(words, " ")
}

// Whatever the number of goroutines and the documents added before, the index is the one that Add builds.
func TestAddAll_EqualsAdd(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	texts := make([]string, serialSize+batchSize+77)
	for i := range texts {
		texts[i] = mixedText(r, i)
	}
	document := func(i int) (string, string) { return fmt.Sprintf("id%d", (i*7919)%len(texts)), texts[i] }
	one := NewBuilder(Options{})
	for i := range texts {
		one.Add(document(i))
	}
	want := one.Build()
	require.Greater(t, len(want.lists), 1000)
	for _, threads := range []int{1, 2, 3, 8} {
		for _, before := range []int{0, 100} {
			b := NewBuilder(Options{})
			for i := range before {
				b.Add(document(i))
			}
			b.addAll(len(texts)-before, threads, func(i int) (string, string) { return document(before + i) })
			got := b.Build()
			same := string(got.arena) == string(want.arena) && string(got.lengths) == string(want.lengths)
			require.True(t, same, "%d threads behind %d documents: the bytes differ", threads, before)
			require.Equal(t, want.lists, got.lists)
			require.Equal(t, want.terms, got.terms)
			require.Equal(t, want.ids, got.ids)
			require.Equal(t, want.norms, got.norms)
			require.Equal(t, want.docs, got.docs)
		}
	}
}

// Tokens beyond what the tables remember are analyzed as the others are.
func TestLexicon_Full(t *testing.T) {
	x := newLexicon()
	for i := range mostTokens + 1000 {
		word := fmt.Sprintf("q%d", i)
		require.Equal(t, int32(i), x.term(word))
		require.Equal(t, word, x.terms[i])
	}
	require.Equal(t, mostTokens, x.used)
	for i := range mostTokens + 1000 {
		require.Equal(t, int32(i), x.term(fmt.Sprintf("q%d", i)))
	}
	require.Equal(t, int32(noTerm), x.term("the"))
	require.Equal(t, x.term("moisturizing"), x.term("MOISTURIZED"))
	require.Equal(t, x.term("unmoisturizableness"), x.term("Unmoisturizablenesses"))
}

// No two tokens of up to 16 bytes that differ are packed alike.
func FuzzEnds(f *testing.F) {
	f.Add("abcdefgh", "abcdefgi")
	f.Add("aaaa", "aaaaa")
	f.Add("ab", "abb")
	f.Fuzz(func(t *testing.T, a, b string) {
		if len(a) > shortSize || len(a) != len(b) || a == b {
			return
		}
		h1, t1 := ends(a)
		h2, t2 := ends(b)
		require.False(t, h1 == h2 && t1 == t2)
	})
}

// The short way through a token finds what the rules find.
func FuzzPlainWord(f *testing.F) {
	for _, text := range []string{
		"a.b", "a. b", "it's", "it's'", "5.", "1,2", "1,a", "a_b", "a\u0301", "1\ufe0f\u20e3", "a'", "a:\u0301b", "x\"y", "a#\u20e3",
		strings.Repeat("a", 254) + "'b", strings.Repeat("a", 255), strings.Repeat("1", 300), strings.Repeat("b", 250) + "\u00e9\U0001f600cdefgh",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var got, want []string
		tokenize(text, func(token string) { got = append(got, token) })
		for at := 0; at < len(text); {
			window := limitByRunes(text[at:])
			_, width := classAt(text, at)
			n := max(matchWord(window), matchEmoji(window))
			if n == 0 {
				n = matchSingle(window)
			}
			if n > 0 {
				want = append(want, window[:n])
				width = n
			}
			at += width
		}
		require.Equal(t, want, got)
	})
}

// limitByRunes is limit by its definition.
func limitByRunes(text string) string {
	units := 0
	for i, r := range text {
		if r > 0xffff {
			units++
		}
		if units++; units > maxTokenUnits {
			return text[:i]
		}
	}
	return text
}
