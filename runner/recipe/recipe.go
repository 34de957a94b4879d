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
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// identityFormat is raised when identities are computed in another way.
const identityFormat = 1

// Recipe describes the work of one stage. Its fields stand in the order of their names, so that encoding it
// gives canonical JSON when the settings are.
type Recipe struct {
	// Environment is where it happens.
	Environment Named `json:"environment"`
	// Files are inputs from outside the store, by name of the input. Their content is part of the identity, their path is
	// not.
	Files map[string]File `json:"files,omitempty"`
	Kind  string          `json:"kind"`
	// Model is the shape of a fresh policy, for stages that need one, and how policies read the
	// environment.
	Model Named `json:"model"`
	// Root and Stream seed the stage: see runner.Seed.
	Root     uint64          `json:"root"`
	Settings json.RawMessage `json:"settings"` // of the stage kind
	Stream   string          `json:"stream"`
	Version  int             `json:"version"`
}

// Named is a thing of the catalogue with its settings. Version says which of its kinds of that name; the first is 0.
type Named struct {
	Settings json.RawMessage `json:"settings"`
	Use      string          `json:"use"`
	Version  int             `json:"version,omitempty"`
}

// File is an input from outside the store.
type File struct {
	Path   string `json:"path"`
	SHA256 string `json:"sha256"`
}

// Hash is the identity of a stage: the recipe without the paths of its files, and the hashes of its
// inputs by name. A path inside the environment's settings is hidden the same way. Settings must be canonical JSON. Every part is
// hashed with its length, so that no two recipes meet by concatenation.
func (r Recipe) Hash(inputs map[string]string) string {
	h := sha256.New()
	part := func(s string) { fmt.Fprintf(h, "%d:%s", len(s), s) }
	settings := string(r.Environment.Settings)
	for _, f := range r.Files {
		settings = strings.ReplaceAll(settings, quote(f.Path), `"sha256:`+f.SHA256+`"`)
	}
	fmt.Fprintf(h, "retort stage %d\n", identityFormat)
	part(r.Kind)
	part(strconv.Itoa(r.Version))
	part(string(r.Settings))
	part(r.Environment.Use)
	part(settings)
	part(r.Model.Use)
	part(string(r.Model.Settings))
	part(strconv.FormatUint(r.Root, 10))
	part(r.Stream)
	if v := r.Environment.Version; v > 0 {
		part("environment version")
		part(strconv.Itoa(v))
	}
	if v := r.Model.Version; v > 0 {
		part("model version")
		part(strconv.Itoa(v))
	}
	for _, name := range slices.Sorted(maps.Keys(r.Files)) {
		part("file " + name)
		part(r.Files[name].SHA256)
	}
	for _, name := range slices.Sorted(maps.Keys(inputs)) {
		part("input " + name)
		part(inputs[name])
	}
	return hex.EncodeToString(h.Sum(nil))
}

// quote writes a path as it stands in JSON.
func quote(path string) string {
	quoted, err := json.Marshal(path)
	if err != nil {
		panic(fmt.Sprintf("recipe: quote %q: %v", path, err))
	}
	return string(quoted)
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
