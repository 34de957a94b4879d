package alfworld

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
)

// problem writes a draft as a PDDL problem in the form of ALFWorld's files. The numbers in the
// ids are drawn: nothing reads them but the naming, which goes by the order of ids.
// Within a class the receptacles keep the order of the draft.
// buffer lends its memory and is returned, grown if need be.
func (d draft) problem(name string, rng *rand.Rand, buffer []byte) (text string, grown []byte) {
	w := problemWriter{draft: d, text: buffer[:0]}
	w.name(rng)
	w.add("\n(define (problem ", name, ")\n(:domain alfred)\n(:objects\nagent1 - agent\n")
	w.objects()
	w.add("        )\n\n(:init\n")
	w.facts()
	w.add("        )\n\n        (:goal\n            ", d.goalFormula(), "\n        )\n    )\n")
	return string(w.text), w.text
}

// problemWriter holds the ids of a draft's entities while its problem is written.
type problemWriter struct {
	draft
	text []byte
	used []int // codes of the ids

	places []string // id of each receptacle
	stands []string // location id of each receptacle
	ids    []string // id of each thing
	start  string   // location id of the agent
	rtypes []string // distinct receptacle keys, sorted
	otypes []string // distinct object keys, sorted
}

func (w *problemWriter) add(parts ...string) {
	for _, p := range parts {
		w.text = append(w.text, p...)
	}
}

// fact writes one fact of the init section.
func (w *problemWriter) fact(parts ...string) {
	w.text = append(w.text, "        ("...)
	for i, p := range parts {
		if i > 0 {
			w.text = append(w.text, ' ')
		}
		w.text = append(w.text, p...)
	}
	w.text = append(w.text, ")\n"...)
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

// objects writes the typed objects.
func (w *problemWriter) objects() {
	for _, id := range w.ids {
		w.add("        ", id, " - object\n")
	}
	for _, id := range w.places {
		w.add("        ", id, " - receptacle\n")
	}
	for _, t := range w.rtypes {
		w.add("        ", t, "Type - rtype\n")
	}
	for _, t := range w.otypes {
		w.add("        ", t, "Type - otype\n")
	}
	w.add("        ", w.start, " - location\n")
	for _, l := range w.stands {
		w.add("        ", l, " - location\n")
	}
}

// facts writes the init section in the order of ALFWorld's files.
func (w *problemWriter) facts() {
	for i, id := range w.places {
		w.fact("receptacleType", id, w.receptacles[i]+"Type")
	}
	for i, id := range w.ids {
		w.fact("objectType", id, w.things[i].key+"Type")
	}
	for _, r := range w.rtypes {
		for _, o := range w.otypes {
			if o != lampKey && w.room.fits(o, r) {
				w.fact("canContain", r+"Type", o+"Type")
			}
		}
	}
	w.able("pickupable", 'p')
	w.able("isReceptacleObject", 'b')
	for i, id := range w.places {
		if receptacleClasses[receptacleOf[w.receptacles[i]]].openable {
			w.fact("openable", id)
		}
	}
	w.fact("atLocation", "agent1", w.start)
	w.able("cleanable", 'w')
	w.able("heatable", 'h')
	w.able("coolable", 'c')
	w.able("toggleable", 't')
	w.able("sliceable", 's')
	for i, id := range w.ids {
		w.fact("inReceptacle", id, w.places[w.things[i].at])
	}
	for i, id := range w.places {
		w.fact("receptacleAtLocation", id, w.stands[i])
	}
	for i, id := range w.ids {
		w.fact("objectAtLocation", id, w.stands[w.things[i].at])
	}
}

// able writes a fact for every thing whose class has the letter.
func (w *problemWriter) able(predicate string, letter byte) {
	for i, id := range w.ids {
		if objectClasses[objectOf[w.things[i].key]].allows(letter) {
			w.fact(predicate, id)
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
