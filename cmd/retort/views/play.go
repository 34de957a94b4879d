package views

import (
	"fmt"
	"strings"

	"github.com/retort-ml/retort/registry"
)

// Play prints a world as it goes on.
type Play interface {
	Reset(observation string, admissible []string)
	Step(o registry.Outcome, admissible []string)
}

// NewPlay prints on a stream, unbuffered: whoever sends actions may wait for the answer.
func NewPlay(asJSON bool, out *Stream) Play {
	if asJSON {
		return &playJSON{out}
	}
	return &playHuman{out: out}
}

type playHuman struct {
	out *Stream
	won bool
}

func (v *playHuman) Reset(observation string, _ []string) {
	fmt.Fprintln(v.out, strings.TrimRight(observation, "\n"))
	v.prompt()
}

func (v *playHuman) Step(o registry.Outcome, _ []string) {
	fmt.Fprintln(v.out, strings.TrimRight(o.Observation, "\n"))
	if o.Won && !v.won {
		fmt.Fprintln(v.out, v.out.in(good, "(The goal is reached.)"))
	}
	v.won = o.Won
	v.prompt()
}

// prompt invites a person; nobody else needs it.
func (v *playHuman) prompt() {
	if v.out.Terminal {
		fmt.Fprint(v.out, v.out.in(accent, "> "))
	}
}

type playJSON struct{ out *Stream }

type playLine struct {
	Observation string         `json:"observation"`
	Admissible  []string       `json:"admissible"`
	Score       Number         `json:"score"`
	Done        bool           `json:"done"`
	Won         bool           `json:"won"`
	Info        map[string]any `json:"info"`
}

func (v *playJSON) Reset(observation string, admissible []string) {
	line(v.out, playLine{Observation: observation, Admissible: orEmpty(admissible), Info: map[string]any{}})
}

func (v *playJSON) Step(o registry.Outcome, admissible []string) {
	info := o.Info
	if info == nil {
		info = map[string]any{}
	}
	line(v.out, playLine{o.Observation, orEmpty(admissible), Number(o.Score), o.Done, o.Won, info})
}
