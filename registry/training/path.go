package training

import (
	"fmt"

	"github.com/retort-ml/retort/registry"
)

// expertTries is how often an expert may try a task that it has to show a way through.
const expertTries = 4

// Path returns commands that were checked to finish a task from its start: a shortest solution where the environment
// has an oracle for it, else what its expert did. False when neither finds one; an error when the environment has neither.
func Path(env registry.Environment, task registry.Task) ([]string, bool, error) {
	w, err := env.Reset(task)
	if err != nil {
		return nil, false, fmt.Errorf("find a path: reset %s task %d: %w", task.Split, task.Index, err)
	}
	if oracle, ok := env.(registry.Oracle); ok {
		if commands, ok := oracle.Solve(w); ok && finishes(w.Fork(), commands) {
			return commands, true, nil
		}
	}
	demonstrator, ok := env.(registry.Demonstrator)
	if !ok {
		if _, ok := env.(registry.Oracle); ok {
			return nil, false, nil
		}
		return nil, false, fmt.Errorf("find a path: the environment has neither shortest solutions nor an expert")
	}
	for seed := range uint64(expertTries) {
		if commands, won := walk(w.Fork(), registry.StartExpert(demonstrator, w, seed), env.Horizon()); won {
			return commands, true, nil
		}
	}
	return nil, false, nil
}

// finishes says whether a world is won after the commands.
func finishes(w registry.World, commands []string) bool {
	won := false
	for _, c := range commands {
		won = w.Step(c).Won
	}
	return won
}

// walk lets an expert play at most turns turns.
func walk(w registry.World, expert registry.Expert, turns int) (commands []string, won bool) {
	for range turns {
		action := expert.Act().Action
		out := w.Step(action)
		expert.Observe(action, out.Observation)
		commands = append(commands, action)
		if out.Won {
			return commands, true
		}
		if out.Done {
			break
		}
	}
	return nil, false
}
