package smrcsd

import (
	"fmt"
	"slices"
	"strings"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/training"
)

// matcher says where the turns of episodes stand on the reference paths of their tasks. It remembers the paths; it is not safe
// for concurrent use.
type matcher struct {
	env         registry.Environment
	kind        string // "structured" or "history"
	anyInstance bool
	references  map[registry.Task]*reference
}

func newMatcher(env registry.Environment, kind string, anyInstance bool) *matcher {
	return &matcher{env: env, kind: kind, anyInstance: anyInstance, references: map[registry.Task]*reference{}}
}

// reference is a path that finishes a task and what is seen before each of its commands.
type reference struct {
	path         []string // nil when none is known
	observations []string // normalised
	signatures   []string
}

// reference returns that of a task.
func (m *matcher) reference(task registry.Task) (*reference, error) {
	if r := m.references[task]; r != nil {
		return r, nil
	}
	path, found, err := training.Path(m.env, task)
	if err != nil {
		return nil, err
	}
	r := &reference{}
	if found && len(path) > 0 {
		r.path = path
		w, err := m.env.Reset(task)
		if err != nil {
			return nil, fmt.Errorf("walk the path of %s task %d: %w", task.Split, task.Index, err)
		}
		for _, c := range path {
			r.observations = append(r.observations, normalised(w.Observation()))
			r.signatures = append(r.signatures, w.Signature())
			w.Step(c)
		}
	}
	m.references[task] = r
	return r, nil
}

// at returns the progress at point j of the path, false when its next command is not admissible.
func (r *reference) at(j int, admissible []string) (registry.Progress, bool) {
	if !slices.Contains(admissible, r.path[j]) {
		return registry.Progress{}, false
	}
	return registry.Progress{Done: r.path[:j:j], Left: r.path[j:]}, true
}

// normalised is a text without differences of case and blanks.
func normalised(text string) string { return strings.ToLower(strings.Join(strings.Fields(text), " ")) }

// follower compares one episode with its reference.
type follower interface {
	progress(w registry.World) (registry.Progress, bool)
	observe(t *registry.Turn)
}

func (m *matcher) follow(e *registry.Episode, r *reference) follower {
	native, ok := m.env.(registry.Matcher)
	switch {
	case m.kind == "history":
		return &byHistory{reference: r}
	case ok:
		return &byTexts{native.Match(e.Introduction, r.path, m.anyInstance)}
	}
	return byState{r}
}

// place is where the turns of an episode stand.
type place struct {
	path  []string             // of the task; nil when none is known
	turns []*registry.Progress // [turns]; nil where the path is no guide
}

// match finds the places of an episode.
func (m *matcher) match(e *registry.Episode) (place, error) {
	p := place{turns: make([]*registry.Progress, len(e.Turns))}
	r, err := m.reference(e.Task)
	if err != nil || r.path == nil {
		return p, err
	}
	p.path = r.path
	f := m.follow(e, r)
	err = training.Retrace(m.env, e, func(k int, w registry.World) error {
		if k == len(e.Turns) {
			return nil
		}
		if found, ok := f.progress(w); ok {
			p.turns[k] = &found
		}
		f.observe(&e.Turns[k])
		return nil
	})
	return p, err
}

// byTexts asks the environment's own matcher.
type byTexts struct{ matcher registry.PathMatcher }

func (f *byTexts) progress(w registry.World) (registry.Progress, bool) {
	return f.matcher.Progress(w.Admissible())
}
func (f *byTexts) observe(t *registry.Turn) { f.matcher.Observe(t.Action, t.Observation) }

// byState stands in where an environment has no matcher: a state matches the latest point of the path whose world has the same
// signature.
type byState struct{ reference *reference }

func (f byState) progress(w registry.World) (registry.Progress, bool) {
	now := w.Signature()
	for j, s := range slices.Backward(f.reference.signatures) {
		if s != now {
			continue
		}
		if p, ok := f.reference.at(j, w.Admissible()); ok {
			return p, true
		}
	}
	return registry.Progress{}, false
}
func (byState) observe(*registry.Turn) {}
