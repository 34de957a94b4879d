package searchqa_test

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/environments/searchqa"
)

func TestSettings(t *testing.T) {
	folder := files(t, map[string]string{"c.jsonl": documents, "q.jsonl": questions})
	for setting, change := range map[string]func(*searchqa.Settings){
		"entities":          func(s *searchqa.Settings) { s.Entities = 2 },
		"hops":              func(s *searchqa.Settings) { s.Hops = 5 },
		"words":             func(s *searchqa.Settings) { s.Words = 0 },
		"topk":              func(s *searchqa.Settings) { s.TopK = 8 },
		"observation_words": func(s *searchqa.Settings) { s.ObservationWords = -1 },
		"score":             func(s *searchqa.Settings) { s.Score = "bleu" },
		"horizon":           func(s *searchqa.Settings) { s.Horizon = -1 },
		"tasks":             func(s *searchqa.Settings) { s.Tasks = map[string]int{"test": 1} },
		"seed":              func(s *searchqa.Settings) { s.Seed = -1 },
		"data":              func(s *searchqa.Settings) { s.Data = filepath.Join(folder, "absent") },
		"corpus":            func(s *searchqa.Settings) { s.Data, s.Corpus = folder, folder },
		"retriever":         func(s *searchqa.Settings) { s.Data, s.Retriever = folder, "localhost" },
	} {
		s := searchqa.Defaults()
		change(&s)
		var bad *registry.SettingError
		require.ErrorAs(t, s.Validate(), &bad, setting)
		require.Equal(t, setting, bad.Setting)
		_, err := searchqa.New(s)
		require.Error(t, err)
	}
	s := searchqa.Defaults()
	s.Corpus, s.Retriever, s.Hops = filepath.Join(folder, "c.jsonl"), "http://localhost:1", 0
	err := s.Validate()
	for _, setting := range []string{"data", "retriever", "hops"} {
		require.ErrorContains(t, err, setting, "every mistake at once")
	}
	for name, content := range map[string]map[string]string{
		"no usable record": {"q.jsonl": "{}\n"},
		"no questions":     {"readme.md": "x"},
		"no paragraphs":    {"q.jsonl": `{"question": "q", "answer": "a"}`},
	} {
		s := searchqa.Defaults()
		s.Data = files(t, content)
		_, err := searchqa.New(s)
		require.ErrorContains(t, err, s.Data, name)
	}
	kind := searchqa.Kind()
	settings := kind.Settings().(*searchqa.Settings)
	require.Empty(t, kind.Files(settings))
	settings.Data, settings.Corpus = "q", "c"
	require.Equal(t, []string{"q", "c"}, kind.Files(settings))
}
