package main

import (
	"bufio"
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/cmd/retort/views"
	"github.com/retort-ml/retort/registry/environments/searchqa/retrieve"
)

// A corpus with a broken record is served without it until the command is interrupted.
func TestServe(t *testing.T) {
	file := filepath.Join(t.TempDir(), "corpus.jsonl")
	lines := `{"id":"1","contents":"\"Kestrel\"\nA small falcon that hovers."}` + "\nnonsense\n" + `{"id":"2","contents":"\"Tench\"\nA fish of slow rivers."}` + "\n"
	require.NoError(t, os.WriteFile(file, []byte(lines), 0o644))
	ctx, interrupt := context.WithCancel(t.Context())
	out, in := io.Pipe()
	var said strings.Builder
	s := &session{out: &views.Stream{Writer: in}, err: &views.Stream{Writer: &said}}
	done := make(chan error, 1)
	go func() { done <- s.serve(ctx, []string{file}, "127.0.0.1:0") }()
	address, err := bufio.NewReader(out).ReadString('\n')
	require.NoError(t, err)
	require.Contains(t, said.String(), "corpus.jsonl: record 2")

	client, err := retrieve.NewClient(strings.TrimSpace(address))
	require.NoError(t, err)
	hits, err := client.Retrieve(t.Context(), []string{"falcon", "river"}, 1)
	require.NoError(t, err)
	require.Len(t, hits, 2)
	require.Contains(t, hits[0][0].Document.Contents, "Kestrel")
	interrupt()
	require.NoError(t, <-done)
}
