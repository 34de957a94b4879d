package tau2_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/environments/tau2"
)

func newShop(t testing.TB) *tau2.Shop {
	t.Helper()
	e, err := tau2.Kind().New(tau2.Kind().Settings())
	require.NoError(t, err)
	return e.(*tau2.Shop)
}

// TestShop_Expert serves every drawn customer and reads the whole episode through the view:
// nothing it says or reads is outside of what the words can say, and every action can be
// written in words and read back.
func TestShop_Expert(t *testing.T) {
	t.Parallel()
	e := newShop(t)
	turns, words, episodes := 0, 0, 0
	for _, split := range e.Splits() {
		for i := range split.Tasks {
			w, err := e.Reset(registry.Task{Split: split.Name, Index: i})
			require.NoError(t, err)
			x := e.Expert(w.Observation(), 1)
			r, said := e.View().Begin(w.Observation())
			seen := said
			var o registry.Outcome
			for n := 0; !o.Done; n++ {
				require.Less(t, n, e.Horizon())
				a := x.Act()
				require.NotContains(t, a.Action, "\n")
				spoken := r.Action(a.Action)
				require.Equal(t, a.Action, r.Command(spoken))
				o = w.Step(a.Action)
				x.Observe(a.Action, o.Observation)
				seen = append(append(append(seen, a.Thought), spoken...), r.Observe(o.Observation)...)
				turns++
			}
			require.True(t, o.Won, "%s %d", split.Name, i)
			require.Equal(t, -1, indexOther(seen), "%v", seen)
			words += len(seen)
			episodes++
		}
	}
	t.Logf("%d words; %.1f turns, %.0f words an episode", len(e.View().Words()), float64(turns)/float64(episodes), float64(words)/float64(episodes))
}

// indexOther finds the first "other" that does not stand for small talk after a refusal.
func indexOther(words []string) int {
	for i, w := range words {
		if w == "other" && (i == 0 || words[i-1] != "refuse") {
			return i
		}
	}
	return -1
}

// TestShop_View shows an episode in words.
func TestShop_View(t *testing.T) {
	t.Parallel()
	e := newShop(t)
	for i := range e.Splits()[0].Tasks {
		w, err := e.Reset(registry.Task{Split: "train", Index: i})
		require.NoError(t, err)
		if w.(registry.Typed).TaskType() != "Exchange an item of a delivered order." {
			continue
		}
		x := e.Expert(w.Observation(), 1)
		r, said := e.View().Begin(w.Observation())
		require.Equal(t, "exchange", said[0])
		var lines []string
		for o := (registry.Outcome{}); !o.Done; {
			a := x.Act()
			line := a.Thought + " | " + strings.Join(r.Action(a.Action), " ")
			o = w.Step(a.Action)
			x.Observe(a.Action, o.Observation)
			lines = append(lines, line+" > "+strings.Join(r.Observe(o.Observation), " "))
		}
		require.GreaterOrEqual(t, len(lines), 8)
		require.Regexp(t, `^who \| ask_who > user \w+ \w+ zip_1$`, lines[0])
		require.Regexp(t, `^find \| find \w+ \w+ zip_1 > found$`, lines[1])
		require.Equal(t, "look | account > orders order_1 order_2 order_3", lines[2])
		require.Regexp(t, `^look \| get order_1 > order_1 \w+ \w+ \w+ item_\d\d product_\d$`, lines[3])
		last := lines[len(lines)-4:]
		require.Regexp(t, `^search \| product product_\d > product \w+( item_\d\d \w+ (in|out)){5}$`, last[0])
		require.Equal(t, "agree | confirm > user yes", last[1])
		require.Regexp(t, `^write \| exchange order_\d item_\d\d item_\d\d > order_\d exchanged `, last[2])
		require.Equal(t, "close | close > user bye", last[3])
		return
	}
	t.Fatal("no task of this kind was drawn")
}
