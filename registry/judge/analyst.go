package judge

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"github.com/retort-ml/retort/registry"
)

// Finished is an episode to be analysed in hindsight. Success is a won episode of the same task, the episode itself when it
// was won; nil when there is none.
type Finished struct {
	Episode, Success *registry.Episode
}

// Lesson is what is to be learnt of a finished episode, as commands of the environment, which is what policies of the
// laptop scale read. Episode is the episode skill, nil when there was nothing to learn; Steps are skills for single turns.
type Lesson struct {
	Summary string
	Episode []string
	Steps   []StepSkill
}

// StepSkill is the skill for one turn, numbered from 0. Lessons have them in the order of their turns, at most one a turn.
type StepSkill struct {
	Turn     int
	Commands []string
}

// Step returns the skill for a turn; nil when it has none of its own.
func (l *Lesson) Step(turn int) []string {
	for i := range l.Steps {
		if l.Steps[i].Turn == turn {
			return l.Steps[i].Commands
		}
	}
	return nil
}

// Analyst says what is to be learnt of finished episodes (P20 of the methods' primitives). It reads whether they were won. Lessons
// come in the order of the episodes.
type Analyst interface {
	Analyse(ctx context.Context, episodes []Finished) ([]Lesson, error)
}

// RuleAnalyst is an analyst without a text model.
//
// The episode skill is the commands of the success that changed the world: those that were understood and did not only look
// or go somewhere. Step skills of a won episode stand at its own such turns, each with its command; those of a lost one at
// its invalid turns, each with the commands of the success that the episode had not executed by then. The first
// MostSteps of them are kept. Without a success there is no lesson.
type RuleAnalyst struct{ MostSteps int }

// Analyse implements Analyst.
func (a RuleAnalyst) Analyse(_ context.Context, episodes []Finished) ([]Lesson, error) {
	lessons := make([]Lesson, len(episodes))
	for i, f := range episodes {
		if f.Success == nil {
			continue
		}
		l := &lessons[i]
		l.Episode = Changes(f.Success)
		steps := missteps
		if f.Episode.Won {
			steps = deeds
		}
		l.Steps = steps(f.Episode, l.Episode)
		l.Steps = l.Steps[:min(len(l.Steps), a.MostSteps)]
	}
	return lessons, nil
}

// Changes lists the commands of an episode that were understood and did not only look or go somewhere.
func Changes(e *registry.Episode) []string {
	var commands []string
	for k := range e.Turns {
		if changes(&e.Turns[k]) {
			commands = append(commands, e.Turns[k].Action)
		}
	}
	return commands
}

func changes(t *registry.Turn) bool { return t.Parsed && t.Valid && !t.Searches }

// deeds are the turns of a won episode that changed the world.
func deeds(e *registry.Episode, _ []string) (steps []StepSkill) {
	for k := range e.Turns {
		if changes(&e.Turns[k]) {
			steps = append(steps, StepSkill{Turn: k, Commands: []string{e.Turns[k].Action}})
		}
	}
	return steps
}

// missteps are the turns of a lost episode that the world did not understand, with what was left to do.
func missteps(e *registry.Episode, skill []string) (steps []StepSkill) {
	left := slices.Clone(skill)
	for k := range e.Turns {
		t := &e.Turns[k]
		switch {
		case changes(t):
			if done := slices.Index(left, t.Action); done >= 0 {
				left = slices.Delete(left, done, done+1)
			}
		case (!t.Parsed || !t.Valid) && len(left) > 0:
			steps = append(steps, StepSkill{Turn: k, Commands: slices.Clone(left)})
		}
	}
	return steps
}

// AskAnalyst lets a text model analyse episodes one by one. It keeps the first mostSteps step skills of an answer; an answer
// that cannot be read is no lesson, as in OPID's code.
func AskAnalyst(q *Questioner, mostSteps int) Analyst { return &askedAnalyst{q, mostSteps} }

type askedAnalyst struct {
	*Questioner
	mostSteps int
}

// Analyse implements Analyst.
func (a *askedAnalyst) Analyse(ctx context.Context, episodes []Finished) ([]Lesson, error) {
	prompts := make([]string, len(episodes))
	for i, f := range episodes {
		prompts[i] = analystPrompt(f, a.mostSteps)
	}
	lessons := make([]Lesson, len(episodes))
	err := a.ask(ctx, fmt.Sprintf("analyse %d episodes", len(episodes)), prompts, func(i int, answer string) error {
		l, err := readLesson(answer, len(episodes[i].Episode.Turns))
		if err != nil {
			return err
		}
		l.Steps = l.Steps[:min(len(l.Steps), a.mostSteps)]
		lessons[i] = l
		return nil
	})
	return lessons, err
}

// analystPrompt asks for a lesson. Turns are numbered from 1, as in Transcript.
func analystPrompt(f Finished, mostSteps int) string {
	outcome := "failed"
	if f.Episode.Won {
		outcome = "reached its goal"
	}
	text := fmt.Sprintf(`An agent played the episode below and %s. Say what it should know before it plays this task again.

Answer with one JSON object and nothing else:
{"episode_summary": "one sentence", "episode_skill": ["command", ...], "step_skills": {"turn number": ["command", ...], ...}}

episode_skill lists, in order, the commands that matter for the whole task. step_skills has at most %d entries, for the turns
that decided the episode, each with the commands that are right from that turn on. Use only commands in the form the
episode shows. Where there is nothing to learn the lists are empty.

%s`, outcome, mostSteps, Transcript(f.Episode))
	if f.Success != nil && f.Success != f.Episode {
		text += "\n\nAnother attempt at the same task reached its goal:\n\n" + Transcript(f.Success)
	}
	return text
}

// mostCommands is the number of commands of a skill that are read: a prompt that holds them has to stay one.
const mostCommands = 64

// readLesson reads the answer to analystPrompt about an episode with some turns. Steps at other turns and steps without
// commands are left out.
func readLesson(answer string, turns int) (Lesson, error) {
	var said struct {
		Summary string                     `json:"episode_summary"`
		Episode []string                   `json:"episode_skill"`
		Steps   map[string]json.RawMessage `json:"step_skills"`
	}
	if err := Decode(answer, &said); err != nil {
		return Lesson{}, err
	}
	if said.Episode == nil {
		return Lesson{}, errors.New("read a lesson: it has no episode skill")
	}
	l := Lesson{Summary: said.Summary, Episode: commands(said.Episode)}
	for turn := range turns {
		raw, ok := said.Steps[strconv.Itoa(turn+1)]
		if !ok {
			continue
		}
		var step []string
		if err := json.Unmarshal(raw, &step); err != nil {
			return Lesson{}, fmt.Errorf("read the skill of turn %d: %w", turn+1, err)
		}
		if step = commands(step); len(step) > 0 {
			l.Steps = append(l.Steps, StepSkill{Turn: turn, Commands: step})
		}
	}
	return l, nil
}

// commands are those of a list that are any, mostCommands at most.
func commands(list []string) []string {
	var kept []string
	for _, s := range list {
		if c, ok := command(s); ok && len(kept) < mostCommands {
			kept = append(kept, c)
		}
	}
	return kept
}
