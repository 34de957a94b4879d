package webshop_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/registry/environments/webshop"
)

// Nothing that is said to a world makes it panic; what is no action changes nothing, and what is listed is understood.
func FuzzWorld_Step(f *testing.F) {
	for i, text := range []string{
		"search[shoes]", "click[b0]", "click[buy now]", "click[next >]", "search[<r>]", "click[ Back To Search ]", "search", "click[a [b]]", "]\x00[", "search[\xff]", "",
	} {
		f.Add(text, "click[features]", uint8(i))
	}
	e := newEnvironment(f, webshop.Defaults())
	f.Fuzz(func(t *testing.T, first, second string, task uint8) {
		w := start(t, e, "train", int(task))
		for turn, text := range []string{first, second, w.Admissible()[0], first, second} {
			before := w.Signature()
			o := w.Step(text)
			require.NotEmpty(t, o.Observation)
			require.True(t, o.Valid || w.Signature() == before, "%q", text)
			require.GreaterOrEqual(t, o.Score, 0.0)
			require.LessOrEqual(t, o.Score, 1.0)
			require.Equal(t, o.Score == 1, o.Won)
			require.True(t, o.Done || o.Score == 0)
			if turn > 2 {
				continue
			}
			for _, a := range w.Admissible() {
				require.True(t, w.Fork().Step(a).Valid, "%q is listed", a)
			}
		}
	})
}
