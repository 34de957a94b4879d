package rollout

import (
	"fmt"

	"github.com/retort-ml/retort/backends"
	"github.com/retort-ml/retort/registry"
)

// Live is an episode under way: the world, the stream that a policy reads, and
// what was recorded so far.
type Live struct {
	World   registry.World
	Stream  registry.Stream
	Episode *registry.Episode
	// Context is all tokens so far, ending where the next response starts.
	Context []backends.Token
}

// Begin resets a task. The error is the environment's.
func Begin(env registry.Environment, format registry.Format, task registry.Task) (*Live, error) {
	w, err := env.Reset(task)
	if err != nil {
		return nil, fmt.Errorf("reset %s task %d: %w", task.Split, task.Index, err)
	}
	s := format.Begin(w.Observation())
	prompt := s.Prompt()
	e := &registry.Episode{Task: task, Introduction: w.Observation(), Prompt: prompt}
	if k, ok := w.(registry.Typed); ok {
		e.TaskType = k.TaskType()
	}
	return &Live{World: w, Stream: s, Episode: e, Context: append([]backends.Token(nil), prompt...)}, nil
}

// Fork copies the episode so that both copies can go on by themselves.
func (l *Live) Fork() *Live {
	e := *l.Episode
	e.Turns = append([]registry.Turn(nil), l.Episode.Turns...)
	return &Live{World: l.World.Fork(), Stream: l.Stream.Fork(), Episode: &e, Context: append([]backends.Token(nil), l.Context...)}
}

// Replay resets the task of an episode and executes its first turns again (P10 of the
// methods' primitives). It returns an error when an observation differs from the recorded one: the
// environment is not deterministic then and nothing that needs a branch can be trusted.
func Replay(env registry.Environment, format registry.Format, e *registry.Episode, turns int) (*Live, error) {
	l, err := Begin(env, format, e.Task)
	if err != nil {
		return nil, err
	}
	if l.Episode.Introduction != e.Introduction {
		return nil, fmt.Errorf("replay %s task %d: introduction differs from the recorded one", e.Task.Split, e.Task.Index)
	}
	for k := range turns {
		t := e.Turns[k]
		l.Respond(t, nil)
		if got := l.Episode.Turns[k].Observation; got != t.Observation {
			return nil, fmt.Errorf("replay %s task %d: turn %d: observed %q, recorded %q", e.Task.Split, e.Task.Index, k, got, t.Observation)
		}
	}
	return l, nil
}

// Respond executes a turn whose response is filled in and records what came back. It says
// whether the world ended the episode.
func (l *Live) Respond(t registry.Turn, lexicon registry.Lexicon) (done bool) {
	out := l.World.Step(t.Action)
	t.Valid, t.Observation = out.Valid, out.Observation
	t.ObservationTokens = l.Stream.Observe(out.Observation)
	if lexicon != nil {
		t.Searches, t.Hesitates = lexicon.Searches(t.Response), lexicon.Hesitates(t.Response)
	}
	l.Context = append(append(l.Context, t.Tokens...), t.ObservationTokens...)
	l.Episode.Turns = append(l.Episode.Turns, t)
	l.Episode.Won, l.Episode.Score = out.Won, out.Score
	l.Episode.NotJudged, l.Episode.Rule, l.Episode.Lost = out.NotJudged, out.Rule, out.Lost
	return out.Done
}
