package bm25

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
	tally      *tally
	postings   postings
	ids        []string
	lengths    []byte
	totalTerms int64
	nonEmpty   int
}

// NewBuilder returns an empty Builder.
func NewBuilder(options Options) *Builder {
	return &Builder{options: options.withDefaults(), tally: newTally()}
}

// Len returns the number of documents added.
func (b *Builder) Len() int { return len(b.ids) }

// Add analyzes text and adds it as one document. It returns the document's
// number, counting from 0. id is the external id, which orders documents of
// equal score; it is kept, text is not.
func (b *Builder) Add(id, text string) int {
	length := b.tally.read(text)
	doc := b.register(id, length)
	for _, t := range b.tally.found {
		b.postings.post(t, int32(doc), b.tally.counts[t])
	}
	b.tally.forget()
	return doc
}

// register notes a document of a number of terms and returns its own number.
func (b *Builder) register(id string, length int) int {
	b.ids = append(b.ids, id)
	b.lengths = append(b.lengths, encodeLength(length))
	b.totalTerms += int64(length)
	if length > 0 {
		b.nonEmpty++
	}
	return len(b.ids) - 1
}

// Build returns the index of the documents added. The Builder gives up its
// memory and must not be used afterwards.
func (b *Builder) Build() *Index {
	x := &Index{terms: b.tally.numbers, ids: b.ids, lengths: b.lengths, docs: b.nonEmpty}
	x.lists, x.arena = b.postings.compact()
	x.norms = inverseNorms(b.options, b.totalTerms, b.nonEmpty)
	*b = Builder{}
	return x
}
