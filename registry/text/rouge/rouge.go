// Package rouge scores the overlap of a prediction with a target text as the
// rouge-score package (0.1.2) does: ROUGE-1, ROUGE-2, ROUGE-L and ROUGE-Lsum,
// with or without Porter stemming. The entry point is [Compute].
package rouge

// Score is one measure of overlap; all parts are in [0, 1].
type Score struct {
	Precision, Recall, F float64
}

// Scores are the four measures of one pair of texts.
type Scores struct {
	// Rouge1 and Rouge2 count common words and word pairs.
	Rouge1, Rouge2 Score
	// RougeL measures a longest common subsequence of words of the whole texts.
	RougeL Score
	// RougeLsum takes each line as a sentence and unites the subsequences that
	// a target sentence has with all predicted ones.
	RougeLsum Score
}

// Options choose the preparation of the texts.
type Options struct {
	// Stem reduces words of more than three letters to their stems.
	Stem bool
}

// Compute returns the scores of prediction against target. A text without
// words gives zeros.
func Compute(target, prediction string, o Options) Scores {
	t, p := tokenize(target, o.Stem), tokenize(prediction, o.Stem)
	return Scores{
		Rouge1:    ngrams(t, p, 1),
		Rouge2:    ngrams(t, p, 2),
		RougeL:    longest(t, p),
		RougeLsum: summaryLevel(sentences(target, o.Stem), sentences(prediction, o.Stem)),
	}
}

// newScore makes a score of hits among the units of prediction and target.
func newScore(hits, predicted, wanted int) Score {
	s := Score{
		Precision: float64(hits) / float64(max(predicted, 1)),
		Recall:    float64(hits) / float64(max(wanted, 1)),
	}
	if sum := s.Precision + s.Recall; sum > 0 {
		s.F = 2 * s.Precision * s.Recall / sum
	}
	return s
}

// gram is one or two words.
type gram [2]string

// ngrams compares the multisets of word n-grams, n at most 2.
func ngrams(target, prediction []string, n int) Score {
	t, p := count(target, n), count(prediction, n)
	hits := 0
	for g, k := range t {
		hits += min(k, p[g])
	}
	return newScore(hits, max(len(prediction)-n+1, 0), max(len(target)-n+1, 0))
}

func count(words []string, n int) map[gram]int {
	counts := map[gram]int{}
	for i := 0; i+n <= len(words); i++ {
		var g gram
		copy(g[:], words[i:i+n])
		counts[g]++
	}
	return counts
}

// longest compares whole texts by their longest common subsequence.
func longest(target, prediction []string) Score {
	if len(target) == 0 || len(prediction) == 0 {
		return Score{}
	}
	table := lengths(target, prediction)
	return newScore(table[len(target)][len(prediction)], len(prediction), len(target))
}

// lengths is the table of the lengths of longest common subsequences of all
// prefixes.
func lengths(a, b []string) [][]int {
	table := make([][]int, len(a)+1)
	cells := make([]int, (len(a)+1)*(len(b)+1))
	for i := range table {
		table[i] = cells[i*(len(b)+1) : (i+1)*(len(b)+1)]
	}
	for i, x := range a {
		for j, y := range b {
			if x == y {
				table[i+1][j+1] = table[i][j] + 1
			} else {
				table[i+1][j+1] = max(table[i][j+1], table[i+1][j])
			}
		}
	}
	return table
}

// summaryLevel compares texts sentence by sentence. A word counts as often as
// both texts have it.
func summaryLevel(target, prediction [][]string) Score {
	left := [2]map[string]int{{}, {}}
	sizes := [2]int{}
	for side, text := range [2][][]string{target, prediction} {
		for _, sentence := range text {
			sizes[side] += len(sentence)
			for _, word := range sentence {
				left[side][word]++
			}
		}
	}
	if sizes[0] == 0 || sizes[1] == 0 {
		return Score{}
	}
	hits := 0
	for _, sentence := range target {
		for i, common := range union(sentence, prediction) {
			word := sentence[i]
			if common && left[0][word] > 0 && left[1][word] > 0 {
				hits++
				left[0][word]--
				left[1][word]--
			}
		}
	}
	return newScore(hits, sizes[1], sizes[0])
}

// union marks the words of sentence that lie on the common subsequence with
// some sentence of the other text. Where several subsequences are longest, the
// one that rouge-score's backtracking takes decides.
func union(sentence []string, others [][]string) []bool {
	marked := make([]bool, len(sentence))
	for _, other := range others {
		table := lengths(sentence, other)
		for i, j := len(sentence), len(other); i > 0 && j > 0; {
			switch {
			case sentence[i-1] == other[j-1]:
				i, j = i-1, j-1
				marked[i] = true
			case table[i][j-1] > table[i-1][j]:
				j--
			default:
				i--
			}
		}
	}
	return marked
}
