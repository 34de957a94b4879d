package question

import (
	"slices"

	"github.com/retort-ml/retort/registry/environments/searchqa/corpus"
)

// Question is one record of a question set.
type Question struct {
	ID     string
	Record int // where it stands in its file, from 1
	Text   string
	// Golds are the accepted answers, at least one.
	Golds []string
	// Type is the set's own word for the kind of question ("bridge", "comparison"), if it has one.
	Type string
	// Documents are the paragraphs that come with the question; their ids are their numbers.
	Documents []corpus.Document
	// Supporting are the titles of the paragraphs that the answer rests on, in the set's order.
	Supporting []string
}

// support adds a title once.
func (q *Question) support(title string) {
	if !slices.Contains(q.Supporting, title) {
		q.Supporting = append(q.Supporting, title)
	}
}
