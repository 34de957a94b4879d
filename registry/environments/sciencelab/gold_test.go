package sciencelab

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"maps"
	"os"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// goldFile has recordings of ScienceWorld: the actions of its own solutions.
const goldFile = "../../../../shared/data/scienceworld/gold.jsonl.gz"

// goldActions lists the actions of the original's solutions, with the easy simplifications, for the tasks that this world has
// too, each with the task that it is from.
func goldActions(t *testing.T) map[string]string {
	t.Helper()
	f, err := os.Open(goldFile)
	if err != nil {
		t.Skipf("recordings of ScienceWorld are not here: %v", err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	require.NoError(t, err)
	lines := bufio.NewScanner(z)
	lines.Buffer(nil, 1<<26)
	tasks, actions := map[string]bool{}, map[string]string{}
	for lines.Scan() {
		var r struct {
			Kind, Task, Simplifications string
			Actions                     []string
		}
		require.NoError(t, json.Unmarshal(lines.Bytes(), &r))
		if r.Kind != "gold" || r.Simplifications != easy || !slices.Contains(familyNames(), r.Task) {
			continue
		}
		tasks[r.Task] = true
		for _, text := range r.Actions {
			actions[text] = r.Task
		}
	}
	require.NoError(t, lines.Err())
	require.Len(t, tasks, len(familyNames())-1, "all but melt, of which there is no recording")
	require.Greater(t, len(actions), 150)
	return actions
}

// notHere are the things of these solutions that this world does not have.
var notHere = []string{
	"a second cup", "baby brown bear", "baby mouse", "baby wolf", "banana tree", "beaver", "blue wire", "ceramic cup", "chair", "counter",
	"flower pot 3", "flower pot 4", "flower pot 5", "flower pot 8", "fridge", "giant tortoise", "glass jar", "orange wire", "oven",
	"purple box", "seed jar", "unknown substance u", "unknown substance y", "yellow box", "yellow wire",
}

// Every action of the original's solutions, in the easy simplifications, is understood as what it means: the verb and what
// is named parse, and where this world has the things that it names, those and no others are meant. What a
// solution means is read by the shapes of its commands, not by the parser.
func TestUnderstand_Gold(t *testing.T) {
	absent, meant := map[string]bool{}, 0
	actions := goldActions(t)
	for _, text := range slices.Sorted(maps.Keys(actions)) {
		t.Run(text, func(t *testing.T) {
			r := readGold(t, text)
			require.Contains(t, parse(text), parsed{verb: r.verb, a: r.a, b: r.b})
			if r.verb == doAnswer {
				return // means something after an ambiguous command only
			}
			s, want, missing := r.scene(t)
			if missing != "" {
				absent[missing] = true
				return
			}
			meant++
			require.Equal(t, []act{want}, s.understand(text))
		})
	}
	require.Equal(t, notHere, slices.Sorted(maps.Keys(absent)))
	require.GreaterOrEqual(t, meant, 127)
}
