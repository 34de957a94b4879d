package atlas_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/registry/environments/searchqa/atlas"
	"github.com/retort-ml/retort/registry/environments/searchqa/corpus"
	"github.com/retort-ml/retort/registry/environments/searchqa/turn"
	"github.com/retort-ml/retort/registry/text/bm25"
)

var plans = []atlas.Plan{
	{Entities: 4, Hops: 2, Words: 4},
	{Entities: atlas.MinEntities, Hops: 1, Words: 1},
	{Entities: 6, Hops: atlas.MaxHops, Words: 4, Portraits: atlas.MaxPortraits},
	{Entities: atlas.MaxEntities, Hops: 3, Words: 2},
}

func draw(p atlas.Plan, seed uint64) *atlas.Entry {
	return atlas.Draw(rand.New(rand.NewPCG(seed, 1)), p)
}

// No two words of the atlas look alike to the search engine, and none is left out by it.
func TestWords_Distinct(t *testing.T) {
	owner := map[string]string{}
	add := func(text string) {
		terms := bm25.Analyze(text)
		require.Len(t, terms, len(strings.Fields(text)), text)
		for _, term := range terms {
			require.Empty(t, owner[term], "%q and %q share %q", owner[term], text, term)
			owner[term] = text
		}
	}
	r, _ := atlas.Compact().Begin("")
	for _, w := range atlas.Compact().Words() {
		if w.Type == "" {
			continue
		}
		command := r.Command([]string{"search", w.Text})
		require.Equal(t, []string{"search", w.Text}, r.Action(command))
		add(turn.Parse(command).Text)
	}
	require.Greater(t, len(owner), 100)
}

// The document of every hop is the first hit of its search, and a search with another word of the relation does not find it
// among as many documents as the plan has portraits and two.
func TestDraw_WordsDecide(t *testing.T) {
	for _, p := range plans {
		t.Run(fmt.Sprintf("%+v", p), func(t *testing.T) {
			for seed := range uint64(25) {
				e := draw(p, seed)
				c := corpus.Build(e.Documents)
				for hop, query := range e.Searches {
					target := e.Documents[e.Path[hop]]
					hits, err := c.Search(query, 2+p.Portraits)
					require.NoError(t, err)
					require.Equal(t, target, hits[0].Document, "%q", query)
					name := target.Title()
					missed := 0
					for _, q := range e.Queries(name, p.Words) {
						if q == query {
							continue
						}
						hits, err := c.Search(q, 2+p.Portraits)
						require.NoError(t, err)
						for _, h := range hits {
							require.NotEqual(t, target.ID, h.Document.ID, "%q finds what %q should", q, query)
						}
						missed++
					}
					if p.Words > 1 {
						require.Positive(t, missed)
					}
				}
			}
		})
	}
}

func TestDraw_Content(t *testing.T) {
	for _, p := range plans {
		e := draw(p, 7)
		require.Equal(t, e, draw(p, 7))
		require.Len(t, e.Documents, 4*p.Entities*(3+p.Portraits))
		require.Len(t, e.Supporting, p.Hops)
		require.Equal(t, fmt.Sprintf("%d-hop", p.Hops), e.Type)
		require.True(t, strings.HasPrefix(e.Text, "What is the "), e.Text)
		require.Equal(t, p.Hops, strings.Count(e.Text, " of "))
		require.True(t, strings.HasSuffix(e.Text, e.Subject()+"?"))
		last := e.Documents[e.Path[p.Hops-1]]
		require.Equal(t, e.Golds, atlas.Names(last.Text()), "the last document states the answer")
		for hop, at := range e.Path {
			require.Equal(t, e.Supporting[hop], e.Documents[at].Title())
			if hop > 0 {
				require.Contains(t, e.Documents[e.Path[hop-1]].Text(), e.Supporting[hop], "every hop leads to the next")
			}
		}
	}
}

func TestView_Words(t *testing.T) {
	r, words := atlas.Compact().Begin(turn.Introduction("What is the seat of the firm of Alma Reyes?"))
	require.Equal(t, "question seat firm alma_reyes", strings.Join(words, " "))
	hits := func(texts ...string) string {
		var list []corpus.Hit
		for i := 0; i < len(texts); i += 2 {
			list = append(list, corpus.Hit{Document: corpus.New("", texts[i], texts[i+1])})
		}
		return turn.Information(list, 0)
	}
	for text, want := range map[string]string{
		hits("Alma Reyes", "The firm is Norvik Steel.", "Alma Reyes", "The origin of Alma Reyes is Marzen Cross."): "doc alma_reyes origin marzen_cross doc alma_reyes firm norvik_steel",
		hits("Alma Reyes", "Alma Reyes is known for loud music."):                                                  "doc alma_reyes",
		hits("Unknown", "Nothing of it."):                                                                          "doc",
		hits():                                                                                                     "none",
		turn.Misunderstood:                                                                                         "invalid",
		turn.Taken:                                                                                                 "over",
		turn.Over:                                                                                                  "over",
		turn.Unreachable:                                                                                           "other",
		"ALMA REYES' seats, alma norvik seat":                                                                      "other alma_reyes seat",
	} {
		require.Equal(t, want, strings.Join(r.Observe(text), " "), text)
	}
	for command, want := range map[string]string{
		"<search>Alma Reyes seat</search>":                     "search alma_reyes seat",
		"<think>x</think><answer>Norvik Steel</answer>":        "answer norvik_steel",
		"<search>the capital of France</search>":               "search other",
		"no action":                                            "other",
		"<search>" + strings.Repeat("seat ", 99) + "</search>": "search" + strings.Repeat(" seat", 12),
	} {
		require.Equal(t, want, strings.Join(r.Action(command), " "))
	}
	for _, words := range []string{"search", "answer", "search other", "plan alma_reyes", "alma_reyes", "search doc"} {
		require.Equal(t, turn.Action{}, turn.Parse(r.Command(strings.Fields(words))), words)
	}
}

// follow lets the expert act until it answers.
func follow(t *testing.T, e *atlas.Entry, p atlas.Plan, seed uint64, reference []string) (thoughts, actions []string) {
	t.Helper()
	c := corpus.Build(e.Documents)
	x := atlas.NewExpert(turn.Introduction(e.Text), p.Words, seed)
	x.Reference(reference)
	for range 100 {
		r := x.Act()
		thoughts, actions = append(thoughts, r.Thought), append(actions, r.Action)
		a := turn.Parse(r.Action)
		if a.Kind == turn.Answer {
			require.Equal(t, e.Golds, []string{a.Text}, "the expert never answers wrongly")
			return thoughts, actions
		}
		hits, err := c.Search(a.Text, 2+p.Portraits)
		require.NoError(t, err)
		x.Observe(r.Action, turn.Information(hits, 0))
	}
	t.Fatal("the expert does not come to an answer")
	return nil, nil
}

func TestExpert_Answers(t *testing.T) {
	hesitations := 0
	for _, p := range plans {
		for seed := range uint64(30) {
			e := draw(p, seed)
			thoughts, actions := follow(t, e, p, seed, nil)
			again, _ := follow(t, e, p, seed, nil)
			require.Equal(t, thoughts, again)
			require.GreaterOrEqual(t, len(actions), 2)
			for _, th := range thoughts {
				if w, _, _ := strings.Cut(th, " "); w == "hmm" || w == "maybe" || w == "wait" {
					hesitations++
				}
			}
		}
	}
	require.Positive(t, hesitations)
}

// A reference shortens the way, and the thoughts still claim nothing that was not observed: every entity in them stood in
// the question or in a document before.
func TestExpert_Reference(t *testing.T) {
	p := plans[0]
	with, without := 0, 0
	for seed := range uint64(60) {
		e := draw(p, seed)
		var reference []string
		for _, q := range e.Searches {
			reference = append(reference, turn.Action{Kind: turn.Search, Text: q}.String())
		}
		reference = append(reference, turn.Action{Kind: turn.Answer, Text: e.Golds[0]}.String())
		thoughts, actions := follow(t, e, p, seed, reference)
		with += len(actions)
		_, plain := follow(t, e, p, seed, nil)
		without += len(plain)

		c := corpus.Build(e.Documents)
		view, told := atlas.Compact().Begin(turn.Introduction(e.Text))
		for i, th := range thoughts {
			_, about, _ := strings.Cut(th, " ")
			require.Contains(t, told, about, "%v", thoughts[:i+1])
			hits, err := c.Search(turn.Parse(actions[i]).Text, 2)
			require.NoError(t, err)
			told = append(told, view.Observe(turn.Information(hits, 0))...)
		}
	}
	require.Less(t, float64(with), .7*float64(without))
}

// Misled experts go on: the word of a wrong reference is tried once.
func TestExpert_WrongReference(t *testing.T) {
	p := plans[0]
	for seed := range uint64(20) {
		e := draw(p, seed)
		var wrong []string
		for _, q := range e.Queries(e.Subject(), p.Words) {
			wrong = append(wrong, turn.Action{Kind: turn.Search, Text: q}.String())
		}
		follow(t, e, p, seed, wrong)
	}
}

func FuzzView(f *testing.F) {
	f.Add("<information>Doc 1(Title: \"Alma Reyes\") The firm is Norvik Steel.</information>")
	f.Add("<search>alma REYES seat</search>")
	f.Add("Question: What is the seat of the firm of Alma?")
	known := map[string]bool{}
	for _, w := range atlas.Compact().Words() {
		known[w.Text] = true
	}
	f.Fuzz(func(t *testing.T, text string) {
		r, words := atlas.Compact().Begin(text)
		words = append(append(words, r.Observe(text)...), r.Action(text)...)
		for _, w := range words {
			require.True(t, known[w], w)
		}
		x := atlas.NewExpert(text, atlas.Words, 1)
		x.Observe(text, text)
		x.Reference([]string{text})
		require.NotEmpty(t, x.Act().Action)
		atlas.Names(text)
	})
}
