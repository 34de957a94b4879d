package bm25_test

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"errors"
	"io/fs"
	"math"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/registry/text/bm25"
)

// goldenRow is one line of the recording of Anserini 0.14.3 on Lucene 8.11.
type goldenRow struct {
	Kind     string   `json:"kind"`
	ID       string   `json:"id"`
	Contents string   `json:"contents"`
	Len      int      `json:"len"`
	LenByte  int      `json:"len_byte"`
	Query    string   `json:"query"`
	Text     string   `json:"text"`
	Tokens   []string `json:"tokens"`
	Hits     [][2]any `json:"hits"`
	Decoded  []int    `json:"decoded_for_0_to_2000"`
}

// readGolden returns the recorded rows, or skips the test without them.
func readGolden(tb testing.TB) []goldenRow {
	tb.Helper()
	f, err := os.Open("../../../../shared/data/text/lucene_bm25_golden.jsonl.gz")
	if errors.Is(err, fs.ErrNotExist) {
		tb.Skip("recording absent: ../shared/data/text/lucene_bm25_golden.jsonl.gz")
	}
	require.NoError(tb, err)
	defer f.Close()
	z, err := gzip.NewReader(f)
	require.NoError(tb, err)
	lines := bufio.NewScanner(z)
	lines.Buffer(nil, 1<<20)
	var rows []goldenRow
	for lines.Scan() {
		var row goldenRow
		require.NoError(tb, json.Unmarshal(lines.Bytes(), &row))
		rows = append(rows, row)
	}
	require.NoError(tb, lines.Err())
	return rows
}

// goldenIndex indexes the recorded documents.
func goldenIndex(rows []goldenRow) *bm25.Index {
	b := bm25.NewBuilder(bm25.Options{})
	for _, row := range rows {
		if row.Kind == "doc" {
			b.Add(row.ID, row.Contents)
		}
	}
	return b.Build()
}

func TestAnalyzeMatchesRecording(t *testing.T) {
	texts := 0
	for _, row := range readGolden(t) {
		switch row.Kind {
		case "analyze":
			require.Equal(t, row.Tokens, append([]string{}, bm25.Analyze(row.Text)...), "%q", row.Text)
			texts++
		case "search":
			require.Equal(t, row.Tokens, append([]string{}, bm25.Analyze(row.Query)...), "%q", row.Query)
		case "doc":
			require.Len(t, bm25.Analyze(row.Contents), row.Len, row.ID)
		}
	}
	require.Positive(t, texts)
}

// Every length, and that of every document, comes back from its byte as Lucene's does.
func TestLengthMatchesRecording(t *testing.T) {
	documents, lengths := 0, 0
	for _, row := range readGolden(t) {
		switch row.Kind {
		case "doc":
			require.Equal(t, row.LenByte, bm25.DecodeLength(bm25.EncodeLength(row.Len)), row.ID)
			documents++
		case "length_byte":
			for n, want := range row.Decoded {
				require.Equal(t, want, bm25.DecodeLength(bm25.EncodeLength(n)), n)
				lengths++
			}
		}
	}
	require.Positive(t, documents)
	require.Equal(t, 2001, lengths)
}

// printed is what Anserini prints for raw scores: rounded to four decimals,
// with every score that is within a ten-thousandth of the one printed before, in 32-bit
// numbers, lowered by one more millionth.
func printed(hits []bm25.Hit) []float32 {
	out := make([]float32, len(hits))
	previous := float32(math.Inf(1))
	repeats := 0
	for i, h := range hits {
		rounded := math.Round(float64(h.Score)*1e4) / 1e4
		if previous-float32(rounded) <= 1e-4 {
			repeats++
		} else {
			repeats = 0
		}
		previous = float32(rounded) - float32(1e-6*float64(repeats))
		out[i] = previous
	}
	return out
}

func TestSearchMatchesRecording(t *testing.T) {
	rows := readGolden(t)
	x := goldenIndex(rows)
	queries := 0
	for _, row := range rows {
		if row.Kind != "search" {
			continue
		}
		queries++
		hits := x.Search(row.Query, 50)
		require.Len(t, hits, len(row.Hits), row.Query)
		scores := printed(hits)
		for i, h := range hits {
			require.Equal(t, row.Hits[i][0], x.ID(h.Doc), "%q rank %d", row.Query, i)
			require.Equal(t, float32(row.Hits[i][1].(float64)), scores[i], "%q rank %d", row.Query, i)
		}
	}
	require.Positive(t, queries)
}

func BenchmarkSearch(b *testing.B) {
	rows := readGolden(b)
	x := goldenIndex(rows)
	var queries []string
	for _, row := range rows {
		if row.Kind == "search" {
			queries = append(queries, row.Query)
		}
	}
	b.ReportAllocs()
	i := 0
	for b.Loop() {
		x.Search(queries[i%len(queries)], 50)
		i++
	}
}

func BenchmarkBuild(b *testing.B) {
	rows := readGolden(b)
	b.ReportAllocs()
	for b.Loop() {
		goldenIndex(rows)
	}
}
