package judge

import (
	"context"
	"errors"
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
// for are dropped; an answer that cannot be read names none.
func AskCritic(q *Questioner) Critic { return askedCritic{q} }

type askedCritic struct{ *Questioner }

// Mistakes implements Critic. Turns are numbered from 1 in the prompt, as in Transcript.
func (a askedCritic) Mistakes(ctx context.Context, episodes []*registry.Episode, most int) ([][]Mistake, error) {
	prompts := make([]string, len(episodes))
	for i, e := range episodes {
		prompts[i] = criticPrompt(e, most)
	}
	list := make([][]Mistake, len(episodes))
	err := a.ask(ctx, fmt.Sprintf("ask for the mistakes of %d episodes", len(episodes)), prompts, func(i int, answer string) (err error) {
		list[i], err = readMistakes(answer, len(episodes[i].Turns), most)
		return err
	})
	return list, err
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
func readMistakes(answer string, turns, most int) ([]Mistake, error) {
	var said struct {
		Mistakes []struct {
			Turn   int    `json:"turn"`
			Action string `json:"action"`
		} `json:"mistakes"`
	}
	if err := Decode(answer, &said); err != nil {
		return nil, err
	}
	if said.Mistakes == nil {
		return nil, errors.New("the answer does not say whether there are mistakes")
	}
	var list []Mistake
	for _, m := range said.Mistakes {
		if action, ok := command(m.Action); ok && m.Turn >= 1 && m.Turn <= turns && len(list) < most {
			list = append(list, Mistake{Turn: m.Turn - 1, Action: action})
		}
	}
	return list, nil
}

// AskAdviser lets a text model name actions. An answer that cannot be read is no advice.
func AskAdviser(q *Questioner) Adviser { return askedAdviser{q} }

type askedAdviser struct{ *Questioner }

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
	list := make([]string, len(episodes))
	err := a.ask(ctx, fmt.Sprintf("ask for the next action in %d episodes", len(episodes)), prompts, func(i int, answer string) error {
		var said struct {
			Action string `json:"action"`
		}
		if err := Decode(answer, &said); err != nil {
			return err
		}
		action, ok := command(said.Action)
		if !ok {
			return errors.New("the answer names no action")
		}
		list[i] = action
		return nil
	})
	return list, err
}
