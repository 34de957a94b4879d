package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/rogpeppe/go-internal/diff"

	"github.com/retort-ml/retort/cmd/retort/views"
	"github.com/retort-ml/retort/experiments"
)

func fmtCommand() *command {
	return &command{
		name: "fmt", arguments: "PATH...", json: true,
		summary: "Lay out experiment files in the one way",
		help: `
Rewrites the HCL files named, and those in the folders named, and lists the ones that changed. White space changes and nothing
else. With -check nothing is written and the exit code is 3 when a file would change; with -diff nothing is written either, and
the changes are shown.`,
		setup: func(flags *flag.FlagSet) action {
			var f formatter
			flags.BoolVar(&f.check, "check", false, "only list the files that would change")
			flags.BoolVar(&f.diff, "diff", false, "only show what would change")
			return func(_ context.Context, s *session, args []string) error { return f.run(s, args) }
		},
	}
}

// formatter rewrites files.
type formatter struct{ check, diff bool }

func (f *formatter) run(s *session, args []string) error {
	if len(args) == 0 {
		return usageError("PATH is missing")
	}
	var changed []views.Formatted
	var broken hcl.Diagnostics
	sources := map[string]*hcl.File{}
	for _, path := range args {
		files, err := hclFiles(path)
		if err != nil {
			return configError(err)
		}
		for _, name := range files {
			one, err := f.file(name)
			if diags, ok := errors.AsType[hcl.Diagnostics](err); ok {
				broken = append(broken, inFile(diags, name, sources)...)
				continue
			}
			if err != nil {
				return configError(err)
			}
			if one != nil {
				changed = append(changed, *one)
			}
		}
	}
	if len(broken) > 0 {
		views.NewDiagnostics(s.json, s.err).Diagnostics(broken, sources)
	}
	views.NewFormat(s.json, s.out).Formatted(changed)
	if len(broken) > 0 || f.check && len(changed) > 0 {
		return exit(exitConfig)
	}
	return nil
}

// file formats one file and returns what changed, nil for nothing.
func (f *formatter) file(name string) (*views.Formatted, error) {
	before, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	after, err := experiments.Format(before)
	if err != nil {
		return nil, err
	}
	if bytes.Equal(before, after) {
		return nil, nil
	}
	one := &views.Formatted{Path: name}
	switch {
	case f.diff:
		one.Diff = string(diff.Diff(name, before, name+" (formatted)", after))
	case !f.check:
		err = overwrite(name, after)
	}
	return one, err
}

// overwrite replaces a file's content and keeps its mode.
func overwrite(name string, content []byte) error {
	info, err := os.Stat(name)
	if err != nil {
		return err
	}
	return replaceFile(name, content, info.Mode().Perm())
}

// hclFiles lists a file, or the HCL files in and below a folder. Folders whose names begin with a dot are left out.
func hclFiles(path string) ([]string, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.IsDir() {
		return []string{path}, nil
	}
	var files []string
	err = filepath.WalkDir(path, func(name string, entry fs.DirEntry, err error) error {
		hidden := name != path && strings.HasPrefix(entry.Name(), ".")
		switch {
		case err != nil:
			return err
		case entry.IsDir() && hidden:
			return fs.SkipDir
		case entry.Type().IsRegular() && !hidden && strings.HasSuffix(name, ".hcl"):
			files = append(files, name)
		}
		return nil
	})
	slices.Sort(files)
	return files, err
}

// inFile names the file that diagnostics are about and keeps its source for the snippets.
func inFile(diags hcl.Diagnostics, name string, sources map[string]*hcl.File) hcl.Diagnostics {
	if src, err := os.ReadFile(name); err == nil {
		sources[name] = &hcl.File{Bytes: src}
	}
	for _, d := range diags {
		for _, r := range []*hcl.Range{d.Subject, d.Context} {
			if r != nil {
				r.Filename = name
			}
		}
	}
	return diags
}
