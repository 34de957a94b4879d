package bm25_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/registry/text/bm25"
)

// The expected terms are recordings of Lucene 8.11's English analyzer, except
// where a comment says that they follow its grammar.
func TestAnalyze(t *testing.T) {
	for text, want := range map[string]string{
		"Women's Shoes":                  "women shoe",
		"women\u2019s shoes":             "women shoe",
		"it's":                           "",
		"O'Neil":                         "o'neil",
		"3.5mm jack":                     "3.5mm jack",
		"e-mail me at a.b@c.com":         "e mail me a.b c.com",
		"http://www.example.com/a?b=c":   "http www.example.com b c",
		"5'10\"":                         "5'10",
		"mp3_player":                     "mp3_player",
		"caf\u00e9 cr\u00e8me":           "caf\u00e9 cr\u00e8me",
		"\u0130stanbul":                  "istanbul",
		"日本語テスト":                         "日 本 語 テスト",
		"hello\U0001f600world":           "hello \U0001f600 world",
		"a\u00a0b":                       "b",
		"x\u200dy":                       "x\u200dy",
		"\ufb01ne":                       "\ufb01ne",
		"½ cup":                          "cup",
		"10°C":                           "10 c",
		"1,2,3":                          "1,2,3",
		"size:large":                     "size:larg",
		"U.S.A.":                         "u.s.a",
		"...":                            "",
		"CamelCase":                      "camelcas",
		strings.Repeat("x", 300):         strings.Repeat("x", 255) + " " + strings.Repeat("x", 45),
		"1#\u20e3 2":                     "1 #\u20e3 2", // grammar
		"👨\u200d👩\u200d👧 x":              "👨\u200d👩\u200d👧 x",
		"\U0001f1e9\U0001f1ea\U0001f1eb": "\U0001f1e9\U0001f1ea", // grammar: flags are pairs
		"a__ __ 4_":                      "a__ 4_",               // grammar
		"brand\u2122\u200b x\u200by":     "brand \u2122 x y",
		"😀\u200b #\ufe0f\u20e3\u200b":    "😀 #\ufe0f\u20e3",
		"สวัสดี ok":                      "สวัสดี ok",   // grammar: kept whole
		"broken\xffbytes":                "broken byte", // no reference: skipped
	} {
		require.Equal(t, want, strings.Join(bm25.Analyze(text), " "), "%q", text)
	}
}

func shelf() *bm25.Index {
	b := bm25.NewBuilder(bm25.Options{})
	b.Add("B2", "red shoes for women")
	b.Add("B1", "red shoes for women")
	b.Add("B3", "blue shirt")
	b.Add("B0", "")
	b.Add("B4", "red red shirt of the red sea")
	return b.Build()
}

func TestSearchOrdersTiesByID(t *testing.T) {
	x := shelf()
	require.Equal(t, 5, x.Len())
	hits := x.Search("shoe", 10)
	require.Len(t, hits, 2)
	require.Equal(t, hits[0].Score, hits[1].Score)
	require.Equal(t, []string{"B1", "B2"}, []string{x.ID(hits[0].Doc), x.ID(hits[1].Doc)})
	require.Equal(t, "B1", x.ID(x.Search("shoe", 1)[0].Doc))
	// Four documents have terms; three of them, of lengths 3, 3 and 5, hold red.
	require.InDelta(t, 0.35667494*3/(3+0.9*(0.6+0.4*5/(13.0/4))), x.Search("red", 1)[0].Score, 1e-6)
}

func TestSearchWithoutMatch(t *testing.T) {
	x := shelf()
	for _, query := range []string{"", "and of the", "green", "\xff"} {
		require.Empty(t, x.Search(query, 10), query)
	}
	require.Empty(t, x.Search("red", 0))
	require.Empty(t, bm25.NewBuilder(bm25.Options{}).Build().Search("red", 10))
}

func TestSearchCountsRepeatedTerms(t *testing.T) {
	x := shelf()
	once, twice := x.Search("shirt", 1)[0], x.Search("shirt shirts", 1)[0]
	require.Equal(t, once.Doc, twice.Doc)
	require.InDelta(t, 2*once.Score, twice.Score, 1e-6)
}

// madeText draws n words, frequent ones more often.
func madeText(r *rand.Rand, n int) string {
	words := make([]string, n)
	for i := range words {
		words[i] = fmt.Sprintf("w%d", int(1/(r.Float64()+1e-4)))
	}
	return strings.Join(words, " ")
}

// Several windows of documents, long posting lists and large frequencies must
// give what a direct scan over all documents gives.
func TestSearchEqualsScan(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	const docs = 5000
	b := bm25.NewBuilder(bm25.Options{K1: 1.2, B: -1})
	texts := make([]map[string]int, docs)
	for d := range texts {
		text := madeText(r, 1+r.IntN(400))
		require.Equal(t, d, b.Add(fmt.Sprintf("id%05d", d), text))
		texts[d] = map[string]int{}
		for _, w := range strings.Fields(text) {
			texts[d][w]++
		}
	}
	require.Equal(t, docs, b.Len())
	x := b.Build()
	for _, word := range []string{"w1", "w7", "w123", "w2000"} {
		found := 0
		for _, counts := range texts {
			if counts[word] > 0 {
				found++
			}
		}
		hits := x.Search(word, docs)
		require.Len(t, hits, found, word)
		// Without length normalization the order is by frequency, then by id.
		require.True(t, slices.IsSortedFunc(hits, func(a, b bm25.Hit) int {
			if fa, fb := texts[a.Doc][word], texts[b.Doc][word]; fa != fb && a.Score != b.Score {
				return fb - fa
			}
			return a.Doc - b.Doc
		}), word)
		require.Equal(t, hits[:min(7, found)], x.Search(word, 7))
	}
}

func TestSearchIsConcurrent(t *testing.T) {
	x := shelf()
	want := x.Search("red shirt", 3)
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for range 100 {
				if !slices.Equal(want, x.Search("red shirt", 3)) {
					t.Error("different result")
				}
			}
		})
	}
	wg.Wait()
}

func FuzzAnalyze(f *testing.F) {
	for _, text := range []string{
		"Women's 24\" x", "a.b:c'd,e", "1,2.3'4;5", "__a_1__", "#\u20e3", "א\"א'א'1", "\u200d\u200d😀\ufe0f\u200d👍🏽",
		"🇩🇪🇫", "テ_スト", "สวัสดี1", "한국어", "\xff\xc3", strings.Repeat("a", 256), strings.Repeat("é", 300),
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		b := bm25.NewBuilder(bm25.Options{})
		b.Add("x", text)
		x := b.Build()
		terms := bm25.Analyze(text)
		hits := x.Search(text, 1)
		require.Equal(t, len(terms) > 0, len(hits) > 0)
	})
}

// BenchmarkSearchLarge measures a query of frequent terms over many documents.
func BenchmarkSearchLarge(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 2))
	builder := bm25.NewBuilder(bm25.Options{})
	for d := range 50_000 {
		builder.Add(fmt.Sprintf("id%06d", d), madeText(r, 60))
	}
	x := builder.Build()
	b.ReportAllocs()
	for b.Loop() {
		x.Search("w1 w2 w3 w20 w300", 50)
	}
}
