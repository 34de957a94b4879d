package sciencelab

import (
	"strconv"
	"strings"

	"github.com/retort-ml/retort/registry"
)

// world is a task in progress.
type world struct{ state state }

var _ registry.Typed = (*world)(nil)

// unknown is the answer to everything that is no action.
const unknown = "No known action matches that input."

// Observation implements [registry.World].
func (w *world) Observation() string { return w.state.observation }

// TaskType implements [registry.Typed]: the task's family.
func (w *world) TaskType() string { return families[w.state.game.family].name }

// Fork implements [registry.World].
func (w *world) Fork() registry.World { c := *w; return &c }

// Signature implements [registry.World]. It tells states of one task apart, hidden ones too.
func (w *world) Signature() string {
	return string(w.state.appendBytes(make([]byte, 0, 256), w.state.game))
}

// Step implements [registry.World]. Done says that the task is won or failed, and both are for good: the
// world can be stepped on, but its score stays.
func (w *world) Step(action string) registry.Outcome {
	s := &w.state
	valid := true
	if len(s.pending) > 0 {
		s.observation = s.answer(action)
	} else {
		switch list := s.understand(action); len(list) {
		case 0:
			s.observation, valid = unknown, false
		case 1:
			s.observation = s.do(list[0])
		default:
			s.pending = list
			s.observation = s.ambiguous()
		}
	}
	won := s.won()
	return registry.Outcome{Observation: s.observation, Score: s.score(), Done: won || s.failed, Won: won, Valid: valid}
}

// answer takes the reply to an ambiguous command: one of its numbers, or nothing to cancel. Anything
// else is swallowed and costs time, as in ScienceWorld; since it has an effect it counts as valid.
func (s *state) answer(text string) string {
	list := s.pending
	s.pending = nil
	text = strings.TrimSpace(text)
	if text == "" {
		return "Action cancelled."
	}
	if i, err := strconv.Atoi(text); err == nil && i >= 0 && i < len(list) && text == strconv.Itoa(i) {
		return s.do(list[i])
	}
	s.pass(1)
	return unknown
}

// pass lets ticks go by.
func (s *state) pass(ticks int) {
	for range ticks {
		s.tick()
		s.progress()
	}
}

// do carries out an act. Looking shows how things are after the time it takes; everything else has its
// effect first, then time passes.
func (s *state) do(a act) string {
	switch a.verb {
	case doLook:
		return s.look(nil)
	case doInventory:
		return s.listInventory()
	case doTask:
		return "Task description:\n" + s.game.sentence()
	case doWait:
		s.pass(10)
		return "You decide to wait for 10 iterations."
	case doWaitOne:
		s.pass(1)
		return "You decide to wait for 1 iterations."
	case doExamine, doLookIn, doRead:
		s.pass(1)
		return s.examine(a)
	case doUse:
		if a.a == ref(thermometer) && a.b != refNone {
			s.pass(1)
			return s.measure(a.b)
		}
	}
	text := s.change(a)
	s.progress()
	s.pass(1)
	return text
}

// measure reads the thermometer on something.
func (s *state) measure(r ref) string {
	degrees := int16(ambient)
	if r < refDoor {
		t := thing(r)
		degrees = s.temp[t]
		if t == s.game.target {
			s.hints |= measured
		}
	}
	return "the thermometer measures a temperature of " + strconv.Itoa(int(degrees)) + " degrees celsius"
}
