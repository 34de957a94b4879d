package searchqa

import (
	"encoding/json"
	"io"

	"github.com/retort-ml/retort/registry/environments/searchqa/atlas"
)

// hotpot is a record in HotpotQA's form: paragraphs are pairs of a title and a list of sentences, supporting facts pairs
// of a title and the number of a sentence.
type hotpot struct {
	ID         string   `json:"_id"`
	Question   string   `json:"question"`
	Answer     string   `json:"answer"`
	Type       string   `json:"type"`
	Supporting [][2]any `json:"supporting_facts"`
	Context    [][2]any `json:"context"`
}

// writeHotpot writes an encyclopedia and its question as one line.
func writeHotpot(w io.Writer, e *atlas.Entry) error {
	r := hotpot{ID: e.ID, Question: e.Text, Answer: e.Golds[0], Type: e.Type}
	for _, d := range e.Documents {
		r.Context = append(r.Context, [2]any{d.Title(), []string{d.Text()}})
	}
	for _, title := range e.Supporting {
		r.Supporting = append(r.Supporting, [2]any{title, 0})
	}
	return json.NewEncoder(w).Encode(r)
}
