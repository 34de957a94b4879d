package tw_test

import (
	"compress/gzip"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/registry/environments/alfworld/tw"
)

// dataFolder is the optional data set beside the repository; tests that need it skip without it.
func dataFolder(tb testing.TB) string {
	tb.Helper()
	folder, err := os.Getwd()
	require.NoError(tb, err)
	for {
		if _, err := os.Stat(filepath.Join(folder, "go.mod")); err == nil {
			break
		}
		parent := filepath.Dir(folder)
		if parent == folder {
			tb.Skip("no go.mod above the test: the ALFWorld data folder cannot be located")
		}
		folder = parent
	}
	data := filepath.Join(folder, "..", "shared", "data", "alfworld")
	if _, err := os.Stat(data); err != nil {
		tb.Skipf("no ALFWorld data in %s", filepath.Join("..", "shared", "data", "alfworld"))
	}
	return data
}

// realGame is a line of the collection of real games.
type realGame struct {
	ID          string   `json:"id"`
	Split       string   `json:"split"`
	TaskType    string   `json:"task_type"`
	Task        string   `json:"task"`
	Walkthrough []string `json:"walkthrough"`
	Problem     string   `json:"pddl_problem"`
	Params      struct {
		Object     string `json:"object_target"`
		Receptacle string `json:"parent_target"`
		Lamp       string `json:"toggle_target"`
	} `json:"pddl_params"`
}

func eachLine(tb testing.TB, path string, decode func(d *json.Decoder) error) {
	tb.Helper()
	file, err := os.Open(path)
	require.NoError(tb, err)
	defer file.Close()
	var r io.Reader = file
	if strings.HasSuffix(path, ".gz") {
		r, err = gzip.NewReader(file)
		require.NoError(tb, err)
	}
	d := json.NewDecoder(r)
	for d.More() {
		require.NoError(tb, decode(d))
	}
}

// collection is the real games, with the texts they share.
type collection struct {
	domain, grammar string
	games           []realGame
	byID            map[string]int
	loader          tw.Loader
	compiled        []func() (*tw.Game, error) // each compiled at most once
}

var (
	realGames     = collection{byID: map[string]int{}}
	realGamesOnce sync.Once
)

// loadCollection reads the real games once for all tests.
func loadCollection(tb testing.TB) *collection {
	tb.Helper()
	folder := dataFolder(tb)
	c := &realGames
	realGamesOnce.Do(func() {
		domain, err := os.ReadFile(filepath.Join(folder, "logic", "alfred.pddl"))
		require.NoError(tb, err)
		grammar, err := os.ReadFile(filepath.Join(folder, "logic", "alfred.twl2"))
		require.NoError(tb, err)
		c.domain, c.grammar = string(domain), string(grammar)
		eachLine(tb, filepath.Join(folder, "games_all_474.jsonl.gz"), func(d *json.Decoder) error {
			var g realGame
			if err := d.Decode(&g); err != nil {
				return err
			}
			c.byID[g.ID] = len(c.games)
			c.games = append(c.games, g)
			return nil
		})
		for i := range c.games {
			c.compiled = append(c.compiled, sync.OnceValues(func() (*tw.Game, error) {
				return c.loader.Game(c.games[i].ID, c.source(i))
			}))
		}
	})
	require.Len(tb, c.games, 474)
	return c
}

// source is game i as its file has it.
func (c *collection) source(i int) tw.Source {
	g := &c.games[i]
	return tw.Source{
		Domain:      c.domain,
		Grammar:     strings.Replace(c.grammar, "UNKNOWN GOAL.", g.Task, 1),
		Problem:     g.Problem,
		Solvable:    true,
		Walkthrough: g.Walkthrough,
	}
}

func (c *collection) game(tb testing.TB, id string) *tw.Game {
	tb.Helper()
	i, ok := c.byID[id]
	require.True(tb, ok, id)
	g, err := c.compiled[i]()
	require.NoError(tb, err)
	return g
}
