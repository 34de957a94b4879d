package sciencelab_test

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/environments/sciencelab"
)

func stream(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 5)) }

// sentence is the task of a world.
func sentence(w registry.World) string {
	s, _, _ := strings.Cut(w.Observation(), "\n\n")
	return s
}

// Every family can be drawn, a task does not depend on how many there are, and other seeds draw
// other worlds.
func TestGenerator(t *testing.T) {
	e := newEnvironment(t, sciencelab.Defaults())
	s := sciencelab.Defaults()
	s.Tasks = map[string]int{"train": 10}
	few := newEnvironment(t, s)
	s.Seed = 2
	other := newEnvironment(t, s)
	same := 0
	for i := range 10 {
		require.Equal(t, start(t, e, "train", i).Observation(), start(t, few, "train", i).Observation())
		if start(t, e, "train", i).Observation() == start(t, other, "train", i).Observation() {
			same++
		}
	}
	require.Less(t, same, 3)
	kinds := map[string]int{}
	for i := range 1000 {
		kinds[start(t, e, "train", i).(registry.Typed).TaskType()]++
	}
	require.Len(t, kinds, len(sciencelabFamilies))
	require.Greater(t, kinds["use-thermometer"], 2*kinds["lifespan-longest-lived"], "families have weights")
}

// What unseen tasks ask for, with the room that matters, is never asked for by the others; no world of seen is in
// train.
func TestSplits_DoNotOverlap(t *testing.T) {
	e := newEnvironment(t, sciencelab.Defaults())
	worlds, asked := map[string]bool{}, map[string]bool{}
	paired := func(w registry.World) (string, bool) { // where the sentence says all that is held out
		kind := w.(registry.Typed).TaskType()
		return sentence(w), strings.HasPrefix(kind, "find-") || strings.HasPrefix(kind, "test-conductivity")
	}
	for i := range 4096 {
		w := start(t, e, "train", i)
		worlds[w.Signature()+sentence(w)] = true
		if s, ok := paired(w); ok {
			asked[s] = true
		}
	}
	for i := range 256 {
		seen, unseen := start(t, e, "seen", i), start(t, e, "unseen", i)
		require.False(t, worlds[seen.Signature()+sentence(seen)])
		if s, ok := paired(seen); ok {
			require.True(t, asked[s], "seen tasks ask for what train asks for: %s", s)
		}
		if s, ok := paired(unseen); ok {
			require.False(t, asked[s], "%s", s)
		}
	}
}

// The vocabulary and the draws: shipped weights depend on both.
func TestFrozen(t *testing.T) {
	e := newEnvironment(t, sciencelab.Defaults())
	h := sha256.New()
	for _, w := range e.View().Words() {
		fmt.Fprintf(h, "%s|%s|%s\n", w.Text, w.Type, w.Number)
	}
	for _, s := range e.Splits() {
		for i := range 64 {
			w := start(t, e, s.Name, i)
			fmt.Fprintf(h, "%s\n%x\n", w.Observation(), w.Signature())
		}
	}
	require.Equal(t, frozen, hex.EncodeToString(h.Sum(nil)), "weights trained before this change no longer fit: raise the version of the kind")
}

const frozen = "61bc3e83ee35fbef64ddc6d25555048aada9527f9218a085198de9a2ed22f263"
