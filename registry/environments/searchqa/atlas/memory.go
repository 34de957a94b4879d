package atlas

import (
	"maps"
	"slices"

	"github.com/retort-ml/retort/registry/environments/searchqa/turn"
)

// link asks for a relation of an entity.
type link struct {
	subject  Entity
	relation int
}

// memory is what the texts of an episode have told.
type memory struct {
	question string
	subject  Entity // asked about; -1 when the question names none
	asked    []term // first hop first
	facts    map[link]Entity
	tried    map[link][]int // variants searched for, in order, each once
	met      []Entity       // named in observations, in order
}

func newMemory(introduction string) *memory {
	m := &memory{question: turn.Question(introduction), subject: -1, facts: map[link]Entity{}, tried: map[link][]int{}}
	for _, t := range scan(m.question) {
		if t.named {
			m.subject = t.entity
		} else {
			m.asked = append(m.asked, t.term)
		}
	}
	slices.Reverse(m.asked)
	return m
}

func (m *memory) fork() *memory {
	c := *m
	c.facts, c.tried = maps.Clone(m.facts), map[link][]int{}
	for l, variants := range m.tried {
		c.tried[l] = slices.Clone(variants)
	}
	c.met = slices.Clone(m.met)
	return &c
}

// note remembers a command and what came back.
func (m *memory) note(command, observation string) {
	m.search(turn.Parse(command))
	passages, _ := turn.Passages(observation)
	for _, p := range passages {
		title, text := scan(p.Title), scan(p.Text)
		if len(title) != 1 || !title[0].named {
			continue
		}
		m.meet(title[0].entity)
		m.learn(title[0].entity, text)
	}
}

// learn takes the first relation and the last name of a text as a fact about the subject.
func (m *memory) learn(subject Entity, text []token) {
	at := slices.IndexFunc(text, func(t token) bool { return !t.named })
	if at < 0 || len(text) < 2 {
		return
	}
	object := text[len(text)-1]
	if !object.named || object.entity == subject {
		return
	}
	m.meet(object.entity)
	m.facts[link{subject, text[at].term.relation}] = object.entity
}

func (m *memory) meet(x Entity) {
	if !slices.Contains(m.met, x) {
		m.met = append(m.met, x)
	}
}

// search remembers what was searched for.
func (m *memory) search(a turn.Action) {
	if a.Kind != turn.Search {
		return
	}
	for _, pair := range pairs(a.Text) {
		if !slices.Contains(m.tried[pair.link], pair.variant) {
			m.tried[pair.link] = append(m.tried[pair.link], pair.variant)
		}
	}
}

// pair is a search for a relation of an entity by one of its words.
type pair struct {
	link
	variant int
}

// pairs reads a query: its first name with each of its words.
func pairs(query string) (list []pair) {
	tokens := scan(query)
	at := slices.IndexFunc(tokens, func(t token) bool { return t.named })
	if at < 0 {
		return nil
	}
	for _, t := range tokens {
		if !t.named {
			list = append(list, pair{link{tokens[at].entity, t.term.relation}, t.term.variant})
		}
	}
	return list
}

// goal is where the question stands: at an entity, with the relations still to follow.
type goal struct {
	at   Entity
	hops []term // empty: at is the answer
}

// goal follows the known facts as far as they lead.
func (m *memory) goal() goal {
	g := goal{m.subject, m.asked}
	for len(g.hops) > 0 {
		next, known := m.facts[link{g.at, g.hops[0].relation}]
		if !known {
			break
		}
		g.at, g.hops = next, g.hops[1:]
	}
	return g
}
