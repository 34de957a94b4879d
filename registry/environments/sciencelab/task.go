package sciencelab

import (
	"fmt"
	"strconv"
	"strings"
)

// sought is what a finding task calls its target.
var sought = map[family]string{findLiving: "living thing", findNonLiving: "non-living thing", findPlant: "plant", findAnimal: "animal"}

// sentence is the task as the introduction tells it, in the manner of ScienceWorld.
func (q quest) sentence() string {
	name := func(t thing) string { return catalogue[t].name }
	const change = " First, focus on the substance. Then, take actions that will cause it to change its state of matter."
	switch f := q.family; {
	case f.heats():
		return "Your task is to " + families[f].name + " " + name(q.target) + "." + change
	case f == useThermometer:
		return fmt.Sprintf("Your task is to measure the temperature of %s. First, focus on the thermometer. Next, focus on the %s. If the %s temperature is above %d.0 degrees celsius, place it in the %s. If the %s temperature is below %d.0 degrees celsius, place it in the %s. The boxes are located around the %s.",
			name(q.target), name(q.target), name(q.target), q.threshold, name(q.high), name(q.target), q.threshold, name(q.low), roomNames[q.boxRoom])
	case f.melting():
		return fmt.Sprintf("Your task is to measure the melting point of %s. First, focus on the thermometer. Next, focus on the %s. If the melting point of %s is above %d.0 degrees celsius, focus on the %s. If the melting point of %s is below %d.0 degrees celsius, focus on the %s. The boxes are located around the %s.",
			name(q.target), name(q.target), name(q.target), q.threshold, name(q.high), name(q.target), q.threshold, name(q.low), roomNames[q.boxRoom])
	case f.conducts():
		return fmt.Sprintf("Your task is to determine if %s is electrically conductive. First, focus on the %s. If it is electrically conductive, place it in the %s. If it is electrically nonconductive, place it in the %s. The boxes are located around the %s.",
			name(q.target), name(q.target), name(q.high), name(q.low), roomNames[q.boxRoom])
	case f == power:
		return fmt.Sprintf("Your task is to turn on the %s. First, focus on the %s. Then, create an electrical circuit that powers it on.", name(q.target), name(q.target))
	case f.finds():
		return fmt.Sprintf("Your task is to find a(n) %s. First, focus on the thing. Then, move it to the %s in the %s.", sought[f], name(q.box), roomNames[q.boxRoom])
	case f == growPlant:
		_, plant, _ := strings.Cut(catalogue[q.target].states[1], " ")
		short, _, _ := strings.Cut(name(q.target), " ")
		plant, _, _ = strings.Cut(plant, " ")
		return fmt.Sprintf("Your task is to grow a %s %s from seed. First, focus on the %s. Then, make changes to the environment that grow the plant until it reaches the reproduction life stage.", short, plant, name(q.target))
	case f == mix:
		return fmt.Sprintf("Your task is to use chemistry to create the substance '%s'. A recipe might be found in the kitchen. When you are done, focus on the %s.", name(q.target), name(q.target))
	case f == mixPaint:
		return fmt.Sprintf("Your task is to use chemistry to create %s. When you are done, focus on the %s.", name(q.target), name(q.target))
	case f == longestLived:
		return "Your task is to find the animal with the longest life span. The animals are in the 'outside' location. Focus on the animal with the longest life span."
	case f == shortestLived:
		return "Your task is to find the animal with the shortest life span. The animals are in the 'outside' location. Focus on the animal with the shortest life span."
	}
	return fmt.Sprintf("Your task is to focus on the %d life stages of the %s, starting from earliest to latest.", q.stages, name(q.target))
}

// parseTask reads a sentence of quest. ok is false for any other text.
func parseTask(text string) (q quest, ok bool) {
	q = quest{target: nothing, high: nothing, low: nothing, box: nothing, boxRoom: -1}
	between := func(from, to string) string {
		_, rest, found := strings.Cut(text, from)
		if !found {
			return ""
		}
		inside, _, found := strings.Cut(rest, to)
		if !found {
			return ""
		}
		return inside
	}
	entity := func(from, to string) thing {
		if t, known := byName[strings.ToLower(between(from, to))]; known {
			return t
		}
		return nothing
	}
	place := func(from string) room {
		if r, known := roomNamed(between(from, ".")); known {
			return r
		}
		return -1
	}
	boxes := func(verb string) {
		q.threshold, _ = strconv.Atoi(between(" is above ", ".0 degrees"))
		q.high = entity(" degrees celsius, "+verb+" the ", ".")
		rest := between(" is below ", "located")
		if _, after, found := strings.Cut(rest, verb+" the "); found {
			name, _, _ := strings.Cut(after, ".")
			if t, known := byName[name]; known {
				q.low = t
			}
		}
		q.boxRoom = place("located around the ")
	}
	body, found := strings.CutPrefix(text, "Your task is to ")
	if !found {
		return q, false
	}
	starts := func(prefix string) bool { return strings.HasPrefix(body, prefix) }
	switch {
	case starts("boil "), starts("melt "), starts("freeze "):
		verb, _, _ := strings.Cut(body, " ")
		q.family, q.target = familyNamed(verb), entity("Your task is to "+verb+" ", ".")
	case starts("measure the temperature of "):
		q.family, q.target = useThermometer, entity("the temperature of ", ".")
		boxes("place it in")
	case starts("measure the melting point of "):
		q.family, q.target = meltingKnown, entity("the melting point of ", ".")
		if q.target >= 0 && catalogue[q.target].group == groupUnknown {
			q.family = meltingUnknown
		}
		boxes("focus on")
	case starts("determine if "):
		q.family, q.target = conductKnown, entity("determine if ", " is electrically")
		if q.target >= 0 && catalogue[q.target].group == groupUnknown {
			q.family = conductUnknown
		}
		q.high = entity("is electrically conductive, place it in the ", ".")
		q.low = entity("nonconductive, place it in the ", ".")
		q.boxRoom = place("located around the ")
	case starts("turn on the "):
		q.family, q.target = power, entity("turn on the ", ".")
	case starts("find a(n) "):
		what := between("find a(n) ", ".")
		for f, name := range sought {
			if name == what {
				q.family = f
			}
		}
		if !q.family.finds() {
			return q, false
		}
		q.box = entity("move it to the ", " in the ")
		q.boxRoom = place(" in the ")
		return q, q.box >= 0 && q.boxRoom >= 0
	case starts("grow a "):
		q.family, q.target = growPlant, entity("focus on the ", ".")
	case starts("use chemistry to create the substance '"):
		q.family, q.target = mix, entity("the substance '", "'")
	case starts("use chemistry to create "):
		q.family, q.target = mixPaint, entity("chemistry to create ", ".")
	case starts("find the animal with the longest"):
		q.family = longestLived
		return q, true
	case starts("find the animal with the shortest"):
		q.family = shortestLived
		return q, true
	case starts("focus on the "):
		q.family, q.target = lifeStages, entity("life stages of the ", ",")
		q.stages, _ = strconv.Atoi(between("focus on the ", " life stages"))
	default:
		return q, false
	}
	if q.target < 0 {
		return q, false
	}
	switch e := &catalogue[q.target]; {
	case q.family.heats(), q.family.melting():
		ok = e.substance()
	case q.family.mixes():
		ok = e.is(groupMixture) && q.family == mix || e.is(groupPaint) && q.family == mixPaint && q.target >= named("green paint")
	case q.family == growPlant:
		ok = e.group == groupSeed
	case q.family == lifeStages:
		ok = e.group == groupAnimal && q.stages == len(e.states)
	case q.family == power:
		ok = len(e.states) == 2 && e.group == groupCircuit
	default:
		ok = true
	}
	if q.family == useThermometer || q.family.melting() || q.family.conducts() {
		ok = ok && q.high >= 0 && q.low >= 0 && q.boxRoom >= 0
	}
	return q, ok
}
