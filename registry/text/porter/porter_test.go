package porter_test

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/registry/text/porter"
)

// The expected stems are recordings of Lucene 8.11 and NLTK's default mode.
func TestStemOnRecordedWords(t *testing.T) {
	for _, c := range []struct{ word, lucene, nltk string }{
		{"caresses", "caress", "caress"},
		{"ponies", "poni", "poni"},
		{"ties", "ti", "tie"},
		{"agreed", "agre", "agre"},
		{"hopping", "hop", "hop"},
		{"falling", "fall", "fall"},
		{"filing", "file", "file"},
		{"happy", "happi", "happi"},
		{"sky", "sky", "sky"},
		{"relational", "relat", "relat"},
		{"enjoy", "enjoi", "enjoy"},
		{"day", "dai", "day"},
		{"", "", ""},
		{"as", "as", "as"},
	} {
		require.Equal(t, c.lucene, porter.Stem(c.word), c.word)
		require.Equal(t, c.nltk, porter.StemNLTK(c.word), c.word)
	}
}

func TestStemCountsLettersNotBytes(t *testing.T) {
	require.Equal(t, "café", porter.Stem("cafés"))
	require.Equal(t, "é", porter.Stem("é"))
	require.Equal(t, "caf\xff", porter.Stem("caf\xff"))
}

func TestStemMatchesRecording(t *testing.T) {
	const path = "../../../../shared/data/text/porter_stems.jsonl.gz"
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		t.Skip("recording absent: ../shared/data/text/porter_stems.jsonl.gz")
	}
	require.NoError(t, err)
	defer f.Close()
	z, err := gzip.NewReader(f)
	require.NoError(t, err)
	lines := bufio.NewScanner(z)
	count := 0
	for lines.Scan() {
		var row struct {
			Word   string `json:"word"`
			Lucene string `json:"lucene"`
			NLTK   string `json:"nltk_extensions"`
			Martin string `json:"nltk_martin"`
		}
		require.NoError(t, json.Unmarshal(lines.Bytes(), &row))
		require.Equal(t, row.Lucene, porter.Stem(row.Word), "lucene %q", row.Word)
		require.Equal(t, row.NLTK, porter.StemNLTK(row.Word), "nltk %q", row.Word)
		count++
	}
	require.NoError(t, lines.Err())
	require.Positive(t, count)
}

func FuzzStem(f *testing.F) {
	for _, word := range []string{"yyyyying", "ies", "eed", "ing", "ion", "alli", "fulli", "logi", "éed", "日本", "\xff\xfe", "😀ing", "ll"} {
		f.Add(word)
	}
	f.Fuzz(func(t *testing.T, word string) {
		for _, stem := range []string{porter.Stem(word), porter.StemNLTK(word)} {
			// A rule may turn the last letter into another, never add more than an e.
			require.LessOrEqual(t, utf8.RuneCountInString(stem), 2*utf8.RuneCountInString(word)+1)
		}
		require.Equal(t, utf8.ValidString(word), utf8.ValidString(porter.Stem(word)))
	})
}

func BenchmarkStem(b *testing.B) {
	words := strings.Fields("relational conditional hopefulness running ponies moisturizing conditioners shoes sky")
	b.ReportAllocs()
	for b.Loop() {
		for _, w := range words {
			porter.Stem(w)
		}
	}
}
