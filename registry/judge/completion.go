package judge

import (
	"context"
	"errors"
	"fmt"

	"github.com/retort-ml/retort/registry"
)

// Completion is the question whether an episode did its task, put to a reader of the episode who does not know the reward.
// Verdicts come in the order of the episodes. R2S asks it of takeovers.
type Completion interface {
	Completed(ctx context.Context, episodes []*registry.Episode) ([]bool, error)
}

// RuleCompletion answers by how an episode ends. An agent that has done its task stops with a deed; one that has not is cut
// off while it looks around, hesitates, is refused, or does once more what it did before. So the last turn has to be
// understood, to neither search nor hesitate (where the environment has a lexicon), and to do something that was not
// done before. The rule reads neither the reward nor whether the episode timed out; that worlds end episodes on success is why
// the last turn tells anything.
type RuleCompletion struct{}

var _ Completion = RuleCompletion{}

// Completed implements Completion. It never fails.
func (RuleCompletion) Completed(_ context.Context, episodes []*registry.Episode) ([]bool, error) {
	done := make([]bool, len(episodes))
	for i, e := range episodes {
		done[i] = endsWithDeed(e)
	}
	return done, nil
}

func endsWithDeed(e *registry.Episode) bool {
	if len(e.Turns) == 0 {
		return false
	}
	last := &e.Turns[len(e.Turns)-1]
	if !last.Parsed || !last.Valid || last.Searches || last.Hesitates {
		return false
	}
	for k := range e.Turns[:len(e.Turns)-1] {
		t := &e.Turns[k]
		if t.Valid && plain(t.Action) == plain(last.Action) && plain(t.Observation) == plain(last.Observation) {
			return false
		}
	}
	return true
}

// ConfidentCompletion lets the frozen scorer that played an episode judge it at laptop scale, where no model can be
// asked in words: RuleCompletion must hold, and the mean log-probability a token that the player gave to its own last turns,
// as recorded when they were sampled, must reach a threshold. A teacher that has found what it needs goes through the closing
// turns without doubt; one that still guesses spreads its bets. Confidence alone would pass loops, in which
// a policy is most certain of all; the rule keeps those out. It costs no pass of the model.
type ConfidentCompletion struct {
	Turns     int     // how many of the last turns are read, at least 1
	Threshold float64 // nats a token, at most 0
}

var _ Completion = ConfidentCompletion{}

// Completed implements Completion. An episode whose last turns hold no sampled token is not completed.
func (c ConfidentCompletion) Completed(_ context.Context, episodes []*registry.Episode) ([]bool, error) {
	done := make([]bool, len(episodes))
	for i, e := range episodes {
		mean, ok := c.Confidence(e)
		done[i] = ok && mean >= c.Threshold && endsWithDeed(e)
	}
	return done, nil
}

// Confidence is the mean log-probability a sampled token of an episode's last turns, and false where there is none.
func (c ConfidentCompletion) Confidence(e *registry.Episode) (float64, bool) {
	sum, n := 0.0, 0
	for k := max(0, len(e.Turns)-c.Turns); k < len(e.Turns); k++ {
		t := &e.Turns[k]
		for _, l := range t.LogProbs[:max(0, len(t.LogProbs)-t.Forced)] {
			sum += float64(l)
			n++
		}
	}
	return sum / float64(max(n, 1)), n > 0
}

// AskCompletion asks a text model, once an episode. An episode whose answer cannot be read counts as not completed.
func AskCompletion(q *Questioner) Completion { return askedCompletion{q} }

type askedCompletion struct{ *Questioner }

// Completed implements Completion.
func (a askedCompletion) Completed(ctx context.Context, episodes []*registry.Episode) ([]bool, error) {
	prompts := make([]string, len(episodes))
	for i, e := range episodes {
		prompts[i] = "Read what an agent did. Was the task that stands at the beginning completed by the end of the last turn? " +
			"Judge by what was observed, not by what the agent believes. Answer with JSON only: {\"completed\": true} or {\"completed\": false}\n\n" + Transcript(e)
	}
	done := make([]bool, len(episodes))
	err := a.ask(ctx, fmt.Sprintf("judge the completion of %d episodes", len(episodes)), prompts, func(i int, answer string) error {
		var verdict struct {
			Completed *bool `json:"completed"`
		}
		if err := Decode(answer, &verdict); err != nil {
			return err
		}
		if verdict.Completed == nil {
			return errors.New("the answer does not say whether it is completed")
		}
		done[i] = *verdict.Completed
		return nil
	})
	return done, err
}
