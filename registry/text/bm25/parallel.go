package bm25

import (
	"runtime"
	"slices"
)

const (
	// batchSize is the number of documents that one goroutine analyzes at a time.
	batchSize = 512
	// serialSize is the number of documents below which sharing out costs more than it saves.
	serialSize = 4 * batchSize
	// mostAnalysts bounds the goroutines that analyze: more would wait for the one that adds.
	mostAnalysts = 8
)

// AddAll adds n documents and builds the same index as n calls of Add, byte for byte, but
// analyzes on as many cores as GOMAXPROCS grants. document returns the id and
// the text of the i-th document, counting from 0; it is called once for each i,
// from several goroutines at a time.
func (b *Builder) AddAll(n int, document func(i int) (id, text string)) {
	b.addAll(n, min(runtime.GOMAXPROCS(0), mostAnalysts), document)
}

func (b *Builder) addAll(n, threads int, document func(i int) (id, text string)) {
	b.ids, b.lengths = slices.Grow(b.ids, n), slices.Grow(b.lengths, n)
	if threads == 1 || n < serialSize {
		for i := range n {
			b.Add(document(i))
		}
		return
	}
	type job struct {
		from, to int
		done     chan *batch
	}
	jobs := make(chan job)
	queue := make(chan chan *batch, 2*threads) // in the order of the documents
	spare := make(chan *batch, cap(queue)+threads)
	go func() {
		for from := 0; from < n; from += batchSize {
			j := job{from, min(from+batchSize, n), make(chan *batch, 1)}
			queue <- j.done
			jobs <- j
		}
		close(jobs)
		close(queue)
	}()
	for range threads {
		go func() {
			a := &analyst{tally: newTally()}
			for j := range jobs {
				var out *batch
				select {
				case out = <-spare:
				default:
					out = new(batch)
				}
				a.analyze(out, j.from, j.to, document)
				j.done <- out
			}
		}()
	}
	for done := range queue {
		out := <-done
		b.addBatch(out)
		spare <- out
	}
}

// analyst is what one goroutine keeps between batches. It numbers terms on its own.
type analyst struct {
	tally *tally
	// shared are the numbers of the analyst's terms in the index; only addBatch, which sees an
	// analyst's batches in their order, uses it.
	shared []uint32
}

// batch is a run of analyzed documents.
type batch struct {
	analyst *analyst
	terms   []string // new to the analyst since its batch before
	ids     []string
	lengths []int32
	ends    []int32 // of each document's part of entries
	entries []entry
}

// entry is a term of a document, by the analyst's number, and how often it occurs.
type entry struct{ term, count uint32 }

// analyze fills out with the documents from up to to.
func (a *analyst) analyze(out *batch, from, to int, document func(i int) (id, text string)) {
	known := len(a.tally.terms)
	*out = batch{analyst: a, ids: out.ids[:0], lengths: out.lengths[:0], ends: out.ends[:0], entries: out.entries[:0]}
	for i := from; i < to; i++ {
		id, text := document(i)
		out.ids = append(out.ids, id)
		out.lengths = append(out.lengths, int32(a.tally.read(text)))
		for _, t := range a.tally.found {
			out.entries = append(out.entries, entry{t, a.tally.counts[t]})
		}
		out.ends = append(out.ends, int32(len(out.entries)))
		a.tally.forget()
	}
	out.terms = a.tally.terms[known:len(a.tally.terms):len(a.tally.terms)]
}

// addBatch adds the documents of a batch. Terms that are new to the index get their numbers in
// the order in which the documents mention them first, as Add gives them.
func (b *Builder) addBatch(in *batch) {
	shared := &in.analyst.shared
	// An analyst numbers its terms in the order of its documents, so that its new terms come in the
	// right order; those that another analyst met first have their numbers already.
	for _, term := range in.terms {
		*shared = append(*shared, b.tally.number(term))
	}
	start := int32(0)
	for i, id := range in.ids {
		doc := int32(b.register(id, int(in.lengths[i])))
		for _, e := range in.entries[start:in.ends[i]] {
			b.postings.post((*shared)[e.term], doc, e.count)
		}
		start = in.ends[i]
	}
}
