package pivotopd

import (
	"context"
	"fmt"

	"github.com/retort-ml/retort/backends"
	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/judge"
	"github.com/retort-ml/retort/registry/training"
)

// trainer adds the two terms to the batches of a run.
type trainer struct {
	*Training
	bench   registry.Bench
	student backends.Model
	hinted  backends.Model // the frozen student: p_ref, and with a hint q
	critic  judge.Critic
	adviser judge.Adviser
	ways    registry.Oracle   // nil unless hint = "way"
	asked   *judge.Questioner // nil unless detector = "model"
}

// shape implements training.Reinforce.Shape.
func (t *trainer) shape(ctx context.Context, step int, batch *training.Batch) error {
	found, err := t.pivots(ctx, t.critic, batch.Episodes)
	if err != nil {
		return fmt.Errorf("find pivots at step %d: %w", step, err)
	}
	batch.Numbers["pivots"] = float64(len(found)) / float64(max(len(batch.Episodes), 1))
	if t.PreventWeight > 0 {
		if err := t.prevent(ctx, found, batch); err != nil {
			return err
		}
	}
	if t.RecoverWeight > 0 {
		if err := t.recover(ctx, step, found, batch); err != nil {
			return fmt.Errorf("recover at step %d: %w", step, err)
		}
	}
	t.asked.Numbers(batch.Numbers)
	return nil
}

// prevent adds w_prev (l_ref(y | c + hint) - l_ref(y | c)) to the advantages of the pivots' tokens.
func (t *trainer) prevent(ctx context.Context, found []pivot, batch *training.Batch) error {
	right := make([]map[int]string, len(batch.Episodes))
	for _, p := range found {
		if right[p.episode] == nil {
			right[p.episode] = map[int]string{}
		}
		right[p.episode][p.Turn] = p.Action
	}
	hinted, unhinted := make([][][]backends.Token, len(batch.Episodes)), make([][][]backends.Token, len(batch.Episodes))
	for i, e := range batch.Episodes {
		var err error
		if hinted[i], err = t.hints(e, right[i]); err != nil {
			return err
		}
		unhinted[i] = make([][]backends.Token, len(e.Turns))
		for k := range right[i] {
			unhinted[i][k] = e.Prompt
		}
	}
	plus, err := training.ScorePrompted(ctx, t.hinted, batch.Episodes, hinted)
	if err != nil {
		return err
	}
	plain, err := training.ScorePrompted(ctx, t.hinted, batch.Episodes, unhinted)
	if err != nil {
		return err
	}
	t.lean(batch, plus, plain)
	return nil
}

// hints are the prompts of an episode's pivots, whose right actions are given, with their hints, [turns]; nil elsewhere.
func (t *trainer) hints(e *registry.Episode, right map[int]string) ([][]backends.Token, error) {
	prompts := make([][]backends.Token, len(e.Turns))
	if len(right) == 0 {
		return prompts, nil
	}
	if t.Hint == "action" {
		for k, action := range right {
			prompts[k] = t.hint(streamAfter(t.bench.Format(), before(e, k)), nil, action)
		}
		return prompts, nil
	}
	stream := t.bench.Format().Begin(e.Introduction)
	err := training.Retrace(t.bench.Environment(), e, func(k int, w registry.World) error {
		if k > 0 {
			stream.Observe(e.Turns[k-1].Observation)
		}
		if action, pivotal := right[k]; pivotal {
			prompts[k] = t.hint(stream, w, action)
		}
		return nil
	})
	return prompts, err
}

// hint is the prompt with an action as privileged context, in the words that the stream has for it where it stands. With
// hint = "way" a shortest way from where the action leads follows it, if there is one.
func (t *trainer) hint(stream registry.Stream, w registry.World, action string) []backends.Token {
	if t.Hint == "action" {
		return stream.PromptWith([][]backends.Token{stream.Render(registry.Response{Action: action})})
	}
	after := w.Fork()
	after.Step(action)
	way, _ := t.ways.Solve(after)
	return training.ReferencePrompt(stream, w, append([]string{action}, way...))
}

// lean is the arithmetic of prevent. It also records the mean change that the hint makes at the pivots.
func (t *trainer) lean(batch *training.Batch, plus, plain []training.Privileged) {
	sum, n := 0.0, 0
	for i := range batch.Episodes {
		for j, scored := range plus[i].Scored {
			if scored {
				change := clamped(plus[i].LogProbs[j] - plain[i].LogProbs[j])
				batch.Advantages[i][j] += t.PreventWeight * change
				sum += change
				n++
			}
		}
	}
	if n > 0 {
		batch.Numbers["prevent_change"] = sum / float64(n)
	}
}

// clamped bounds a change of a log-probability as opd bounds advantages, in nats.
func clamped(change float32) float64 {
	return float64(min(max(change, -training.AdvantageLimit), training.AdvantageLimit))
}
