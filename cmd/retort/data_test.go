package main

import (
	"errors"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/environments/tau2"
	"github.com/retort-ml/retort/results/datasets"
)

var online = flag.Bool("online", false, "fetch tau2 through this machine's pip and play it")

// The folder that retort data get tau2 makes is what the environment reads: the same policy, tools and first message, word for word, as of
// the domain folders that the recordings were made with, and a tool call that works.
func TestData_Tau2(t *testing.T) {
	if !*online {
		t.Skip("fetches a package; -online runs it")
	}
	set, ok := datasets.Named("tau2")
	require.True(t, ok)
	folder := t.TempDir()
	_, _, err := datasets.Get(t.Context(), folder, set, "")
	if errors.Is(err, datasets.ErrOffline) || errors.Is(err, datasets.ErrNoProgram) {
		t.Skip(err)
	}
	require.NoError(t, err)
	for domain, call := range map[string]string{
		"retail": `{"name": "list_all_product_types", "arguments": {}}`, "airline": `{"name": "list_all_airports", "arguments": {}}`,
		"telecom": `{"name": "get_customer_by_id", "arguments": {"customer_id": "C1001"}}`, "mock": `{"name": "get_users", "arguments": {}}`,
	} {
		play := func(data string) (introduction string, o registry.Outcome) {
			s := tau2.Defaults()
			s.Domain, s.Data = domain, data
			e, err := tau2.New(s)
			require.NoError(t, err, domain)
			split := e.Splits()[0]
			require.Positive(t, split.Tasks)
			w, err := e.Reset(registry.Task{Split: split.Name})
			require.NoError(t, err, domain)
			return w.Observation(), w.Step(call)
		}
		introduction, o := play(filepath.Join(folder, set.Name))
		require.Contains(t, introduction, "<policy>")
		require.Equal(t, false, o.Info["error"], "%s: %s", domain, o.Observation)

		recorded := filepath.Join("..", "..", "..", "shared", "data", "tau2", domain)
		if _, err := os.Stat(recorded); err != nil {
			t.Log("recordings absent: ../shared/data/tau2")
			continue
		}
		want, outcome := play(recorded)
		if domain == "telecom" {
			// The recordings have 114 of its 2,285 tasks, so that the first one differs.
			want, _, _ = strings.Cut(want, "</tools>")
			introduction, _, _ = strings.Cut(introduction, "</tools>")
			outcome = o
		}
		require.Equal(t, want, introduction, domain)
		require.Equal(t, outcome, o, domain)
	}
}
