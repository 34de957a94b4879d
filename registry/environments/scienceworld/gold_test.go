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

// jar finds the simulator's file where a run with default settings would have put it, else in the Python package; "" when it is nowhere.
var jar = sync.OnceValue(func() string {
	kept := filepath.Join("..", "..", "..", "results", "store", "data", "scienceworld", simulator.FileName)
	for _, place := range []string{kept, ""} {
		if found, err := simulator.Locate(place); err == nil {
			return found
		}
	}
	return ""
})

// original returns settings that run the original simulator; it skips the test where that cannot be had.
func original(t testing.TB) scienceworld.Settings {
	t.Helper()
	s := scienceworld.Defaults()
	if _, err := exec.LookPath(s.Java); err != nil {
		t.Skip("there is no Java here")
	}
	if s.JAR = jar(); s.JAR != "" {
		return s
	}
	t.Skip("there is no scienceworld.jar: install the Python package scienceworld 1.2.3, or run retort data get scienceworld")
	return s
}

// shared has the simulator in which tests play one after another: starting one takes longer than most of them. TestMain ends it.
var shared *scienceworld.Environment

// played returns an environment of the original that plays in the shared simulator; it skips the test where the original cannot
// be had.
func played(t *testing.T, simplifications ...string) *scienceworld.Environment {
	t.Helper()
	s := original(t)
	s.Simplifications = simplifications
	s.Memory = s.Heap + 256
	e, err := scienceworld.New(s)
	require.NoError(t, err)
	if shared == nil {
		shared = e
	}
	scienceworld.ShareSimulators(e, shared)
	return e
}

// Every text, score and move of the recordings comes back, also when the actions have been words of the compact view.
func TestRecordings(t *testing.T) {
	all := recordings(t)
	if !*whole {
		// Short ones of several kinds of task, and a walk that met ambiguous words.
		var few []recording
		met := map[string]bool{}
		for _, r := range all {
			asked := slices.ContainsFunc(r.Observations, func(o string) bool { return strings.HasPrefix(o, "Ambiguous") })
			kind, _, _ := strings.Cut(r.Task, "-")
			if r.Kind == "walk" {
				kind = ""
			}
			if (r.Kind == "gold" && len(r.Actions) <= 6 && r.Simplifications != "" || r.Kind == "walk" && asked) && !met[r.Kind+kind] {
				met[r.Kind+kind] = true
				few = append(few, r)
			}
		}
		all = few
	}
	byEase := map[string]*scienceworld.Environment{}
	for _, r := range all {
		e := byEase[r.Simplifications]
		if e == nil {
			e = played(t, slices.DeleteFunc(strings.Split(r.Simplifications, ","), func(name string) bool { return name == "" })...)
			byEase[r.Simplifications] = e
		}
		if err := compare(e, r, false); err != nil {
			t.Errorf("%s %d with %q: %v", r.Task, r.Variation, r.Simplifications, err)
		}
		if r.Kind != "gold" {
			continue
		}
		if err := compare(e, r, true); err != nil {
			t.Errorf("%s %d with %q, in words of the view: %v", r.Task, r.Variation, r.Simplifications, err)
		}
	}
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
		list, err := scienceworld.Listed(w)
		if err != nil {
			return err
		}
		if len(list) != *r.Valid0 {
			return fmt.Errorf("%d actions at the start instead of %d", len(list), *r.Valid0)
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
