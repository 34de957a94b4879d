package evaluation

import (
	"context"
	"errors"
	"fmt"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/training"
)

// FloorStage is the kind of the stage that plays held-out tasks with one of the environment's floors. It has no inputs,
// and its episodes have no tokens.
const FloorStage = "floor"

// FloorSettings are the settings of that stage. A floor makes no draws, so that it plays a task once.
type FloorSettings struct {
	Name  string `json:"name"`
	Tasks string `json:"tasks"`
	Count int    `json:"count"`
}

// FloorKind registers the stage.
func FloorKind() registry.StageKind {
	return registry.StageKind{
		Kind: FloorStage, Version: 1, ReadsReward: true,
		Settings: func() any { return &FloorSettings{} },
		Run:      runFloor,
	}
}

func runFloor(_ context.Context, b registry.Bench, settings any) error {
	s := settings.(*FloorSettings)
	env := b.Environment()
	size, err := training.SplitSize(env, s.Tasks)
	if err != nil {
		return err
	}
	if s.Count > 0 {
		size = min(size, s.Count)
	}
	floors, ok := env.(registry.Floors)
	if !ok {
		return errors.New("play a floor: the environment has none")
	}
	for i := range size {
		task := registry.Task{Split: s.Tasks, Index: i}
		w, err := env.Reset(task)
		if err != nil {
			return fmt.Errorf("reset %s task %d: %w", task.Split, task.Index, err)
		}
		policy, ok := floors.Floor(s.Name, w.Observation())
		if !ok {
			return fmt.Errorf("play a floor: the environment has none of the name %q", s.Name)
		}
		if err := b.Episode(Phase, playFloor(env, task, w, policy)); err != nil {
			return err
		}
	}
	return nil
}

func playFloor(env registry.Environment, task registry.Task, w registry.World, policy registry.Expert) *registry.Episode {
	e := &registry.Episode{Task: task, Actor: "floor", Introduction: w.Observation()}
	if k, ok := w.(registry.Typed); ok {
		e.TaskType = k.TaskType()
	}
	lexicon, _ := env.(registry.Lexicon)
	for len(e.Turns) < env.Horizon() {
		t := registry.Turn{Response: policy.Act(), Parsed: true}
		out := w.Step(t.Action)
		policy.Observe(t.Action, out.Observation)
		t.Valid, t.Observation = out.Valid, out.Observation
		if lexicon != nil {
			t.Searches, t.Hesitates = lexicon.Searches(t.Response), lexicon.Hesitates(t.Response)
		}
		e.Turns = append(e.Turns, t)
		e.Won, e.Score = out.Won, out.Score
		if out.Done {
			return e
		}
	}
	e.TimedOut = true
	return e
}
