package scienceworld_test

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/registry/environments/scienceworld"
	"github.com/retort-ml/retort/registry/environments/scienceworld/simulator"
)

// whole makes the comparison with the recordings complete: minutes instead of seconds.
var whole = flag.Bool("whole", false, "compare with all recordings, not a few of them")

// recording is an episode of the original under the constant identity hash.
type recording struct {
	Kind            string
	Task            string
	Variation       int
	Simplifications string
	Description     string
	Look            string
	Actions         []string
	Observations    []string
	Scores          []float64
	Moves           []int
	Completed       []bool
	// Number of listed actions at the start. Later numbers were counted in a run of its own, in which
	// counting moved hidden state, so they are those of other states now and then.
	Valid0 *int
}

func recordings(t *testing.T) []recording {
	t.Helper()
	f, err := os.Open(filepath.Join("..", "..", "..", "..", "shared", "data", "scienceworld", "gold.jsonl.gz"))
	if os.IsNotExist(err) {
		t.Skip("the recordings in ../shared/data/scienceworld are not there")
	}
	require.NoError(t, err)
	defer f.Close()
	z, err := gzip.NewReader(f)
	require.NoError(t, err)
	var list []recording
	in := bufio.NewScanner(z)
	in.Buffer(nil, 1<<24)
	for in.Scan() {
		var r recording
		require.NoError(t, json.Unmarshal(in.Bytes(), &r))
		if r.Kind != "header" {
			list = append(list, r)
		}
	}
	require.NoError(t, in.Err())
	return list
}

// original returns settings that run the original simulator; it skips the test where that cannot be had.
func original(t testing.TB) scienceworld.Settings {
	t.Helper()
	s := scienceworld.Defaults()
	if _, err := exec.LookPath(s.Java); err != nil {
		t.Skip("there is no Java here")
	}
	// Where a run with default settings would have put it, else the Python package's.
	kept := filepath.Join("..", "..", "..", "results", "store", "data", "scienceworld", simulator.FileName)
	for _, jar := range []string{kept, ""} {
		if found, err := simulator.Locate(jar); err == nil {
			s.JAR = found
			return s
		}
	}
	t.Skip("there is no scienceworld.jar: install the Python package scienceworld 1.2.3, or run retort data get scienceworld")
	return s
}

// Every text, score and move of the recordings comes back, also when the actions have been words of the compact view.
func TestRecordings(t *testing.T) {
	all := recordings(t)
	if !*whole {
		// Short ones of several tasks, and two walks that met ambiguous words.
		var few []recording
		met := map[string]bool{}
		walks := 0
		for _, r := range all {
			asked := slices.ContainsFunc(r.Observations, func(o string) bool { return strings.HasPrefix(o, "Ambiguous") })
			switch {
			case r.Kind == "gold" && len(r.Actions) <= 7 && !met[r.Task]:
				met[r.Task] = true
				few = append(few, r)
			case r.Kind == "walk" && asked && walks < 2:
				walks++
				few = append(few, r)
			}
		}
		all = few
	}
	s := original(t)
	byEase := map[string]*scienceworld.Environment{}
	for _, r := range all {
		if byEase[r.Simplifications] == nil {
			s.Simplifications = slices.DeleteFunc(strings.Split(r.Simplifications, ","), func(name string) bool { return name == "" })
			s.Memory = s.Heap + 256 // one simulator each
			e, err := scienceworld.New(s)
			require.NoError(t, err)
			t.Cleanup(e.Close)
			byEase[r.Simplifications] = e
		}
	}
	var players sync.WaitGroup
	for ease, e := range byEase {
		players.Go(func() {
			for _, r := range all {
				if r.Simplifications == ease {
					if err := compare(e, r, false); err != nil {
						t.Errorf("%s %d with %q: %v", r.Task, r.Variation, ease, err)
					}
					if r.Kind != "gold" {
						continue
					}
					if err := compare(e, r, true); err != nil {
						t.Errorf("%s %d with %q, in words of the view: %v", r.Task, r.Variation, ease, err)
					}
				}
			}
		})
	}
	players.Wait()
}

// compare plays a recording and reports the first difference. Viewed, each action is written in words of the compact view
// and read back first.
func compare(e *scienceworld.Environment, r recording, viewed bool) error {
	w, err := e.Open(fmt.Sprintf("%s/%d", r.Task, r.Variation))
	if err != nil {
		return err
	}
	if want := r.Description + "\n\n" + r.Look; w.Observation() != want {
		return fmt.Errorf("begins %q instead of %q", w.Observation(), want)
	}
	if r.Valid0 != nil && !viewed {
		if n := len(w.Admissible()); n != *r.Valid0 {
			return fmt.Errorf("%d actions at the start instead of %d", n, *r.Valid0)
		}
	}
	reader, _ := e.View().Begin(w.Observation())
	over := false
	for i, action := range r.Actions {
		if viewed {
			action = reader.Command(reader.Action(action))
		}
		o := w.Step(action)
		if o.Observation != r.Observations[i] {
			return fmt.Errorf("action %d, %q: %q instead of %q", i, action, o.Observation, r.Observations[i])
		}
		want := max(r.Scores[i], 0)
		if r.Scores[i] < 0 != o.Info["failed"].(bool) || o.Score < want-1e-6 || o.Score > want+1e-6 { // the recording has six digits
			return fmt.Errorf("action %d, %q: score %v and %v instead of %v", i, action, o.Score, o.Info, r.Scores[i])
		}
		if o.Info["moves"] != r.Moves[i] {
			return fmt.Errorf("action %d, %q: %v moves instead of %d", i, action, o.Info["moves"], r.Moves[i])
		}
		over = over || r.Completed[i] || r.Scores[i] < 0 || r.Moves[i] > 100
		if o.Done != over || o.Won != (r.Completed[i] && r.Scores[i] >= 0) {
			return fmt.Errorf("action %d, %q: done %v, won %v", i, action, o.Done, o.Won)
		}
	}
	return nil
}
