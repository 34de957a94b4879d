package searchqa

import (
	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/environments/searchqa/atlas"
	"github.com/retort-ml/retort/registry/environments/searchqa/turn"
)

var _ registry.Floors = (*Environment)(nil)

// Floor implements [registry.Floors]. The blind policy searches for the question as it stands and answers with the last name
// of the best document, its title when it has none, "yes" when nothing was found.
func (e *Environment) Floor(name, introduction string) (registry.Expert, bool) {
	switch name {
	case registry.FloorNothing:
		return registry.Still(""), true
	case registry.FloorBlind:
		return &blind{question: turn.Question(introduction)}, true
	}
	return nil, false
}

// blind is the policy of one search.
type blind struct{ question, answer string }

// Act implements [registry.Expert].
func (b *blind) Act() registry.Response {
	a := turn.Action{Kind: turn.Search, Text: b.question}
	if b.answer != "" {
		a = turn.Action{Kind: turn.Answer, Text: b.answer}
	}
	return registry.Response{Action: a.String()}
}

// Observe implements [registry.Expert].
func (b *blind) Observe(_, observation string) {
	b.answer = "yes"
	list, _ := turn.Passages(observation)
	if len(list) == 0 {
		return
	}
	if title := list[0].Title; title != "" {
		b.answer = title
	}
	if names := atlas.Names(list[0].Text); len(names) > 0 {
		b.answer = names[len(names)-1]
	}
}

// Reference implements [registry.Expert]: it follows none.
func (*blind) Reference([]string) {}

// Fork implements [registry.Expert].
func (b *blind) Fork(uint64) registry.Expert {
	c := *b
	return &c
}
