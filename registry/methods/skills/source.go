package skills

import (
	"context"
	"slices"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/judge"
	"github.com/retort-ml/retort/registry/training"
)

// Source says what a scorer is told about each turn of the episodes of a batch, a task's side by side. Nothing (nil) means
// that there is no skill. It may add to the numbers of the batch.
type Source interface {
	Tell(ctx context.Context, batch *training.Batch) (training.Privilege, error)
}

// Open returns the source of the settings. Group is the number of episodes of a task.
func (s Settings) Open(b registry.Bench, group int) (Source, error) {
	if s.Skills == Hindsight {
		analyst, asked := NewAnalyst(s.Analyst, s.Address, 0)
		return hindsight{analyst, asked, group}, nil
	}
	return readLibrary(b, s.Skills)
}

// Tell implements Source: the same for all turns of an episode.
func (s *shelf) Tell(_ context.Context, batch *training.Batch) (training.Privilege, error) {
	told := make([][]string, len(batch.Episodes))
	for i, e := range batch.Episodes {
		var err error
		if told[i], err = s.of(e.Task, e.TaskType); err != nil {
			return nil, err
		}
	}
	return func(episode, _ int) []string { return told[episode] }, nil
}

// hindsight tells the episode skill of an episode's own lesson.
type hindsight struct {
	analyst judge.Analyst
	asked   *judge.Questioner // nil: no text model
	group   int
}

// Tell implements Source.
func (h hindsight) Tell(ctx context.Context, batch *training.Batch) (training.Privilege, error) {
	lessons, err := h.analyst.Analyse(ctx, Finished(batch.Episodes, h.group))
	if err != nil {
		return nil, err
	}
	h.asked.Numbers(batch.Numbers)
	return func(episode, _ int) []string { return lessons[episode].Episode }, nil
}

// Finished puts beside each episode a success of its group of consecutive episodes: itself when it was won, else the
// shortest won one, the first of equals.
func Finished(episodes []*registry.Episode, group int) []judge.Finished {
	finished := make([]judge.Finished, 0, len(episodes))
	for members := range slices.Chunk(episodes, group) {
		var best *registry.Episode
		for _, e := range members {
			if e.Won && (best == nil || len(e.Turns) < len(best.Turns)) {
				best = e
			}
		}
		for _, e := range members {
			f := judge.Finished{Episode: e, Success: best}
			if e.Won {
				f.Success = e
			}
			finished = append(finished, f)
		}
	}
	return finished
}
