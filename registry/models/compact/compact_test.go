package compact_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/backends"
	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/models/compact"
	"github.com/retort-ml/retort/registry/registrytest/corridor"
)

func format() *compact.Format {
	return compact.New((&corridor.Environment{}).View(), 8, true)
}

func spell(f *compact.Format, tokens []backends.Token) []string {
	var words []string
	for _, t := range tokens {
		words = append(words, f.Word(t))
	}
	return words
}

func TestStream(t *testing.T) {
	f := format()
	s := f.Begin("cell 0 goal 2")
	require.Equal(t, []string{"<bos>", "cell", "0", "goal", "2", ">"}, spell(f, s.Prompt()))
	look := s.Render(registry.Response{Thought: "wait", Action: "look"})
	right := s.Render(registry.Response{Thought: "walk", Action: "right"})
	require.Equal(t, []string{"wait", "|", "look", "<eot>"}, spell(f, look))
	require.Equal(t, []string{"cell", "1", ">"}, spell(f, s.Observe("cell 1")))
	require.Equal(t,
		[]string{"<bos>", "cell", "0", "goal", "2", "<ref>", "look", ";", "right", ";", "</ref>", ">"},
		spell(f, s.PromptWith([][]backends.Token{look, right})), "actions only, thoughts left out")
	require.Equal(t, s.Prompt(), s.PromptWith(nil))
	require.Equal(t, []bool{true, false, false, false}, f.Thought(look))
	require.Equal(t, []string{"<unk>", ">"}, spell(f, s.Observe("dragon")))
}

func TestParse(t *testing.T) {
	f := format()
	s := f.Begin("cell 0 goal 2")
	id := map[string]backends.Token{}
	for i := range f.Vocab() {
		id[f.Word(backends.Token(i))] = backends.Token(i)
	}
	for _, c := range []struct {
		name   string
		words  []string
		want   registry.Response
		parsed bool
	}{
		{"whole", []string{"walk", "|", "right", "<eot>"}, registry.Response{Thought: "walk", Action: "right"}, true},
		{"no thought", []string{"|", "right", "<eot>"}, registry.Response{Action: "right"}, true},
		{"not ended", []string{"walk", "|", "right"}, registry.Response{Thought: "walk", Action: "right"}, false},
		{"no bar", []string{"walk", "right", "<eot>"}, registry.Response{Thought: "walk right"}, false},
		{"no action", []string{"walk", "|", "<eot>"}, registry.Response{Thought: "walk"}, false},
		{"two bars", []string{"walk", "|", "right", "|", "left", "<eot>"}, registry.Response{Thought: "walk", Action: "right left"}, false},
		{"control word", []string{"walk", "|", "<ref>", "right", "<eot>"}, registry.Response{Thought: "walk", Action: "right"}, false},
		{"empty", nil, registry.Response{}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			var tokens []backends.Token
			for _, w := range c.words {
				tokens = append(tokens, id[w])
			}
			got, parsed := s.Parse(tokens)
			require.Equal(t, c.want, got)
			require.Equal(t, c.parsed, parsed)
		})
	}
}

func TestShape(t *testing.T) {
	f := format()
	var c backends.Config
	f.Shape(&c)
	require.Equal(t, f.Vocab(), c.Vocab)
	require.Equal(t, []int{1, 20}, c.FactorSizes)
	require.Len(t, c.Factors, 2*c.Vocab)
	require.Equal(t, []int32{-1, -1}, c.Factors[:2], "a control word has no factors")
	require.Equal(t, []int32{0, 19}, c.Factors[2*c.Vocab-2:])
	plain := compact.New((&corridor.Environment{}).View(), 8, false)
	plain.Shape(&c)
	require.Nil(t, c.Factors)
}

func TestSettings_Validate(t *testing.T) {
	good := compact.Defaults()
	require.NoError(t, good.Validate())
	for name, change := range map[string]func(*compact.Settings){
		"width":               func(s *compact.Settings) { s.Width = 0 },
		"layers":              func(s *compact.Settings) { s.Layers = 0 },
		"heads":               func(s *compact.Settings) { s.Heads = 5 },
		"kv_heads":            func(s *compact.Settings) { s.KVHeads = 3 },
		"head_dim":            func(s *compact.Settings) { s.HeadDim = 7 },
		"ffn":                 func(s *compact.Settings) { s.FFN = -1 },
		"previous_tokens":     func(s *compact.Settings) { s.PreviousTokens = 3 },
		"max_response_tokens": func(s *compact.Settings) { s.MaxResponse = 1 },
	} {
		s := compact.Defaults()
		change(&s)
		var bad *registry.SettingError
		require.ErrorAs(t, s.Validate(), &bad, name)
		require.Equal(t, name, bad.Setting)
	}
}

func FuzzParse(f *testing.F) {
	form := format()
	s := form.Begin("cell 0 goal 2")
	f.Add([]byte{0, 1, 2, 3, 4, 5})
	f.Add([]byte{14, 3, 11, 4})
	f.Fuzz(func(t *testing.T, raw []byte) {
		tokens := make([]backends.Token, len(raw))
		for i, b := range raw {
			tokens[i] = backends.Token(int(b) % form.Vocab())
		}
		r, parsed := s.Parse(tokens)
		if parsed {
			again, ok := s.Parse(s.Render(r))
			require.True(t, ok)
			require.Equal(t, r, again, "a parsed response renders to itself")
		}
	})
}

// All that is wrong is reported at once.
func TestSettings_ValidateReportsAll(t *testing.T) {
	s := compact.Defaults()
	s.Width, s.KVHeads, s.MaxResponse = 0, 3, 1
	err := s.Validate()
	for _, setting := range []string{"width", "kv_heads", "max_response_tokens"} {
		require.ErrorContains(t, err, setting)
	}
}
