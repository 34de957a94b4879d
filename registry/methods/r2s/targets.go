package r2s

import (
	"context"
	"fmt"

	"github.com/retort-ml/retort/backends"
	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/training"
)

// target is what the scorer learns of one branch: q+ at the supervised positions of the student's
// episode, beside the teacher's plain scores there.
type target struct {
	episode   *registry.Episode
	positions []training.Position
	plus      backends.Score // with the reference in context
	plain     backends.Score // without
}

// targets scores the supervised span of each kept branch with and without its reference.
func targets(ctx context.Context, teacher backends.Scorer, format registry.Format, kept []chosen, s *Repair) ([]target, error) {
	list := make([]target, len(kept))
	var plus, plain []backends.ScoreRequest
	for i, c := range kept {
		e := c.Student
		prompt := format.Begin(e.Introduction).PromptWith(reference(kept, i, s.Reference))
		shift := len(prompt) - len(e.Prompt)
		span := spanOf(c.Turn, s.Span)
		list[i] = target{episode: e, positions: training.Positions(e, span, 0)}
		plus = append(plus, backends.ScoreRequest{
			Tokens: training.TokensAfter(prompt, e.Turns), Positions: training.Places(training.Positions(e, span, shift)), Full: true,
		})
		plain = append(plain, backends.ScoreRequest{Tokens: training.Tokens(e), Positions: training.Places(list[i].positions), Full: true})
	}
	with, err := teacher.Score(ctx, plus)
	if err != nil {
		return nil, fmt.Errorf("score with takeovers: %w", err)
	}
	without, err := teacher.Score(ctx, plain)
	if err != nil {
		return nil, fmt.Errorf("score without takeovers: %w", err)
	}
	for i := range list {
		list[i].plus, list[i].plain = with[i], without[i]
	}
	return list, nil
}

// reference returns the responses that are shown to the teacher: those of the branch's own
// takeover, or as a control those of the next branch, or none.
func reference(kept []chosen, i int, kind string) [][]backends.Token {
	switch kind {
	case "none":
		return nil
	case "mismatched":
		i = (i + 1) % len(kept)
	}
	var responses [][]backends.Token
	for _, t := range kept[i].Takeover.Turns[kept[i].Turn:] {
		responses = append(responses, t.Tokens)
	}
	return responses
}

// spanOf says which turns are supervised: from the divergence turn on, it alone, or those before.
func spanOf(turn int, span string) func(int) bool {
	switch span {
	case "turn":
		return func(k int) bool { return k == turn }
	case "prefix":
		return func(k int) bool { return k < turn }
	}
	return func(k int) bool { return k >= turn }
}

// data returns the targets as data for DistributionCE, each position weighted 1/Z.
func data(list []target) []backends.Datum {
	var d []backends.Datum
	for _, t := range list {
		if len(t.positions) > 0 {
			d = append(d, backends.Datum{Tokens: training.Tokens(t.episode), Positions: training.Places(t.positions), Target: t.plus.Full})
		}
	}
	training.Weigh(d, training.Count(d))
	return d
}

// imitation returns the takeovers themselves as data: plain likelihood of the teacher's turns.
func imitation(list []chosen) []backends.Datum {
	var d []backends.Datum
	for _, c := range list {
		places := training.Places(training.Positions(c.Takeover, spanOf(c.Turn, "suffix"), 0))
		if len(places) > 0 {
			d = append(d, backends.Datum{Tokens: training.Tokens(c.Takeover), Positions: places})
		}
	}
	training.Weigh(d, training.Count(d))
	return d
}
