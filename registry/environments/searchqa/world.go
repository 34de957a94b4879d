package searchqa

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/environments/searchqa/turn"
	"github.com/retort-ml/retort/registry/text/answers"
)

// world is an episode. All it remembers is what was found and whether the question was answered.
type world struct {
	settings    *Settings
	task        *task
	met         []string // names in found documents, sorted
	read        []bool   // documents of a drawn question's path that were found
	observation string
	done, won   bool
	score       float64
}

var _ registry.Typed = (*world)(nil)

// mostMet bounds the names from which Admissible makes actions.
const mostMet = 64

func (e *Environment) start(t *task) *world {
	w := &world{settings: &e.settings, task: t, observation: turn.Introduction(t.question.Text)}
	if t.entry != nil {
		w.met = []string{t.entry.Subject()}
		w.read = make([]bool, len(t.entry.Path))
	}
	return w
}

// TaskType implements [registry.Typed]: the question set's own word, "question" when it has none.
func (w *world) TaskType() string {
	if w.task.question.Type == "" {
		return "question"
	}
	return w.task.question.Type
}

// Observation implements [registry.World].
func (w *world) Observation() string { return w.observation }

// Step implements [registry.World]. An answer ends the episode, with the same text whether right or wrong, and is scored; before it
// the score is 0. Behind it nothing is understood. Info has the ids of the documents found, the measures of the
// answer, or the error of a search engine that failed.
func (w *world) Step(action string) registry.Outcome {
	o := registry.Outcome{}
	a := turn.Parse(action)
	switch {
	case w.done:
		w.observation = turn.Over
	case a.Kind == turn.Search:
		o.Valid = true
		o.Info = w.search(a.Text)
	case a.Kind == turn.Answer:
		o.Valid = true
		o.Info = w.answer(a.Text)
	default:
		w.observation = turn.Misunderstood
	}
	o.Observation, o.Score, o.Done, o.Won = w.observation, w.score, w.done, w.won
	return o
}

// search looks something up.
func (w *world) search(query string) map[string]any {
	hits, err := w.task.engine.Search(query, w.settings.TopK)
	if err != nil {
		w.observation = turn.Unreachable
		return map[string]any{"error": err.Error()}
	}
	ids := make([]string, len(hits))
	met := slices.Clone(w.met)
	read := slices.Clone(w.read)
	for i, h := range hits {
		ids[i] = h.Document.ID
		for _, name := range w.task.names(h.Document) {
			if at, known := slices.BinarySearch(met, name); !known && len(met) < mostMet {
				met = slices.Insert(met, at, name)
			}
		}
		for hop := range read {
			path := w.task.entry.Documents[w.task.entry.Path[hop]]
			read[hop] = read[hop] || path.ID == h.Document.ID
		}
	}
	w.met, w.read = met, read
	w.observation = turn.Information(hits, w.settings.ObservationWords)
	return map[string]any{"documents": ids}
}

// mostAnswer is how many bytes of an answer are compared, as many as of a query.
const mostAnswer = 4096

// answer ends the episode.
func (w *world) answer(text string) map[string]any {
	text = text[:min(len(text), mostAnswer)]
	golds := w.task.question.Golds
	f1 := answers.F1(text, golds...)
	w.done = true
	w.won = answers.ExactMatch(text, golds...)
	switch {
	case w.settings.Score == scoreF1:
		w.score = f1
	case w.won:
		w.score = 1
	}
	w.observation = turn.Taken
	return map[string]any{"em": w.won, "f1": f1, "sub_em": answers.SubMatch(text, golds...)}
}

// Admissible implements [registry.World]: searches and answers made from the question and the names in what was
// found. Any other text between the tags is understood too.
func (w *world) Admissible() []string {
	if w.done {
		return nil
	}
	return w.task.actions(w.met, w.settings.Words)
}

// Signature implements [registry.World].
func (w *world) Signature() string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%s %q %v %v %v", w.task.question.ID, w.met, w.read, w.done, w.score))
	return hex.EncodeToString(sum[:16])
}

// Fork implements [registry.World]. What both share is never written to.
func (w *world) Fork() registry.World {
	c := *w
	return &c
}
