package r2s

import (
	"context"
	"fmt"
	"math"

	"github.com/retort-ml/retort/backends"
	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/training"
)

// recordDrops keeps analysis 2, the myopia of scores: by how many nats the takeover lowers the
// score of the student's own thought tokens, apart by class of word.
func recordDrops(b registry.Bench, list []target) error {
	lexicon, ok := b.Environment().(registry.Lexicon)
	if !ok {
		return nil
	}
	sums, counts := map[string]float64{}, map[string]int{}
	for _, t := range list {
		for j, p := range t.positions {
			turn := &t.episode.Turns[p.Turn]
			class := "action"
			if b.Format().Thought(turn.Tokens)[p.Token] {
				class = lexicon.WordClass(b.Format().Word(turn.Tokens[p.Token]))
			}
			sums[class] += float64(t.plain.LogProbs[j]) - float64(t.plus.LogProbs[j])
			counts[class]++
		}
	}
	for _, class := range []string{"hesitation", "search", "other", "action"} {
		if err := training.RecordMean(b, "score_drop_"+class, sums[class], counts[class]); err != nil {
			return err
		}
	}
	return nil
}

// recordCloseness keeps analysis 5: the mean over positions of KL(q+ || scorer), in nats a token.
func recordCloseness(ctx context.Context, b registry.Bench, name string, scorer backends.Scorer, list []target) error {
	requests := make([]backends.ScoreRequest, len(list))
	for i, t := range list {
		requests[i] = backends.ScoreRequest{Tokens: training.Tokens(t.episode), Positions: training.Places(t.positions), Full: true}
	}
	scores, err := scorer.Score(ctx, requests)
	if err != nil {
		return fmt.Errorf("measure %s: %w", name, err)
	}
	sum, n := 0.0, 0
	for i, t := range list {
		for k, q := range t.plus.Full {
			sum += math.Exp(float64(q)) * float64(q-scores[i].Full[k])
		}
		n += len(t.positions)
	}
	return training.RecordMean(b, name, sum, n)
}

// precision keeps how many of the kept takeovers really won: what the reward-free check is worth. It is
// looked at afterwards and steers nothing.
func recordSelection(b registry.Bench, branches []*branch, kept []chosen) error {
	won := 0
	for _, c := range kept {
		if c.Takeover.Won {
			won++
		}
	}
	if err := training.RecordMean(b, "kept_share", float64(len(kept)), len(branches)); err != nil {
		return err
	}
	return training.RecordMean(b, "kept_precision", float64(won), len(kept))
}
