package engine

import (
	"context"
	"slices"
	"strings"

	"github.com/retort-ml/retort/registry/environments/tau2/py"
)

// Reward is the rating of a finished episode.
type Reward struct {
	// Total is the product of the parts in the task's basis, in [0, 1].
	Total float64
	// Parts are the parts in the basis that the original reports, by name.
	Parts map[string]float64
	// DBMatch says whether both databases equal those after the reference actions.
	DBMatch bool
	// Actions, Assertions and Communicated say of each item of the criteria whether it was met;
	// nil where there are none.
	Actions, Assertions, Communicated []bool
	// NotJudged are assertions in natural language that count in the basis but had no judge, or one that
	// failed; Total is the product of the other parts then.
	NotJudged []string
}

// Judge answers a question with yes or no. A model behind it gets the whole question in one text, see [Question].
type Judge func(ctx context.Context, question string) (verdict bool, err error)

// Rate rates an episode that ended with its own stop: the state it ended in and the whole
// conversation, the task's history included. base is the state of the domain before the
// task. judge may be nil; what it fails to answer is not judged.
//
// An episode that ended any other way has reward 0 and is not rated.
func (d *Domain) Rate(ctx context.Context, base State, t *Task, final State, conversation []Message, judge Judge) (Reward, error) {
	r := Reward{Total: 1, Parts: map[string]float64{}, DBMatch: true}
	if t.Criteria == nil {
		return r, nil
	}
	c := t.Criteria
	r.Actions, r.Communicated = c.Met(conversation)

	if c.Actions != nil || c.Assertions != nil {
		if err := d.sync(&final); err != nil {
			return Reward{}, err
		}
		// The reference device is never told of changes of the other database: that is how the
		// original rates, and why references can differ from themselves.
		gold, err := d.Start(base, t)
		if err != nil {
			return Reward{}, err
		}
		for _, a := range c.Actions {
			_, _ = d.invoke(&gold, a.Call) // a reference action may fail
		}
		r.DBMatch = py.Same(gold.DB, final.DB) && (gold.Device == nil || py.Same(gold.Device, final.Device))
		if slices.Contains(c.Basis, PartDB) {
			r.part(PartDB, r.DBMatch)
		}
		all := true
		for _, a := range c.Assertions {
			met := false
			if v, err := d.run(&final, a.FuncCall); err == nil {
				met = v == py.Value(py.Bool(a.Want))
			}
			all = all && met
			r.Assertions = append(r.Assertions, met)
		}
		if slices.Contains(c.Basis, PartAssertion) {
			r.part(PartAssertion, all)
		}
	}

	if slices.Contains(c.Basis, PartAction) {
		r.part(PartAction, !slices.Contains(r.Actions, false))
	}
	if slices.Contains(c.Basis, PartNatural) {
		r.natural(ctx, c.Natural, conversation, judge)
	}
	if slices.Contains(c.Basis, PartCommunicate) {
		r.part(PartCommunicate, !slices.Contains(r.Communicated, false))
	}
	return r, nil
}

// natural judges assertions in natural language. One that does not hold decides the part; otherwise the part counts only when
// all were judged.
func (r *Reward) natural(ctx context.Context, assertions []string, conversation []Message, judge Judge) {
	all := true
	for _, a := range assertions {
		if judge == nil {
			r.NotJudged = append(r.NotJudged, a)
			continue
		}
		holds, err := judge(ctx, Question(a, conversation))
		switch {
		case err != nil:
			r.NotJudged = append(r.NotJudged, a)
		case !holds:
			all = false
		}
	}
	if !all || len(r.NotJudged) == 0 {
		r.part(PartNatural, all)
	}
}

// Question asks whether an assertion holds in a conversation, for a [Judge], with messages as [Quoted] texts.
func Question(assertion string, conversation []Message) string {
	var b strings.Builder
	b.WriteString("Below are a conversation of customer service and a statement on what was expected of it. Does the statement hold in the conversation?\n\n<conversation>\n")
	for _, m := range conversation {
		if m.Content != "" {
			b.WriteString(m.Role + ": " + Quoted(m.Content) + "\n")
		}
		for _, c := range m.Calls {
			b.WriteString(m.Role + " calls: " + c.Text() + "\n")
		}
	}
	b.WriteString("</conversation>\n\n<statement>\n" + assertion + "\n</statement>\n")
	return b.String()
}

// Met says of each reference action whether a call of the conversation matches it, and of each
// text to be communicated whether an assistant's message contains it.
func (c *Criteria) Met(conversation []Message) (actions, communicated []bool) {
	for _, a := range c.Actions {
		actions = append(actions, slices.ContainsFunc(conversation, func(m Message) bool {
			return m.Role != "tool" && slices.ContainsFunc(m.Calls, a.matches)
		}))
	}
	for _, info := range c.Communicate {
		communicated = append(communicated, slices.ContainsFunc(conversation, func(m Message) bool { return m.says(info) }))
	}
	return actions, communicated
}

func (r *Reward) part(name string, met bool) {
	value := 0.0
	if met {
		value = 1
	}
	r.Parts[name] = value
	r.Total *= value
}

// says looks for a text in an assistant's message, without regard to case; commas count in the
// text and not in the message.
func (m Message) says(info string) bool {
	if m.Role != Assistant || strings.TrimSpace(m.Content) == "" {
		return false
	}
	return strings.Contains(strings.ReplaceAll(strings.ToLower(m.Content), ",", ""), strings.ToLower(info))
}

// matches says whether a call is the reference action. Who calls is not compared, and without
// a list of arguments only those of the call are: one without arguments matches.
func (a Action) matches(c Call) bool {
	if a.Name != c.Name {
		return false
	}
	names := a.Compare
	if names == nil {
		names = c.Arguments.Keys()
	}
	for _, n := range names {
		want, wanted := a.Arguments.Get(n)
		got, given := c.Arguments.Get(n)
		if wanted != given || given && !py.Equal(want, got) {
			return false
		}
	}
	return true
}
