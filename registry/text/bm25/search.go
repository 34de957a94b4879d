package bm25

import (
	"encoding/binary"
	"slices"
	"sync"
)

// Hit is one document found.
type Hit struct {
	// Doc is the number that Add returned.
	Doc int
	// Score is the BM25 score, positive.
	Score float32
}

// window is the number of documents scored at a time: their sums fit the
// first-level cache.
const window = 2048

// scratch is the memory of one search.
type scratch struct {
	sums    [window]float64
	cursors []cursor
}

var scratches = sync.Pool{New: func() any { return new(scratch) }}

// cursor walks the postings of one query term.
type cursor struct {
	rest      []byte
	doc       int // next document to score
	frequency float32
	weight    float32
}

// exhausted is the document of a cursor at its end.
const exhausted = int(^uint(0) >> 1)

// next moves to the following posting.
func (c *cursor) next() {
	if len(c.rest) == 0 {
		c.doc = exhausted
		return
	}
	var v uint64
	if b := c.rest[0]; b < 0x80 {
		v, c.rest = uint64(b), c.rest[1:]
	} else {
		var n int
		v, n = binary.Uvarint(c.rest)
		c.rest = c.rest[n:]
	}
	c.doc += int(v >> 1)
	c.frequency = 1
	if v&1 == 0 {
		f, n := binary.Uvarint(c.rest)
		c.rest = c.rest[n:]
		c.frequency = float32(f)
	}
}

// Search analyzes query and returns the k best documents that contain at
// least one of its terms, best first; equal scores come in ascending order of
// external id. A term that the query repeats counts as often. The result is
// empty when no term is left or none occurs, or when k is not positive.
func (x *Index) Search(query string, k int) []Hit {
	if k <= 0 {
		return nil
	}
	s := scratches.Get().(*scratch)
	defer scratches.Put(s)
	x.open(s, Analyze(query))
	if len(s.cursors) == 0 {
		return nil
	}
	best := topHits{index: x, k: k}
	for {
		first := exhausted
		for i := range s.cursors {
			first = min(first, s.cursors[i].doc)
		}
		if first == exhausted {
			break
		}
		base := first - first%window
		x.score(s, base)
		for i, sum := range s.sums[:min(window, len(x.ids)-base)] {
			if sum > 0 {
				best.offer(Hit{Doc: base + i, Score: float32(sum)})
				s.sums[i] = 0
			}
		}
	}
	clear(s.cursors)
	s.cursors = s.cursors[:0]
	return best.sorted()
}

// open places a cursor on every distinct term that the index knows, in the
// order of first occurrence.
func (x *Index) open(s *scratch, terms []string) {
	for i, term := range terms {
		if slices.Contains(terms[:i], term) {
			continue
		}
		t, ok := x.terms[term]
		if !ok {
			continue
		}
		count := 0
		for _, other := range terms[i:] {
			if other == term {
				count++
			}
		}
		l := x.lists[t]
		c := cursor{rest: x.arena[l.start:l.end], doc: -1, weight: x.weight(l.df, count)}
		c.next()
		s.cursors = append(s.cursors, c)
	}
}

// score adds the contributions to the documents of one window. Each is a
// 32-bit number, their sum is 64-bit, as in Lucene's disjunction scorer.
func (x *Index) score(s *scratch, base int) {
	end := base + window
	for i := range s.cursors {
		c := &s.cursors[i]
		for c.doc < end {
			inverse := x.norms[x.lengths[c.doc]]
			part := c.weight - c.weight/(1+float32(c.frequency*inverse))
			s.sums[c.doc-base] += float64(part)
			c.next()
		}
	}
}
