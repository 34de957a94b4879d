package alfworld_test

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/registry/environments/alfworld"
)

// realData is the optional folder of real ALFWorld games and recordings beside the repository.
const realData = "../../../../shared/data/alfworld"

// recording is one recorded episode of the original engine.
type recording struct {
	ID      string `json:"id"`
	InitObs string `json:"init_obs"`
	Steps   []struct {
		Command     string   `json:"command"`
		Observation string   `json:"observation"`
		AdmList     []string `json:"adm_list"`
	} `json:"steps"`
}

func recordings(t *testing.T, name string) []recording {
	t.Helper()
	f, err := os.Open(filepath.Join(realData, name))
	if err != nil {
		t.Skipf("recordings of the original are not here: %v", err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	require.NoError(t, err)
	var list []recording
	lines := bufio.NewScanner(z)
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		var r recording
		require.NoError(t, json.Unmarshal(lines.Bytes(), &r))
		list = append(list, r)
	}
	require.NoError(t, lines.Err())
	return list
}

// The view was made for generated rooms; it must still read every sentence of real games, inside
// its vocabulary, and give every listed command a form of its own.
func TestView_RealTexts(t *testing.T) {
	v := newEnvironment(t, alfworld.Defaults()).View()
	known := map[string]bool{}
	for _, w := range v.Words() {
		known[w.Text] = true
	}
	longest := 0
	for _, name := range []string{"oracle_walks.jsonl.gz", "oracle_scenarios.jsonl.gz"} {
		for _, rec := range recordings(t, name) {
			r, words := v.Begin(rec.InitObs)
			for _, s := range rec.Steps {
				said := r.Observe(s.Observation)
				require.NotEqual(t, []string{"other"}, said, "%q", s.Observation)
				words = append(words, said...)
				forms := map[string]string{}
				for _, action := range s.AdmList {
					said := r.Action(action)
					words = append(words, said...)
					require.Equal(t, action, r.Command(said), "%v", said)
					form := strings.Join(said, " ")
					require.Empty(t, forms[form], "%q and %q look the same", forms[form], action)
					forms[form] = action
					longest = max(longest, len(said))
				}
			}
			for _, w := range words {
				require.True(t, known[w], "%s: word %q", rec.ID, w)
			}
		}
	}
	require.LessOrEqual(t, longest, 6)
}

func TestView_OldGeneration(t *testing.T) {
	r, words := newEnvironment(t, alfworld.Defaults()).View().Begin(
		"You are in the middle of a room. Looking quickly around you, you see a cabinet 5, a cabinet 1, a countertop 1, and a sofa 1.\n\n" +
			"Your task is to: find two apple and put them in cabinet.")
	require.Equal(t, "put two apple in cabinet : cabinet place_1 cabinet_1 countertop_1 sofa place_2", strings.Join(words, " "))
	require.Equal(t, "move apple 1 to cabinet 5", r.Command([]string{"put", "apple_1", "in", "place_1"}))
	steps := []struct{ command, action, observation, words string }{
		{"go to cabinet 5", "goto place_1", "You arrive at loc 12. The cabinet 5 is closed.", "place_1 closed"},
		{"open cabinet 5", "open place_1", "You open the cabinet 5. The cabinet 5 is open. In it, you see a apple 1, a teddybear 2, and a teddybear 1.", "place_1 open apple_1 teddybear thing_1 teddybear thing_2"},
		{"take apple 1 from cabinet 5", "take apple_1 from place_1", "You pick up the apple 1 from the cabinet 5.", "holding apple_1"},
		{"put apple 1 in/on cabinet 1", "put apple_1 in cabinet_1", "You put the apple 1 in/on the cabinet 1.", "apple_1 in cabinet_1"},
		{"take teddybear 1 from sofa 1", "take thing_2 from place_2", "You pick up the teddybear 1 from the sofa 1.", "holding thing_2"},
		{"take pillow 3 from sofa 1", "take pillow #3 from place_2", "Nothing happens.", "invalid"},
	}
	for _, s := range steps {
		require.Equal(t, s.action, strings.Join(r.Action(s.command), " "))
		require.Equal(t, s.words, strings.Join(r.Observe(s.observation), " "))
		require.Equal(t, s.command, r.Command(strings.Fields(s.action)), "the generation is known by now")
	}
}
