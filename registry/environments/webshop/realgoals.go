package webshop

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/retort-ml/retort/registry/environments/webshop/lists"
)

// splitGoals deals people's goals: those of one in five combinations of noun and attributes to unseen, of the rest one sentence in eight to
// seen. The seed draws both and the order.
func splitGoals(goals []lists.Goal, seed int) map[string][]lists.Goal {
	hash := func(purpose, text string) uint64 {
		sum := sha256.Sum256(fmt.Appendf(nil, "goals %d %s %s", seed, purpose, text))
		return binary.LittleEndian.Uint64(sum[:])
	}
	splits := map[string][]lists.Goal{}
	for _, g := range goals {
		asked := slices.Sorted(slices.Values(g.Attributes))
		name := "train"
		switch {
		case hash("held out", g.Noun+" "+strings.Join(asked, ","))%unseenShare == 0:
			name = "unseen"
		case hash("seen", g.Sentence)%seenShare == 0:
			name = "seen"
		}
		splits[name] = append(splits[name], g)
	}
	for name, list := range splits {
		rng := rand.New(rand.NewPCG(hash("order", name), 0))
		rng.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	}
	return splits
}
