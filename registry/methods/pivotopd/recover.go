package pivotopd

import (
	"context"
	"fmt"

	"github.com/retort-ml/retort/backends"
	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/rollout"
	"github.com/retort-ml/retort/registry/training"
)

// attempt is a recovery under way: the student's episode through the mistake, whose turns are masked, and the turns of the hinted
// student after it.
type attempt struct {
	live *rollout.Live // its world is nil while none is needed
	seed uint64
	over bool
}

// recover lets the hinted student recover from each mistake for at most K turns and adds what it said as further samples. The first of these
// turns starts in the state that the student has reached, so that a world is needed for the later ones only (P10), and to find ways.
func (t *trainer) recover(ctx context.Context, step int, found []pivot, batch *training.Batch) error {
	rng := t.bench.Rand(fmt.Sprintf("recoveries/%d", step))
	var attempts []*attempt
	for _, p := range found {
		seed := rng.Uint64()
		e := batch.Episodes[p.episode]
		if p.Turn+1 >= len(e.Turns) {
			continue // the episode was over
		}
		a, err := t.reach(e, p.Turn+1)
		if err != nil {
			return err
		}
		a.seed = seed
		attempts = append(attempts, a)
	}
	batch.Numbers["recoveries"] = float64(len(attempts)) / float64(max(len(batch.Episodes), 1))
	followed := count{}
	for turn := range t.RecoveryTurns {
		if err := t.play(ctx, attempts, turn+1 < t.RecoveryTurns, &followed); err != nil {
			return err
		}
	}
	if followed.of > 0 {
		batch.Numbers["hint_followed_share"] = followed.share()
	}
	return t.learn(ctx, attempts, batch)
}

// reach opens an episode after its first turns.
func (t *trainer) reach(e *registry.Episode, turns int) (*attempt, error) {
	masked := training.Mask(before(e, turns), func(int) bool { return true })
	if t.RecoveryTurns == 1 && t.Hint == "action" {
		return &attempt{live: &rollout.Live{Stream: streamAfter(t.bench.Format(), masked), Episode: masked}}, nil
	}
	live, err := rollout.Replay(t.bench.Environment(), t.bench.Format(), e, turns)
	if err != nil {
		return nil, err
	}
	live.Episode = masked
	return &attempt{live: live}, nil
}

// play gives every attempt that is not over one turn of the hinted student. With execute its action is executed.
func (t *trainer) play(ctx context.Context, attempts []*attempt, execute bool, followed *count) error {
	var open []*attempt
	var states []*registry.Episode
	for _, a := range attempts {
		if !a.over {
			open = append(open, a)
			states = append(states, a.live.Episode)
		}
	}
	if len(open) == 0 {
		return nil
	}
	advice, err := t.adviser.Next(ctx, states)
	if err != nil {
		return err
	}
	format := t.bench.Format()
	var asked []*attempt
	var hints []string
	var requests []backends.SampleRequest
	for i, a := range open {
		if advice[i] == "" {
			a.over = true
			continue
		}
		asked = append(asked, a)
		hints = append(hints, advice[i])
		requests = append(requests, backends.SampleRequest{
			Tokens:    training.TokensAfter(t.hint(a.live.Stream, a.live.World, advice[i]), states[i].Turns),
			MaxTokens: format.MaxResponse(), Stop: format.Stop(), Temperature: float32(t.Temperature), Seed: a.seed,
		})
	}
	if len(asked) == 0 {
		return nil
	}
	samples, err := t.hinted.Sample(ctx, requests)
	if err != nil {
		return fmt.Errorf("sample %d recoveries: %w", len(requests), err)
	}
	for i, a := range asked {
		turn := rollout.Read(a.live.Stream, format, samples[i])
		followed.add(sameAction(turn.Action, hints[i]))
		if !execute {
			a.live.Episode.Turns = append(a.live.Episode.Turns, turn)
			continue
		}
		a.over = step(a.live, turn) || len(a.live.Episode.Turns) >= t.bench.Environment().Horizon()
	}
	return nil
}

// step executes a turn whose response is filled in, and says whether the world ended the episode.
func step(live *rollout.Live, turn registry.Turn) (done bool) {
	out := live.World.Step(turn.Action)
	turn.Valid, turn.Observation = out.Valid, out.Observation
	turn.ObservationTokens = live.Stream.Observe(out.Observation)
	live.Context = append(append(live.Context, turn.Tokens...), turn.ObservationTokens...)
	live.Episode.Turns = append(live.Episode.Turns, turn)
	live.Episode.Won, live.Episode.Score = out.Won, out.Score
	return out.Done
}

// learn adds the recoveries' turns to the batch.
func (t *trainer) learn(ctx context.Context, attempts []*attempt, batch *training.Batch) error {
	var episodes []*registry.Episode
	for _, a := range attempts {
		if len(training.Positions(a.live.Episode, nil, 0)) > 0 {
			episodes = append(episodes, a.live.Episode)
		}
	}
	if len(episodes) == 0 {
		return nil
	}
	old, err := training.ScoreEpisodes(ctx, t.student, episodes, nil, false)
	if err != nil {
		return err
	}
	plain := old
	if t.SelfTeacher == "start" {
		if plain, err = training.ScoreEpisodes(ctx, t.hinted, episodes, nil, false); err != nil {
			return err
		}
	}
	t.add(batch, episodes, old, plain)
	return nil
}

// add makes the recoveries' turns a term of the batch, given the log-probabilities of the student and of the frozen student
// without a hint: A = w_rec (l_ref(y | c + hint) - l_ref(y | c)).
func (t *trainer) add(batch *training.Batch, episodes []*registry.Episode, old, plain []backends.Score) {
	loss := t.Group.Loss()
	loss.KLCoef = 0
	term := training.Part{Loss: loss}
	sum, n := 0.0, 0
	for i, e := range episodes {
		positions := training.Positions(e, nil, 0)
		d := backends.Datum{Tokens: training.Tokens(e), Positions: training.Places(positions), OldLogProbs: old[i].LogProbs}
		for j, p := range positions {
			change := clamped(e.Turns[p.Turn].LogProbs[p.Token] - plain[i].LogProbs[j])
			d.Advantages = append(d.Advantages, float32(t.RecoverWeight*change))
			sum += change
			n++
		}
		term.Data = append(term.Data, d)
	}
	training.Weigh(term.Data, batch.Tokens)
	batch.Terms = append(batch.Terms, term)
	batch.Numbers["recover_change"] = sum / float64(max(n, 1))
}

// count is a number of cases and how many of them have a property.
type count struct{ yes, of int }

func (c *count) add(yes bool) {
	c.of++
	if yes {
		c.yes++
	}
}

func (c count) share() float64 { return float64(c.yes) / float64(c.of) }
