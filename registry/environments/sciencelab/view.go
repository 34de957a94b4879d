package sciencelab

import (
	"fmt"
	"strconv"
	"sync"

	"github.com/retort-ml/retort/registry"
)

// Words of the view by purpose. Their order is the order of Words: weights depend on it.
var (
	thoughtWords = []string{
		"search", "found", "carry", "blocked", "heat", "ready", "above", "below", "on", "off", "stage", "combine", "grow",
		"hmm", "maybe", "again",
	}
	resultWords = []string{
		":", "at", "ok", "closed", "refused", "invalid", "nothing", "holding", "which", "needs", "made", "other",
	}
	verbWords = map[verb]string{
		doLook: "look", doInventory: "inventory", doTask: "task", doWait: "wait", doWaitOne: "wait1", doOpen: "open", doClose: "close",
		doExamine: "examine", doLookIn: "lookin", doPickUp: "pick", doPutDown: "drop", doMove: "move", doPour: "pour", doDunk: "dunk", doMix: "mix",
		doFocus: "focus", doActivate: "activate", doDeactivate: "deactivate", doConnect: "connect", doDisconnect: "disconnect",
		doUse: "measure", doEat: "eat", doFlush: "flush", doRead: "read", doGo: "goto", doTeleport: "teleport",
	}
)

// view is the compact view, the same for every setting.
type view struct {
	words   []registry.Word
	known   map[string]bool
	things  map[string]thing
	rooms   map[string]room
	verbs   map[string]verb
	degrees []int // lower bounds of the temperature words
}

// compactView builds the view once.
var compactView = sync.OnceValue(func() *view {
	v := &view{known: map[string]bool{}, things: map[string]thing{}, rooms: map[string]room{}, verbs: map[string]verb{}}
	add := func(text, kind, number string) {
		if v.known[text] {
			return
		}
		v.known[text] = true
		v.words = append(v.words, registry.Word{Text: text, Type: kind, Number: number})
	}
	for _, w := range thoughtWords {
		add(w, "", "")
	}
	for k := doLook; k < doAnswer; k++ {
		add(verbWords[k], "", "")
		v.verbs[verbWords[k]] = k
	}
	for _, w := range resultWords {
		add(w, "", "")
	}
	for i := range families {
		add(families[i].name, "family", "")
	}
	for r, name := range roomNames {
		w := roomWord(room(r))
		if name == "outside" {
			w = "outside"
		}
		add(w, "room", "")
		v.rooms[w] = room(r)
	}
	for i := range catalogue {
		e := &catalogue[i]
		add(e.word, groupNames[e.group], "")
		v.things[e.word] = thing(i)
	}
	for i := range catalogue {
		for _, w := range catalogue[i].words {
			if w != "" {
				add(w, "state", "")
			}
		}
	}
	for d := freezerMost; d <= stoveMost; d += 10 {
		v.degrees = append(v.degrees, d)
	}
	v.degrees = append(v.degrees, 300, 600, 1000, 1500)
	for i, d := range v.degrees {
		add(fmt.Sprintf("t%d", d), "temperature", strconv.Itoa(i))
	}
	for n := range maxReadings {
		add("#"+strconv.Itoa(n), "choice", "")
	}
	return v
})

// roomWord is the view's word of a room.
func roomWord(r room) string {
	switch r {
	case livingRoom:
		return "living_room"
	case artStudio:
		return "art_studio"
	}
	return roomNames[r]
}

// temperature is the word of the step that a temperature lies on.
func (v *view) temperature(degrees int) string {
	i := 0
	for i+1 < len(v.degrees) && v.degrees[i+1] <= degrees {
		i++
	}
	return "t" + strconv.Itoa(v.degrees[i])
}

// Words implements [registry.View].
func (v *view) Words() []registry.Word { return append([]registry.Word(nil), v.words...) }

// Begin implements [registry.View]. The words are the task, a colon, and what the room holds.
func (v *view) Begin(introduction string) (registry.Reader, []string) {
	q, ok := parseTask(introduction)
	r := &reader{view: v}
	words := make([]string, 0, 24)
	if !ok {
		words = append(words, "other")
	} else {
		words = v.appendQuest(words, q)
		r.measures, r.threshold = q.family == useThermometer || q.family.melting(), q.threshold
	}
	words = append(words, ":")
	return r, r.appendSight(words, parseSight(introduction))
}

func (v *view) appendQuest(words []string, q quest) []string {
	words = append(words, families[q.family].name)
	word := func(t thing) string { return catalogue[t].word }
	if q.target >= 0 {
		words = append(words, word(q.target))
	}
	switch {
	case q.family == useThermometer || q.family.melting():
		words = append(words, v.temperature(q.threshold), "above", word(q.high), "below", word(q.low), "at", roomWord(q.boxRoom))
	case q.family.conducts():
		words = append(words, "on", word(q.high), "off", word(q.low))
	case q.family.finds():
		words = append(words, word(q.box), "at", roomWord(q.boxRoom))
	}
	return words
}
