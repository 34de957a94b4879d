package bm25

import "math"

// Index is a finished search index. It is safe for concurrent use.
type Index struct {
	terms   map[string]uint32
	lists   []list
	arena   []byte
	ids     []string
	lengths []byte
	docs    int          // documents with at least one term
	norms   [256]float32 // by length byte
}

// list locates the postings of one term in the arena.
type list struct {
	start, end int
	df         uint32
}

// Len returns the number of documents.
func (x *Index) Len() int { return len(x.ids) }

// ID returns the external id of a document.
func (x *Index) ID(doc int) string { return x.ids[doc] }

// inverseNorms tabulates 1/(k1 (1 - b + b length/average)) by length byte, in
// the order of 32-bit operations that Lucene uses.
func inverseNorms(o Options, totalTerms int64, docs int) (norms [256]float32) {
	average := float32(1)
	if docs > 0 {
		average = float32(float64(totalTerms) / float64(docs))
	}
	for i := range norms {
		scaled := float32(o.B*float32(decodeLength(byte(i)))) / average
		norms[i] = 1 / float32(o.K1*float32(float32(1-o.B)+scaled))
	}
	return norms
}

// weight is the inverse document frequency of a term times its count in the
// query.
func (x *Index) weight(df uint32, count int) float32 {
	n, d := float64(x.docs), float64(df)
	idf := float32(math.Log(1 + (n-d+0.5)/(d+0.5)))
	return float32(count) * idf
}
