package tau2_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/environments/tau2"
)

// drawnOnce are the drawn environments of the default settings, each made once.
var drawnOnce sync.Map

func newDrawn(t testing.TB, domain string) *tau2.Drawn {
	t.Helper()
	once, _ := drawnOnce.LoadOrStore(domain, sync.OnceValues(func() (registry.Environment, error) {
		s := tau2.Defaults()
		s.Domain = domain
		return tau2.Kind().New(&s)
	}))
	e, err := once.(func() (registry.Environment, error))()
	require.NoError(t, err)
	return e.(*tau2.Drawn)
}

// TestDrawn_Expert serves every drawn customer and reads the whole episode through the view:
// nothing it says or reads is outside of what the words can say, and every action can be
// written in words and read back.
func TestDrawn_Expert(t *testing.T) {
	t.Parallel()
	for _, domain := range []string{"retail", "airline"} {
		t.Run(domain, func(t *testing.T) { t.Parallel(); serve(t, newDrawn(t, domain)) })
	}
}

func serve(t *testing.T, e *tau2.Drawn) {
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
	e := newDrawn(t, "retail")
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

// TestAirline_View shows episodes of the little airline in words, one of each kind.
func TestAirline_View(t *testing.T) {
	t.Parallel()
	e := newDrawn(t, "airline")
	shown := map[string]string{}
	for i := range e.Splits()[0].Tasks {
		w, err := e.Reset(registry.Task{Split: "train", Index: i})
		require.NoError(t, err)
		x := e.Expert(w.Observation(), 1)
		r, said := e.View().Begin(w.Observation())
		text := strings.Join(said, " ") + "\n"
		for o := (registry.Outcome{}); !o.Done; {
			a := x.Act()
			text += a.Thought + " | " + strings.Join(r.Action(a.Action), " ")
			o = w.Step(a.Action)
			x.Observe(a.Action, o.Observation)
			text += " > " + strings.Join(r.Observe(o.Observation), " ") + "\n"
		}
		kind := w.(registry.Typed).TaskType()
		if _, ok := shown[kind]; !ok {
			shown[kind] = text
		}
	}
	const (
		start  = `who \| ask_who > user known\nlook \| account > (regular|silver|gold) reservations reservation_1 reservation_2 reservation_3\n`
		read   = `look \| get reservation_\d > reservation_\d day_\d\d \w+ (insured|plain) bags n_[01] [A-Z]{3}\n([A-Z]{3} elsewhere look \| get reservation_\d > reservation_\d day_\d\d \w+ (insured|plain) bags n_[01] [A-Z]{3}\n)*`
		search = `search \| search [A-Z]{3} day_\d\d > flights( flight_\d (morning|evening))+\n`
		agree  = `agree \| confirm > user yes\n`
		after  = ` > reservation_\d day_\d\d \w+ (insured|plain) bags n_\d( cancelled)? [A-Z]{3}\nclose \| close > user bye\n$`
		no     = `refuse \| refuse > (user unknown|other)\nclose \| close > user bye\n$`
	)
	require.Len(t, shown, 7)
	for kind, form := range map[string]string{
		"Cancel a reservation.":                                     `^cancel [A-Z]{3}\n` + start + read + `[A-Z]{3} found ` + agree + `write \| cancel reservation_\d` + after,
		"Change the flight of a reservation.":                       `^move [A-Z]{3} day_\d\d (morning|evening)\n` + start + read + `[A-Z]{3} found ` + search + agree + `write (morning|evening) \| move reservation_\d flight_\d day_\d\d` + after,
		"Change the cabin of a reservation.":                        `^cabin [A-Z]{3} \w+\n` + start + read + `[A-Z]{3} found ` + agree + `write \| cabin reservation_\d \w+` + after,
		"Add checked bags to a reservation.":                        `^bags [A-Z]{3} n_\d\n` + start + read + `[A-Z]{3} found ` + agree + `free n_\d \| bags reservation_\d n_\d n_\d` + after,
		"Book a flight.":                                            `^book [A-Z]{3} day_\d\d (morning|evening) \w+\n` + start + search + agree + `write (morning|evening) \| book flight_\d \w+ day_\d\d` + after,
		"Refuse to cancel what is neither in business nor insured.": `^cancel [A-Z]{3}\n` + start + read + `[A-Z]{3} found ` + no,
		"Refuse to change a flight in basic economy.":               `^move [A-Z]{3} day_\d\d (morning|evening)\n` + start + read + `[A-Z]{3} found ` + no,
	} {
		require.Regexp(t, form, shown[kind])
		t.Logf("%s\n%s", kind, shown[kind])
	}
}

// TestDrawn_Stray says what an expert says somewhere else, in any order and with words exchanged, as a policy does that has
// learnt little.
func TestDrawn_Stray(t *testing.T) {
	t.Parallel()
	for _, domain := range []string{"retail", "airline"} {
		e := newDrawn(t, domain)
		vocabulary := e.View().Words()
		rng := rand.New(rand.NewPCG(1, 2))
		var phrases [][]string
		for i := range 60 {
			w, err := e.Reset(registry.Task{Split: "train", Index: i})
			require.NoError(t, err)
			x := e.Expert(w.Observation(), 1)
			r, _ := e.View().Begin(w.Observation())
			for o := (registry.Outcome{}); !o.Done; {
				a := x.Act()
				phrases = append(phrases, r.Action(a.Action))
				o = w.Step(a.Action)
				x.Observe(a.Action, o.Observation)
				r.Observe(o.Observation)
			}
		}
		valid, turns := 0, 0
		for i := range 150 {
			w, err := e.Reset(registry.Task{Split: "train", Index: i})
			require.NoError(t, err)
			x := e.Expert(w.Observation(), 1)
			r, _ := e.View().Begin(w.Observation())
			for o := (registry.Outcome{}); !o.Done && turns < 30*(i+1); turns++ {
				words := slices.Clone(phrases[rng.IntN(len(phrases))])
				if rng.IntN(3) == 0 {
					words[rng.IntN(len(words))] = vocabulary[rng.IntN(len(vocabulary))].Text
				}
				if words[0] == "close" && rng.IntN(4) > 0 {
					continue
				}
				command := r.Command(words)
				require.NotEmpty(t, x.Act().Action)
				o = w.Step(command)
				x.Observe(command, o.Observation)
				require.NotEmpty(t, r.Observe(o.Observation))
				if o.Valid {
					valid++
				}
			}
		}
		require.Greater(t, valid, turns/4)
	}
}

// FuzzDrawn_View reads any introduction, answer and command, and writes any words, in both drawn domains.
func FuzzDrawn_View(f *testing.F) {
	for _, s := range []string{
		"I want to cancel my flight to JFK, my plans have changed.", "I am Ane Holm, my user id is user_1.", `{"membership": "gold", "reservations": ["R1", 2]}`, `[{"flight_number": "HAT001", "prices": 3}]`,
		`{"reservation_id": [], "flights": {}}`, `{"name": "update_reservation_flights", "arguments": {"flights": 3}}`, "book flight_1 economy day_16", `{"order_id": {}, "items": [1]}`, "move order_1 house_3 Oslo zip_1",
	} {
		f.Add(s, s)
	}
	drawn := []*tau2.Drawn{newDrawn(f, "retail"), newDrawn(f, "airline")}
	f.Fuzz(func(t *testing.T, a, b string) {
		for _, e := range drawn {
			r, _ := e.View().Begin(a)
			require.NotEmpty(t, r.Observe(b))
			require.NotEmpty(t, r.Observe(a))
			require.NotEmpty(t, r.Action(b))
			require.NotEmpty(t, r.Command(strings.Fields(a)))
			x := e.Expert(a, 1)
			x.Observe(b, a)
			x.Observe(a, b)
			require.NotEmpty(t, x.Act().Action)
		}
	})
}
