package experiments

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

//go:embed quickstart r2s actionopd smrc-sd prod pivotopd tools
var shipped embed.FS

// Shipped lists the experiments that come with the program.
func Shipped() []string {
	entries, err := shipped.ReadDir(".")
	if err != nil {
		panic(fmt.Sprintf("experiments: read what was embedded: %v", err))
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

// WriteShipped copies a shipped experiment into a folder. It never overwrites: a file that is there
// already is an error (errors.Is fs.ErrExist), and nothing has been written then. An unknown
// name is fs.ErrNotExist.
func WriteShipped(name, dir string) error {
	tree, err := fs.Sub(shipped, name)
	if err != nil {
		return fmt.Errorf("find experiment %q: %w", name, err)
	}
	var files []string
	err = fs.WalkDir(tree, ".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		target := filepath.Join(dir, filepath.FromSlash(path))
		switch _, err := os.Lstat(target); {
		case err == nil:
			return &fs.PathError{Op: "write", Path: target, Err: fs.ErrExist}
		case !errors.Is(err, fs.ErrNotExist):
			return err
		}
		files = append(files, path)
		return nil
	})
	if err != nil {
		return fmt.Errorf("copy experiment %q: %w", name, err)
	}
	for _, path := range files {
		content, err := fs.ReadFile(tree, path)
		if err != nil {
			return fmt.Errorf("copy experiment %q: %w", name, err)
		}
		target := filepath.Join(dir, filepath.FromSlash(path))
		if err := os.MkdirAll(filepath.Dir(target), 0o755); err != nil {
			return fmt.Errorf("copy experiment %q: %w", name, err)
		}
		if err := os.WriteFile(target, content, 0o644); err != nil {
			return fmt.Errorf("copy experiment %q: %w", name, err)
		}
	}
	return nil
}
