package retrieve_test

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/registry/environments/searchqa/corpus"
	"github.com/retort-ml/retort/registry/environments/searchqa/retrieve"
)

func little() *corpus.Corpus {
	return corpus.Build([]corpus.Document{corpus.New("1", "Iron", "A metal."), corpus.New("2", "Zinc", "A metal & more."), corpus.New("3", "Oak", "A tree.")})
}

func client(t *testing.T, h http.Handler) (*retrieve.Client, string) {
	t.Helper()
	server := httptest.NewServer(h)
	t.Cleanup(server.Close)
	c, err := retrieve.NewClient(server.URL)
	require.NoError(t, err)
	return c, server.URL
}

// What the client gets from the server is what the corpus finds.
func TestClient_AgainstHandler(t *testing.T) {
	c, _ := client(t, retrieve.Handler(little()))
	found, err := c.Retrieve(t.Context(), []string{"metal", "oak", "nothing of it", ""}, 2)
	require.NoError(t, err)
	require.Len(t, found, 4)
	for i, query := range []string{"metal", "oak", "nothing of it", ""} {
		want, err := little().Search(query, 2)
		require.NoError(t, err)
		require.Len(t, found[i], len(want))
		for j, h := range want {
			require.Equal(t, h, found[i][j])
		}
	}
	hits, err := c.Search("oak", 1)
	require.NoError(t, err)
	require.Equal(t, "Oak", hits[0].Document.Title())
}

func TestHandler_Bytes(t *testing.T) {
	_, url := client(t, retrieve.Handler(little()))
	post := func(body string) (int, string) {
		reply, err := http.Post(url+"/retrieve", "application/json", strings.NewReader(body))
		require.NoError(t, err)
		defer reply.Body.Close()
		text, err := io.ReadAll(reply.Body)
		require.NoError(t, err)
		return reply.StatusCode, strings.TrimSpace(string(text))
	}
	status, text := post(`{"queries": ["oak"], "topk": 3}`)
	require.Equal(t, 200, status)
	require.JSONEq(t, `{"result": [[{"id": "3", "contents": "\"Oak\"\nA tree."}]]}`, text)
	_, text = post(`{"queries": ["oak", "birch"], "return_scores": true}`)
	hits, err := little().Search("oak", 1)
	require.NoError(t, err)
	require.JSONEq(t, fmt.Sprintf(`{"result": [[{"document": {"id": "3", "contents": "\"Oak\"\nA tree."}, "score": %v}], []]}`, hits[0].Score), text)

	for body, why := range map[string]string{
		``:                              "EOF",
		`{`:                             "unexpected EOF",
		`{"queries": "oak"}`:            "cannot unmarshal",
		`{}`:                            `it has no \"queries\"`,
		`{"queries": [], "topk": 0}`:    "topk 0 is not between",
		`{"queries": [], "topk": 5000}`: "topk 5000 is not between",
		`{"queries": [` + strings.Repeat(`"",`, 5000) + `""]}`: "5001 queries are more than",
	} {
		status, text := post(body)
		require.Equal(t, 400, status, text)
		require.Contains(t, text, why)
	}
	status, _ = post(`{"queries": ["` + strings.Repeat("x", 17<<20) + `"]}`)
	require.Equal(t, 413, status)
	reply, err := http.Get(url + "/retrieve")
	require.NoError(t, err)
	reply.Body.Close()
	require.Equal(t, 405, reply.StatusCode)
}

type failing struct{}

func (failing) Search(string, int) ([]corpus.Hit, error) { return nil, errors.New("out of order") }

func TestClient_Errors(t *testing.T) {
	c, _ := client(t, retrieve.Handler(failing{}))
	_, err := c.Search("x", 1)
	require.ErrorContains(t, err, "502 Bad Gateway")
	require.ErrorContains(t, err, "out of order")
	for body, why := range map[string]string{
		``:                                 "EOF",
		`[]`:                               "cannot unmarshal",
		`{"result": []}`:                   "0 lists of results for 1 queries",
		`{"result": [[{}]]}`:               "a result has no contents",
		`{"result": [[{"document": {}}]]}`: "a result has no contents",
		`{"result": [[{"contents": "x", "id": []}]]}`: "its id is neither",
	} {
		c, _ := client(t, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, body) }))
		_, err := c.Search("x", 1)
		require.ErrorContains(t, err, why, body)
	}
	// Servers that give no scores, ids that are numbers, more documents than asked for.
	c, _ = client(t, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, `{"result": [[{"id": 7, "contents": "x"}, {"contents": "y"}, {"contents": "z"}]]}`)
	}))
	hits, err := c.Search("x", 2)
	require.NoError(t, err)
	require.Equal(t, []corpus.Hit{{Document: corpus.Document{ID: "7", Contents: "x"}}, {Document: corpus.Document{Contents: "y"}}}, hits)

	for _, address := range []string{"", "localhost:8000", "ftp://x", "http://", "::"} {
		_, err := retrieve.NewClient(address)
		require.Error(t, err, address)
	}
}

func FuzzHandler(f *testing.F) {
	f.Add(`{"queries": ["oak"], "topk": 3, "return_scores": true}`)
	f.Add(`{"queries": [null], "topk": -1}`)
	h := retrieve.Handler(little())
	f.Fuzz(func(t *testing.T, body string) {
		w := httptest.NewRecorder()
		h.ServeHTTP(w, httptest.NewRequest(http.MethodPost, "/retrieve", strings.NewReader(body)))
		require.Contains(t, []int{200, 400}, w.Code)
	})
}

// The client reads whatever a server sends without failing otherwise than by an error.
func FuzzClient(f *testing.F) {
	f.Add(`{"result": [[{"document": {"id": 1, "contents": "x"}, "score": 1e999}]]}`)
	f.Add(`{"result": [[null]]}`)
	var body string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, body) }))
	f.Cleanup(server.Close)
	c, err := retrieve.NewClient(server.URL)
	require.NoError(f, err)
	f.Fuzz(func(t *testing.T, text string) {
		body = text
		hits, err := c.Search("x", 3)
		if err == nil {
			require.LessOrEqual(t, len(hits), 3)
		}
	})
}
