package judge

import (
	"context"
	"fmt"

	"github.com/retort-ml/retort/registry"
)

// Mistake is a turn of an episode, from 0, whose action was wrong, and the action that would have been right there.
type Mistake struct {
	Turn   int
	Action string
}

// Critic reads finished episodes and their outcome and names the turns that decided them for the worse.
type Critic interface {
	// Mistakes returns at most most mistakes of each episode, the gravest first. Actions need not differ from what was done: the
	// caller compares.
	Mistakes(ctx context.Context, episodes []*registry.Episode, most int) ([][]Mistake, error)
}

// Adviser names what to do next in episodes under way.
type Adviser interface {
	// Next returns a command for the state at the end of each episode, "" where it knows none.
	Next(ctx context.Context, episodes []*registry.Episode) ([]string, error)
}

// AskCritic lets a text model read episodes one by one, with their outcome. Mistakes outside the episode and beyond the number asked
// for are dropped; an answer that cannot be read names none, and the model's own failure is an error.
func AskCritic(model TextModel) Critic { return askedCritic{model} }

type askedCritic struct{ model TextModel }

// Mistakes implements Critic. Turns are numbered from 1 in the prompt, as in Transcript.
func (a askedCritic) Mistakes(ctx context.Context, episodes []*registry.Episode, most int) ([][]Mistake, error) {
	prompts := make([]string, len(episodes))
	for i, e := range episodes {
		prompts[i] = criticPrompt(e, most)
	}
	answers, err := a.model.Answer(ctx, prompts)
	if err != nil {
		return nil, fmt.Errorf("ask for the mistakes of %d episodes: %w", len(episodes), err)
	}
	if len(answers) != len(episodes) {
		return nil, fmt.Errorf("ask for the mistakes of %d episodes: %d answers", len(episodes), len(answers))
	}
	list := make([][]Mistake, len(episodes))
	for i, answer := range answers {
		list[i] = readMistakes(answer, len(episodes[i].Turns), most)
	}
	return list, nil
}

func criticPrompt(e *registry.Episode, most int) string {
	outcome := "failed"
	if e.Won {
		outcome = "reached its goal"
	}
	return fmt.Sprintf(`An agent played the episode below and %s. Name at most %d turns whose action was a mistake that decided how it ended, the
gravest first, and for each the action that would have been right there, in the form the episode shows.

Answer with one JSON object and nothing else:
{"mistakes": [{"turn": turn number, "action": "command"}, ...]}

%s`, outcome, most, Transcript(e))
}

// readMistakes reads the answer to criticPrompt about an episode with some turns.
func readMistakes(answer string, turns, most int) []Mistake {
	var said struct {
		Mistakes []struct {
			Turn   int    `json:"turn"`
			Action string `json:"action"`
		} `json:"mistakes"`
	}
	if err := Decode(answer, &said); err != nil {
		return nil
	}
	var list []Mistake
	for _, m := range said.Mistakes {
		if m.Turn >= 1 && m.Turn <= turns && m.Action != "" && len(list) < most {
			list = append(list, Mistake{Turn: m.Turn - 1, Action: m.Action})
		}
	}
	return list
}

// AskAdviser lets a text model name actions. An answer that cannot be read is no advice, and the model's own failure is an error.
func AskAdviser(model TextModel) Adviser { return askedAdviser{model} }

type askedAdviser struct{ model TextModel }

// Next implements Adviser.
func (a askedAdviser) Next(ctx context.Context, episodes []*registry.Episode) ([]string, error) {
	prompts := make([]string, len(episodes))
	for i, e := range episodes {
		prompts[i] = fmt.Sprintf(`An agent is playing the episode below, and its last action may have been a mistake. Name the one action that serves the task best
now, in the form the episode shows.

Answer with one JSON object and nothing else:
{"action": "command"}

%s`, Transcript(e))
	}
	answers, err := a.model.Answer(ctx, prompts)
	if err != nil {
		return nil, fmt.Errorf("ask for the next action in %d episodes: %w", len(episodes), err)
	}
	if len(answers) != len(episodes) {
		return nil, fmt.Errorf("ask for the next action in %d episodes: %d answers", len(episodes), len(answers))
	}
	list := make([]string, len(episodes))
	for i, answer := range answers {
		var said struct {
			Action string `json:"action"`
		}
		if err := Decode(answer, &said); err == nil {
			list[i] = said.Action
		}
	}
	return list, nil
}
