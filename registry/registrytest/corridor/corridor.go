// Package corridor is the smallest environment there can be, for tests of what plays
// environments: a corridor of cells, the agent in the first, the goal a few cells to the right. Actions
// are "right", "left" and "look"; the task's index decides how far the goal is.
package corridor

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/retort-ml/retort/registry"
)

// Environment is a corridor with a number of turns to get to its goal.
type Environment struct {
	Turns int
	// Blind hides from outcomes what only the reward would tell: Won and Score. A run that reads no reward cannot tell
	// the difference.
	Blind bool
	// Drift makes every reset of a task differ from the last, which no environment may do.
	Drift *int
}

var (
	_ registry.Environment  = (*Environment)(nil)
	_ registry.Demonstrator = (*Environment)(nil)
	_ registry.Lexicon      = (*Environment)(nil)
	_ registry.Outcomes     = (*Environment)(nil)
)

// Splits implements registry.Environment.
func (e *Environment) Splits() []registry.Split {
	return []registry.Split{{Name: "train", Tasks: 64}, {Name: "unseen", Tasks: 16}}
}

// Horizon implements registry.Environment.
func (e *Environment) Horizon() int { return e.Turns }

// View implements registry.Environment.
func (e *Environment) View() registry.View { return view{} }

// Reset implements registry.Environment: the goal of task i is 1 + i mod 4 cells away.
func (e *Environment) Reset(task registry.Task) (registry.World, error) {
	if task.Split == "nowhere" {
		return nil, fmt.Errorf("no split %q", task.Split)
	}
	w := &world{goal: 1 + task.Index%4, blind: e.Blind}
	w.said = fmt.Sprintf("cell 0 goal %d", w.goal)
	if e.Drift != nil {
		*e.Drift++
		w.at = *e.Drift % 2
	}
	return w, nil
}

type world struct {
	at, goal int
	said     string
	blind    bool
}

func (w *world) Observation() string  { return w.said }
func (w *world) Admissible() []string { return []string{"left", "look", "right"} }
func (w *world) Signature() string    { return fmt.Sprint(w.at, w.goal) }
func (w *world) Fork() registry.World { c := *w; return &c }

func (w *world) Step(action string) registry.Outcome {
	valid := true
	switch action {
	case "right":
		w.at++
	case "left":
		w.at = max(w.at-1, 0)
	case "look":
	default:
		valid = false
	}
	w.said = fmt.Sprintf("cell %d", w.at)
	if !valid {
		w.said = "nothing"
	}
	out := registry.Outcome{Observation: w.said, Done: w.at == w.goal, Valid: valid}
	if !w.blind {
		out.Won = out.Done
		if out.Won {
			out.Score = 1
		}
	}
	return out
}

type view struct{}

func (view) Words() []registry.Word {
	words := []registry.Word{{Text: "cell"}, {Text: "goal"}, {Text: "nothing"}, {Text: "right"}, {Text: "left"}, {Text: "look"}, {Text: "walk"}, {Text: "wait"}}
	for i := range 20 {
		words = append(words, registry.Word{Text: fmt.Sprint(i), Type: "number", Number: fmt.Sprint(i)})
	}
	return words
}

func (view) Begin(introduction string) (registry.Reader, []string) {
	return view{}, strings.Fields(introduction)
}
func (view) Observe(observation string) []string { return strings.Fields(observation) }
func (view) Command(words []string) string       { return strings.Join(words, " ") }
func (view) Action(command string) []string      { return strings.Fields(command) }
func (v view) Fork() registry.Reader             { return v }

// Expert implements registry.Demonstrator: it walks right, and now and then waits by looking.
func (e *Environment) Expert(_ string, seed uint64) registry.Expert {
	return &expert{rng: rand.New(rand.NewPCG(seed, 0))}
}

type expert struct {
	rng      *rand.Rand
	informed bool
}

func (x *expert) Act() registry.Response {
	if !x.informed && x.rng.IntN(3) == 0 {
		return registry.Response{Thought: "wait", Action: "look"}
	}
	return registry.Response{Thought: "walk", Action: "right"}
}
func (x *expert) Observe(string, string) {}
func (x *expert) Reference([]string)     { x.informed = true }
func (x *expert) Fork(seed uint64) registry.Expert {
	return &expert{rand.New(rand.NewPCG(seed, 0)), x.informed}
}

// Hesitates, Searches and WordClass implement registry.Lexicon.
func (e *Environment) Hesitates(r registry.Response) bool { return r.Thought == "wait" }
func (e *Environment) Searches(r registry.Response) bool  { return r.Action == "look" }
func (e *Environment) WordClass(word string) string {
	if word == "wait" {
		return "hesitation"
	}
	return "other"
}

// OutcomeKey implements registry.Outcomes: where the steps led.
func (e *Environment) OutcomeKey(commands []string) string {
	at := 0
	for _, c := range commands {
		switch c {
		case "right":
			at++
		case "left":
			at = max(at-1, 0)
		}
	}
	if at == 0 {
		return ""
	}
	return fmt.Sprint(at)
}
