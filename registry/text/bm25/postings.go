package bm25

import "encoding/binary"

// postings are the lists of documents of all terms under construction: chains
// of chunks in one arena, each chunk twice the one before up to a limit, so
// that rare terms waste a few bytes and frequent ones little in proportion.
// Nothing in it but the blocks is a pointer: a garbage collector has little to
// look at.
type postings struct {
	blocks [][]byte // the arena, each block at its whole length
	free   int      // first free byte of the last block
	chunks []chunk
	lists  []growingList
}

// growingList is the list of one term.
type growingList struct {
	first, chunk int32  // its first and its last chunk
	block        int32  // where the last chunk is
	at, end      int32  // free bytes of the last chunk
	last         int32  // last document, to store gaps
	df           uint32 // documents
}

// chunk is a piece of a block. All chunks of a list but the last are full.
type chunk struct {
	block, start, end int32
	next              int32 // of the list
}

// Sizes in bytes. Blocks start small, for small indexes, and double.
const (
	firstBlock   = 1 << 12
	largestBlock = 1 << 20
	firstChunk   = 8
	largestChunk = 1 << 14
	// postingSize bounds one encoded posting.
	postingSize = 2 * binary.MaxVarintLen32
)

// post appends one posting to the list of a term, which may be the next new
// one: the gap to the previous document doubled, plus one when the frequency
// is 1, else followed by the frequency.
func (p *postings) post(term uint32, doc int32, frequency uint32) {
	if int(term) == len(p.lists) {
		p.lists = append(p.lists, growingList{first: -1, chunk: -1, last: -1})
	}
	l := &p.lists[term]
	gap := uint64(doc-l.last) << 1
	if frequency == 1 {
		gap |= 1
	}
	l.last = doc
	l.df++
	if l.end-l.at < postingSize {
		p.postAcross(l, gap, frequency)
		return
	}
	free := p.blocks[l.block][l.at:l.end]
	n := binary.PutUvarint(free, gap)
	if frequency != 1 {
		n += binary.PutUvarint(free[n:], uint64(frequency))
	}
	l.at += int32(n)
}

// postAcross is post where the chunk may be too small.
func (p *postings) postAcross(l *growingList, gap uint64, frequency uint32) {
	var buf [postingSize]byte
	n := binary.PutUvarint(buf[:], gap)
	if frequency != 1 {
		n += binary.PutUvarint(buf[n:], uint64(frequency))
	}
	for rest := buf[:n]; len(rest) > 0; {
		if l.at == l.end {
			p.grow(l)
		}
		k := copy(p.blocks[l.block][l.at:l.end], rest)
		l.at += int32(k)
		rest = rest[k:]
	}
}

// grow gives the list its next chunk.
func (p *postings) grow(l *growingList) {
	size := firstChunk
	if l.chunk >= 0 {
		c := p.chunks[l.chunk]
		size = min(2*int(c.end-c.start), largestChunk)
	}
	last := len(p.blocks) - 1
	if last < 0 || len(p.blocks[last])-p.free < size {
		block := firstBlock
		if last >= 0 {
			block = min(2*len(p.blocks[last]), largestBlock)
		}
		p.blocks = append(p.blocks, make([]byte, max(block, size)))
		last++
		p.free = 0
	}
	next := int32(len(p.chunks))
	if l.chunk >= 0 {
		p.chunks[l.chunk].next = next
	} else {
		l.first = next
	}
	l.chunk, l.block, l.at, l.end = next, int32(last), int32(p.free), int32(p.free+size)
	p.chunks = append(p.chunks, chunk{block: l.block, start: l.at, end: l.end, next: -1})
	p.free += size
}

// compact returns the lists without gaps in one arena.
func (p *postings) compact() (lists []list, arena []byte) {
	total := 0
	for i := range p.lists {
		for piece := range p.pieces(&p.lists[i]) {
			total += len(piece)
		}
	}
	lists, arena = make([]list, len(p.lists)), make([]byte, 0, total)
	for i := range p.lists {
		start := len(arena)
		for piece := range p.pieces(&p.lists[i]) {
			arena = append(arena, piece...)
		}
		lists[i] = list{start: start, end: len(arena), df: p.lists[i].df}
	}
	return lists, arena
}

// pieces yields the bytes of a list in order.
func (p *postings) pieces(l *growingList) func(yield func([]byte) bool) {
	return func(yield func([]byte) bool) {
		for at := l.first; at >= 0; at = p.chunks[at].next {
			c := p.chunks[at]
			if at == l.chunk {
				c.end = l.at
			}
			if !yield(p.blocks[c.block][c.start:c.end]) {
				return
			}
		}
	}
}
