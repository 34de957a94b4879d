package corpus

import (
	"strings"

	"github.com/retort-ml/retort/registry/text/bm25"
)

// Document is one passage. Its contents begin with the title, often in double quotes, on a line of
// its own, as in the corpora of Search-R1.
type Document struct {
	ID       string `json:"id,omitempty"`
	Contents string `json:"contents"`
}

// New puts a document together from its parts.
func New(id, title, text string) Document {
	return Document{ID: id, Contents: `"` + title + "\"\n" + text}
}

// Heading is the first line, as it stands.
func (d Document) Heading() string {
	line, _, _ := strings.Cut(d.Contents, "\n")
	return line
}

// Title is the heading without quotes and blanks around it.
func (d Document) Title() string {
	line := strings.TrimSpace(d.Heading())
	if n := len(line); n >= 2 && line[0] == '"' && line[n-1] == '"' {
		line = line[1 : n-1]
	}
	return strings.TrimSpace(line)
}

// Text is everything behind the first line.
func (d Document) Text() string {
	_, rest, _ := strings.Cut(d.Contents, "\n")
	return rest
}

// Hit is a document that was found.
type Hit struct {
	Document Document
	Score    float64
}

// Searcher finds the k best documents for a query, best first. It is safe for concurrent use, and
// equal queries get equal answers.
type Searcher interface {
	Search(query string, k int) ([]Hit, error)
}

// Corpus is a set of documents with an index. It is immutable and safe for concurrent use.
type Corpus struct {
	documents []Document
	index     *bm25.Index
}

var _ Searcher = (*Corpus)(nil)

// Build indexes the documents: title and text, with Anserini's parameters.
func Build(documents []Document) *Corpus {
	b := bm25.NewBuilder(bm25.Options{})
	for _, d := range documents {
		b.Add(d.ID, d.Contents)
	}
	return &Corpus{documents: documents, index: b.Build()}
}

// Len is the number of documents.
func (c *Corpus) Len() int { return len(c.documents) }

// Document returns the i-th document.
func (c *Corpus) Document(i int) Document { return c.documents[i] }

// longestQuery is how many bytes of a query are read.
const longestQuery = 4096

// Search implements [Searcher]. It never fails; documents of equal score come in the order of their ids. Of a query the
// first 4,096 bytes count, down to the last blank.
func (c *Corpus) Search(query string, k int) ([]Hit, error) {
	if len(query) > longestQuery {
		query = query[:longestQuery]
		query = query[:max(strings.LastIndexAny(query, " \t\n"), 0)]
	}
	found := c.index.Search(query, min(k, len(c.documents)))
	hits := make([]Hit, len(found))
	for i, h := range found {
		hits[i] = Hit{Document: c.documents[h.Doc], Score: float64(h.Score)}
	}
	return hits, nil
}
