package bm25

import (
	"encoding/binary"
	"strings"
)

// Options are the parameters of an index. The zero value gives Anserini's
// defaults.
type Options struct {
	// K1 is the term frequency saturation; 0 means 0.9.
	K1 float32
	// B is the strength of length normalization in [0, 1]; 0 means 0.4.
	// A negative value means no length normalization.
	B float32
}

func (o Options) withDefaults() Options {
	if o.K1 == 0 {
		o.K1 = 0.9
	}
	switch {
	case o.B == 0:
		o.B = 0.4
	case o.B < 0:
		o.B = 0
	}
	return o
}

// Builder collects documents for an [Index]. It is not safe for concurrent
// use.
type Builder struct {
	options    Options
	analyzer   analyzer
	dictionary map[string]uint32
	lists      []growingList
	chunks     [][]byte
	ids        []string
	lengths    []byte
	totalTerms int64
	nonEmpty   int

	counts  []uint32 // frequency of each term in the current document
	current []uint32 // terms of the current document
}

// growingList is the postings of one term under construction: a chain of
// chunks in the arena, each twice the one before up to a limit, so that rare
// terms waste a few bytes and frequent ones little in proportion.
type growingList struct {
	chunks   []chunk
	last     int32 // last document, to store gaps
	df       uint32
	capacity int32 // of the last chunk
}

// chunk is a piece of arena block block that holds used bytes from start.
type chunk struct {
	block, start, used int32
}

const (
	blockSize    = 1 << 20
	firstChunk   = 8
	largestChunk = 1 << 14
	// postingSize bounds one encoded posting.
	postingSize = 2 * binary.MaxVarintLen64
)

// NewBuilder returns an empty Builder.
func NewBuilder(options Options) *Builder {
	return &Builder{
		options:    options.withDefaults(),
		analyzer:   analyzer{stems: map[string]string{}},
		dictionary: map[string]uint32{},
	}
}

// Len returns the number of documents added.
func (b *Builder) Len() int { return len(b.ids) }

// Add analyzes text and adds it as one document. It returns the document's
// number, counting from 0. id is the external id, which orders documents of
// equal score; it is kept, text is not.
func (b *Builder) Add(id, text string) int {
	doc := int32(len(b.ids))
	length := 0
	b.analyzer.visit(text, func(term string) {
		length++
		t, ok := b.dictionary[term]
		if !ok {
			t = uint32(len(b.lists))
			b.dictionary[strings.Clone(term)] = t
			b.lists = append(b.lists, growingList{last: -1})
			b.counts = append(b.counts, 0)
		}
		if b.counts[t] == 0 {
			b.current = append(b.current, t)
		}
		b.counts[t]++
	})
	for _, t := range b.current {
		b.post(&b.lists[t], doc, b.counts[t])
		b.counts[t] = 0
	}
	b.current = b.current[:0]
	b.ids = append(b.ids, id)
	b.lengths = append(b.lengths, encodeLength(length))
	b.totalTerms += int64(length)
	if length > 0 {
		b.nonEmpty++
	}
	return int(doc)
}

// post appends one posting: the gap to the previous document doubled, plus one
// when the frequency is 1, else followed by the frequency.
func (b *Builder) post(l *growingList, doc int32, frequency uint32) {
	var buf [postingSize]byte
	gap := uint64(doc-l.last) << 1
	var n int
	if frequency == 1 {
		n = binary.PutUvarint(buf[:], gap|1)
	} else {
		n = binary.PutUvarint(buf[:], gap)
		n += binary.PutUvarint(buf[n:], uint64(frequency))
	}
	l.last = doc
	l.df++
	for rest := buf[:n]; len(rest) > 0; {
		if len(l.chunks) == 0 || l.chunks[len(l.chunks)-1].used == l.capacity {
			b.grow(l)
		}
		c := &l.chunks[len(l.chunks)-1]
		block := b.chunks[c.block]
		k := copy(block[c.start+c.used:c.start+l.capacity], rest)
		c.used += int32(k)
		rest = rest[k:]
	}
}

// grow gives the list its next chunk.
func (b *Builder) grow(l *growingList) {
	size := int32(firstChunk)
	if len(l.chunks) > 0 {
		size = min(2*l.capacity, largestChunk)
	}
	last := len(b.chunks) - 1
	if last < 0 || cap(b.chunks[last])-len(b.chunks[last]) < int(size) {
		b.chunks = append(b.chunks, make([]byte, 0, blockSize))
		last++
	}
	start := len(b.chunks[last])
	b.chunks[last] = b.chunks[last][:start+int(size)]
	l.chunks = append(l.chunks, chunk{block: int32(last), start: int32(start)})
	l.capacity = size
}

// Build returns the index of the documents added. The Builder gives up its
// memory and must not be used afterwards.
func (b *Builder) Build() *Index {
	total := 0
	for i := range b.lists {
		for _, c := range b.lists[i].chunks {
			total += int(c.used)
		}
	}
	x := &Index{
		terms:   b.dictionary,
		lists:   make([]list, len(b.lists)),
		arena:   make([]byte, 0, total),
		ids:     b.ids,
		lengths: b.lengths,
		docs:    b.nonEmpty,
	}
	for i := range b.lists {
		start := len(x.arena)
		for _, c := range b.lists[i].chunks {
			x.arena = append(x.arena, b.chunks[c.block][c.start:c.start+c.used]...)
		}
		x.lists[i] = list{start: start, end: len(x.arena), df: b.lists[i].df}
	}
	x.norms = inverseNorms(b.options, b.totalTerms, b.nonEmpty)
	*b = Builder{}
	return x
}
