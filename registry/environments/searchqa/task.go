package searchqa

import (
	"github.com/retort-ml/retort/registry/environments/searchqa/atlas"
	"github.com/retort-ml/retort/registry/environments/searchqa/corpus"
	"github.com/retort-ml/retort/registry/environments/searchqa/question"
	"github.com/retort-ml/retort/registry/environments/searchqa/turn"
)

// task is a question and what is searched for its answer. It is immutable.
type task struct {
	question question.Question
	engine   corpus.Searcher
	entry    *atlas.Entry // of a drawn encyclopedia; nil else
}

// names are the names in a document that may be searched for or answered next.
func (t *task) names(d corpus.Document) []string {
	if t.entry != nil {
		return atlas.Names(d.Contents)
	}
	return []string{d.Title()}
}

// actions lists what the question and the names met so far suggest: searches, then answers. Texts that the tags
// would not keep are left out.
func (t *task) actions(met []string, words int) (list []string) {
	texts := map[string]bool{}
	add := func(k turn.Kind, text string) {
		a := turn.Action{Kind: k, Text: text}
		if s := a.String(); turn.Parse(s) == a && !texts[s] {
			texts[s] = true
			list = append(list, s)
		}
	}
	if t.entry != nil {
		for _, name := range met {
			for _, q := range t.entry.Queries(name, words) {
				add(turn.Search, q)
			}
		}
	} else {
		add(turn.Search, t.question.Text)
		for _, name := range met {
			add(turn.Search, name)
		}
	}
	for _, name := range met {
		add(turn.Answer, name)
	}
	if t.entry == nil {
		add(turn.Answer, "yes")
		add(turn.Answer, "no")
	}
	return list
}
