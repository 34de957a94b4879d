package rouge_test

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/registry/text/rouge"
)

// The expected numbers are recorded from rouge-score 0.1.2.
func TestCompute(t *testing.T) {
	const (
		target     = "i am searching for 2 packs of gluten free chewy chocolate chip granola bars"
		prediction = "2 pack gluten free chewy chocolate chip granola bars"
	)
	plain := rouge.Compute(target, prediction, rouge.Options{})
	require.Equal(t, rouge.Score{Precision: 0.8888888888888888, Recall: 0.5714285714285714, F: 0.6956521739130435}, plain.Rouge1)
	require.Equal(t, rouge.Score{Precision: 0.75, Recall: 0.46153846153846156, F: 0.5714285714285714}, plain.Rouge2)
	require.Equal(t, plain.Rouge1, plain.RougeL)
	require.Equal(t, plain.Rouge1, plain.RougeLsum)
	stemmed := rouge.Compute(target, prediction, rouge.Options{Stem: true})
	require.Equal(t, rouge.Score{Precision: 1, Recall: 0.6428571428571429, F: 0.782608695652174}, stemmed.Rouge1)
	require.Equal(t, rouge.Scores{}, rouge.Compute("", "a", rouge.Options{}))
	require.Equal(t, rouge.Scores{}, rouge.Compute("日本", "日本", rouge.Options{}))
}

// recorded is one of the recording's two preparations of a pair.
type recorded struct {
	Rouge1, Rouge2, RougeL, RougeLsum [3]float64
}

func (r recorded) scores() rouge.Scores {
	score := func(v [3]float64) rouge.Score { return rouge.Score{Precision: v[0], Recall: v[1], F: v[2]} }
	return rouge.Scores{Rouge1: score(r.Rouge1), Rouge2: score(r.Rouge2), RougeL: score(r.RougeL), RougeLsum: score(r.RougeLsum)}
}

func TestMatchesRecording(t *testing.T) {
	f, err := os.Open("../../../../shared/data/text/rouge_pairs.jsonl.gz")
	if errors.Is(err, fs.ErrNotExist) {
		t.Skip("recording absent: ../shared/data/text/rouge_pairs.jsonl.gz")
	}
	require.NoError(t, err)
	defer f.Close()
	z, err := gzip.NewReader(f)
	require.NoError(t, err)
	lines := bufio.NewScanner(z)
	lines.Buffer(nil, 1<<20)
	rows := 0
	for lines.Scan() {
		var row struct {
			Target, Prediction string
			Plain, Stemmed     recorded
		}
		require.NoError(t, json.Unmarshal(lines.Bytes(), &row))
		require.Equal(t, row.Plain.scores(), rouge.Compute(row.Target, row.Prediction, rouge.Options{}), "%q %q", row.Target, row.Prediction)
		require.Equal(t, row.Stemmed.scores(), rouge.Compute(row.Target, row.Prediction, rouge.Options{Stem: true}), "%q %q", row.Target, row.Prediction)
		rows++
	}
	require.NoError(t, lines.Err())
	require.Positive(t, rows)
}

func FuzzCompute(f *testing.F) {
	f.Add("the cat\nsat", "cat the\n\nsat down", true)
	f.Add("", "\n", false)
	f.Add("İ K", "\xff", true)
	f.Fuzz(func(t *testing.T, target, prediction string, stem bool) {
		s := rouge.Compute(target, prediction, rouge.Options{Stem: stem})
		for _, one := range []rouge.Score{s.Rouge1, s.Rouge2, s.RougeL, s.RougeLsum} {
			for _, v := range []float64{one.Precision, one.Recall, one.F} {
				require.GreaterOrEqual(t, v, 0.0)
				require.LessOrEqual(t, v, 1.0)
			}
		}
		require.LessOrEqual(t, s.RougeL.F, s.Rouge1.F+1e-12)
	})
}

func BenchmarkCompute(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		rouge.Compute("i need a long lasting 6.76 fl oz bottle of perfume\nfor women", "long lasting bottle of perfume\n6.76 fl oz", rouge.Options{Stem: true})
	}
}
