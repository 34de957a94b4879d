package fuzzy

// popularFrom is the length from which difflib leaves frequent elements of the
// second string out of the search for matches.
const popularFrom = 200

// matchingBlocks returns the total size of the blocks that Python's
// difflib.SequenceMatcher(None, a, b) matches: the longest common substring,
// earliest in a and then in b, and the same again left and right of it.
func matchingBlocks(a, b []rune) int {
	m := matcher{a: a, b: b, positions: make(map[rune][]int)}
	for j, r := range b {
		m.positions[r] = append(m.positions[r], j)
	}
	if n := len(b); n >= popularFrom {
		for r, at := range m.positions {
			if len(at) > n/100+1 {
				delete(m.positions, r)
			}
		}
	}
	m.lengths = make([]int, len(b)+1)
	m.previous = make([]int, len(b)+1)
	return m.count(span{0, len(a), 0, len(b)})
}

// matcher holds the index of b and the working rows of the search.
type matcher struct {
	a, b              []rune
	positions         map[rune][]int
	lengths, previous []int // by position in b plus one
}

// span is a part of a and a part of b, ends exclusive.
type span struct{ aLo, aHi, bLo, bHi int }

// count returns the size of all matches within s.
func (m *matcher) count(s span) int {
	total := 0
	for pending := []span{s}; len(pending) > 0; {
		s := pending[len(pending)-1]
		pending = pending[:len(pending)-1]
		i, j, size := m.longest(s)
		if size == 0 {
			continue
		}
		total += size
		if s.aLo < i && s.bLo < j {
			pending = append(pending, span{s.aLo, i, s.bLo, j})
		}
		if i+size < s.aHi && j+size < s.bHi {
			pending = append(pending, span{i + size, s.aHi, j + size, s.bHi})
		}
	}
	return total
}

// longest finds the longest match within s of elements that are not popular,
// then extends it over equal neighbours, popular or not.
func (m *matcher) longest(s span) (i, j, size int) {
	i, j = s.aLo, s.bLo
	var touched []int
	for at := s.aLo; at < s.aHi; at++ {
		var now []int
		positions := m.positions[m.a[at]]
		for _, p := range positions {
			if p < s.bLo {
				continue
			}
			if p >= s.bHi {
				break
			}
			k := m.previous[p] + 1
			m.lengths[p+1] = k
			now = append(now, p+1)
			if k > size {
				i, j, size = at-k+1, p-k+1, k
			}
		}
		for _, p := range touched {
			m.previous[p] = 0
		}
		touched = now
		m.previous, m.lengths = m.lengths, m.previous
	}
	for _, p := range touched {
		m.previous[p] = 0
	}
	for i > s.aLo && j > s.bLo && m.a[i-1] == m.b[j-1] {
		i, j, size = i-1, j-1, size+1
	}
	for i+size < s.aHi && j+size < s.bHi && m.a[i+size] == m.b[j+size] {
		size++
	}
	return i, j, size
}
