package recipe_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/runner/recipe"
)

func sample() recipe.Recipe {
	return recipe.Recipe{
		Kind: "opd", Version: 1, Settings: json.RawMessage(`{"steps":80}`),
		Environment: recipe.Named{Use: "alfworld", Settings: json.RawMessage(`{"games":"/a/b","seed":1}`)},
		Model:       recipe.Named{Use: "compact", Settings: json.RawMessage(`{"width":64}`)},
		Root:        1, Stream: "train/1",
		Files: map[string]recipe.File{"environment 0": {Path: "/a/b", SHA256: "11"}},
	}
}

func TestHash(t *testing.T) {
	inputs := map[string]string{"student": "aa", "teacher": "bb"}
	base := sample().Hash(inputs)
	require.Len(t, base, 64)
	require.Equal(t, base, sample().Hash(inputs), "a function of its arguments")

	moved := sample()
	moved.Environment.Settings = json.RawMessage(`{"games":"/c","seed":1}`)
	moved.Files["environment 0"] = recipe.File{Path: "/c", SHA256: "11"}
	require.Equal(t, base, moved.Hash(inputs), "content counts, not its path")

	seen := map[string]string{base: "base"}
	for name, change := range map[string]func(*recipe.Recipe){
		"kind":        func(r *recipe.Recipe) { r.Kind = "sft" },
		"version":     func(r *recipe.Recipe) { r.Version = 2 },
		"settings":    func(r *recipe.Recipe) { r.Settings = json.RawMessage(`{"steps":81}`) },
		"environment": func(r *recipe.Recipe) { r.Environment.Use = "webshop" },
		"worlds":      func(r *recipe.Recipe) { r.Environment.Version = 1 },
		"format":      func(r *recipe.Recipe) { r.Model.Version = 1 },
		"seed":        func(r *recipe.Recipe) { r.Environment.Settings = json.RawMessage(`{"games":"/a/b","seed":2}`) },
		"model":       func(r *recipe.Recipe) { r.Model.Settings = json.RawMessage(`{"width":32}`) },
		"root":        func(r *recipe.Recipe) { r.Root = 2 },
		"stream":      func(r *recipe.Recipe) { r.Stream = "train/2" },
		"content":     func(r *recipe.Recipe) { r.Files["environment 0"] = recipe.File{Path: "/a/b", SHA256: "22"} },
	} {
		r := sample()
		change(&r)
		h := r.Hash(inputs)
		require.NotContains(t, seen, h, name)
		seen[h] = name
	}
	require.NotContains(t, seen, sample().Hash(map[string]string{"student": "bb", "teacher": "aa"}), "inputs count by name")
	require.NotContains(t, seen, sample().Hash(nil))
}

func TestHashPath(t *testing.T) {
	write := func(dir, name, content string) {
		path := filepath.Join(dir, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		require.NoError(t, os.WriteFile(path, []byte(content), 0o644))
	}
	hash := func(path string) string {
		h, err := recipe.HashPath(path)
		require.NoError(t, err)
		return h
	}
	a, b := t.TempDir(), t.TempDir()
	write(a, "x/one", "1")
	write(a, "two", "2")
	write(b, "two", "2")
	write(b, "x/one", "1")
	require.Equal(t, hash(a), hash(b))
	write(b, "x/one", "1 changed")
	require.NotEqual(t, hash(a), hash(b))
	write(b, "x/one", "1")
	write(b, "three", "")
	require.NotEqual(t, hash(a), hash(b), "an empty file is a file")
	require.Equal(t, "6b86b273ff34fce19d6b804eff5a3f5747ada4eaa22f1d49c01e52ddb7875b4b", hash(filepath.Join(a, "x/one")), "sha256sum of a file")
	_, err := recipe.HashPath(filepath.Join(a, "nothing"))
	require.ErrorContains(t, err, "nothing")
}
