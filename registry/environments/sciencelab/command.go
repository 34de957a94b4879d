package sciencelab

import "strings"

// verb is a kind of action.
type verb uint8

const (
	doLook verb = iota
	doInventory
	doTask
	doWait
	doWaitOne
	doOpen
	doClose
	doExamine
	doLookIn
	doPickUp
	doPutDown
	doMove
	doPour
	doDunk
	doMix
	doFocus
	doActivate
	doDeactivate
	doConnect
	doDisconnect
	doUse
	doEat
	doFlush
	doRead
	doGo
	doTeleport
	doAnswer // a number that answers an ambiguous command
)

// phrasing is how a verb is said: how the command begins and what stands between two things.
type phrasing struct {
	verb   verb
	start  string
	things int
	joints []string // nil with fewer than two things
}

var (
	toward  = []string{" to ", " into ", " onto ", " in ", " on "}
	into    = []string{" into ", " in ", " to "}
	between = []string{" to "}
	upon    = []string{" on ", " with "}
)

// phrasings lists them, the first of a verb being the one that is listed; a start that begins with another
// stands before it.
var phrasings = []phrasing{
	{doLook, "look around", 0, nil}, {doLook, "look", 0, nil},
	{doInventory, "inventory", 0, nil}, {doTask, "task", 0, nil},
	{doWaitOne, "wait1", 0, nil}, {doWait, "wait", 0, nil}, {doWait, "wait10", 0, nil},
	{doOpen, "open ", 1, nil}, {doClose, "close ", 1, nil},
	{doExamine, "examine ", 1, nil}, {doExamine, "look at ", 1, nil},
	{doLookIn, "look in ", 1, nil}, {doLookIn, "look into ", 1, nil}, {doLookIn, "look on ", 1, nil},
	{doPickUp, "pick up ", 1, nil}, {doPickUp, "get ", 1, nil}, {doPickUp, "take ", 1, nil},
	{doPutDown, "put down ", 1, nil}, {doPutDown, "drop ", 1, nil},
	{doMove, "move ", 2, toward}, {doMove, "put ", 2, toward},
	{doPour, "pour ", 2, into}, {doPour, "empty ", 2, into},
	{doDunk, "dunk ", 2, into}, {doMix, "mix ", 1, nil},
	{doFocus, "focus on ", 1, nil},
	{doActivate, "activate ", 1, nil}, {doActivate, "turn on ", 1, nil},
	{doDeactivate, "deactivate ", 1, nil}, {doDeactivate, "turn off ", 1, nil},
	{doConnect, "connect ", 2, between}, {doDisconnect, "disconnect ", 1, nil},
	{doUse, "use ", 2, upon}, {doUse, "use ", 1, nil},
	{doEat, "eat ", 1, nil}, {doFlush, "flush ", 1, nil}, {doRead, "read ", 1, nil},
	{doGo, "go to ", 1, nil}, {doGo, "go through ", 1, nil}, {doGo, "walk to ", 1, nil}, {doGo, "go ", 1, nil},
	{doTeleport, "teleport to ", 1, nil}, {doTeleport, "teleport ", 1, nil},
}

// maxCommand is the length in bytes beyond which a text is no command.
const maxCommand = 300

// parsed is one way to read a command: a verb and what it names.
type parsed struct {
	verb verb
	a, b string
}

// parse lists the ways to read a text as a command, the likeliest first: one that has two things can be
// split in several places, since names may contain "in" and "on". The list is empty for anything else.
func parse(text string) []parsed {
	if len(text) > maxCommand {
		return nil
	}
	text = strings.Join(strings.Fields(strings.ToLower(text)), " ")
	if text != "" && strings.Trim(text, "0123456789") == "" {
		return []parsed{{verb: doAnswer, a: text}}
	}
	var list []parsed
	for _, p := range phrasings {
		if p.things == 0 {
			if text == p.start {
				return []parsed{{verb: p.verb}}
			}
			continue
		}
		rest, ok := strings.CutPrefix(text, p.start)
		if !ok || rest == "" {
			continue
		}
		if p.things == 1 {
			list = append(list, parsed{verb: p.verb, a: rest})
			continue
		}
		for _, joint := range p.joints {
			for end := len(rest); ; {
				i := strings.LastIndex(rest[:end], joint)
				if i < 0 {
					break
				}
				if i > 0 && i+len(joint) < len(rest) {
					list = append(list, parsed{verb: p.verb, a: rest[:i], b: rest[i+len(joint):]})
				}
				end = i
			}
		}
	}
	return list
}

// ref is what a phrase names: a thing (its number), a door, a room or the inventory.
type ref int16

const (
	refDoor      ref = 200 // plus the door's index
	refRoom      ref = 300 // plus the room
	refInventory ref = 400
	refNone      ref = -1
)

// act is a command with its referents. The ends are terminals of circuits, -1 for any.
type act struct {
	verb       verb
	a, b       ref
	endA, endB int8
}

// book holds the text of every listed command once, and the way back.
type book struct {
	acts                   map[string]act
	one                    map[verb][]string // by thing
	two                    map[verb][][]string
	open, shut, walk, jump [roomCount]string
}

// listed starts are the first phrasing of each verb.
func startOf(v verb) string {
	for _, p := range phrasings {
		if p.verb == v {
			return p.start
		}
	}
	panic("command: no phrasing")
}

var commands = func() *book {
	b := &book{acts: map[string]act{}, one: map[verb][]string{}, two: map[verb][][]string{}}
	for _, v := range []verb{doOpen, doClose, doExamine, doLookIn, doPickUp, doPutDown, doMix, doFocus, doActivate, doDeactivate, doDisconnect, doEat, doRead} {
		list := make([]string, count)
		for t := range list {
			list[t] = startOf(v) + catalogue[t].name
			b.add(list[t], act{v, ref(t), refNone, -1, -1})
		}
		b.one[v] = list
	}
	joint := map[verb]string{doMove: " to ", doPour: " into ", doConnect: " to ", doUse: " on "}
	for v, word := range joint {
		rows := make([][]string, count)
		for t := range rows {
			if !v.fits(thing(t)) {
				continue
			}
			rows[t] = make([]string, count)
			for u := range rows[t] {
				if t != u && v.fitsSecond(thing(u)) {
					rows[t][u] = startOf(v) + catalogue[t].name + word + catalogue[u].name
					b.add(rows[t][u], act{v, ref(t), ref(u), -1, -1})
				}
			}
		}
		b.two[v] = rows
	}
	for r, name := range roomNames {
		b.open[r], b.shut[r] = "open door to "+name, "close door to "+name
		b.walk[r], b.jump[r] = "go to "+name, "teleport to "+name
		b.acts[b.walk[r]] = act{doGo, refRoom + ref(r), refNone, -1, -1}
	}
	for _, p := range phrasings {
		if p.things == 0 {
			b.acts[p.start] = act{p.verb, refNone, refNone, -1, -1}
		}
	}
	return b
}()

// add files a command under its text, as listed and in lower case.
func (b *book) add(text string, a act) {
	b.acts[text], b.acts[strings.ToLower(text)] = a, a
}

// fits says whether a command of two things is ever listed with t as its first.
func (v verb) fits(t thing) bool {
	e := &catalogue[t]
	switch v {
	case doMove:
		return e.portable()
	case doPour:
		return e.group == groupVessel
	case doConnect:
		return e.group == groupCircuit
	}
	return t == thermometer
}

func (v verb) fitsSecond(t thing) bool {
	e := &catalogue[t]
	switch v {
	case doMove, doPour:
		return e.holds()
	case doConnect:
		return e.group == groupCircuit || e.portable() && !e.living()
	}
	return true
}
