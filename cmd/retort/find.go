package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/retort-ml/retort/runner"
)

// minHash is how many digits of a hash name a stage.
const minHash = 4

// findStages returns the places of the stages that text means: the beginning of a hash, or a part of the title.
func findStages(plan *runner.Plan, text string) ([]int, error) {
	var byHash, byTitle []int
	for i := range plan.Stages {
		st := &plan.Stages[i]
		if len(text) >= minHash && strings.HasPrefix(st.Hash, text) {
			byHash = append(byHash, i)
		}
		if strings.Contains(st.Title, text) || st.Kind == text {
			byTitle = append(byTitle, i)
		}
	}
	if len(byHash) > 0 {
		return byHash, nil
	}
	if len(byTitle) == 0 {
		var titles []string
		for i := range plan.Stages {
			titles = append(titles, plan.Stages[i].Title)
		}
		return nil, usageError("the plan has no stage %q.%s", text, didYouMean(text, titles, "", " retort plan lists them"))
	}
	return byTitle, nil
}

// findTrial returns the trial that text means: its id, a beginning or a part of it that only one has, or the hash digits at its end.
func findTrial(plan *runner.Plan, text string) (*runner.Trial, error) {
	var ids []string
	var found, begun []*runner.Trial
	for i := range plan.Trials {
		t := &plan.Trials[i]
		if t.ID == text {
			return t, nil
		}
		ids = append(ids, t.ID)
		if strings.Contains(t.ID, text) {
			found = append(found, t)
		}
		if strings.HasPrefix(t.ID, text) {
			begun = append(begun, t)
		}
	}
	if len(begun) == 1 {
		return begun[0], nil
	}
	switch len(found) {
	case 0:
		return nil, usageError("the plan has no trial %q.%s", text, didYouMean(text, ids, "", " retort status lists them"))
	case 1:
		return found[0], nil
	}
	return nil, usageError("%q means %d trials: %s", text, len(found), some(found))
}

func some(trials []*runner.Trial) string {
	const many = 4
	var ids []string
	for _, t := range trials[:min(len(trials), many)] {
		ids = append(ids, t.ID)
	}
	if len(trials) > many {
		ids = append(ids, fmt.Sprintf("and %d more", len(trials)-many))
	}
	return strings.Join(ids, ", ")
}

// stageOf finds a stage of the plan by its hash.
func stageOf(plan *runner.Plan, hash string) *runner.Stage {
	i := slices.IndexFunc(plan.Stages, func(s runner.Stage) bool { return s.Hash == hash })
	if i < 0 {
		return nil
	}
	return &plan.Stages[i]
}

// enumerate joins names as in a sentence.
func enumerate(names []string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1]
}
