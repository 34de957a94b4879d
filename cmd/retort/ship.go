package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/retort-ml/retort/cmd/retort/views"
	"github.com/retort-ml/retort/results"
	"github.com/retort-ml/retort/runner/recipe"
	"github.com/retort-ml/retort/runner/workbench"
)

func shipCommand() *command {
	return &command{
		name: "ship", arguments: "EXPERIMENT", hidden: true,
		summary: "Copy warm-ups trained from scratch into an experiment's folder",
		help: `
For whoever publishes an experiment: retort verify -retrain trains the warm-ups that the experiment takes from files, and this copies the
weights from the store to those files, each with a record of its recipe beside it, which retort verify compares.`,
		setup: func(flags *flag.FlagSet) action {
			var o source
			o.declare(flags)
			return func(_ context.Context, s *session, args []string) error { return s.ship(args, &o) }
		},
	}
}

func (s *session) ship(args []string, o *source) error {
	if err := arguments(args, "EXPERIMENT"); err != nil {
		return err
	}
	_, shipped, err := s.scratch(args[0], o)
	if err != nil {
		return err
	}
	store, err := s.requireStore(o)
	if err != nil {
		return err
	}
	defer store.Close()
	var written []string
	for i := range shipped {
		if err := shipped[i].write(store); err != nil {
			return err
		}
		written = append(written, shipped[i].path, shipped[i].recordPath())
	}
	views.NewFormat(false, s.out).Formatted(paths(written))
	return nil
}

func paths(names []string) []views.Formatted {
	var list []views.Formatted
	for _, n := range names {
		list = append(list, views.Formatted{Path: n})
	}
	return list
}

// write copies the weights of the stage trained from scratch to their file, and writes the record.
func (w *shippedWarmup) write(store *results.Store) error {
	from, err := store.Artifact(w.stage.Hash, workbench.WeightsFile)
	if errors.Is(err, results.ErrNotFound) {
		return &exitError{exitIncomplete, fmt.Errorf("%s is not trained; retort verify -retrain does that", w.stage.Title)}
	}
	if err != nil {
		return storeError(err)
	}
	state, err := store.State(w.stage.Hash)
	if err != nil {
		return storeError(err)
	}
	if err := os.MkdirAll(filepath.Dir(w.path), 0o755); err != nil {
		return err
	}
	if err := copyFile(from, w.path); err != nil {
		return fmt.Errorf("copy %s: %w", from, err)
	}
	record := warmupRecord{Format: warmupRecordFormat, Stage: w.stage.Hash, CPU: state.Done.CPU, Build: state.Done.Build}
	if err := json.Unmarshal(w.stage.Spec, &record.Recipe); err != nil {
		return fmt.Errorf("decode recipe of %s: %w", w.stage.Title, err)
	}
	if record.SHA256, err = recipe.HashPath(w.path); err != nil {
		return err
	}
	text, err := json.MarshalIndent(record, "", "  ")
	if err != nil {
		return fmt.Errorf("encode the record of %s: %w", w.path, err)
	}
	return os.WriteFile(w.recordPath(), append(text, '\n'), 0o644)
}

func copyFile(from, to string) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.Create(to)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	return errors.Join(err, out.Close())
}
