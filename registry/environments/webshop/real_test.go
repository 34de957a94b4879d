package webshop_test

import (
	"crypto/sha256"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/environments/webshop"
	"github.com/retort-ml/retort/registry/environments/webshop/lists"
	"github.com/retort-ml/retort/registry/registrytest"
)

func realSettings() webshop.Settings {
	s := webshop.Defaults()
	s.Vocabulary = "real"
	return s
}

func TestReal_Environment(t *testing.T) {
	registrytest.TestEnvironment(t, newEnvironment(t, realSettings()))
}

func TestReal_ShortTitles(t *testing.T) {
	s := realSettings()
	s.Titles, s.Observation, s.Horizon, s.Marks, s.Seed = "short", "text", 30, false, 2
	registrytest.TestEnvironment(t, newEnvironment(t, s))
}

// sentence is the part of an introduction that a person wrote.
func sentence(t *testing.T, introduction string) string {
	t.Helper()
	text, _, ok := strings.Cut(introduction, ", and price lower than ")
	require.True(t, ok)
	return strings.TrimPrefix(text, "WebShop\nInstruction:\n")
}

// No split asks what another asks, and the combinations of noun and attributes of unseen are its own.
func TestReal_Splits(t *testing.T) {
	goals := map[string]lists.Goal{}
	for _, g := range lists.Embedded().Goals {
		goals[g.Sentence] = g
	}
	e := newEnvironment(t, realSettings())
	sentences, combinations := map[string]string{}, map[string]string{}
	for _, split := range e.Splits() {
		for i := range split.Tasks {
			said := sentence(t, start(t, e, split.Name, i).Observation())
			g, ok := goals[said]
			require.True(t, ok, said)
			if in, ok := sentences[said]; ok {
				require.Equal(t, in, split.Name, said)
			}
			sentences[said] = split.Name
			side := split.Name
			if side == "seen" {
				side = "train"
			}
			c := fmt.Sprint(g.Noun, slices.Sorted(slices.Values(g.Attributes)))
			if on, ok := combinations[c]; ok {
				require.Equal(t, on, side, c)
			}
			combinations[c] = side
		}
	}
	require.Greater(t, len(sentences), 700, "most tasks ask for something of their own")
}

// The oracle earns everything, and the draws stay what they are.
func TestReal_Frozen(t *testing.T) {
	e := newEnvironment(t, realSettings())
	texts := sha256.New()
	for _, split := range e.Splits() {
		for i := range 10 {
			w := start(t, e, split.Name, i)
			solution, ok := e.Solve(w)
			require.True(t, ok)
			fmt.Fprintln(texts, w.Observation())
			var o registry.Outcome
			for _, c := range solution {
				o = w.Step(c)
				fmt.Fprintln(texts, c, o.Observation)
			}
			require.True(t, o.Won)
			require.Equal(t, 1.0, o.Score)
			require.Equal(t, false, o.Info["approximate"])
		}
	}
	require.Equal(t, "33d01e627f6feed4", fmt.Sprintf("%x", texts.Sum(nil))[:16])
}

// A task is the same whatever the counts are; beyond the sentences of a split they are asked again in other catalogues.
func TestReal_Pinned(t *testing.T) {
	s := realSettings()
	a := newEnvironment(t, s)
	s.Tasks = map[string]int{"seen": 5000}
	b := newEnvironment(t, s)
	first := start(t, a, "seen", 0)
	require.Equal(t, first.Observation(), start(t, b, "seen", 0).Observation())
	again := -1
	for i := 1; again < 0; i++ {
		if sentence(t, start(t, b, "seen", i).Observation()) == sentence(t, first.Observation()) {
			again = i
		}
	}
	require.Greater(t, again, 250)
	listed := func(w registry.World) string { return w.Step(w.Admissible()[0]).Observation }
	require.NotEqual(t, listed(first), listed(start(t, b, "seen", again)))
	s.Seed = 2
	require.NotEqual(t, start(t, a, "train", 0).Observation(), start(t, newEnvironment(t, s), "train", 0).Observation())
}

// The expert wins nine in ten tasks, buying the first row whose kind and price are right one in five.
func TestReal_ExpertAndBlind(t *testing.T) {
	e := newEnvironment(t, realSettings())
	var expert, blind tally
	for i := range episodes {
		w := start(t, e, "train", i)
		expert.play(e, w.Fork(), e.Expert(w.Observation(), uint64(i)), e.Horizon())
		blind.play(e, w, e.Blind(w.Observation()), e.Horizon())
	}
	require.InDelta(t, .9, expert.mean(expert.won), .08)
	require.InDelta(t, .18, blind.mean(blind.won), .09)
	require.InDelta(t, .69, blind.score/float64(blind.n), .06)
}

// The catalogue of one task, written in WebShop's files and read back as real data, plays equal in every step.
func TestReal_WrittenPlaysEqual(t *testing.T) {
	for index := range 4 {
		made := newEnvironment(t, realSettings())
		folder := t.TempDir()
		require.NoError(t, made.WriteCatalog(folder, "train", index+1))
		s := webshop.Defaults()
		s.Catalog, s.ResultsAPage = folder, 4
		read := newEnvironment(t, s)
		require.Empty(t, read.Faults())
		if index == 0 {
			a, b, rng := start(t, made, "train", 0), start(t, read, "train", 0), rand.New(rand.NewPCG(1, 2))
			for range 200 {
				require.Equal(t, a.Observation(), b.Observation())
				require.Equal(t, a.Admissible(), b.Admissible())
				list := a.Admissible()
				if len(list) == 0 {
					a, b = start(t, made, "train", 0), start(t, read, "train", 0)
					continue
				}
				c := list[rng.IntN(len(list))]
				require.Equal(t, a.Step(c), b.Step(c))
			}
			continue
		}
		// Of several tasks each asks for the same, in the products of all.
		asked := map[string]bool{}
		for i := range index + 1 {
			asked[start(t, made, "train", i).Observation()] = true
		}
		for _, split := range read.Splits() {
			for i := range split.Tasks {
				w := start(t, read, split.Name, i)
				require.True(t, asked[w.Observation()], w.Observation())
				delete(asked, w.Observation())
				solution, ok := read.Solve(w)
				require.True(t, ok)
				var o registry.Outcome
				for _, c := range solution {
					o = w.Step(c)
				}
				require.True(t, o.Won)
			}
		}
		require.Empty(t, asked)
	}
}

// A written catalogue of many tasks passes as any real one, its people's sentences read by the same expert.
func TestReal_Catalog(t *testing.T) {
	folder := t.TempDir()
	require.NoError(t, newEnvironment(t, realSettings()).WriteCatalog(folder, "train", 48))
	s := webshop.Defaults()
	s.Catalog, s.Horizon = folder, 30
	registrytest.TestEnvironment(t, newEnvironment(t, s))
}

// What the expert takes from a sentence is what it searches for.
func TestReal_Sentences(t *testing.T) {
	e := newEnvironment(t, realSettings())
	for text, search := range map[string]string{
		"i need some blue shoes which are easy to clean and have rubber soles, size 7.5 please": "blue shoes easy clean rubber soles size 7.5",
		"find me a women's X-Large long-sleeved dress for $20":                                  "x-large long-sleeved dress",
		"a grey or black sofa bed, and price lower than 40.00 dollars":                          "grey sofa bed",
		"a lamp in m, or a 5 l lamp":                                                            "lamp m",
		"zwieback without anything":                                                             "zwieback without anything",
	} {
		x := e.Expert("WebShop [SEP] Instruction: [SEP] "+text+" [SEP] Search", 1)
		require.Equal(t, "search["+search+"]", x.Act().Action)
	}
}

// The view names what a person's words and a title share by the words' places, whatever their endings.
func TestReal_View(t *testing.T) {
	e := newEnvironment(t, realSettings())
	r, words := e.View().Begin("WebShop [SEP] Instruction: [SEP] i need blue shoes that are easy to clean and long-laced [SEP] Search")
	require.Equal(t, "want blue w_1 w_2 w_3 w_4 index", strings.Join(words, " "))
	page := "Instruction: [SEP] i need [SEP] Back to Search [SEP] Page 1 (Total results: 9) [SEP] Next > [SEP] B012345678 [SEP] Shoe, Easy Clean, Long Lace [SEP] $9.99 " +
		"[SEP] B0ABCDEFGH [SEP] Shoe, High Heel, Easy Clean [SEP] $19.99"
	require.Equal(t, "results page_1 +w_1 +w_2 +w_3 +w_4 $10 p_1 +w_1 +w_2 +w_3 $20 p_2", strings.Join(r.Observe(page), " "))
	x := e.Expert("WebShop [SEP] Instruction: [SEP] i need blue shoes that are easy to clean [SEP] Search", 1).Act()
	require.Equal(t, registry.Response{Thought: "find w_1", Action: "search[blue shoes easy clean]"}, x)
	require.Equal(t, "search blue w_1 w_2 w_3", strings.Join(r.Action(x.Action), " "))
	require.Equal(t, x.Action, r.Command(r.Action(x.Action)))
}

func TestReal_NotWithCatalog(t *testing.T) {
	s := realSettings()
	s.Catalog = t.TempDir()
	var fault *registry.SettingError
	require.ErrorAs(t, s.Validate(), &fault)
	require.Equal(t, "vocabulary", fault.Setting)
}

// Experts read any instruction and any text.
func FuzzReal_Expert(f *testing.F) {
	f.Add("i need a 3 pack of easy to clean shoes in size 7 and blue", pages[1].text, pages[2].text)
	f.Add("-/.,", pages[2].text, "")
	f.Add("x- size size l in in m, and price lower than x dollars", pages[3].text, pages[4].text)
	e := newEnvironment(f, realSettings())
	known := map[string]bool{}
	for _, w := range e.View().Words() {
		known[w.Text] = true
	}
	f.Fuzz(func(t *testing.T, instruction, first, second string) {
		intro := "WebShop\nInstruction:\n" + instruction + "\n[button] Search [button_]\n"
		for _, x := range []registry.Expert{e.Expert(intro, 1), e.Blind(intro)} {
			for _, text := range []string{first, second, first, intro} {
				a := x.Act()
				require.NotEmpty(t, a.Action)
				for w := range strings.FieldsSeq(a.Thought) {
					require.True(t, known[w], w)
				}
				x.Observe(a.Action, text)
			}
		}
	})
}
