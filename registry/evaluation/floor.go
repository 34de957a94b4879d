package evaluation

import (
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/training"
)

// FloorStage is the kind of the stage that plays held-out tasks with one of the environment's floors. It has no inputs,
// and its episodes have no tokens.
const FloorStage = "floor"

// FloorSettings are the settings of that stage. Each task is played once.
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
	seen := newRemarks()
	for i := range size {
		task := registry.Task{Split: s.Tasks, Index: i}
		w, err := env.Reset(task)
		if err != nil {
			err = fmt.Errorf("reset %s task %d: %w", task.Split, task.Index, err)
			if _, files := env.(registry.Faulty); !files {
				return err
			}
			if err := training.WarnBroken(b, []error{err}); err != nil {
				return err
			}
			continue
		}
		policy, ok := s.start(b, env, w, i)
		if !ok {
			return fmt.Errorf("play a floor: the environment has none of the name %q", s.Name)
		}
		e := playFloor(env, task, w, policy)
		if err := b.Episode(Phase, e); err != nil {
			return err
		}
		seen.add(e)
	}
	return seen.record(b)
}

// start starts the floor for task i: the environment's own, or the one that any environment has.
func (s *FloorSettings) start(b registry.Bench, env registry.Environment, w registry.World, i int) (registry.Expert, bool) {
	if s.Name == registry.FloorRandom {
		return &wanderer{world: w, rng: b.Rand(fmt.Sprintf("floor/%d", i))}, true
	}
	floors, ok := env.(registry.Floors)
	if !ok {
		return nil, false
	}
	return floors.Floor(s.Name, w.Observation())
}

// wanderer takes any admissible command.
type wanderer struct {
	world registry.World
	rng   *rand.Rand
}

// Act implements registry.Expert.
func (p *wanderer) Act() registry.Response {
	list := p.world.Admissible()
	if len(list) == 0 {
		return registry.Response{}
	}
	return registry.Response{Action: list[p.rng.IntN(len(list))]}
}

// Observe implements registry.Expert: it learns nothing.
func (p *wanderer) Observe(string, string) {}

// Reference implements registry.Expert: it follows none.
func (p *wanderer) Reference([]string) {}

// Fork implements registry.Expert. The copy wanders in the same world.
func (p *wanderer) Fork(seed uint64) registry.Expert {
	return &wanderer{world: p.world, rng: rand.New(rand.NewPCG(seed, seed))}
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
		e.NotJudged, e.Rule, e.Lost = out.NotJudged, out.Rule, out.Lost
		if out.Done {
			return e
		}
	}
	e.TimedOut = true
	return e
}
