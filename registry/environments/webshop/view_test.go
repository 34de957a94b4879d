package webshop_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/environments/webshop"
)

const asked = "Instruction:\nFind me easy clean, plant based jeans with color: white, and price lower than 40.00 dollars\n"

// The texts of an episode and what the view makes of them.
var pages = []struct{ text, words, plain string }{
	{
		"WebShop\n" + asked + "[button] Search [button_]\n",
		"want easy_clean plant_based jeans white max $40 index", "",
	},
	{
		asked + "[button] Back to Search [button_]\nPage 1 (Total results: 9)\n[button] Next > [button_]\n\n[button] B012345678 [button_]\nJeans, Easy Clean, Plant Based\n$49.5\n\n[clicked button] B0ABCDEFGH [clicked button_]\nJeans, Non Slip, Plant Based\n$9.99\n",
		"results page_1 +jeans +easy_clean +plant_based $50 p_1 +jeans non_slip +plant_based +$10 p_2!",
		"results page_1 jeans easy_clean plant_based $50 p_1 jeans non_slip plant_based $10 p_2!",
	},
	{
		asked + "[button] Back to Search [button_]\n[button] < Prev [button_]\ncolor\n  [button] white [button_]\n  [button] navy [button_]\nJeans, Easy Clean, Plant Based\nPrice: $49.5\nRating: N.A.\n[button] Description [button_]\n[button] Features [button_]\n[button] Reviews [button_]\n[button] Buy Now [button_]\n",
		"item +jeans +easy_clean +plant_based $50 +white", "item jeans easy_clean plant_based $50 white",
	},
	{
		"You have clicked navy.\n" + asked + "[button] Back to Search [button_]\n[button] < Prev [button_]\ncolor\n  [button] white [button_]\n  [clicked button] navy [clicked button_]\nJeans, Easy Clean, Plant Based\nPrice: $49.5\nRating: N.A.\n[button] Description [button_]\n[button] Features [button_]\n[button] Reviews [button_]\n[button] Buy Now [button_]\n",
		"clicked o_2", "clicked o_2",
	},
	{
		asked + "[button] Back to Search [button_]\n[button] < Prev [button_]\nMade to be easy clean and plant based.\n",
		"about +easy_clean +plant_based", "about easy_clean plant_based",
	},
	{
		asked + "[button] Back to Search [button_]\n[button] < Prev [button_]\nMade to be easy clean and plant based.\n",
		"same", "same",
	},
	{asked + "[button] Back to Search [button_]\n[button] < Prev [button_]\n", "about none", "about none"},
	{asked + "[button] Back to Search [button_]\nPage 7 (Total results: 9)\n[button] < Prev [button_]\n[button] Next > [button_]\n", "results page_5 none", "results page_5 none"},
	{"Thank you for shopping with us!\nYour code:\nNone\n", "done", "done"},
	{"what?", "other", "other"},
}

func TestView_Words(t *testing.T) {
	for _, marks := range []bool{true, false} {
		s := webshop.Defaults()
		s.Marks = marks
		v := newEnvironment(t, s).View()
		r, words := v.Begin(pages[0].text)
		require.Equal(t, pages[0].words, strings.Join(words, " "))
		for _, p := range pages[1:] {
			want := p.words
			if !marks {
				want = p.plain
			}
			require.Equal(t, want, strings.Join(r.Observe(p.text), " "))
		}
	}
}

// Both modes of the shop's texts read alike, but for what only text_rich shows.
func TestView_TextMode(t *testing.T) {
	r, words := newEnvironment(t, webshop.Defaults()).View().Begin("WebShop [SEP] Instruction: [SEP] i need a noise cancelling usb mic in eco friendly black [SEP] Search")
	require.Equal(t, "want w_1 w_2 w_3 w_4 eco_friendly black index", strings.Join(words, " "))
	page := "Instruction: [SEP] i need [SEP] Back to Search [SEP] Page 2 (Total results: 50) [SEP] < Prev [SEP] Next > [SEP] B012345678 [SEP] Mic, USB, Noise-free [SEP] $12.99 to $160.0"
	require.Equal(t, "results page_2 +w_4 +w_3 $200 p_1", strings.Join(r.Observe(page), " "))
	item := "Instruction: [SEP] i need [SEP] Back to Search [SEP] < Prev [SEP] color [SEP] black [SEP] jet black [SEP] size [SEP] 5 ft usb [SEP] Mic [SEP] Price: $12.99 to $160.0 [SEP] Rating: N.A. [SEP] Description [SEP] Features [SEP] Reviews [SEP] Buy Now"
	require.Equal(t, "item +w_4 $200 +black +black o_3 +w_3 o_5", strings.Join(r.Observe(item), " "))
	for _, c := range []struct{ command, words string }{
		{"click[jet black]", "click o_3"},
		{"click[black]", "click black"},
		{"click[b012345678]", "click p_1"},
		{"click[< prev]", "click prev"},
		{"search[usb mic eco friendly]", "search w_3 w_4 eco_friendly"},
	} {
		require.Equal(t, c.words, strings.Join(r.Action(c.command), " "))
		require.Equal(t, c.command, r.Command(strings.Fields(c.words)))
	}
	require.Equal(t, []string{"search", "other", "w_4"}, r.Action("search[some new mic]"), "not every text can be written")
	for _, words := range []string{"click p_2", "search w_9", "click o_9", "click row #3", "click", "buy", "search other", "click p_1 p_1"} {
		require.Equal(t, words, r.Command(strings.Fields(words)), "refused by the world")
	}
}

// More products and values than slots are named by their place.
func TestView_ManyProducts(t *testing.T) {
	s := webshop.Defaults()
	s.Products, s.Candidates, s.ResultsAPage = 200, 60, 50
	e := newEnvironment(t, s)
	w := start(t, e, "train", 0)
	r, _ := e.View().Begin(w.Observation())
	r.Observe(w.Step(w.Admissible()[0]).Observation)
	rows := 0
	for _, a := range w.Admissible() {
		words := r.Action(a)
		require.Equal(t, a, r.Command(words))
		if words[1] == "row" {
			rows++
		}
	}
	require.Equal(t, 26, rows)
}

func start(t testing.TB, e *webshop.Environment, split string, index int) registry.World {
	t.Helper()
	w, err := e.Reset(registry.Task{Split: split, Index: index})
	require.NoError(t, err)
	return w
}

func FuzzView(f *testing.F) {
	for _, p := range pages {
		f.Add(p.text, p.words)
	}
	f.Add("click[a [b]]", "search w_1")
	e := newEnvironment(f, webshop.Defaults())
	known := map[string]bool{}
	for _, w := range e.View().Words() {
		known[w.Text] = true
	}
	f.Fuzz(func(t *testing.T, text, words string) {
		for _, intro := range []string{text, pages[0].text} {
			r, said := e.View().Begin(intro)
			said = append(said, r.Observe(text)...)
			said = append(said, r.Action(text)...)
			said = append(said, r.Action("click["+text+"]")...)
			said = append(said, r.Action("search["+text+"]")...)
			for _, w := range said {
				require.True(t, known[w], w)
			}
			r.Command(strings.Fields(words))
			for _, x := range []registry.Expert{e.Expert(intro, 1), e.Blind(intro)} {
				a := x.Act()
				x.Observe(a.Action, text)
				x.Observe(text, words)
				require.NotEmpty(t, x.Act().Action)
			}
		}
		e.OutcomeKey([]string{text, words, "search[x]", text, words, "click[buy now]"})
	})
}
