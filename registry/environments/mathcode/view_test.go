package mathcode_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/registry/environments/mathcode"
)

const asked = "Problem: Bob lags Ned by 19 marbles. Ned repeats the marbles of Eva 3 fold. Eva owns 31 marbles. How many marbles does Bob have?\n\nTools: run[PROGRAM] with 3 and 4."

func TestView_Words(t *testing.T) {
	r, words := drawn(t, mathcode.Defaults()).View().Begin(asked)
	require.Equal(t, "bob lags ned n_1 stop ned repeats eva n_2 stop eva owns n_3 stop bob ask", strings.Join(words, " "))
	for _, c := range []struct{ text, words string }{
		{"error: ned is not defined", "undefined ned"},
		{"error: total_1 is not defined", "undefined x_1"},
		{"error: division by zero", "error"},
		{"eva = 31", "eva n_3"},
		{"ned = -93\n1,000", "ned n_4 other"},
		{"half = 1/2\n3.5\ntrue", "x_2 n_5 n_6 other"},
		{"The episode is over.", "over"},
		{"", "other"},
		{strings.Repeat("1\n", 20), "n_7 n_7 n_7 n_7 n_7 n_7 n_7 n_7 other"},
	} {
		require.Equal(t, c.words, strings.Join(r.Observe(c.text), " "), c.text)
	}
	for _, c := range []struct{ command, words string }{
		{"run[bob = ned - 19]", "bob = ned - n_1"},
		{"run[ned = 3 * 250]", "ned = n_2 * #2 #5 #0"},
		{"run[sqrt ( half ) // 2.5]", "sqrt ( x_2 ) // #2 #. #5"},
		{"answer[-93]", "answer n_4"},
		{"answer[407]", "answer #4 #0 #7"},
		{"answer[12/5]", "answer #1 #2 / #5"},
	} {
		require.Equal(t, c.words, strings.Join(r.Action(c.command), " "))
		require.Equal(t, c.command, r.Command(strings.Fields(c.words)))
	}
	require.Equal(t, []string{"bob", "=", "other", "(", "n_3", ")"}, r.Action("run[bob = cos(31)]"), "not every text can be written")
	require.Equal(t, []string{"answer", "other"}, r.Action(`answer[\frac12]`))
	for _, words := range []string{"answer", "answer bob", "bob =", "bob = n_20", "other", "n_1 n_2", "x_7", "undefined bob", "need"} {
		require.Equal(t, words, r.Command(strings.Fields(words)), "refused by the world")
	}
}

// Words of the numbers and of the facts are all that a problem of another kind leaves.
func TestView_OtherProblems(t *testing.T) {
	v := drawn(t, mathcode.Defaults()).View()
	_, words := v.Begin("Problem: Find $x$ if $\\frac{1,234}{0.5} = 7$. Is it prime?")
	require.Equal(t, "n_1 n_2 n_3 stop ask", strings.Join(words, " "))
	_, words = v.Begin("Problem: ")
	require.Equal(t, []string{"none"}, words)
	_, words = v.Begin(strings.Repeat("7 ", 1000))
	require.Len(t, words, 160)
}

func FuzzView(f *testing.F) {
	f.Add(asked, "bob = ned - n_1")
	f.Add("run[a = 1]", "answer n_1 #2")
	f.Add("a = 1\nerror: b is not defined", "sqrt ( x_1 )")
	e := drawn(f, mathcode.Defaults())
	known := map[string]bool{}
	for _, w := range e.View().Words() {
		known[w.Text] = true
	}
	f.Fuzz(func(t *testing.T, text, words string) {
		for _, intro := range []string{text, asked} {
			r, said := e.View().Begin(intro)
			said = append(said, r.Observe(text)...)
			said = append(said, r.Action(text)...)
			said = append(said, r.Action("run["+text+"]")...)
			said = append(said, r.Action("answer["+text+"]")...)
			for _, w := range said {
				require.True(t, known[w], w)
			}
			command := r.Command(strings.Fields(words))
			// What words make a command says itself again.
			if strings.HasPrefix(command, "run[") {
				require.Equal(t, command, r.Command(r.Action(command)))
			}
			x := e.Expert(intro, 1)
			a := x.Act()
			x.Observe(a.Action, text)
			x.Observe("run["+text+"]", words)
			x.Reference([]string{text, "run[" + text + "]"})
			require.NotEmpty(t, x.Act().Action)
		}
	})
}
