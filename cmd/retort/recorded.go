package main

import (
	"encoding/json"

	"github.com/retort-ml/retort/runner"
	"github.com/retort-ml/retort/runner/recipe"
)

// recordedFiles knows the content of files from outside as the runs of an experiment found it.
type recordedFiles struct {
	session    *session
	source     *source
	experiment string
	byPath     map[string]string // nil: not read yet
}

// find returns the content hash of a file or folder by the path that the experiment names.
func (r *recordedFiles) find(path string) (string, bool) {
	if r.byPath == nil {
		r.byPath = map[string]string{}
		r.read()
	}
	sum, ok := r.byPath[path]
	return sum, ok
}

// read goes through the plans of the runs, newest first. A store that cannot be read knows nothing here and is reported where
// results are read from it.
func (r *recordedFiles) read() {
	store, err := r.session.openStore(r.source)
	if err != nil || store == nil {
		return
	}
	defer store.Close()
	runs, err := store.Runs(r.experiment)
	if err != nil {
		return
	}
	seen := map[string]bool{}
	for i := range runs {
		text, err := runs[i].Plan()
		if err != nil || seen[runs[i].PlanHash] {
			continue
		}
		seen[runs[i].PlanHash] = true
		var plan runner.Plan
		if json.Unmarshal(text, &plan) != nil {
			continue
		}
		for _, stage := range plan.Stages {
			var made recipe.Recipe
			if json.Unmarshal(stage.Spec, &made) != nil {
				continue
			}
			for _, f := range made.Files {
				if _, known := r.byPath[f.Path]; !known && f.SHA256 != "" {
					r.byPath[f.Path] = f.SHA256
				}
			}
		}
	}
}
