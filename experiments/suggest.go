package experiments

import (
	"fmt"
	"strings"
)

// Suggest returns the name in among that given was probably meant to be, or "" when none is near. Near
// means at most one edit (insertion, deletion, substitution, swap of neighbours) for every three
// letters, case not counted. Of equally near names the first wins.
func Suggest(given string, among []string) string {
	best, bestDistance := "", max(1, len([]rune(given))/3)+1
	for _, name := range among {
		if name == given {
			continue
		}
		if d := editDistance(strings.ToLower(given), strings.ToLower(name), bestDistance); d < bestDistance {
			best, bestDistance = name, d
		}
	}
	return best
}

// didYouMean turns a suggestion into the end of a sentence, with write choosing how the name is
// written in the file.
func didYouMean(given string, among []string, write func(string) string) string {
	s := Suggest(given, among)
	if s == "" {
		return ""
	}
	return " Did you mean " + write(s) + "?"
}

func quoted(s string) string { return fmt.Sprintf("%q", s) }

// orElse lists what exists, for a name that resembles none of it.
func orElse(suggestion, label string, among []string) string {
	const many = 12
	switch {
	case suggestion != "":
		return suggestion
	case len(among) == 0:
		return " There are no " + label + "."
	case len(among) == 1:
		return " There is only " + among[0] + "."
	case len(among) > many:
		return fmt.Sprintf(" The %s include %s.", label, list(among[:many]))
	}
	return fmt.Sprintf(" The %s are %s.", label, list(among))
}

// list joins names as in a sentence.
func list(names []string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1]
}

// editDistance is the optimal string alignment distance between a and b in runes; it gives up and returns
// limit once the distance cannot be below it.
func editDistance(a, b string, limit int) int {
	s, t := []rune(a), []rune(b)
	if abs(len(s)-len(t)) >= limit {
		return limit
	}
	before, previous, row := make([]int, len(t)+1), make([]int, len(t)+1), make([]int, len(t)+1)
	for j := range row {
		row[j] = j
	}
	for i := 1; i <= len(s); i++ {
		before, previous, row = previous, row, before
		row[0] = i
		for j := 1; j <= len(t); j++ {
			cost := 1
			if s[i-1] == t[j-1] {
				cost = 0
			}
			row[j] = min(previous[j]+1, row[j-1]+1, previous[j-1]+cost)
			if i > 1 && j > 1 && s[i-1] == t[j-2] && s[i-2] == t[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
	}
	return min(row[len(t)], limit)
}

func abs(n int) int { return max(n, -n) }
