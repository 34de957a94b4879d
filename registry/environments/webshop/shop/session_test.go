package shop

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// perfumes is a small catalogue around a recorded session of the original.
func perfumes() []*Product {
	return []*Product{
		{
			ASIN: "B000VOHH8I", Title: "L'eau D'issey By Issey Miyake for MenEau De Toilette Spray, 6.7 Fl Oz Bottle", Pricing: []float64{64.98},
			Options: []Option{{"size", []string{"2.5 fl oz", "6.76 fl oz (pack of 1)"}}}, Bullets: []string{"fresh", "long lasting"},
			Attributes: []string{"long lasting"}, Category: "beauty", Query: "fragrance", ProductCategory: "Beauty › Fragrance",
		},
		{ASIN: "B000MJZOPK", Title: "L'eau d'Issey by Issey Miyake for Women 3.3 oz Eau de Toilette Spray", Pricing: []float64{49.98}, Bullets: []string{""}, Description: "For women."},
		{ASIN: "B000000003", Title: "Red rug", Pricing: []float64{10, 20}, Options: []Option{{"color", []string{"red", "blue"}}, {"shade", []string{"dark", "red"}}}},
	}
}

func start(rich bool) *Session {
	c := NewCatalog(perfumes(), nil, 1)
	return (&Shop{Catalog: c, ResultsAPage: 1, Rich: rich, AttributesPage: rich, Goal: Goal{
		ASIN: "B000VOHH8I", Name: c.Product(0).Title, Query: "fragrance", ProductCategory: "Beauty › Fragrance",
		Instruction: "i need a long lasting 6.76 fl oz bottle of l'eau d'issey, and price lower than 100.00 dollars",
		Attributes:  []string{"long lasting"}, Options: []GoalOption{{Value: "6.76 fl oz (pack of 1)"}}, PriceUpper: 100,
	}}).Start()
}

func steps(t *testing.T, s *Session, actions ...string) string {
	t.Helper()
	for _, a := range actions {
		require.True(t, s.Step(a), a)
	}
	return s.Observation()
}

// The texts of a session recorded from the original, with fewer products.
func TestSession_Text(t *testing.T) {
	s := start(false)
	const asked = "Instruction: [SEP] i need a long lasting 6.76 fl oz bottle of l'eau d'issey, and price lower than 100.00 dollars [SEP] "
	require.Equal(t, "WebShop [SEP] "+asked+"Search", s.Observation())
	require.True(t, s.CanSearch())
	require.Equal(t, asked+"Back to Search [SEP] Page 1 (Total results: 2) [SEP] Next > [SEP] B000VOHH8I [SEP] L'eau D'issey By Issey Miyake for MenEau De Toilette Spray, 6.7 Fl Oz Bottle [SEP] $64.98",
		steps(t, s, "search[L'eau d'issey 6.76 fl oz bottle price < 100.00]"))
	require.Equal(t, []string{"back to search", "next >", "b000vohh8i"}, s.Clickables())
	item := asked + "Back to Search [SEP] < Prev [SEP] size [SEP] 2.5 fl oz [SEP] 6.76 fl oz (pack of 1) [SEP] L'eau D'issey By Issey Miyake for MenEau De Toilette Spray, 6.7 Fl Oz Bottle [SEP] Price: $64.98 [SEP] Rating: N.A. [SEP] Description [SEP] Features [SEP] Reviews [SEP] Buy Now"
	require.Equal(t, item, steps(t, s, "click[B000VOHH8I]"))
	require.Equal(t, []string{"back to search", "< prev", "description", "features", "reviews", "buy now", "2.5 fl oz", "6.76 fl oz (pack of 1)"}, s.Clickables())
	before := s.Signature()
	require.Equal(t, item, steps(t, s, "click[6.76 fl oz (pack of 1)]"), "the mode does not show what is chosen")
	require.NotEqual(t, before, s.Signature())
	require.Contains(t, steps(t, s, "click[features]"), "Back to Search [SEP] < Prev [SEP] fresh [SEP] long lasting")
	steps(t, s, "click[< prev]", "click[Buy Now]")
	require.True(t, s.Done())
	require.Equal(t, 1.0, s.Reward().Total())
	require.Contains(t, s.Observation(), `asin [SEP] B000VOHH8I [SEP] options [SEP] {"size": "6.76 fl oz (pack of 1)"}`)
	require.Contains(t, s.Observation(), "Your score (min 0.0, max 1.0) [SEP] 1.0")
	require.False(t, s.Step("search[x]"), "nothing is understood behind the purchase")
}

func TestSession_Rich(t *testing.T) {
	s := start(true)
	require.True(t, strings.HasSuffix(s.Observation(), "100.00 dollars\n[button] Search [button_]\n"))
	text := steps(t, s, "search[issey bottle]", "click[b000vohh8i]", "click[2.5 fl oz]")
	require.True(t, strings.HasPrefix(text, "You have clicked 2.5 fl oz.\nInstruction:\n"))
	require.Contains(t, text, "size\n  [clicked button] 2.5 fl oz [clicked button_]\n  [button] 6.76 fl oz (pack of 1) [button_]\n")
	require.Contains(t, steps(t, s, "click[attributes]"), "long lasting\nbeauty\nfragrance\nBeauty › Fragrance\n")
	require.Contains(t, steps(t, s, "click[< prev]", "click[< prev]"), "\n\n[clicked button] B000VOHH8I [clicked button_]\nL'eau")
	require.Contains(t, steps(t, s, "click[next >]"), "[button] B000MJZOPK [button_]")
	require.Contains(t, steps(t, s, "click[back to search]", "search[issey bottle]"), "\n\n[button] B000VOHH8I [button_]\n", "the index forgets what was opened")
}

// The original's HTML parser drops texts of white space with a line break, and makes one blank of those without.
func TestSession_WhiteSpace(t *testing.T) {
	p := perfumes()[:1]
	p[0].Bullets = []string{" \n ", "fresh", "\t ", "", "two\nlines "}
	s := (&Shop{Catalog: NewCatalog(p, nil, 1), ResultsAPage: 1, Goal: Goal{Instruction: "i need it"}}).Start()
	require.Equal(t, "Instruction: [SEP] i need it [SEP] Back to Search [SEP] < Prev [SEP] fresh [SEP]  [SEP] two\nlines",
		steps(t, s, "search[issey]", "click[b000vohh8i]", "click[features]"))
}

func TestSession_Moves(t *testing.T) {
	s := start(false)
	for _, a := range []string{"click[search]", "click[back to search]", "click[b000vohh8i]", "buy", "", "search[]", "search", "Search[x]"} {
		require.False(t, s.Step(a), a)
	}
	steps(t, s, "search[issey bottle]")
	require.False(t, s.Step("click[< prev]"), "the first page of results has none")
	require.False(t, s.Step("click[b000mjzopk]"), "on the next page")
	require.False(t, s.Step("click[buy now]"))
	require.Contains(t, steps(t, s, "click[next >]", "click[next >]"), "Page 3 (Total results: 2)", "behind the end the list is empty")
	require.Contains(t, steps(t, s, "click[< prev]", "click[b000mjzopk]", "click[description]"), "For women.")
	require.False(t, s.Step("click[buy now]"))
	require.Contains(t, steps(t, s, "click[< prev]", "click[< prev]"), "Page 2", "back to the page it was opened from")
	require.Contains(t, steps(t, s, "click[b000mjzopk]", "search[rug]"), "Red rug", "a search is understood on any page")
	require.Contains(t, s.Observation(), "$10.0 to $20.0")
	steps(t, s, "click[b000000003]")
	require.Equal(t, []string{"red", "blue", "dark"}, s.Clickables()[6:], "a value of two options is listed once")
	steps(t, s, "click[blue]", "click[red]")
	require.Equal(t, []GoalOption{{"color", "blue"}, {"shade", "red"}}, s.options, "and chosen for the last")
	steps(t, s, "click[dark]")
	require.Equal(t, []string{"blue", "dark"}, s.chosen())
	steps(t, s, "click[buy now]")
	asin, chosen := s.Bought()
	require.Equal(t, "B000000003", asin)
	require.Len(t, chosen, 2)
	require.Less(t, s.Reward().Total(), 1.0)
}

func TestCatalog_SpecialQueries(t *testing.T) {
	c := NewCatalog(perfumes(), nil, 1)
	require.Equal(t, []int32{0}, c.Search("<a> long lasting"))
	require.Equal(t, []int32{0}, c.Search("<c> beauty"))
	require.Equal(t, []int32{0}, c.Search("<q> fragrance"))
	require.Empty(t, c.Search("<q> sofas"))
	require.ElementsMatch(t, []int32{0, 1, 2}, c.Search("<r>"))
	require.Empty(t, c.Search("  "))
	require.GreaterOrEqual(t, c.Price(2), 10.0)
	require.LessOrEqual(t, c.Price(2), 20.0)
	require.Equal(t, c.Price(2), NewCatalog(perfumes(), nil, 1).Price(2), "prices are pinned by the seed")
}

func TestGoals(t *testing.T) {
	c := NewCatalog(perfumes(), nil, 1)
	goals := c.SyntheticGoals(map[string]Annotation{"B000000003": {Instruction: "Find me a rug", InstructionAttributes: []string{"x"}}})
	var texts []string
	for _, g := range goals {
		text, price, _ := strings.Cut(g.Instruction, ", and price lower than ")
		texts = append(texts, text)
		require.NotEmpty(t, price)
		require.Greater(t, g.PriceUpper, c.Price(2))
		require.LessOrEqual(t, g.PriceUpper, c.Price(2)+40)
		require.Equal(t, .25, g.Weight)
	}
	require.Equal(t, []string{
		"Find me a rug with color: red, and shade: dark", "Find me a rug with color: red, and shade: red",
		"Find me a rug with color: blue, and shade: dark", "Find me a rug with color: blue, and shade: red",
	}, texts)
	human := c.HumanGoals(map[string][]HumanInstruction{"B000000003": {{"i want a rug..", []string{"x"}, []string{"red"}}, {"no attribute", nil, nil}}})
	require.Len(t, human, 1)
	require.Regexp(t, `^i want a rug, and price lower than \d+\.00 dollars$`, human[0].Instruction)
	require.Equal(t, []GoalOption{{"", "red"}}, human[0].Options)
	require.NotEqual(t, goals[0].Hash(), goals[1].Hash())
}

func TestDrawLimit(t *testing.T) {
	rng := stream(1, "test")
	require.Equal(t, float64(noLimit), drawLimit(rng, 985))
	require.Equal(t, 990.0, drawLimit(rng, 975))
	for range 50 {
		require.Contains(t, []float64{30, 40, 50}, drawLimit(rng, 10.5))
	}
}

func TestSolve_Options(t *testing.T) {
	s := start(false)
	way, ok := s.Solve(true, "issey women")
	require.True(t, ok)
	require.Equal(t, []string{"click[b000vohh8i]", "click[6.76 fl oz (pack of 1)]", "click[buy now]"}, way[1:], "by the title, which lists it first")
	steps(t, s, "search[issey bottle]", "click[b000vohh8i]", "click[6.76 fl oz (pack of 1)]", "click[reviews]")
	way, _ = s.Solve(true)
	require.Equal(t, []string{"click[< prev]", "click[buy now]"}, way)
	_, ok = start(false).Solve(false)
	require.False(t, ok, "without a title and without a query nothing can be searched for")
	require.Equal(t, []int{0}, s.Shop().Winners())
}
