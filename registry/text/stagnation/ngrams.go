package stagnation

import "encoding/binary"

// RepeatedNGrams counts the runs of n tokens in a response and how many of them stand there for at least the second time:
// all minus distinct. Their ratio is the repeated n-gram ratio of a response, 1 - distinct/all.
func RepeatedNGrams(tokens []int32, n int) (repeated, all int) {
	seen := map[string]bool{}
	key := make([]byte, 4*n)
	for at := 0; at+n <= len(tokens); at++ {
		for i, t := range tokens[at : at+n] {
			binary.LittleEndian.PutUint32(key[4*i:], uint32(t))
		}
		all++
		if seen[string(key)] {
			repeated++
		}
		seen[string(key)] = true
	}
	return repeated, all
}
