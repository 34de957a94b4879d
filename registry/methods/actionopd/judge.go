package actionopd

import (
	"context"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/judge"
	"github.com/retort-ml/retort/registry/text/actions"
)

// judges decide, for each open seat, what a program leaves undecided between proposals and the teacher's answers (m_s): nil with
// matcher = "program".
func (t *table) judges(ctx context.Context, open []int, proposals, answers [][]actions.Action) ([]actions.Judge, error) {
	judges := make([]actions.Judge, len(open))
	switch t.settings.Matcher {
	case "state":
		for o, i := range open {
			judges[o] = byState(t.seats[i].live.World)
		}
	case "model":
		return t.byModel(ctx, open, proposals, answers)
	}
	return judges, nil
}

// byState compares actions by what they lead to.
func byState(w registry.World) actions.Judge {
	return func(a, b actions.Action) (bool, error) {
		x, y := w.Fork(), w.Fork()
		x.Step(a.Text)
		y.Step(b.Text)
		return x.Signature() == y.Signature() && x.Observation() == y.Observation(), nil
	}
}

// byModel asks the text model about every undecided pair of all open seats at once, each pair of a seat once.
func (t *table) byModel(ctx context.Context, open []int, proposals, answers [][]actions.Action) ([]actions.Judge, error) {
	type pair struct {
		open int
		a, b string // keys
	}
	known := map[pair]int{} // the index of its question
	var questions []judge.Comparison
	for o, i := range open {
		for _, a := range proposals[o] {
			for _, b := range answers[o] {
				p := pair{o, a.Key(), b.Key()}
				if _, asked := known[p]; asked || actions.Compare(a, b) != actions.Undecided {
					continue
				}
				known[p] = len(questions)
				questions = append(questions, judge.Comparison{State: t.seats[i].live.Episode, A: a, B: b})
			}
		}
	}
	same, err := judge.AskEquivalence(t.asked).Same(ctx, questions)
	if err != nil {
		return nil, err
	}
	judges := make([]actions.Judge, len(open))
	for o := range open {
		judges[o] = func(a, b actions.Action) (bool, error) { return same[known[pair{o, a.Key(), b.Key()}]], nil }
	}
	return judges, nil
}
