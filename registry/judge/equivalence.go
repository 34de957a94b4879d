package judge

import (
	"context"
	"errors"
	"fmt"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/text/actions"
)

// Comparison is two actions of one kind, proposed for the state at the end of an episode under way, that a program
// (actions.Compare) cannot tell to be the same or different.
type Comparison struct {
	State *registry.Episode
	A, B  actions.Action
}

// Equivalence is the question whether two actions do the same: calls of one tool whose arguments differ, messages whose words
// differ. Verdicts come in the order of the comparisons. ActionOPD asks it (m_s).
type Equivalence interface {
	Same(ctx context.Context, list []Comparison) ([]bool, error)
}

// AskEquivalence asks a text model, once a comparison. Actions about which the answer cannot be read count as different.
func AskEquivalence(q *Questioner) Equivalence { return askedEquivalence{q} }

type askedEquivalence struct{ *Questioner }

// Same implements Equivalence.
func (a askedEquivalence) Same(ctx context.Context, list []Comparison) ([]bool, error) {
	prompts := make([]string, len(list))
	for i, c := range list {
		prompts[i] = equivalencePrompt(c)
	}
	same := make([]bool, len(list))
	err := a.ask(ctx, fmt.Sprintf("compare %d pairs of actions", len(list)), prompts, func(i int, answer string) error {
		var verdict struct {
			Same *bool `json:"same"`
		}
		if err := Decode(answer, &verdict); err != nil {
			return err
		}
		if verdict.Same == nil {
			return errors.New("the answer does not say whether they are the same")
		}
		same[i] = *verdict.Same
		return nil
	})
	return same, err
}

func equivalencePrompt(c Comparison) string {
	when := "they call the tool for the same thing, so that the task goes on alike after either: arguments may differ in spelling, and in what is of no consequence"
	if c.A.Kind == actions.Message {
		when = "they tell or ask the same, with the same information wherever it matters to the task: words may differ"
	}
	return fmt.Sprintf(`Two actions were proposed for the next turn of the episode below. They are the same when %s.

Answer with one JSON object and nothing else: {"same": true} or {"same": false}

first action: %s
second action: %s

%s`, when, c.A.Text, c.B.Text, Transcript(c.State))
}
