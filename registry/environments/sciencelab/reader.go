package sciencelab

import (
	"strconv"
	"strings"

	"github.com/retort-ml/retort/registry"
)

// reader is the view during one episode. All it remembers is the temperature that the task asks about, so
// that a reading can be told as above or below it.
type reader struct {
	view      *view
	measures  bool
	threshold int
}

// Fork implements [registry.Reader].
func (r *reader) Fork() registry.Reader { c := *r; return &c }

// Observe implements [registry.Reader].
func (r *reader) Observe(observation string) []string {
	return r.appendSight(make([]string, 0, 12), parseSight(observation))
}

// appendSight writes a sight. Fixtures, which always stand at the same place, and open doors are left
// out; a thing in its usual state is named without it.
func (r *reader) appendSight(words []string, s sight) []string {
	switch s.kind {
	case sawRoom, sawMoved:
		words = append(words, roomWord(s.room))
		for _, x := range s.things {
			switch e := &catalogue[x.thing]; {
			case e.is(groupDevice, groupPot, groupCircuit), e.group == groupStore && !s.shut.has(x.thing):
			default:
				words = r.appendSeen(words, x)
			}
		}
		return words
	case sawOpened:
		if s.door || !s.told {
			return append(words, "ok")
		}
		return r.appendList(words, s.things)
	case sawDone:
		return append(words, "ok")
	case sawRefused:
		return append(words, "refused")
	case sawNonsense:
		return append(words, "invalid")
	case sawShutDoor:
		return append(words, "closed")
	case sawReading:
		words = append(words, r.view.temperature(s.degrees))
		if r.measures && s.degrees > r.threshold {
			words = append(words, "above")
		} else if r.measures && s.degrees < r.threshold {
			words = append(words, "below")
		}
		return words
	case sawThing:
		x := s.things[0]
		if w := catalogue[x.thing].words[x.state]; w != "" {
			words = append(words, w)
		} else if s.shut.has(x.thing) {
			return append(words, "closed")
		} else if len(s.things) == 1 {
			return append(words, "nothing")
		}
		for _, x := range s.things[1:] {
			words = r.appendSeen(words, x)
		}
		return words
	case sawInside:
		return r.appendList(words, s.things)
	case sawHands:
		return r.appendList(append(words, "holding"), s.things)
	case sawChoice:
		return append(words, "which")
	case sawRecipe:
		return r.appendList(append(words, "needs"), s.things)
	case sawMixed:
		return r.appendList(append(words, "made"), s.things)
	}
	return append(words, "other")
}

func (r *reader) appendSeen(words []string, x seen) []string {
	e := &catalogue[x.thing]
	words = append(words, e.word)
	if x.state != e.normal && e.words[x.state] != "" {
		words = append(words, e.words[x.state])
	}
	return words
}

func (r *reader) appendList(words []string, things []seen) []string {
	if len(things) == 0 {
		return append(words, "nothing")
	}
	for _, x := range things {
		words = r.appendSeen(words, x)
	}
	return words
}

// Action implements [registry.Reader]. A text that is no command, or one that does not name things by
// their names, becomes "other".
func (r *reader) Action(text string) []string {
	a, ok := readAct(text)
	if !ok {
		return []string{"other"}
	}
	if a.verb == doAnswer {
		return []string{"#" + strconv.Itoa(int(a.a))}
	}
	words := []string{verbWords[a.verb]}
	if a.verb == doUse {
		if a.a != ref(thermometer) || a.b == refNone {
			return []string{"other"}
		}
		a.a, a.b = a.b, refNone
	}
	for _, x := range [2]ref{a.a, a.b} {
		switch {
		case x == refNone:
		case x >= refRoom:
			words = append(words, roomWord(room(x-refRoom)))
		default:
			words = append(words, catalogue[x].word)
		}
	}
	return words
}

// readAct reads a command whose things are called by their names. Doors are given as the room behind
// them, answers as their number.
func readAct(text string) (act, bool) {
	if a, ok := commands.acts[text]; ok {
		return a, true
	}
	for _, p := range parse(text) {
		if p.verb == doAnswer {
			if n, err := strconv.Atoi(p.a); err == nil && n < maxReadings && strconv.Itoa(n) == p.a {
				return act{verb: doAnswer, a: ref(n), b: refNone}, true
			}
			return act{}, false
		}
		a := act{verb: p.verb, a: refNone, b: refNone, endA: -1, endB: -1}
		ok := true
		for i, name := range [2]string{p.a, p.b} {
			if name == "" {
				continue
			}
			x, found := plainRef(p.verb, name)
			ok = ok && found
			if i == 0 {
				a.a = x
			} else {
				a.b = x
			}
		}
		if ok {
			return a, true
		}
	}
	return act{}, false
}

// plainRef is what an exact name stands for after a verb.
func plainRef(v verb, name string) (ref, bool) {
	switch v {
	case doGo, doTeleport:
		r, ok := roomNamed(name)
		return refRoom + ref(r), ok
	case doOpen, doClose:
		if to, ok := strings.CutPrefix(name, "door to "); ok {
			r, ok := roomNamed(to)
			return refRoom + ref(r), ok
		}
	}
	t, ok := byName[name]
	return ref(t), ok
}

// Command implements [registry.Reader].
func (r *reader) Command(words []string) string {
	if text, ok := r.command(words); ok {
		return text
	}
	return strings.Join(words, " ")
}

func (r *reader) command(words []string) (string, bool) {
	if len(words) == 0 || len(words) > 3 {
		return "", false
	}
	if n, ok := strings.CutPrefix(words[0], "#"); ok && len(words) == 1 {
		return n, r.view.known[words[0]]
	}
	v, ok := r.view.verbs[words[0]]
	if !ok {
		return "", false
	}
	args := words[1:]
	names := make([]string, len(args))
	for i, w := range args {
		if t, ok := r.view.things[w]; ok {
			names[i] = catalogue[t].name
			if v == doGo || v == doTeleport {
				return "", false
			}
		} else if to, ok := r.view.rooms[w]; ok && len(args) == 1 {
			names[i] = roomNames[to]
			switch v {
			case doOpen, doClose:
				names[i] = "door to " + names[i]
			case doGo, doTeleport:
			default:
				return "", false
			}
		} else {
			return "", false
		}
	}
	things := 0
	joint := ""
	for _, p := range phrasings {
		if p.verb == v {
			things = p.things
			if p.joints != nil {
				joint = p.joints[0]
			}
			break
		}
	}
	switch {
	case v == doUse && len(names) == 1:
		return commands.two[doUse][thermometer][r.view.things[args[0]]], args[0] != catalogue[thermometer].word
	case len(names) != things || v == doUse:
		return "", false
	case things == 0:
		return startOf(v), true
	case things == 1:
		return startOf(v) + names[0], true
	}
	return startOf(v) + names[0] + joint + names[1], names[0] != names[1]
}
