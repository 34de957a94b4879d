package mathcode

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/environments/mathcode/calculator"
)

// world is a problem being solved: what the calculator remembers, and the answer once it is given.
type world struct {
	problem     *Problem
	accept      string
	memory      calculator.Memory
	observation string
	answered    bool
	answer      string
	verdict     verdict
}

var _ registry.Typed = (*world)(nil)

// What the world says besides the calculator's results.
const (
	overText    = "The episode is over."
	unknownText = "error: neither run[PROGRAM] nor answer[ANSWER]"
	longText    = "error: an answer longer than 2000 bytes"
	emptyText   = "error: an empty answer"
	faultText   = "error: "
)

// TaskType implements [registry.Typed]: the problem's kind.
func (w *world) TaskType() string { return w.problem.Kind }

// Observation implements [registry.World].
func (w *world) Observation() string { return w.observation }

// call is an action, read.
type call struct {
	run  bool
	text string // program or answer
}

// readCall reads an action; ok is false when it is none.
func readCall(action string) (c call, ok bool) {
	action = strings.TrimSpace(action)
	text, run := strings.CutPrefix(action, "run[")
	if !run {
		if text, ok = strings.CutPrefix(action, "answer["); !ok {
			return call{}, false
		}
	}
	text, ok = strings.CutSuffix(text, "]")
	return call{run, text}, ok
}

// Step implements [registry.World]. A program that is one is understood even when it fails, which changes nothing; a text that is no
// program is not. An answer ends the episode: won when the rule of the setting accepts it, with a score of 1, else 0. Info then says which rules did.
func (w *world) Step(action string) registry.Outcome {
	if w.answered {
		return w.outcome(overText, false)
	}
	c, ok := readCall(action)
	switch {
	case !ok:
		return w.outcome(unknownText, false)
	case c.run:
		return w.run(c.text)
	case len(c.text) > maxAnswer:
		return w.outcome(longText, false)
	case strings.TrimSpace(c.text) == "":
		return w.outcome(emptyText, false)
	}
	w.answered, w.answer = true, c.text
	w.verdict = grade(w.problem.Answer, c.text, w.accept)
	return w.outcome(overText, true)
}

// run executes a program.
func (w *world) run(source string) registry.Outcome {
	program, err := calculator.Parse(source)
	if err != nil {
		return w.outcome(faultText+err.Error(), false)
	}
	results, memory, err := program.Run(w.memory)
	w.memory = memory
	lines := make([]string, 0, len(results)+1)
	for _, r := range results {
		lines = append(lines, r.String())
	}
	if err != nil {
		lines = append(lines, faultText+err.Error())
	}
	o := w.outcome(strings.Join(lines, "\n"), true)
	var undefined *calculator.UndefinedError
	if errors.As(err, &undefined) {
		o.Info = map[string]any{"undefined": undefined.Name}
	}
	return o
}

func (w *world) outcome(observation string, valid bool) registry.Outcome {
	w.observation = observation
	o := registry.Outcome{Observation: observation, Valid: valid, Done: w.answered}
	if w.answered {
		o.Won = w.verdict.accepted
		if o.Won {
			o.Score = 1
		}
		o.Rule, o.Info = w.verdict.rule, w.verdict.info(w.accept)
	}
	return o
}

// Admissible implements [registry.World]: the programs that the text suggests, then the values of names as answers. Any other program and answer
// will do too. Nothing is listed after the answer.
func (w *world) Admissible() []string {
	if w.answered {
		return nil
	}
	list := make([]string, 0, len(w.problem.suggested)+4)
	for _, program := range w.problem.suggested {
		list = append(list, "run["+program+"]")
	}
	for _, name := range w.memory.Names() {
		v, _ := w.memory.Get(name)
		if text := v.String(); len(text) <= maxAnswer && !slices.Contains(list, "answer["+text+"]") {
			list = append(list, "answer["+text+"]")
		}
	}
	return list
}

// Signature implements [registry.World].
func (w *world) Signature() string {
	h := sha256.New()
	for _, name := range w.memory.Names() {
		v, _ := w.memory.Get(name)
		fmt.Fprintf(h, "%s=%v %x;", name, v, v.Bits())
	}
	fmt.Fprintf(h, "|%t %q", w.answered, w.answer)
	return fmt.Sprintf("%x", h.Sum(nil)[:12])
}

// Fork implements [registry.World].
func (w *world) Fork() registry.World {
	c := *w
	return &c
}

// missing lists the statements of the way that are still to be computed: what the answer needs and the calculator does not have.
func (w *world) missing() []string {
	truth := calculator.Memory{}
	for _, f := range w.problem.way {
		truth = f.compute(truth)
	}
	needed := map[string]bool{}
	var list []string
	for i := len(w.problem.way) - 1; i >= 0; i-- {
		f := w.problem.way[i]
		if i < len(w.problem.way)-1 && !needed[f.name] {
			continue
		}
		want, _ := truth.Get(f.name)
		if has, ok := w.memory.Get(f.name); ok && has.Equal(want) {
			continue
		}
		list = append(list, "run["+f.statement()+"]")
		for _, name := range f.from {
			needed[name] = true
		}
	}
	slices.Reverse(list)
	return list
}
