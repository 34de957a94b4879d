package retrieve

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"

	"github.com/retort-ml/retort/registry/environments/searchqa/corpus"
)

// Limits of a request.
const (
	largestRequest = 16 << 20 // bytes
	mostQueries    = 4096
	mostDocuments  = 1000 // a query
)

// Handler serves POST /retrieve over a searcher. A request that is not understood is answered with 400 (405 for another
// method, 413 when it is too large) and {"error": reason}, a searcher that fails with 502. It is safe for concurrent
// use.
func Handler(s corpus.Searcher) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("POST /retrieve", func(w http.ResponseWriter, r *http.Request) {
		q, err := read(w, r)
		if err != nil {
			status := http.StatusBadRequest
			if tooLarge := (*http.MaxBytesError)(nil); errors.As(err, &tooLarge) {
				status = http.StatusRequestEntityTooLarge
			}
			refuse(w, status, err)
			return
		}
		found := make([][]scored, len(q.Queries))
		for i, query := range q.Queries {
			hits, err := s.Search(query, *q.TopK)
			if err != nil {
				refuse(w, http.StatusBadGateway, err)
				return
			}
			found[i] = make([]scored, len(hits))
			for j, h := range hits {
				found[i][j] = scored{h.Document, h.Score}
			}
		}
		if q.ReturnScores {
			write(w, http.StatusOK, answer[scored]{found})
			return
		}
		plain := make([][]corpus.Document, len(found))
		for i, list := range found {
			plain[i] = make([]corpus.Document, len(list))
			for j, h := range list {
				plain[i][j] = h.Document
			}
		}
		write(w, http.StatusOK, answer[corpus.Document]{plain})
	})
	return mux
}

// read decodes and checks a request.
func read(w http.ResponseWriter, r *http.Request) (request, error) {
	var q request
	if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, largestRequest)).Decode(&q); err != nil {
		return q, fmt.Errorf("read request: %w", err)
	}
	if q.TopK == nil {
		q.TopK = new(int)
		*q.TopK = DefaultTopK
	}
	switch {
	case q.Queries == nil:
		return q, errors.New(`read request: it has no "queries"`)
	case len(q.Queries) > mostQueries:
		return q, fmt.Errorf("read request: %d queries are more than %d", len(q.Queries), mostQueries)
	case *q.TopK < 1 || *q.TopK > mostDocuments:
		return q, fmt.Errorf("read request: topk %d is not between 1 and %d", *q.TopK, mostDocuments)
	}
	return q, nil
}

func refuse(w http.ResponseWriter, status int, err error) {
	write(w, status, struct {
		Error string `json:"error"`
	}{err.Error()})
}

// write sends a body; that the other side has gone is its own business.
func write(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body)
}
