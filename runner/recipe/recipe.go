// Package recipe is what a stage reads besides the outputs of other stages, as plain JSON: the planner
// writes it, a worker decodes it, and its hash is the stage's identity.
package recipe

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/retort-ml/retort/experiments"
)

// identityFormat is raised when identities are computed in another way.
const identityFormat = 1

// Recipe describes the work of one stage.
type Recipe struct {
	Kind    string `json:"kind"`
	Version int    `json:"version"`
	// Settings are those of the stage kind.
	Settings json.RawMessage `json:"settings"`
	// Environment is where it happens; Model the shape of a fresh policy, for stages that need one,
	// and how policies read the environment.
	Environment Named `json:"environment"`
	Model       Named `json:"model"`
	// Root and Stream seed the stage: see runner.Seed.
	Root   uint64 `json:"root"`
	Stream string `json:"stream"`
	// Files are inputs from outside the store, by name of the input. Their content is part of the identity, their path is
	// not.
	Files map[string]File `json:"files,omitempty"`
}

// Named is a thing of the catalogue with its settings.
type Named struct {
	Use      string          `json:"use"`
	Settings json.RawMessage `json:"settings"`
}

// File is an input from outside the store.
type File struct {
	Path   string `json:"path"`
	SHA256 string `json:"sha256"`
}

// Hash is the identity of a stage: the recipe without the paths of its files, and the hashes of its
// inputs by name. A path inside the environment's settings is hidden the same way.
func (r Recipe) Hash(inputs map[string]string) string {
	content := map[string]string{}
	settings := string(r.Environment.Settings)
	for name, f := range r.Files {
		content[name] = f.SHA256
		quoted, err := json.Marshal(f.Path)
		if err != nil {
			panic(fmt.Sprintf("recipe: quote %q: %v", f.Path, err))
		}
		settings = strings.ReplaceAll(settings, string(quoted), `"sha256:`+f.SHA256+`"`)
	}
	return experiments.Hash(map[string]any{
		"format": identityFormat, "kind": r.Kind, "version": r.Version, "settings": r.Settings,
		"environment": Named{r.Environment.Use, json.RawMessage(settings)}, "model": r.Model,
		"root": r.Root, "stream": r.Stream, "files": content, "inputs": inputs,
	})
}

// HashPath returns the SHA-256 of a file's content, or of a folder's: of the names and contents of
// all regular files below it in order of their paths.
func HashPath(path string) (string, error) {
	h := sha256.New()
	err := filepath.WalkDir(path, func(name string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.Type().IsRegular() {
			return err
		}
		relative, err := filepath.Rel(path, name)
		if err != nil {
			return err
		}
		f, err := os.Open(name)
		if err != nil {
			return err
		}
		defer f.Close()
		if relative == "." {
			_, err = io.Copy(h, f)
			return err
		}
		part := sha256.New()
		if _, err := io.Copy(part, f); err != nil {
			return err
		}
		fmt.Fprintf(h, "%q %x\n", filepath.ToSlash(relative), part.Sum(nil))
		return nil
	})
	if err != nil {
		return "", fmt.Errorf("hash %s: %w", path, err)
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}
