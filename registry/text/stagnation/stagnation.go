package stagnation

import "github.com/retort-ml/retort/registry/text/rouge"

// Similarity of two turns of an episode, by their indices, in [0, 1].
type Similarity func(i, j int) float64

// Scores returns s_k of each of n turns; the first one's is 0.
func Scores(n int, similar Similarity) []float64 {
	scores := make([]float64, n)
	for k := range scores {
		for j := 0; j < k && scores[k] < 1; j++ {
			scores[k] = max(scores[k], similar(k, j))
		}
	}
	return scores
}

// Mean returns S, the mean of the turns' scores; 0 where there is no turn.
func Mean(scores []float64) float64 {
	sum := 0.0
	for _, s := range scores {
		sum += s
	}
	return sum / float64(max(len(scores), 1))
}

// Lexical is ROUGE-L F between what two turns say, without stemming.
func Lexical(turns []string) Similarity {
	texts := make([]rouge.Text, len(turns))
	for i, t := range turns {
		texts[i] = rouge.Prepare(t, rouge.Options{})
	}
	return func(i, j int) float64 { return rouge.Longest(texts[i], texts[j]).F }
}
