package shop

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// Whatever is said to a session, one text a line: what is not understood changes nothing, what can be clicked is
// understood, and nothing is behind the purchase.
func FuzzSession_Step(f *testing.F) {
	for _, actions := range []string{
		"search[issey bottle]\nclick[b000vohh8i]\nclick[features]\nclick[< prev]\nclick[6.76 fl oz (pack of 1)]\nclick[buy now]\nsearch[x]",
		"search[rug]\nclick[next >]\nclick[next >]\nclick[< prev]\nclick[B000000003]\nclick[red]\nclick[back to search]",
		"search[<a> long lasting]\nsearch[<r>]\nsearch[<c> beauty]\nsearch[<q>]\nclick[attributes]",
		"search[]\nclick[]\nclick\nsearch[[a]\nclick[a]b]\n]x[\nSEARCH[x]\n\xff[\x00]\nsearch[\xff\u00a0\u2028]\nclick[description]", "",
	} {
		f.Add(actions, true)
		f.Add(actions, false)
	}
	f.Fuzz(func(t *testing.T, actions string, rich bool) {
		s := start(rich)
		for action := range strings.SplitSeq(actions, "\n") {
			before, text, done := s.Signature(), s.Observation(), s.Done()
			fork := s.Fork()
			understood := s.Step(action)
			require.Equal(t, understood, fork.Step(action))
			require.Equal(t, s.Signature(), fork.Signature(), "a fork goes the same way")
			require.Equal(t, s.Observation(), fork.Observation())
			require.NotEmpty(t, s.Observation())
			if !understood {
				require.Equal(t, before, s.Signature())
				require.Equal(t, text, s.Observation())
			}
			require.False(t, done && understood)
			if s.Done() {
				require.GreaterOrEqual(t, s.Reward().Total(), 0.0)
				require.LessOrEqual(t, s.Reward().Total(), 1.0)
				continue
			}
			for _, x := range s.Clickables() {
				if x != "search" {
					require.True(t, s.Fork().Step(Click(x)), "%q can be clicked", x)
				}
			}
		}
	})
}
