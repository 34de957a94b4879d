package runner

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"

	"github.com/retort-ml/retort/results"
	"github.com/retort-ml/retort/results/attempt"
)

// Change is a setting of a stage that differs from an earlier plan. Old and New are JSON, empty where
// the setting does not exist.
type Change struct {
	Path string `json:"path"` // "settings.learning_rate", "input teacher"
	Old  string `json:"old"`
	New  string `json:"new"`
}

// maxCandidates bounds how many stages of an earlier plan one stage is compared with.
const maxCandidates = 16

// earlierPlan is the plan of the last run that had another plan for the same experiment, and has it still. A nil
// earlierPlan has no stages.
type earlierPlan struct {
	stages map[[2]string][]*Stage // by kind and title, those that the present plan does not have
}

func findEarlierPlan(store *results.Store, plan *Plan) (*earlierPlan, error) {
	runs, err := store.Runs(plan.Experiment)
	if err != nil {
		return nil, err
	}
	var old Plan
	found := false
	for i := range runs {
		if runs[i].PlanHash == plan.Hash {
			continue
		}
		text, err := runs[i].Plan()
		if attempt.IsCorrupt(err) {
			continue // it would have explained something; nothing depends on it
		}
		if err != nil {
			return nil, err
		}
		if err := json.Unmarshal(text, &old); err != nil {
			return nil, fmt.Errorf("read plan of run %s: %w", runs[i].ID, err)
		}
		found = true
		break
	}
	if !found {
		return nil, nil
	}
	present := make(map[string]bool, len(plan.Stages))
	for j := range plan.Stages {
		present[plan.Stages[j].Hash] = true
	}
	e := &earlierPlan{stages: map[[2]string][]*Stage{}}
	for j := range old.Stages {
		if s := &old.Stages[j]; !present[s.Hash] {
			key := [2]string{s.Kind, s.Title}
			e.stages[key] = append(e.stages[key], s)
		}
	}
	return e, nil
}

// why says why a stage that was never tried is new: it compares it with the stage of the same kind and title that
// it has most in common with.
func (e *earlierPlan) why(s *Stage) (reason string, changes []Change) {
	if e == nil {
		return "never run", nil
	}
	reason = "never run"
	candidates := e.stages[[2]string{s.Kind, s.Title}]
	for n, old := range candidates[:min(len(candidates), maxCandidates)] {
		settings := differences(specPaths(old), specPaths(s))
		inputs := differences(inputPaths(old), inputPaths(s))
		if n > 0 && len(settings)+len(inputs) >= len(changes) {
			continue
		}
		changes = append(settings, inputs...)
		reason = "settings changed"
		if len(settings) == 0 {
			reason = "input changed"
		}
	}
	return reason, changes
}

// differences lists the paths at which two maps differ, in order.
func differences(before, after map[string]string) []Change {
	paths := maps.Clone(before)
	maps.Copy(paths, after)
	var changes []Change
	for _, path := range slices.Sorted(maps.Keys(paths)) {
		if before[path] != after[path] {
			changes = append(changes, Change{Path: path, Old: before[path], New: after[path]})
		}
	}
	return changes
}

// specPaths writes a specification as a map from path to JSON.
func specPaths(s *Stage) map[string]string {
	flat := map[string]string{}
	decoder := json.NewDecoder(bytes.NewReader(s.Spec))
	decoder.UseNumber()
	var spec any
	if err := decoder.Decode(&spec); err == nil {
		flatten(flat, "", spec)
	}
	return flat
}

func inputPaths(s *Stage) map[string]string {
	flat := map[string]string{}
	for _, in := range s.Inputs {
		flat["input "+in.Name] = strconv.Quote(in.Hash)
	}
	return flat
}

func flatten(flat map[string]string, path string, v any) {
	join := func(name string) string {
		if path == "" {
			return name
		}
		return path + "." + name
	}
	switch v := v.(type) {
	case map[string]any:
		for name, x := range v {
			flatten(flat, join(name), x)
		}
		if len(v) > 0 {
			return
		}
	case []any:
		for i, x := range v {
			flatten(flat, join(strconv.Itoa(i)), x)
		}
		if len(v) > 0 {
			return
		}
	}
	text, err := json.Marshal(v)
	if err != nil {
		panic(fmt.Sprintf("encode what was decoded from JSON: %v", err))
	}
	flat[path] = string(text)
}
