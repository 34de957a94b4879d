package thoughts_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/registry/text/thoughts"
)

func TestWords(t *testing.T) {
	w := thoughts.Words{Hesitation: []string{"wait", "hmm"}, Search: []string{"look"}}
	for word, want := range map[string]string{
		"wait": thoughts.Hesitation, "Hmm...": thoughts.Hesitation, "(LOOK)": thoughts.Search, "looking": thoughts.Other, "": thoughts.Other, "\xff": thoughts.Other,
	} {
		require.Equal(t, want, w.Class(word), "%q", word)
	}
	require.True(t, w.Hesitates("I look. Wait, where?"))
	require.False(t, w.Hesitates("I look where I waited"))
	require.False(t, thoughts.Words{}.Hesitates("wait"))
}
