package rollout

import (
	"fmt"
	"math/rand/v2"

	"github.com/retort-ml/retort/backends"
	"github.com/retort-ml/retort/registry"
)

// Demonstration says how an expert's episodes are made.
type Demonstration struct {
	// Noise is the probability that a turn is played at random instead. Such turns are
	// context and never imitated; they teach the recovery from mistakes.
	Noise float64
	// Reference asks for an episode with privileged context: from some turn on a solution
	// found in a copy of the world stands after the prompt, and the expert's actions follow it. The
	// turns before are noise, not imitated.
	Reference bool
	// Limit is the number of turns after which the expert has failed.
	Limit int
}

// maxLead bounds the turns before the reference of a reference-prefixed demonstration starts.
const maxLead = 10

// Demonstrate plays one episode by the environment's exploring expert. It returns false
// when the expert did not reach the goal within the limit.
func Demonstrate(env registry.Environment, format registry.Format, task registry.Task, d Demonstration, seed uint64, rng *rand.Rand) (*registry.Episode, bool, error) {
	demonstrator, ok := env.(registry.Demonstrator)
	if !ok {
		return nil, false, fmt.Errorf("demonstrate %s task %d: the environment has no expert", task.Split, task.Index)
	}
	l, err := Begin(env, format, task)
	if err != nil {
		return nil, false, err
	}
	l.Episode.Actor = "expert"
	s := &show{Live: l, expert: registry.StartExpert(demonstrator, l.World, seed), rng: rng}
	s.lexicon, _ = env.(registry.Lexicon)
	if !d.Reference {
		return l.Episode, s.run(d.Noise, d.Limit), nil
	}
	if s.lead(rng.IntN(maxLead + 1)) {
		return l.Episode, false, nil
	}
	copied := &show{Live: l.Fork(), expert: s.expert.Fork(rng.Uint64()), rng: rng, lexicon: s.lexicon}
	from := len(l.Episode.Turns)
	if !copied.run(0, d.Limit+from) {
		return l.Episode, false, nil
	}
	var reference [][]backends.Token
	var commands []string
	for _, t := range copied.Episode.Turns[from:] {
		reference = append(reference, t.Tokens)
		commands = append(commands, t.Action)
	}
	s.expert.Reference(commands)
	l.Episode.Prompt = l.Stream.PromptWith(reference)
	return l.Episode, s.run(d.Noise, d.Limit+from), nil
}

// show is an episode that an expert demonstrates.
type show struct {
	*Live
	expert  registry.Expert
	rng     *rand.Rand
	lexicon registry.Lexicon
}

// run plays until the goal or until the episode has limit turns.
func (s *show) run(noise float64, limit int) (won bool) {
	for len(s.Episode.Turns) < limit {
		if s.turn(s.rng.Float64() < noise, false) {
			return s.Episode.Won
		}
	}
	s.Episode.TimedOut = true
	return false
}

// lead plays turns that are not imitated, every other one at random. It says whether the world
// ended the episode.
func (s *show) lead(turns int) (done bool) {
	for range turns {
		if s.turn(s.rng.IntN(2) == 0, true) {
			return true
		}
	}
	return false
}

func (s *show) turn(noise, masked bool) (done bool) {
	response := s.expert.Act()
	if noise {
		if actions := s.World.Admissible(); len(actions) > 0 {
			response.Action = actions[s.rng.IntN(len(actions))]
		}
	}
	t := registry.Turn{Tokens: s.Stream.Render(response), Response: response, Parsed: true, Masked: noise || masked}
	done = s.Respond(t, s.lexicon)
	s.expert.Observe(response.Action, s.Episode.Turns[len(s.Episode.Turns)-1].Observation)
	return done
}
