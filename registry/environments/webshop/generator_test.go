package webshop_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/environments/webshop"
	"github.com/retort-ml/retort/registry/environments/webshop/shop"
	"github.com/retort-ml/retort/registry/registrytest"
	"github.com/retort-ml/retort/registry/text/fuzzy"
)

var combination = regexp.MustCompile(`Find me (.*) with `)

// Unseen tasks ask for combinations of kind and attributes that no other split asks for.
func TestSplits_HeldOut(t *testing.T) {
	e := newEnvironment(t, webshop.Defaults())
	asked := map[string]map[string]bool{}
	for _, s := range e.Splits() {
		asked[s.Name] = map[string]bool{}
		for i := range s.Tasks {
			asked[s.Name][combination.FindStringSubmatch(start(t, e, s.Name, i).Observation())[1]] = true
		}
	}
	for c := range asked["unseen"] {
		require.False(t, asked["train"][c] || asked["seen"][c], c)
	}
	common := 0
	for c := range asked["seen"] {
		if asked["train"][c] {
			common++
		}
	}
	require.Greater(t, common, len(asked["seen"])/3)
}

// A task is the same whatever the counts are; the seed changes it.
func TestGenerator_Pinned(t *testing.T) {
	s := webshop.Defaults()
	a := newEnvironment(t, s)
	s.Tasks = map[string]int{"train": 5}
	b := newEnvironment(t, s)
	s.Seed = 2
	c := newEnvironment(t, s)
	for i := range 5 {
		require.Equal(t, start(t, a, "train", i).Observation(), start(t, b, "train", i).Observation())
		require.NotEqual(t, start(t, a, "train", i).Observation(), start(t, c, "train", i).Observation())
	}
}

// No attribute passes for another, or for an option, in the fuzzy comparison of the reward.
func TestAttributes_Distinct(t *testing.T) {
	v := newEnvironment(t, webshop.Defaults()).View()
	var attributes []string
	for _, w := range v.Words() {
		if w.Number == "attr_a" || w.Number == "attr_b" {
			attributes = append(attributes, strings.ReplaceAll(w.Text, "_", " "))
		}
	}
	require.Len(t, attributes, 16)
	for i, a := range attributes {
		for _, b := range attributes[:i] {
			require.LessOrEqual(t, fuzzy.TokenSetRatio(a, b), 85, "%s, %s", a, b)
		}
	}
}

// The generated attributes are attributes of real products.
func TestAttributes_Real(t *testing.T) {
	f, err := os.Open("../../../../shared/data/webshop/items_ins_v2_1000.json")
	if err != nil {
		t.Skipf("the real attributes are not here: %v", err)
	}
	defer f.Close()
	found, broken, err := shop.ReadAnnotations(f)
	require.NoError(t, err)
	require.Empty(t, broken)
	require.Len(t, found, 1000)
	real, instructions := map[string]bool{}, 0
	for _, a := range found {
		if a.Instruction != "" {
			instructions++
		}
		for _, name := range a.Attributes {
			real[name] = true
		}
	}
	require.Equal(t, 415, instructions)
	for _, w := range newEnvironment(t, webshop.Defaults()).View().Words() {
		if w.Number == "attr_a" || w.Number == "attr_b" {
			require.True(t, real[strings.ReplaceAll(w.Text, "_", " ")], w.Text)
		}
	}
}

// written writes the catalogues of tasks; the settings open them as a real one.
func written(t testing.TB, goals string, tasks int) webshop.Settings {
	t.Helper()
	folder := t.TempDir()
	require.NoError(t, newEnvironment(t, webshop.Defaults()).WriteCatalog(folder, "train", tasks))
	s := webshop.Defaults()
	s.Catalog, s.Goals, s.Horizon = folder, goals, 30
	return s
}

func TestEnvironment_Catalog(t *testing.T) {
	for _, goals := range []string{"synthetic", "human"} {
		t.Run(goals, func(t *testing.T) {
			s := written(t, goals, 64)
			s.Observation = map[string]string{"synthetic": "text", "human": "text_rich"}[goals]
			e := newEnvironment(t, s)
			require.Empty(t, e.Faults())
			tasks := 0
			for _, s := range e.Splits() {
				tasks += s.Tasks
			}
			require.Equal(t, map[string]int{"synthetic": 192, "human": 64}[goals], tasks)
			registrytest.TestEnvironment(t, e)
			for i := range 8 {
				w := start(t, e, "train", i)
				solution, ok := e.Solve(w)
				require.True(t, ok)
				var o registry.Outcome
				for _, c := range solution {
					o = w.Step(c)
				}
				require.True(t, o.Won)
				require.Equal(t, false, o.Info["approximate"], "the table of nouns was read")
			}
		})
	}
}

func TestCatalog_Faults(t *testing.T) {
	s := webshop.Defaults()
	s.Catalog = t.TempDir()
	_, err := webshop.New(s)
	require.ErrorContains(t, err, "items_shuffle.json")
	require.NoError(t, os.WriteFile(filepath.Join(s.Catalog, "items_shuffle_1000.json"), []byte(`[{"asin":"B000000001","name":"","pricing":"free"}]`), 0o666))
	_, err = webshop.New(s)
	require.ErrorContains(t, err, "items_shuffle_1000.json")
	require.ErrorContains(t, err, "record 0: B000000001: pricing")
	require.Error(t, newEnvironment(t, webshop.Defaults()).WriteCatalog(t.TempDir(), "train", 1e6))
}

// Broken records of every file are left out and named, and what is left can be played.
func TestCatalog_BrokenRecords(t *testing.T) {
	s := written(t, "human", 8)
	tasks := newEnvironment(t, s).Splits()[0].Tasks
	for file, c := range map[string]struct{ opening, broken string }{
		"items_shuffle.json":   {"[", `{"asin":"B00000000X","name":"","pricing":"free"},null,`},
		"items_ins_v2.json":    {"{", `"B00000000X":{"attributes":7},`},
		"items_human_ins.json": {"{", `"B00000000X":[{"instruction":7}],`},
		"nouns.json":           {"{", `"a thing":[7],`},
	} {
		path := filepath.Join(s.Catalog, file)
		content, err := os.ReadFile(path)
		require.NoError(t, err)
		rest, ok := strings.CutPrefix(string(content), c.opening)
		require.True(t, ok)
		require.NoError(t, os.WriteFile(path, []byte(c.opening+c.broken+rest), 0o666))
	}
	e := newEnvironment(t, s)
	var named []string
	for _, err := range e.Faults() {
		named = append(named, strings.TrimPrefix(err.Error(), s.Catalog+string(filepath.Separator)))
	}
	require.Equal(t, []string{
		`items_shuffle.json: record 0: B00000000X: pricing "free": no dollar sign`,
		`items_shuffle.json: record 1: no object at byte 0`,
		`items_ins_v2.json: record "B00000000X": no list at byte 28`,
		`nouns.json: record "a thing": no string at byte 12`,
		`items_human_ins.json: record "B00000000X": no string at byte 30`,
	}, named)
	require.Equal(t, tasks, e.Splits()[0].Tasks)
	solution, ok := e.Solve(start(t, e, "train", 0))
	require.True(t, ok)
	require.NotEmpty(t, solution)
}

// A table of nouns that cannot be read at all is named, and the nouns are guessed.
func TestCatalog_BrokenNouns(t *testing.T) {
	for content, reason := range map[string]string{
		"[]":                      "nouns.json: read nouns: no object at byte 0 (the nouns are guessed instead)",
		`{"a": ["b"]`:             "nouns.json: read nouns: neither a comma nor the end of an object at byte 11 (the nouns are guessed instead)",
		`{"a": [7], "b": "none"}`: `nouns.json: all 2 records are broken, such as record "a": no string at byte 7 (the nouns are guessed instead)`,
	} {
		s := written(t, "human", 8)
		require.NoError(t, os.WriteFile(filepath.Join(s.Catalog, "nouns.json"), []byte(content), 0o666))
		e := newEnvironment(t, s)
		require.Len(t, e.Faults(), 1)
		require.EqualError(t, e.Faults()[0], s.Catalog+string(filepath.Separator)+reason)
		w := start(t, e, "train", 0)
		solution, ok := e.Solve(w)
		require.True(t, ok)
		var o registry.Outcome
		for _, c := range solution {
			o = w.Step(c)
		}
		require.True(t, o.Done)
		require.Equal(t, true, o.Info["approximate"])
	}
}

// Tasks that the goals do not suffice for are refused, split by split; fewer are the first ones.
func TestCatalog_TooManyTasks(t *testing.T) {
	s := written(t, "human", 8)
	all := newEnvironment(t, s)
	require.Equal(t, []registry.Split{{Name: "train", Tasks: 4}, {Name: "seen", Tasks: 2}, {Name: "unseen", Tasks: 2}}, all.Splits())
	s.Tasks = map[string]int{"train": 3, "unseen": 2}
	e := newEnvironment(t, s)
	require.Equal(t, []registry.Split{{Name: "train", Tasks: 3}, {Name: "seen", Tasks: 2}, {Name: "unseen", Tasks: 2}}, e.Splits())
	require.Equal(t, start(t, all, "train", 2).Observation(), start(t, e, "train", 2).Observation())
	s.Tasks = map[string]int{"train": 3, "seen": 3, "unseen": 400}
	_, err := webshop.New(s)
	var fault *registry.SettingError
	require.ErrorAs(t, err, &fault)
	require.Equal(t, "tasks", fault.Setting)
	require.ErrorContains(t, err, "seen = 3, but "+s.Catalog+" has 2 human goals for it.")
	require.ErrorContains(t, err, "unseen = 400, but ")
	require.NotContains(t, err.Error(), "train")
}

func TestSettings_Validate(t *testing.T) {
	good := webshop.Defaults()
	require.NoError(t, good.Validate())
	for name, change := range map[string]func(*webshop.Settings){
		"products":       func(s *webshop.Settings) { s.Products = 7 },
		"candidates":     func(s *webshop.Settings) { s.Candidates = 25 },
		"lacking":        func(s *webshop.Settings) { s.Lacking = 1.1 },
		"titles":         func(s *webshop.Settings) { s.Titles = "none" },
		"observation":    func(s *webshop.Settings) { s.Observation = "html" },
		"results_a_page": func(s *webshop.Settings) { s.ResultsAPage = -1 },
		"horizon":        func(s *webshop.Settings) { s.Horizon = 0 },
		"seed":           func(s *webshop.Settings) { s.Seed = -1 },
		"catalog":        func(s *webshop.Settings) { s.Catalog = "/nowhere" },
		"goals":          func(s *webshop.Settings) { s.Goals = "all" },
		"vocabulary":     func(s *webshop.Settings) { s.Vocabulary = "large" },
		"tasks":          func(s *webshop.Settings) { s.Tasks = map[string]int{"test": 1} },
	} {
		t.Run(name, func(t *testing.T) {
			s := webshop.Defaults()
			change(&s)
			var fault *registry.SettingError
			require.ErrorAs(t, s.Validate(), &fault)
			require.Equal(t, name, fault.Setting)
			_, err := webshop.New(s)
			require.Error(t, err)
		})
	}
}

func TestKind(t *testing.T) {
	k := webshop.Kind()
	require.Equal(t, "webshop", k.Name)
	s := k.Settings().(*webshop.Settings)
	require.Nil(t, k.Files(s))
	e, err := k.New(s)
	require.NoError(t, err)
	require.Equal(t, []registry.Split{{Name: "train", Tasks: 512}, {Name: "seen", Tasks: 128}, {Name: "unseen", Tasks: 128}}, e.Splits())
	s.Catalog = "folder"
	require.Equal(t, []string{"folder"}, k.Files(s))
	require.Contains(t, fmt.Sprint(start(t, e.(*webshop.Environment), "train", 0).(registry.Typed).TaskType()), "fashion")
}
