package skills

import (
	"slices"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/rollout"
	"github.com/retort-ml/retort/registry/training"
)

// Player lets a student play with the skill in its own prompt: episodes begin as if the skill were part of the introduction.
type Player struct {
	bench registry.Bench
	shelf *shelf
}

// NewPlayer returns the player of a library; the settings' source must not be Hindsight, which has no skill before an episode.
func (s Settings) NewPlayer(b registry.Bench) (*Player, error) {
	read, err := readLibrary(b, s.Skills)
	if err != nil {
		return nil, err
	}
	return &Player{bench: b, shelf: read}, nil
}

// Begin starts a task with its skill; without one the prompt is the plain one. Tasks of other splits than the library's are looked
// up by their type, or solved here.
func (p *Player) Begin(task registry.Task) (*rollout.Live, error) {
	l, err := rollout.Begin(p.bench.Environment(), p.bench.Format(), task)
	if err != nil {
		return nil, err
	}
	var commands []string
	if p.shelf.scope == Task && task.Split != training.TrainSplit {
		commands, _, err = training.Path(p.bench.Environment(), task)
	} else {
		commands, err = p.shelf.of(task, l.Episode.TaskType)
	}
	if err != nil {
		return nil, err
	}
	l.Episode.Prompt = training.ReferencePrompt(l.Stream, l.World, commands)
	l.Context = slices.Clone(l.Episode.Prompt)
	return l, nil
}
