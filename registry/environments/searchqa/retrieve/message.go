package retrieve

import (
	"bytes"
	"encoding/json"
	"errors"

	"github.com/retort-ml/retort/registry/environments/searchqa/corpus"
)

// DefaultTopK is how many documents a request gets that does not say.
const DefaultTopK = 3

// request is the body of POST /retrieve.
type request struct {
	Queries      []string `json:"queries"`
	TopK         *int     `json:"topk,omitempty"`
	ReturnScores bool     `json:"return_scores"`
}

// answer is the body of a reply: one list of results a query.
type answer[T any] struct {
	Result [][]T `json:"result"`
}

// scored is a result with a score.
type scored struct {
	Document corpus.Document `json:"document"`
	Score    float64         `json:"score"`
}

// result reads either form of a result.
type result struct{ corpus.Hit }

// UnmarshalJSON implements json.Unmarshaler. Ids may be text or numbers; a result without contents is an
// error.
func (r *result) UnmarshalJSON(raw []byte) error {
	type document struct {
		ID       json.RawMessage `json:"id"`
		Contents string          `json:"contents"`
	}
	var both struct {
		document
		Document *document `json:"document"`
		Score    float64   `json:"score"`
	}
	if err := json.Unmarshal(raw, &both); err != nil {
		return err
	}
	d := both.document
	if both.Document != nil {
		d = *both.Document
	}
	if d.Contents == "" {
		return errors.New("a result has no contents")
	}
	id, err := corpus.Identifier(bytes.TrimSpace(d.ID))
	r.Hit = corpus.Hit{Document: corpus.Document{ID: id, Contents: d.Contents}, Score: both.Score}
	return err
}
