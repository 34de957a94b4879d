package sciencelab

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// goldReading is what an action of ScienceWorld's own solutions means: a verb, what it names, and the terminals of what it
// connects.
type goldReading struct {
	verb       verb
	a, b       string // as written
	nameA      string // without terminals
	nameB      string
	endA, endB int8
}

// goldShapes are the shapes of those actions: things in the groups a and b, terminals in ea and eb.
var goldShapes = []struct {
	verb  verb
	shape *regexp.Regexp
}{
	{doConnect, regexp.MustCompile(`^connect (?P<a>.+) (?P<ea>anode|cathode|terminal [12]) to (?P<b>.+) (?P<eb>terminal [12])$`)},
	{doConnect, regexp.MustCompile(`^connect (?P<a>.+) (?P<ea>terminal [12]) to (?P<eb>anode|cathode) in (?P<b>.+)$`)},
	{doUse, regexp.MustCompile(`^use (?P<a>thermometer in inventory) on (?P<b>.+)$`)},
	{doMove, regexp.MustCompile(`^move (?P<a>.+) to (?P<b>.+)$`)},
	{doPour, regexp.MustCompile(`^pour (?P<a>.+) into (?P<b>.+)$`)},
	{doPour, regexp.MustCompile(`^pour (?P<a>.+) in (?P<b>(?:cup|jug).*)$`)},
	{doGo, regexp.MustCompile(`^go to (?P<a>.+)$`)},
	{doOpen, regexp.MustCompile(`^open (?P<a>.+)$`)},
	{doExamine, regexp.MustCompile(`^examine (?P<a>.+)$`)},
	{doFocus, regexp.MustCompile(`^focus on (?P<a>.+)$`)},
	{doPickUp, regexp.MustCompile(`^pick up (?P<a>.+)$`)},
	{doPutDown, regexp.MustCompile(`^drop (?P<a>.+)$`)},
	{doActivate, regexp.MustCompile(`^activate (?P<a>.+)$`)},
	{doDeactivate, regexp.MustCompile(`^deactivate (?P<a>.+)$`)},
	{doMix, regexp.MustCompile(`^mix (?P<a>.+)$`)},
	{doRead, regexp.MustCompile(`^read (?P<a>.+)$`)},
	{doAnswer, regexp.MustCompile(`^(?P<a>[0-9]+)$`)},
	{doLook, regexp.MustCompile(`^look around$`)},
	{doWait, regexp.MustCompile(`^wait$`)},
	{doWaitOne, regexp.MustCompile(`^wait1$`)},
}

var goldEnds = map[string]int8{"": -1, "anode": 0, "cathode": 1, "terminal 1": 0, "terminal 2": 1}

// readGold reads an action by its shape.
func readGold(t *testing.T, text string) goldReading {
	t.Helper()
	text = strings.ToLower(text)
	for _, s := range goldShapes {
		m := s.shape.FindStringSubmatch(text)
		if m == nil {
			continue
		}
		group := func(name string) string {
			if i := s.shape.SubexpIndex(name); i >= 0 {
				return m[i]
			}
			return ""
		}
		r := goldReading{verb: s.verb, nameA: group("a"), nameB: group("b"), endA: goldEnds[group("ea")], endB: goldEnds[group("eb")]}
		r.a, r.b = r.nameA, r.nameB
		if s.verb == doConnect {
			var ok bool
			r.a, r.b, ok = strings.Cut(strings.TrimPrefix(text, "connect "), " to ")
			require.True(t, ok)
		}
		return r
	}
	require.Fail(t, "an action of no known shape", "%q", text)
	return goldReading{}
}

// scene is a world in which the action can mean something, and what it means there. missing is what the action
// names that this world never has.
func (r goldReading) scene(t *testing.T) (s *state, want act, missing string) {
	t.Helper()
	s = bare(t)
	s.game.plan, s.game.teleport = plans[sizeFull], true
	want = act{r.verb, refNone, refNone, r.endA, r.endB}
	for place, name := range roomNames {
		if strings.Contains(r.nameA+",", " in "+name+",") {
			s.room = int8(place)
		}
		if r.nameA != name && r.nameA != "door to "+name {
			continue
		}
		from := s.game.plan.next[place][0]
		s.room = int8(from)
		want.a = refRoom + ref(place)
		if r.verb == doOpen {
			want.a = refDoor + ref(s.game.plan.door[from][place])
		}
		return s, want, ""
	}
	for _, side := range []struct {
		name string
		to   *ref
	}{{r.nameA, &want.a}, {r.nameB, &want.b}} {
		if side.name == "" {
			continue
		}
		m := readMention(side.name)
		if m.name == "cup" && strings.Contains(r.nameA, "cup") && side.to == &want.b {
			return nil, want, "a second cup"
		}
		x, missing := m.put(s)
		if missing != "" {
			return nil, want, missing
		}
		*side.to = ref(x)
	}
	return s, want, ""
}

// mention is how a solution calls a thing: "liquid tin", "cup containing blue paint and red paint in art studio".
type mention struct {
	state, name string
	holds       []string
	in          string
}

var (
	goldIn     = regexp.MustCompile(`^([^()]+?) in (.+)$`)
	goldHolds  = regexp.MustCompile(`^(.+?) containing (.+?)(?: in (.+))?$`)
	goldStates = regexp.MustCompile(`^(solid|liquid|gaseous|adult|egg|baby|hatchling|juvenile) (.+)$`)
)

func readMention(text string) (m mention) {
	m.name = text
	if p := goldHolds.FindStringSubmatch(text); p != nil && !strings.Contains(p[1], " in ") {
		m.name, m.in = p[1], p[3]
		m.holds = strings.Split(p[2], " and ")
	} else if p := goldIn.FindStringSubmatch(text); p != nil {
		m.name, m.in = p[1], p[2]
	}
	if p := goldStates.FindStringSubmatch(m.name); p != nil {
		m.state, m.name = p[1], p[2]
	}
	return m
}

// put places what is mentioned in a world, in its state and where it is, and returns it.
func (m mention) put(s *state) (x thing, missing string) {
	place := s.room
	switch {
	case m.in == "inventory":
		place = inventory
	case m.in != "" && m.in != roomNames[s.room]:
		h, missing := readMention(m.in).put(s)
		if missing != "" {
			return nothing, missing
		}
		s.opened.add(h)
		place = within(h)
	}
	x, st, missing := m.thing()
	if missing != "" {
		return nothing, missing
	}
	if !slices.Contains(s.game.present, x) {
		s.game.present = append(s.game.present, x)
		slices.Sort(s.game.present)
	}
	s.loc[x], s.st[x] = place, st
	for _, name := range m.holds {
		if _, missing := (mention{name: name, in: catalogue[x].name}).put(s); missing != "" {
			return nothing, missing
		}
	}
	return x, ""
}

// thing is what this world has under a name, with its state; missing is what it has not.
func (m mention) thing() (x thing, st uint8, missing string) {
	name, state := m.name, m.state
	switch name { // what stands for many, and names of one state
	case "ice":
		name, state = "water", "solid"
	case "steam":
		name, state = "water", "gaseous"
	case "substance":
		name = "water"
		if m.in == "inventory" {
			name = "sugar"
		}
	case "living thing":
		name = "rabbit"
	case "unknown substance":
		name = "unknown substance b"
	case "cup":
		name = "glass cup"
	case "paint":
		_, name, _ = strings.Cut(m.in, " containing ")
	case "butterfly egg":
		name = "butterfly"
	}
	if kind, ok := strings.CutSuffix(name, " tree"); ok {
		if _, known := byName[kind+" seed"]; known {
			name = kind + " seed"
		}
	}
	x, ok := byName[name]
	if !ok {
		return nothing, 0, name
	}
	if state == "" {
		return x, catalogue[x].normal, ""
	}
	for i, title := range catalogue[x].states {
		word := catalogue[x].words[i]
		if word == state || word == "gas" && state == "gaseous" || word == "grown" && state == "adult" || strings.HasPrefix(title, state+" ") {
			return x, uint8(i), ""
		}
	}
	return nothing, 0, state + " " + name
}
