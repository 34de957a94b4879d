package training

import (
	"context"
	"fmt"
	"slices"

	"github.com/retort-ml/retort/registry"
)

// ShortenStage is the kind of the stage that takes turns out of stored trajectories. Its input is "trajectories"; it gives
// trajectories.
const ShortenStage = "shorten"

// Shortening is the settings of that stage, of which there are none.
type Shortening struct{}

// ShortenKind registers the stage.
func ShortenKind() registry.StageKind {
	return registry.StageKind{
		Kind: ShortenStage, Version: 1, ReadsReward: true, // a turn is dispensable when the task is won without it
		Settings: func() any { return &Shortening{} },
		Run:      runShorten,
	}
}

func runShorten(ctx context.Context, b registry.Bench, _ any) error {
	stored, err := ReadTrajectories(b, "trajectories")
	if err != nil {
		return err
	}
	before, after := 0, 0
	shortened := make([]*registry.Episode, len(stored))
	for i, e := range stored {
		if err := ctx.Err(); err != nil {
			return err
		}
		if shortened[i], err = Shorten(b.Environment(), b.Format(), e); err != nil {
			return err
		}
		before += len(e.Turns)
		after += len(shortened[i].Turns)
		b.Progress(i+1, len(stored), "trajectories")
	}
	if err := RecordMean(b, "turns_before", float64(before), len(stored)); err != nil {
		return err
	}
	if err := RecordMean(b, "turns_after", float64(after), len(stored)); err != nil {
		return err
	}
	return WriteTrajectories(b, shortened)
}

// Shorten takes out of a won episode every turn without which the rest still goes through: replayed from the start, the
// other turns are understood as before, are answered word for word as before, and win. Turns are tried from the last to the
// first, each against what is left, until none can go. Of an episode that is not won nothing is taken out. An error says that the episode as it
// is cannot be replayed: its environment is not deterministic.
func Shorten(env registry.Environment, format registry.Format, e *registry.Episode) (*registry.Episode, error) {
	if !e.Won {
		return e, nil
	}
	if _, ok, err := retell(env, format, e, e.Turns); err != nil || !ok {
		if err == nil {
			err = fmt.Errorf("the replay differs from the record")
		}
		return nil, fmt.Errorf("shorten %s task %d: %w", e.Task.Split, e.Task.Index, err)
	}
	short := e
	for before := len(e.Turns) + 1; len(short.Turns) < before; {
		before = len(short.Turns)
		for k := before - 1; k >= 0; k-- {
			told, ok, err := retell(env, format, e, slices.Delete(slices.Clone(short.Turns), k, k+1))
			if err != nil {
				return nil, fmt.Errorf("shorten %s task %d: %w", e.Task.Split, e.Task.Index, err)
			}
			if ok {
				short = told
			}
		}
	}
	return short, nil
}

// retell plays turns from the start of an episode's task and writes them down anew. It returns false when a turn is read
// or answered otherwise than recorded, or the task is not won exactly with the last.
func retell(env registry.Environment, format registry.Format, e *registry.Episode, turns []registry.Turn) (*registry.Episode, bool, error) {
	w, err := env.Reset(e.Task)
	if err != nil {
		return nil, false, err
	}
	told := *e
	told.Turns = make([]registry.Turn, 0, len(turns))
	stream := format.Begin(w.Observation())
	for k, t := range turns {
		if r, parsed := stream.Parse(t.Tokens[:len(t.Tokens)-t.Forced]); parsed != t.Parsed || r != t.Response {
			return nil, false, nil
		}
		out := w.Step(t.Action)
		if out.Observation != t.Observation || out.Valid != t.Valid || out.Won != (k == len(turns)-1) {
			return nil, false, nil
		}
		t.ObservationTokens = stream.Observe(out.Observation)
		told.Turns = append(told.Turns, t)
		told.Score = out.Score
	}
	return &told, len(turns) > 0, nil
}
