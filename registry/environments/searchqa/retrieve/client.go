package retrieve

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/retort-ml/retort/registry/environments/searchqa/corpus"
)

const (
	largestAnswer = 256 << 20 // bytes
	patience      = 60 * time.Second
	quoted        = 200 // bytes of a refusal that an error repeats
)

// Client asks a retrieval server. It is safe for concurrent use.
type Client struct {
	address string
	http    *http.Client
}

var _ corpus.Searcher = (*Client)(nil)

// NewClient returns a client of a server's address: http or https, with or without the path /retrieve.
func NewClient(address string) (*Client, error) {
	u, err := url.Parse(address)
	if err != nil {
		return nil, err
	}
	if u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
		return nil, fmt.Errorf("%q is no http address", address)
	}
	if path := strings.TrimSuffix(u.Path, "/"); path == "" {
		u.Path = "/retrieve"
	} else {
		u.Path = path
	}
	return &Client{address: u.String(), http: &http.Client{Timeout: patience}}, nil
}

// Search implements corpus.Searcher with one query.
func (c *Client) Search(query string, k int) ([]corpus.Hit, error) {
	found, err := c.Retrieve(context.Background(), []string{query}, k)
	if err != nil {
		return nil, err
	}
	return found[0], nil
}

// Retrieve returns the k best documents for every query, in order. A server that refuses, or answers with anything but
// one list a query, is an error.
func (c *Client) Retrieve(ctx context.Context, queries []string, k int) ([][]corpus.Hit, error) {
	found, err := c.retrieve(ctx, queries, k)
	if err != nil {
		return nil, fmt.Errorf("retrieve from %s: %w", c.address, err)
	}
	return found, nil
}

func (c *Client) retrieve(ctx context.Context, queries []string, k int) ([][]corpus.Hit, error) {
	body, err := json.Marshal(request{Queries: queries, TopK: &k, ReturnScores: true})
	if err != nil {
		return nil, err
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, c.address, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	r.Header.Set("Content-Type", "application/json")
	reply, err := c.http.Do(r)
	if err != nil {
		return nil, err
	}
	defer reply.Body.Close()
	if reply.StatusCode != http.StatusOK {
		said, _ := io.ReadAll(io.LimitReader(reply.Body, quoted))
		return nil, fmt.Errorf("%s: %s", reply.Status, bytes.TrimSpace(said))
	}
	limited := &io.LimitedReader{R: reply.Body, N: largestAnswer}
	var a answer[result]
	if err := json.NewDecoder(limited).Decode(&a); err != nil {
		if limited.N <= 0 {
			err = errors.New("the answer is too large")
		}
		return nil, err
	}
	if len(a.Result) != len(queries) {
		return nil, fmt.Errorf("%d lists of results for %d queries", len(a.Result), len(queries))
	}
	found := make([][]corpus.Hit, len(a.Result))
	for i, list := range a.Result {
		for _, x := range list[:min(k, len(list))] {
			found[i] = append(found[i], x.Hit)
		}
	}
	return found, nil
}
