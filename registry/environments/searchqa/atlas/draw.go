package atlas

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"github.com/retort-ml/retort/registry/environments/searchqa/corpus"
	"github.com/retort-ml/retort/registry/environments/searchqa/question"
)

// Plan says how encyclopedias are drawn.
type Plan struct {
	// Entities is how many of each kind there are, between MinEntities and MaxEntities.
	Entities int
	// Hops is how many relations a question chains, between 1 and MaxHops.
	Hops int
	// Words is how many of its words a relation is named by, between 1 and [Words].
	Words int
	// Portraits is how many documents about each entity there are that state no fact.
	Portraits int
}

// Limits of a plan.
const (
	MinEntities = 3
	MaxEntities = smallestPool
	MaxHops     = 4
)

// Entry is a drawn encyclopedia with its question.
type Entry struct {
	question.Question
	// Path says for every hop where its document is among Documents.
	Path []int
	// Searches finds the document of every hop as the first hit.
	Searches []string
	// What the question names: an entity, and the relations with its words, first hop first.
	subject Entity
	asked   []term
}

// Combination names what is asked, whatever the words and the encyclopedia: the entity and the relations.
func (e *Entry) Combination() string {
	parts := []string{entities[e.subject].word}
	for _, t := range e.asked {
		parts = append(parts, relations[t.relation].words[0])
	}
	return strings.Join(parts, " ")
}

// Hash is a hash of the whole content.
func (e *Entry) Hash() uint64 {
	sum := sha256.New()
	fmt.Fprintln(sum, e.Text)
	for _, d := range e.Documents {
		fmt.Fprintf(sum, "%q\n", d.Contents)
	}
	return binary.LittleEndian.Uint64(sum.Sum(nil))
}

// fact is one relation between two entities, as a document states it.
type fact struct {
	subject, object Entity
	term            term
}

// Draw makes an encyclopedia and a question. The same stream gives the same.
func Draw(rng *rand.Rand, p Plan) *Entry {
	for {
		cast, known := populate(rng, p)
		if path := chain(rng, cast, known, p.Hops); path != nil {
			return compose(rng, cast, known, path, p)
		}
	}
}

// populate draws the entities of each kind and their facts.
func populate(rng *rand.Rand, p Plan) (cast [kinds][]Entity, known map[Entity][]fact) {
	for k := range kinds {
		for _, i := range rng.Perm(len(pools[k]))[:p.Entities] {
			cast[k] = append(cast[k], first(k)+Entity(i))
		}
	}
	known = map[Entity][]fact{}
	for k := range kinds {
		for _, subject := range cast[k] {
			for _, r := range relationsOf(k) {
				object := pick(rng, cast[relations[r].to])
				known[subject] = append(known[subject], fact{subject, object, term{r, rng.IntN(p.Words)}})
			}
		}
	}
	return cast, known
}

// compose asks for the end of a path and writes everything down.
func compose(rng *rand.Rand, cast [kinds][]Entity, known map[Entity][]fact, path []fact, p Plan) *Entry {
	e := &Entry{subject: path[0].subject}
	for _, f := range path {
		e.asked = append(e.asked, term{f.term.relation, rng.IntN(p.Words)})
		e.Searches = append(e.Searches, entities[f.subject].name+" "+f.term.word())
	}
	e.Text = ask(e.subject, e.asked)
	e.Golds = []string{entities[path[len(path)-1].object].name}
	e.Type = strconv.Itoa(p.Hops) + "-hop"
	e.publish(rng, cast, known, path, p)
	return e
}

func pick[T any](rng *rand.Rand, list []T) T { return list[rng.IntN(len(list))] }

// walks bounds how often a way through an encyclopedia is looked for.
const walks = 100

// chain walks from an entity along facts and visits none twice; nil when no walk is long enough.
func chain(rng *rand.Rand, cast [kinds][]Entity, known map[Entity][]fact, hops int) []fact {
	for range walks {
		at := pick(rng, cast[rng.IntN(int(kinds))])
		visited := []Entity{at}
		var path []fact
		for len(path) < hops {
			f := pick(rng, known[at])
			if slices.Contains(visited, f.object) {
				break
			}
			path = append(path, f)
			at = f.object
			visited = append(visited, at)
		}
		if len(path) == hops {
			return path
		}
	}
	return nil
}

// ask writes the question, the last relation first.
func ask(subject Entity, asked []term) string {
	text := entities[subject].name
	for _, t := range asked {
		text = "the " + t.word() + " of " + text
	}
	return "What is " + text + "?"
}

// publish writes the documents in a random order. A document about an entity names it in its title. The one that the path
// needs says no more about it, the others about entities of the path name it once more, so that a search with
// the wrong word finds them first.
func (e *Entry) publish(rng *rand.Rand, cast [kinds][]Entity, known map[Entity][]fact, path []fact, p Plan) {
	onPath := func(x Entity) bool { return slices.ContainsFunc(path, func(f fact) bool { return f.subject == x }) }
	type page struct {
		title, text string
		hop         int // of the path, from 1
	}
	var pages []page
	for k := range kinds {
		for _, x := range cast[k] {
			for _, f := range known[x] {
				hop := slices.Index(path, f) + 1
				short := hop > 0
				if !onPath(x) {
					short = rng.IntN(2) == 0
				}
				pages = append(pages, page{entities[x].name, state(f, short), hop})
			}
			for _, i := range rng.Perm(len(praises))[:p.Portraits] {
				pages = append(pages, page{entities[x].name, entities[x].name + " is known for " + praises[i] + ".", 0})
			}
		}
	}
	rng.Shuffle(len(pages), func(i, j int) { pages[i], pages[j] = pages[j], pages[i] })
	e.Path = make([]int, len(path))
	for i, g := range pages {
		e.Documents = append(e.Documents, corpus.New(strconv.Itoa(i), g.title, g.text))
		if g.hop > 0 {
			e.Path[g.hop-1] = i
		}
	}
	for _, f := range path {
		e.Supporting = append(e.Supporting, entities[f.subject].name)
	}
}

// praises are what portraits know.
var praises = [...]string{"a good tale", "long silences", "fine gardens", "early mornings", "loud music"}

// MaxPortraits is how many portraits of an entity there can be.
const MaxPortraits = len(praises)

// state writes a fact; the subject stands in the title of its document.
func state(f fact, short bool) string {
	if short {
		return "The " + f.term.word() + " is " + entities[f.object].name + "."
	}
	return "The " + f.term.word() + " of " + entities[f.subject].name + " is " + entities[f.object].name + "."
}

// Subject is the name of the entity asked about.
func (e *Entry) Subject() string { return entities[e.subject].name }

// Queries are the searches for the relations asked about, from the entity with this name, by each of the first so many
// words.
func (e *Entry) Queries(name string, words int) (list []string) {
	for i, t := range e.asked {
		if slices.ContainsFunc(e.asked[:i], func(o term) bool { return o.relation == t.relation }) {
			continue
		}
		for v := range words {
			list = append(list, name+" "+term{t.relation, v}.word())
		}
	}
	return list
}

// Names lists the names of entities in a text, in order, each once.
func Names(text string) (list []string) {
	for _, t := range scan(text) {
		if t.named && !slices.Contains(list, t.text()) {
			list = append(list, t.text())
		}
	}
	return list
}
