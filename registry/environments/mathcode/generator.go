package mathcode

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// Every fifth combination of the phrases that lead to the answer and the things counted belongs to unseen tasks only; of the rest every
// eighth problem belongs to the split seen.
const (
	unseenShare = 5
	seenShare   = 8
)

// attempts bounds how often a task is drawn until it belongs to its split. A draw fails seven times in eight at worst.
const attempts = 2000

// Bounds of the quantities in drawn problems.
const (
	mostFirst    = 40   // of the first known one
	mostTerm     = 30   // of what is added or taken away
	mostFactor   = 9    // of a factor or divisor
	mostQuantity = 2000 // of any
)

// jointShare is the share of quantities, from the third on, that are the sum of two others.
const jointShare = .15

// generator draws tasks.
type generator struct{ settings Settings }

// stream is the random stream of a task.
func (g *generator) stream(split string, index int) *rand.Rand {
	sum := sha256.Sum256(fmt.Appendf(nil, "mathcode %d %s %d", g.settings.Seed, split, index))
	return rand.New(rand.NewPCG(binary.LittleEndian.Uint64(sum[:]), binary.LittleEndian.Uint64(sum[8:])))
}

// problem draws until the problem belongs to the split.
func (g *generator) problem(split string, index int) (*Problem, error) {
	rng := g.stream(split, index)
	for range attempts {
		d := g.draw(rng)
		if d == nil || g.heldOut(d) != (split == "unseen") {
			continue
		}
		if split == "unseen" || (d.hash()%seenShare == 0) == (split == "seen") {
			return d.problem(rng), nil
		}
	}
	return nil, fmt.Errorf("draw task %d of %s: none of %d draws belongs there", index, split, attempts)
}

// quantity is a person's number of things and how the problem says it.
type quantity struct {
	name   string
	value  int
	phrase int
	base   int // index of the quantity it follows from, and of the second one
	second int
	number int
}

// draft is a problem before it is written.
type draft struct {
	thing      string
	level      int
	quantities []quantity // the way to the answer, which is the last of them, then distractors
}

// heldOut says that only unseen tasks have the combination.
func (g *generator) heldOut(d *draft) bool {
	key := fmt.Sprintf("held out %d %s", g.settings.Seed, d.thing)
	for _, q := range d.quantities[:d.level] {
		key += " " + phrases[q.phrase].key
	}
	sum := sha256.Sum256([]byte(key))
	return binary.LittleEndian.Uint64(sum[:])%unseenShare == 0
}

// sentences are the facts as they are written, in the order of the draft.
func (d *draft) sentences() []string {
	list := make([]string, len(d.quantities))
	for i, q := range d.quantities {
		list[i] = phrases[q.phrase].say(q.name, d.quantities[q.base].name, d.quantities[q.second].name, d.thing, q.number)
	}
	return list
}

// hash is that of the content, whatever the order of the sentences.
func (d *draft) hash() uint64 {
	lines := d.sentences()
	asked := lines[d.level-1]
	slices.Sort(lines)
	sum := sha256.Sum256([]byte(strings.Join(lines, "\n") + "\n" + asked))
	return binary.LittleEndian.Uint64(sum[:])
}

// draw draws a problem, or nil when a quantity got out of bounds.
func (g *generator) draw(rng *rand.Rand) *draft {
	s := g.settings
	d := &draft{thing: things[rng.IntN(len(things))], level: s.Easiest + rng.IntN(s.Hardest-s.Easiest+1)}
	people := rng.Perm(len(names))
	for i := range d.level + s.Distractors {
		q := quantity{name: names[people[i]]}
		base := i - 1
		if i >= d.level {
			// A distractor hangs on any quantity but the answer, or on none.
			base = rng.IntN(d.level+1) - 1
			if base == d.level-1 {
				base = -1
			}
		}
		switch {
		case base < 0:
			q.phrase, q.value = pick(rng, holds), 2+rng.IntN(mostFirst-1)
			q.number = q.value
		case i < d.level && i > 1 && rng.Float64() < jointShare:
			q.phrase, q.base, q.second = pick(rng, together), base, rng.IntN(base)
			if rng.IntN(2) == 0 {
				q.base, q.second = q.second, q.base
			}
			q.value = d.quantities[q.base].value + d.quantities[q.second].value
		default:
			q.base = base
			q.follow(rng, d.quantities[base].value)
		}
		if q.value < 1 || q.value > mostQuantity || slices.ContainsFunc(d.quantities, func(o quantity) bool { return o.value == q.value }) {
			// Equal quantities would let a wrong way end in the right answer.
			return nil
		}
		d.quantities = append(d.quantities, q)
	}
	return d
}

// pick draws a phrase of a relation.
func pick(rng *rand.Rand, r relation) int {
	var list []int
	for i, p := range phrases {
		if p.relation == r {
			list = append(list, i)
		}
	}
	return list[rng.IntN(len(list))]
}

// follow draws a relation to a base of a value. A division leaves no remainder.
func (q *quantity) follow(rng *rand.Rand, base int) {
	r := plus + relation(rng.IntN(4))
	if r == over {
		var divisors []int
		for k := 2; k <= mostFactor; k++ {
			if base%k == 0 {
				divisors = append(divisors, k)
			}
		}
		if len(divisors) == 0 {
			r = plus
		} else {
			q.number = divisors[rng.IntN(len(divisors))]
			q.value = base / q.number
		}
	}
	switch r {
	case plus:
		q.number = 2 + rng.IntN(mostTerm-1)
		q.value = base + q.number
	case minus:
		q.number = 2 + rng.IntN(mostTerm-1)
		q.value = base - q.number
	case times:
		q.number = 2 + rng.IntN(mostFactor-1)
		q.value = base * q.number
	}
	q.phrase = pick(rng, r)
}

// problem writes the draft, its sentences in a random order before the question.
func (d *draft) problem(rng *rand.Rand) *Problem {
	asked := d.quantities[d.level-1]
	p := &Problem{Kind: fmt.Sprintf("level %d", d.level), Level: float64(d.level), Answer: fmt.Sprint(asked.value)}
	facts := make([]fact, len(d.quantities))
	for i, q := range d.quantities {
		facts[i] = phrases[q.phrase].fact(q.name, d.quantities[q.base].name, d.quantities[q.second].name, fmt.Sprint(q.number))
	}
	p.way = facts[:d.level:d.level]
	lines := d.sentences()
	var text []string
	for _, i := range rng.Perm(len(lines)) {
		text = append(text, lines[i])
		p.facts = append(p.facts, facts[i])
	}
	text = append(text, fmt.Sprintf("How many %s does %s have?", d.thing, capital(asked.name)))
	p.Text = strings.Join(text, " ")
	p.suggest()
	return p
}
