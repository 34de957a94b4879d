package rouge

import "slices"

// Text is a text whose words were found once, for comparison with many others.
type Text struct{ words []string }

// Prepare splits a text into words.
func Prepare(text string, o Options) Text { return Text{tokenize(text, o.Stem)} }

// Longest returns ROUGE-L of a prediction against a target: what [Compute] returns as RougeL, without the other measures.
func Longest(target, prediction Text) Score {
	a, b := target.words, prediction.words
	if len(a) == 0 || len(b) == 0 {
		return Score{}
	}
	if slices.Equal(a, b) {
		return Score{Precision: 1, Recall: 1, F: 1}
	}
	var short [64]int
	row := short[:]
	if len(b) >= len(short) {
		row = make([]int, len(b)+1)
	}
	// row[j+1] is the length of the longest common subsequence of the words of a so far and b[:j+1].
	for _, x := range a {
		diagonal := 0
		for j, y := range b {
			above := row[j+1]
			if x == y {
				row[j+1] = diagonal + 1
			} else {
				row[j+1] = max(above, row[j])
			}
			diagonal = above
		}
	}
	return newScore(row[len(b)], len(b), len(a))
}
