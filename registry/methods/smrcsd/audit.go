package smrcsd

import (
	"context"
	"slices"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/training"
)

// Audit is the settings of the analyses: a policy's episodes, matched in both ways.
type Audit struct {
	Tasks       int     `json:"tasks"`
	Attempts    int     `json:"attempts"` // episodes a task
	Temperature float64 `json:"temperature"`
	AnyInstance bool    `json:"any_instance"`
}

// runAudit plays training tasks with the policy, keeps the episodes, and records the replay audit and the fixed-state intervention.
func runAudit(ctx context.Context, b registry.Bench, settings any) error {
	s := settings.(*Audit)
	policy, err := b.Load("policy")
	if err != nil {
		return err
	}
	defer policy.Close()
	collect, err := training.Rollouts(b, policy, training.Budget{TasksAStep: s.Tasks, Temperature: s.Temperature}, s.Attempts)
	if err != nil {
		return err
	}
	episodes, err := collect(ctx, 0)
	if err != nil {
		return err
	}
	for _, e := range episodes {
		if err := b.Episode("audit", e); err != nil {
			return err
		}
	}
	structured := newMatcher(b.Environment(), "structured", s.AnyInstance)
	places, err := audit(b, episodes, structured, newMatcher(b.Environment(), "history", false))
	if err != nil {
		return err
	}
	return intervene(ctx, b, policy, episodes, places)
}

// count is a number of cases and how many of them have a property.
type count struct{ yes, of int }

func (c *count) add(yes bool) {
	c.of++
	if yes {
		c.yes++
	}
}

// audit records, of the turns of episodes whose tasks have a path: the share that each matcher matches; of the turns one matches
// the share that the other matches too; how often they agree on the next command where both match; and how often the task is
// won when, after the turns that led to a match, the candidate and what is left of the path are executed. It returns the
// structured places.
func audit(b registry.Bench, episodes []*registry.Episode, structured, history *matcher) ([]place, error) {
	var coverage, reproduced, replayed [2]count
	var agreement count
	places := make([]place, len(episodes))
	for i, e := range episodes {
		var both [2]place
		for j, m := range []*matcher{structured, history} {
			var err error
			if both[j], err = m.match(e); err != nil {
				return nil, err
			}
		}
		places[i] = both[0]
		if both[0].path == nil {
			continue
		}
		err := training.Retrace(b.Environment(), e, func(k int, w registry.World) error {
			if k == len(e.Turns) {
				return nil
			}
			for j := range both {
				here, there := both[j].turns[k], both[1-j].turns[k]
				coverage[j].add(here != nil)
				if here != nil {
					reproduced[j].add(there != nil)
					replayed[j].add(wins(w.Fork(), here.Left))
				}
			}
			if s, h := both[0].turns[k], both[1].turns[k]; s != nil && h != nil {
				agreement.add(s.Left[0] == h.Left[0])
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	for _, r := range []struct {
		name string
		count
	}{
		{"structured_coverage", coverage[0]}, {"history_coverage", coverage[1]},
		{"structured_in_history", reproduced[0]}, {"history_in_structured", reproduced[1]},
		{"candidate_agreement", agreement},
		{"structured_replay", replayed[0]}, {"history_replay", replayed[1]},
	} {
		if err := training.RecordMean(b, r.name, float64(r.yes), r.of); err != nil {
			return nil, err
		}
	}
	return places, nil
}

// wins says whether commands win a world.
func wins(w registry.World, commands []string) bool {
	return slices.ContainsFunc(commands, func(c string) bool { return w.Step(c).Won })
}
