package lists_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/registry/environments/webshop/lists"
)

// Goals ask for what their sentences say.
func TestEmbedded(t *testing.T) {
	l := lists.Embedded()
	require.Greater(t, len(l.Goals), 2500)
	require.Len(t, l.Kinds, 188)
	require.Len(t, l.Attributes(), 261)
	attributes := map[string]bool{}
	for _, a := range l.Attributes() {
		attributes[a] = true
	}
	for _, g := range l.Goals {
		said := strings.Join(lists.Stems(g.Sentence), " ")
		require.Contains(t, said, strings.Join(lists.Stems(g.Noun), " "))
		for _, a := range g.Attributes {
			require.True(t, attributes[a], a)
			require.Contains(t, said, strings.Join(lists.Stems(a), " "))
		}
		for _, o := range g.Options {
			require.Contains(t, said, strings.Join(lists.Stems(o.Value), " "))
			require.Contains(t, l.Values(o.Name), o.Value)
		}
	}
	require.Greater(t, len(l.Values(lists.Color)), 15)
	require.Greater(t, len(l.Values(lists.Size)), 100)
	for _, list := range [][]string{l.Nouns(), l.Attributes(), l.Values(lists.Size)} {
		require.Len(t, slices.Compact(slices.Sorted(slices.Values(list))), len(list), "each once")
	}
}

func TestStems(t *testing.T) {
	for text, want := range map[string]string{
		"Easy to install, machine-washable T-shirts!": "easi instal machin washabl t shirt",
		"women's rubber soles":                        "women rubber sole",
		"size 7.5 / x-large (red)":                    "size 7.5 x larg red",
		"to the of - & '":                             "",
	} {
		require.Equal(t, want, strings.Join(lists.Stems(text), " "))
	}
}

const sample = "kind\tshampoo & conditioner\tbeauty\tshampoo|conditioner\thair growth\n" +
	"goal\tshampoo for hair growth in blue\tshampoo & conditioner\tshampoo\thair growth\tcolor=blue\n"

func TestRead(t *testing.T) {
	l, err := lists.Read(strings.NewReader(sample))
	require.NoError(t, err)
	require.Equal(t, []lists.Kind{{
		Name: "shampoo & conditioner", Department: "beauty", Nouns: []string{"shampoo", "conditioner"}, Attributes: []string{"hair growth"},
	}}, l.Kinds)
	require.Equal(t, []lists.Goal{{
		Sentence: "shampoo for hair growth in blue", Noun: "shampoo", Attributes: []string{"hair growth"}, Options: []lists.Option{{Name: "color", Value: "blue"}},
	}}, l.Goals)
}

func TestRead_Faults(t *testing.T) {
	for line, fault := range map[string]string{
		"":                             `line 3: 1 fields that begin with "" are neither a kind nor a goal`,
		"goal\ta":                      `line 3: 2 fields that begin with "goal" are neither a kind nor a goal`,
		"kind\t\tbeauty\ta\tb":         "line 3: a kind without a name or a department",
		"kind\ta\tbeauty\tb||c\t":      `line 3: kind "a" has an empty noun or attribute`,
		strings.Split(sample, "\n")[0]: `line 3: kind "shampoo & conditioner" twice`,
		strings.Split(sample, "\n")[1]: `line 3: sentence "shampoo for hair growth in blue" twice`,
		"goal\t\tshampoo & conditioner\tshampoo\thair growth\t":            "line 3: a goal without a sentence",
		"goal\ta\tsoap\tshampoo\thair growth\t":                            `line 3: a goal of the kind "soap", which no line before has`,
		"goal\ta\tshampoo & conditioner\tsoap\thair growth\t":              `line 3: the kind "shampoo & conditioner" does not have the noun "soap"`,
		"goal\ta\tshampoo & conditioner\tshampoo\t\t":                      "line 3: a goal without attributes, or with an empty one",
		"goal\ta\tshampoo & conditioner\tshampoo\tb\tblue":                 `line 3: option "blue" is neither color=value nor size=value`,
		"goal\ta\tshampoo & conditioner\tshampoo\tb\tcolor=red|color=blue": "line 3: two options color",
		strings.Repeat("a", 1<<17):                                         "line 3: bufio.Scanner: token too long",
	} {
		_, err := lists.Read(strings.NewReader(sample + line + "\n"))
		require.EqualError(t, err, "read lists: "+fault)
	}
}

// Whatever an extract says, reading it ends with goals that hold together or with an error.
func FuzzRead(f *testing.F) {
	f.Add(sample)
	f.Add(strings.ReplaceAll(sample, "\t", "|"))
	f.Add("goal\ta\tb\tc\td|e\tsize=1|color=\n")
	f.Add("kind\ta\tb\t\t\n\n")
	f.Fuzz(func(t *testing.T, text string) {
		l, err := lists.Read(strings.NewReader(text))
		if err != nil {
			require.Nil(t, l)
			return
		}
		for _, g := range l.Goals {
			require.Contains(t, l.Kinds[g.Kind].Nouns, g.Noun)
			require.NotEmpty(t, g.Attributes)
			lists.Stems(g.Sentence)
		}
		l.Attributes()
		l.Nouns()
		l.Values(lists.Size)
	})
}
