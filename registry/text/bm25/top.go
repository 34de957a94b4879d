package bm25

import "slices"

// topHits keeps the k best hits in a heap with the worst at the root.
type topHits struct {
	index *Index
	k     int
	heap  []Hit
}

// better orders hits: higher score, then smaller external id, then smaller
// number.
func (t *topHits) better(a, b Hit) bool {
	if a.Score != b.Score {
		return a.Score > b.Score
	}
	if p, q := t.index.ids[a.Doc], t.index.ids[b.Doc]; p != q {
		return p < q
	}
	return a.Doc < b.Doc
}

func (t *topHits) offer(h Hit) {
	if len(t.heap) < t.k {
		t.heap = append(t.heap, h)
		t.up(len(t.heap) - 1)
		return
	}
	if h.Score < t.heap[0].Score || !t.better(h, t.heap[0]) {
		return
	}
	t.heap[0] = h
	t.down(0)
}

func (t *topHits) up(i int) {
	for i > 0 {
		parent := (i - 1) / 2
		if !t.better(t.heap[parent], t.heap[i]) {
			return
		}
		t.heap[parent], t.heap[i] = t.heap[i], t.heap[parent]
		i = parent
	}
}

func (t *topHits) down(i int) {
	for {
		worst := i
		for child := 2*i + 1; child <= 2*i+2 && child < len(t.heap); child++ {
			if t.better(t.heap[worst], t.heap[child]) {
				worst = child
			}
		}
		if worst == i {
			return
		}
		t.heap[i], t.heap[worst] = t.heap[worst], t.heap[i]
		i = worst
	}
}

// sorted returns the hits, best first.
func (t *topHits) sorted() []Hit {
	slices.SortFunc(t.heap, func(a, b Hit) int {
		if t.better(a, b) {
			return -1
		}
		return 1
	})
	return t.heap
}
