package shop

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

const sessions = "../../../../../shared/data/webshop/human_trajs"

// recorded is the last line of a recorded human session.
type recorded struct {
	Page string
	Goal struct {
		Name            string
		Attributes      []string
		PriceUpper      float64  `json:"price_upper"`
		Options         []string `json:"goal_options"`
		ProductCategory string   `json:"product_category"`
	}
	Content struct {
		Options map[string]string
		Price   float64
	}
	Reward float64
	Info   struct {
		Type       float64  `json:"r_type"`
		Attributes float64  `json:"r_att"`
		Options    *float64 `json:"r_option"`
		Price      bool     `json:"r_price"`
		Query      bool     `json:"query_match"`
		Category   bool     `json:"category_match"`
		Title      float64  `json:"title_score"`
	} `json:"reward_info"`
}

// The reward sums of recorded human sessions, the type score, the options and the price are what the
// original gave.
func TestReward_HumanSessions(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(sessions, "*.jsonl"))
	require.NoError(t, err)
	if len(files) == 0 {
		t.Skip("recorded sessions are not here: " + sessions)
	}
	checked := 0
	for _, file := range files {
		f, err := os.Open(file)
		require.NoError(t, err)
		lines := bufio.NewScanner(f)
		lines.Buffer(nil, 1<<20)
		for lines.Scan() {
			var r recorded
			require.NoError(t, json.Unmarshal(lines.Bytes(), &r))
			if r.Page != "done" {
				continue
			}
			checked++
			t.Run(filepath.Base(file), func(t *testing.T) {
				g := &Goal{Name: r.Goal.Name, Attributes: r.Goal.Attributes, PriceUpper: r.Goal.PriceUpper, ProductCategory: r.Goal.ProductCategory}
				for _, o := range r.Goal.Options {
					g.Options = append(g.Options, GoalOption{Value: o})
				}
				var chosen []string
				for _, v := range r.Content.Options {
					chosen = append(chosen, v)
				}
				got := g.Reward(&Product{Title: g.Name}, chosen, r.Content.Price, nil)
				require.Equal(t, r.Info.Price, got.Price)
				if r.Info.Options == nil {
					require.Empty(t, g.Options)
				} else {
					require.InDelta(t, *r.Info.Options*float64(len(g.Options)), float64(got.Options), 1e-9)
				}
				got.Type = typeOf(r.Info.Query, r.Info.Category, r.Info.Title)
				require.Equal(t, r.Info.Type, got.Type)
				got.Attributes = int(r.Info.Attributes*float64(len(g.Attributes)) + .5)
				require.Equal(t, r.Reward, got.Total())
			})
		}
		require.NoError(t, lines.Err())
		f.Close()
	}
	require.Equal(t, 9, checked)
}

func TestTypeOf(t *testing.T) {
	for _, c := range []struct {
		query, category bool
		title, want     float64
	}{
		{true, true, 0, 0}, {false, false, 0, 0}, {true, false, .05, .1}, {false, false, .05, .1},
		{false, false, .1, .5}, {false, false, .2, .5}, {false, false, .21, 1}, {true, false, .1, 1}, {false, true, .15, 1},
	} {
		require.Equal(t, c.want, typeOf(c.query, c.category, c.title), "%+v", c)
	}
}

func TestReward_Type(t *testing.T) {
	nouns := Nouns{"a": {"intel", "laptop", "intel"}, "b": {"intel", "case"}, "c": {}}
	g := &Goal{Name: "a", Query: "laptops", ProductCategory: "X › Y › Z", PriceUpper: 50}
	for _, c := range []struct {
		p           Product
		title       float64
		query, both bool
	}{
		// Repeated nouns of the goal count in the whole, once in what is shared.
		{Product{Title: "a", Query: "laptops", ProductCategory: "X › Y › Q"}, 2. / 3, true, true},
		{Product{Title: "b", Query: "cases", ProductCategory: "X › W › Q"}, 1. / 3, false, false},
		{Product{Title: "c", Query: "cases", ProductCategory: "Z › W › X"}, 0, false, true},
	} {
		r := g.Reward(&c.p, nil, 50, nouns)
		require.Equal(t, c.title, r.TitleScore)
		require.Equal(t, c.query, r.QueryMatch)
		require.Equal(t, c.both, r.CategoryMatch)
		require.False(t, r.Approximate)
		require.True(t, r.Price)
	}
	require.Equal(t, .2, (&Goal{Name: "c"}).Reward(&Product{Title: "a"}, nil, 0, nouns).TitleScore)
	guessed := g.Reward(&Product{Title: "The 2nd Intel case, with a laptop"}, nil, 51, nouns)
	require.True(t, guessed.Approximate)
	require.Equal(t, 2./3, guessed.TitleScore)
	require.False(t, guessed.Price)
}

func TestReward_Attributes(t *testing.T) {
	p := &Product{Title: "Sofa BPA Free", Attributes: []string{"easy to clean", "living room"}, Bullets: []string{"one", "Long Lasting"}, Description: "Made of SOLID WOOD."}
	for attribute, want := range map[string]int{
		"living room": 1, "easy clean": 1, "bpa free": 1, "long lasting": 1, "solid wood": 1, "stainless steel": 0, "BPA Free": 0, "living": 1,
	} {
		require.Equal(t, want, (&Goal{Attributes: []string{attribute}}).attributesOf(p), attribute)
	}
}

func TestGoalOption(t *testing.T) {
	for _, c := range []struct {
		option GoalOption
		chosen string
		met    bool
	}{
		{GoalOption{"", "pink"}, "z2-pink", true},
		{GoalOption{"", "dark pink"}, "dark green", true}, // both contain the colour "dark"
		{GoalOption{"", "8"}, "8", true},
		{GoalOption{"", "8"}, "8.5", true}, // the token sets share 8
		{GoalOption{"", "rl56 | 60 silver mist"}, "3t280", false},
		{GoalOption{"color", "red"}, "red", true},
		{GoalOption{"color", "red"}, "wine red", true}, // the first colour in the list's order is red
		{GoalOption{"color", "a1-red"}, "a1-red", true},
		{GoalOption{"color", "a1-red"}, "a1-blue", false},
		{GoalOption{"size", "xx-large"}, "xx-large", true},
		{GoalOption{"size", "s"}, "xs", false},
		{GoalOption{"size", "s"}, "s", true},
		{GoalOption{"size", "s"}, "size", true},
	} {
		require.Equal(t, c.met, c.option.met(c.chosen), "%+v", c)
	}
}

func TestColors(t *testing.T) {
	require.Len(t, colors, 102)
	require.Equal(t, "dark", colorOf("very dark wine"))
	require.Equal(t, "plain", colorOf("plain"))
}
