package training

import (
	"context"
	"fmt"
	"maps"

	"github.com/retort-ml/retort/backends"
	"github.com/retort-ml/retort/registry"
)

// OnPolicy is one training loop in the five functions of a method. Each step
// collects episodes with the student as it is, lets a scorer judge their tokens, turns the
// judgement into data, and updates the student once.
type OnPolicy struct {
	Student backends.Learner
	Budget  Budget
	// Collect plays the episodes of a step.
	Collect func(ctx context.Context, step int) ([]*registry.Episode, error)
	// Privilege returns the prompt under which the scorer reads an episode; nil (the
	// function) leaves the episode's own.
	Privilege func(e *registry.Episode) []backends.Token
	// Scorer judges, over the whole vocabulary when Full; nil when nothing is scored.
	Scorer backends.Scorer
	Full   bool
	// Signal turns episodes and their scores ([len(episodes)], or nil) into data and into numbers
	// for the records.
	Signal func(episodes []*registry.Episode, scores []backends.Score) ([]backends.Datum, map[string]float64)
	Loss   backends.Loss
}

// Run trains for Budget.Steps steps. What it carries from step to step is the student alone, so
// that checkpoints need nothing else.
func (o OnPolicy) Run(ctx context.Context, b registry.Bench) error {
	return b.Loop(ctx, o.Budget.Steps, o.Student, func(step int) error { return o.Step(ctx, b, step) })
}

// Step is one step of Run, for methods that carry more than the student from step to step and loop themselves.
func (o OnPolicy) Step(ctx context.Context, b registry.Bench, step int) error {
	episodes, err := o.Collect(ctx, step)
	if err != nil {
		return err
	}
	var scores []backends.Score
	if o.Scorer != nil {
		if scores, err = ScoreEpisodes(ctx, o.Scorer, episodes, o.Privilege, o.Full); err != nil {
			return err
		}
	}
	data, numbers := o.Signal(episodes, scores)
	maps.Copy(numbers, Conduct(episodes))
	update, err := o.Budget.Update(ctx, b, o.Student, step, []Part{{Data: data, Loss: o.Loss}})
	if err != nil {
		return err
	}
	maps.Copy(numbers, update)
	return RecordAll(b, step, numbers)
}

// ScoreEpisodes scores every response token that can be trained on and fills the turns'
// TeacherLogProbs.
func ScoreEpisodes(ctx context.Context, scorer backends.Scorer, episodes []*registry.Episode, privilege func(*registry.Episode) []backends.Token, full bool) ([]backends.Score, error) {
	requests := make([]backends.ScoreRequest, len(episodes))
	positions := make([][]Position, len(episodes))
	for i, e := range episodes {
		prompt := e.Prompt
		if privilege != nil {
			prompt = privilege(e)
		}
		positions[i] = Positions(e, nil, len(prompt)-len(e.Prompt))
		requests[i] = backends.ScoreRequest{Tokens: TokensAfter(prompt, e.Turns), Positions: Places(positions[i]), Full: full}
	}
	scores, err := scorer.Score(ctx, requests)
	if err != nil {
		return nil, fmt.Errorf("score %d episodes: %w", len(episodes), err)
	}
	for i, e := range episodes {
		for j, p := range positions[i] {
			t := &e.Turns[p.Turn]
			if t.TeacherLogProbs == nil {
				t.TeacherLogProbs = make([]float32, len(t.Tokens))
			}
			t.TeacherLogProbs[p.Token] = scores[i].LogProbs[j]
		}
	}
	return scores, nil
}

// Conduct sums up how a batch behaved: numbers an episode, for the records. Success is shown and
// never trained on here.
func Conduct(episodes []*registry.Episode) map[string]float64 {
	n := float64(max(len(episodes), 1))
	numbers := map[string]float64{"success": 0, "turns": 0, "hesitation_turns": 0, "search_turns": 0, "invalid_turns": 0}
	gap, gapTokens := 0.0, 0
	for _, e := range episodes {
		s := registry.Tally(e)
		if s.Won {
			numbers["success"] += 1 / n
		}
		numbers["turns"] += float64(s.Turns) / n
		numbers["hesitation_turns"] += float64(s.HesitationTurns) / n
		numbers["search_turns"] += float64(s.SearchTurns) / n
		numbers["invalid_turns"] += float64(s.InvalidTurns) / n
		gap += s.Gap * float64(s.GapTokens)
		gapTokens += s.GapTokens
	}
	if gapTokens > 0 {
		numbers["gap"] = gap / float64(gapTokens)
	}
	return numbers
}
