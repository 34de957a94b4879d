package fuzzy

import "math"

// Ratio is fuzz.ratio with difflib: 100 times twice the number of matching
// code points over the number of all, rounded half to even. It is not
// symmetric. Equal strings give 100, an empty one against another 0.
func Ratio(a, b string) int {
	return ratio(a, b, matchingBlocks)
}

// RatioLevenshtein is fuzz.ratio with python-Levenshtein: the matching code
// points are those of a longest common subsequence.
func RatioLevenshtein(a, b string) int {
	return ratio(a, b, commonSubsequence)
}

// ratio turns a count of matching code points into a percentage.
func ratio(a, b string, matches func(a, b []rune) int) int {
	if a == b {
		return 100
	}
	if a == "" || b == "" {
		return 0
	}
	p, q := []rune(a), []rune(b)
	return int(math.RoundToEven(100 * (2 * float64(matches(p, q)) / float64(len(p)+len(q)))))
}

// commonSubsequence returns the length of a longest common subsequence.
func commonSubsequence(a, b []rune) int {
	row := make([]int, len(b)+1)
	for _, r := range a {
		diagonal := 0
		for j, s := range b {
			above := row[j+1]
			if r == s {
				row[j+1] = diagonal + 1
			} else {
				row[j+1] = max(above, row[j])
			}
			diagonal = above
		}
	}
	return row[len(b)]
}
