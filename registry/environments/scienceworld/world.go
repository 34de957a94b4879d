package scienceworld

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/environments/scienceworld/simulator"
)

// Texts of the simulator that the package has to tell apart.
const (
	notUnderstood = "No known action matches that input."
	ambiguous     = "Ambiguous request: "
)

// maxAction bounds what is sent to the simulator, in bytes. A longer text is no action; its parser would take
// long to find out.
const maxAction = 2000

// world is an episode: what was done so far, from which any simulator can be brought to its state. A copy
// is a fork.
type world struct {
	env         *Environment
	episode     episode
	past        *deed
	deeds       int
	started     bool
	observation string
	last        simulator.Result
	pending     bool // the simulator waits for the number of what was meant
	over        bool
	failed      bool
	listed      []string // what Admissible said of this state
	lost        error    // the simulator failed on it twice; it goes nowhere
}

// deed is an action that changed something, and those before it.
type deed struct {
	before *deed
	action string
	sum    [8]byte // of the observation it caused
	chain  [16]byte
}

func sumOf(observation string) (sum [8]byte) {
	full := sha256.Sum256([]byte(observation))
	copy(sum[:], full[:])
	return sum
}

// start loads an episode.
func (e *Environment) start(ep episode) (registry.World, error) {
	w := &world{env: e, episode: ep}
	var description string
	err := e.pool.with(w, false, func(s *simulator.Simulator) (err error) {
		description, err = s.Description()
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("start %s variation %d: %w", ep.family.name, ep.variation, err)
	}
	w.started, w.observation = true, description+"\n\n"+w.last.Observation
	return w, nil
}

// Observation implements [registry.World].
func (w *world) Observation() string { return w.observation }

// TaskType implements [registry.Typed].
func (w *world) TaskType() string { return w.episode.family.name }

// Fork implements [registry.World]. The copy gets a simulator when it is stepped.
func (w *world) Fork() registry.World {
	c := *w
	return &c
}

// Signature implements [registry.World]. The simulator's state is hidden in it, so two worlds are known to be
// equal only when the same was done in them; what moved no clock, no score and asked no question does not
// count.
func (w *world) Signature() string {
	head := fmt.Sprintf("%s %s/%d %s", Version, w.episode.family.name, w.episode.variation, w.env.eased)
	if w.past != nil {
		head += " " + hex.EncodeToString(w.past.chain[:])
	}
	if w.lost != nil {
		head += " lost"
	}
	sum := sha256.Sum256([]byte(head))
	return hex.EncodeToString(sum[:16])
}

// Step implements [registry.World]. An episode is over when the simulator says so, when it has failed, and
// when its clock passed the limit. A simulator that dies or does not answer is replaced and the action
// repeated; when that fails, too, the episode is lost: it is over with the score it had, and info says
// why.
func (w *world) Step(action string) registry.Outcome {
	if w.lost != nil {
		return w.outcome(false)
	}
	if len(action) > maxAction {
		w.observation = notUnderstood
		return w.outcome(false)
	}
	action = strings.ToValidUTF8(action, "\ufffd")
	var valid bool
	err := w.env.pool.with(w, false, func(s *simulator.Simulator) error {
		r, err := s.Step(action)
		if err == nil {
			valid = w.take(action, r)
		}
		return err
	})
	if err != nil {
		w.lost, w.over = err, true
		w.observation = "The simulator was lost."
		return w.outcome(false)
	}
	return w.outcome(valid)
}

// take makes the result of an action the world's state and says whether the action was understood.
func (w *world) take(action string, r simulator.Result) bool {
	asks := strings.HasPrefix(r.Observation, ambiguous)
	changed := w.pending || asks || r.Moves != w.last.Moves || r.Score != w.last.Score || r.Completed != w.last.Completed
	w.observation, w.last, w.pending = r.Observation, r, asks
	if changed {
		w.remember(action)
	}
	w.failed = w.failed || r.Score < 0
	w.over = w.over || r.Completed || w.failed || r.Moves > w.env.settings.MoveLimit
	return changed || r.Observation != notUnderstood
}

// remember adds a deed with the observation it caused.
func (w *world) remember(action string) {
	d := &deed{before: w.past, action: action, sum: sumOf(w.observation)}
	var before []byte
	if w.past != nil {
		before = w.past.chain[:]
	}
	full := sha256.Sum256(append(slices.Clip(before), action...))
	copy(d.chain[:], full[:])
	w.past, w.listed = d, nil
	w.deeds++
}

// outcome reports the state. A failed episode has score 0.
func (w *world) outcome(valid bool) registry.Outcome {
	score := min(max(w.last.Score, 0), 1)
	if w.failed {
		score = 0
	}
	o := registry.Outcome{
		Observation: w.observation, Score: score, Done: w.over, Won: w.last.Completed && !w.failed, Valid: valid,
		Info: map[string]any{"moves": w.last.Moves, "failed": w.failed},
	}
	if w.lost != nil {
		o.Lost, o.Info["error"] = "the simulator failed twice", w.lost.Error()
	}
	return o
}

// Admissible implements [registry.World]: what the simulator lists and understands, of several hundred actions up to ten
// thousand; while it asks which of several was meant, the numbers. Its own list also names what lies in closed
// containers, which it then does not understand. A lost world has none.
//
// It is dear, so ask only when needed. Making the list takes as long as ten steps and moves hidden state of the
// simulator: in tasks with chance in them another future would follow. So the next step begins with
// a load and a repetition of what was done.
func (w *world) Admissible() []string {
	if w.lost != nil {
		return nil
	}
	if w.listed == nil {
		var list []string
		err := w.env.pool.with(w, true, func(s *simulator.Simulator) (err error) {
			list, err = s.Valid()
			return err
		})
		if err != nil {
			return nil
		}
		w.listed = list
	}
	return slices.Clone(w.listed)
}

// bring loads the episode into a simulator and repeats what was done, comparing what comes back.
func (w *world) bring(s *simulator.Simulator) error {
	first, err := s.Load(w.episode.family.name, w.episode.variation, w.env.eased)
	if err != nil {
		return err
	}
	if err := w.simplified(s); err != nil {
		return err
	}
	if !w.started {
		w.last = first
		return nil
	}
	for i, d := range w.history() {
		observation, err := s.Repeat(d.action)
		if err != nil {
			return err
		}
		if sumOf(observation) != d.sum {
			return fmt.Errorf("repeat action %d, %q, of %s variation %d: the simulator answers something else", i, d.action, w.episode.family.name, w.episode.variation)
		}
	}
	return nil
}

// history lists the deeds in order.
func (w *world) history() []*deed {
	list := make([]*deed, w.deeds)
	for d, i := w.past, w.deeds-1; d != nil; d, i = d.before, i-1 {
		list[i] = d
	}
	return list
}

// simplified checks what the simulator made of the simplifications: it takes any text.
func (w *world) simplified(s *simulator.Simulator) error {
	used, err := s.Simplifications()
	if err != nil {
		return err
	}
	var want []string
	for _, name := range w.env.settings.Simplifications {
		if name == easy {
			want = append(want, eased...)
		} else {
			want = append(want, name)
		}
	}
	if w.episode.family.electrical() {
		want = slices.DeleteFunc(want, func(name string) bool { return name == noElectrical })
	}
	slices.Sort(want)
	if text := strings.Join(slices.Compact(want), ", "); text != used {
		return fmt.Errorf("load %s: the simulator uses the simplifications %q instead of %q", w.episode.family.name, used, text)
	}
	return nil
}
