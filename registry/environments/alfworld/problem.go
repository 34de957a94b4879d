package alfworld

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"github.com/retort-ml/retort/registry/environments/alfworld/tw"
)

// setup makes a draft a problem in the form of ALFWorld's files. The numbers in the
// ids are drawn: nothing reads them but the naming, which goes by the order of ids.
// Within a class the receptacles keep the order of the draft.
func (d draft) setup(name string, rng *rand.Rand) *tw.Setup {
	w := problemWriter{draft: d, Setup: tw.NewSetup(name, d.goalFormula())}
	w.name(rng)
	w.objects()
	w.facts()
	return w.Setup
}

// problemWriter holds the ids of a draft's entities while its problem is made, then their numbers.
type problemWriter struct {
	draft
	*tw.Setup
	used []int // codes of the ids

	places []string // id of each receptacle
	stands []string // location id of each receptacle
	ids    []string // id of each thing
	start  string   // location id of the agent
	rtypes []string // distinct receptacle keys, sorted
	otypes []string // distinct object keys, sorted

	// Numbers of the first of each: the others follow it.
	agent, thing, place, rtype, otype, location int // location is the agent's
}

// name draws the ids.
func (w *problemWriter) name(rng *rand.Rand) {
	w.places = make([]string, len(w.receptacles))
	for i, key := range w.receptacles {
		w.places[i] = w.id(rng, key)
	}
	for i := 0; i < len(w.places); {
		n := i + 1
		for n < len(w.places) && w.receptacles[n] == w.receptacles[i] {
			n++
		}
		slices.Sort(w.places[i:n])
		i = n
	}
	w.rtypes = slices.Compact(slices.Clone(w.receptacles))
	w.ids = make([]string, len(w.things))
	for i, t := range w.things {
		w.ids[i] = w.id(rng, t.key)
		w.otypes = append(w.otypes, t.key)
	}
	slices.Sort(w.otypes)
	w.otypes = slices.Compact(w.otypes)
	// Every receptacle has a location of its own; the first number tells them apart.
	w.stands = make([]string, len(w.places))
	for i := range w.stands {
		w.stands[i] = location(i+1, rng)
	}
	w.start = location(0, rng)
}

func location(number int, rng *rand.Rand) string {
	return "loc_bar_" + strconv.Itoa(number) + "_bar_" + strconv.Itoa(rng.IntN(16)) + "_bar_" + strconv.Itoa(rng.IntN(4)) + "_bar_" +
		[]string{"0", "15", "30", "45", "60"}[rng.IntN(5)]
}

// id draws an id: class, then a position whose three coordinates no other id has.
func (w *problemWriter) id(rng *rand.Rand, key string) string {
	code := rng.IntN(1 << 24)
	for slices.Contains(w.used, code) {
		code = rng.IntN(1 << 24)
	}
	w.used = append(w.used, code)
	class, part := key, ""
	if base, ok := strings.CutSuffix(key, "Basin"); ok {
		class, part = base, "_bar_"+key
	}
	b := make([]byte, 0, 80)
	b = append(b, class...)
	for range 3 {
		b = appendCoordinate(b, code&0xff)
		code >>= 8
	}
	return string(append(b, part...))
}

// appendCoordinate writes a coordinate from -3.2 to 3.175 as ids have it; the highest bit is the
// sign.
func appendCoordinate(b []byte, v int) []byte {
	sign := "_bar__plus_0"
	if v >= 128 {
		sign, v = "_bar__minus_0", v-128
	}
	cents := v * 5 / 2
	b = append(b, sign...)
	return append(b, byte('0'+cents/100), '_', 'd', 'o', 't', '_', byte('0'+cents/10%10), byte('0'+cents%10))
}

// objects declares the objects in the order of ALFWorld's files.
func (w *problemWriter) objects() {
	all := func(ids []string, suffix, typ string) (first int) {
		for i, id := range ids {
			if n := w.Declare(id+suffix, typ); i == 0 {
				first = n
			}
		}
		return first
	}
	w.Grow(4+2*len(w.ids)+3*len(w.places), 12*len(w.ids)+6*len(w.places))
	w.agent = w.Declare("agent1", "agent")
	w.thing = all(w.ids, "", "object")
	w.place = all(w.places, "", "receptacle")
	w.rtype = all(w.rtypes, "Type", "rtype")
	w.otype = all(w.otypes, "Type", "otype")
	w.location = w.Declare(w.start, "location")
	all(w.stands, "", "location")
}

// facts writes what holds at the start in the order of ALFWorld's files.
func (w *problemWriter) facts() {
	stand := w.location + 1
	for i, key := range w.receptacles {
		w.Fact("receptacleType", w.place+i, w.rtype+slices.Index(w.rtypes, key))
	}
	for i, t := range w.things {
		w.Fact("objectType", w.thing+i, w.otype+slices.Index(w.otypes, t.key))
	}
	for i, r := range w.rtypes {
		for k, o := range w.otypes {
			if o != lampKey && w.room.fits(o, r) {
				w.Fact("canContain", w.rtype+i, w.otype+k)
			}
		}
	}
	w.able("pickupable", 'p')
	w.able("isReceptacleObject", 'b')
	for i, key := range w.receptacles {
		if receptacleClasses[receptacleOf[key]].openable {
			w.Fact("openable", w.place+i)
		}
	}
	w.Fact("atLocation", w.agent, w.location)
	w.able("cleanable", 'w')
	w.able("heatable", 'h')
	w.able("coolable", 'c')
	w.able("toggleable", 't')
	w.able("sliceable", 's')
	for i, t := range w.things {
		w.Fact("inReceptacle", w.thing+i, w.place+t.at)
	}
	for i := range w.places {
		w.Fact("receptacleAtLocation", w.place+i, stand+i)
	}
	for i, t := range w.things {
		w.Fact("objectAtLocation", w.thing+i, stand+t.at)
	}
}

// able writes a fact for every thing whose class has the letter.
func (w *problemWriter) able(predicate string, letter byte) {
	for i, t := range w.things {
		if objectClasses[objectOf[t.key]].allows(letter) {
			w.Fact(predicate, w.thing+i)
		}
	}
}

// goalFormula is the goal in PDDL, of the same form as in ALFWorld's files.
func (d draft) goalFormula() string {
	object, dest := d.object+"Type", d.dest+"Type"
	switch d.task {
	case taskLight:
		return "(and (exists (?ot - object ?r - receptacle ?a - agent ?l - location) (and (objectType ?ot " + dest + ") (toggleable ?ot) (isToggled ?ot)" +
			" (receptacleAtLocation ?r ?l) (atLocation ?a ?l) (inReceptacle ?ot ?r)))" +
			" (exists (?o - object ?a - agent) (and (objectType ?o " + object + ") (holds ?a ?o))))"
	case taskTwo:
		return "(and (exists (?r - receptacle) (exists (?o1 - object) (and (objectType ?o1 " + object + ") (receptacleType ?r " + dest + ") (inReceptacle ?o1 ?r)" +
			" (exists (?o2 - object) (and (not (= ?o1 ?o2)) (objectType ?o2 " + object + ") (receptacleType ?r " + dest + ") (inReceptacle ?o2 ?r)))))))"
	}
	able, done := "", ""
	switch d.task {
	case taskClean:
		able, done = "(cleanable ?o) ", "(isClean ?o) "
	case taskHeat:
		able, done = "(heatable ?o) ", "(isHot ?o) "
	case taskCool:
		able, done = "(coolable ?o) ", "(isCool ?o) "
	}
	return "(and (exists (?r - receptacle) (exists (?o - object) (and " + able + "(objectType ?o " + object + ") (receptacleType ?r " + dest + ") " + done + "(inReceptacle ?o ?r)))))"
}

// sentence is the task sentence with its full stop.
func (d draft) sentence() string {
	g := goal{task: d.task, object: strings.ToLower(d.object), dest: strings.ToLower(d.dest)}
	return g.sentence(d.form) + "."
}
