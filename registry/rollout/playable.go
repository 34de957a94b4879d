package rollout

import (
	"github.com/retort-ml/retort/registry"
)

// Playable leaves out the starts whose task cannot be begun, in an environment over files of which some may be broken
// (registry.Faulty), and returns why, once a task. The others are begun already, for the player to go on with. In any other
// environment the starts come back as they are, and what cannot be begun is the player's error.
func Playable(env registry.Environment, format registry.Format, starts []Start) (playable []Start, broken []error) {
	if _, ok := env.(registry.Faulty); !ok {
		return starts, nil
	}
	failed := map[registry.Task]bool{}
	for _, start := range starts {
		if start.Live == nil && !failed[start.Task] {
			live, err := Begin(env, format, start.Task)
			if err != nil {
				failed[start.Task] = true
				broken = append(broken, err)
				continue
			}
			start.Live = live
		}
		if !failed[start.Task] {
			playable = append(playable, start)
		}
	}
	return playable, broken
}
