package runner_test

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/results"
	"github.com/retort-ml/retort/runner"
)

// chart builds plans for tests.
type chart struct{ plan runner.Plan }

// stage adds a walk with the walks named as its inputs, and returns its hash.
func (c *chart) stage(t testing.TB, title string, spec walkSpec, inputs ...string) string {
	t.Helper()
	text, err := json.Marshal(spec)
	require.NoError(t, err)
	sum := sha256.Sum256(fmt.Append(nil, title, string(text), inputs))
	s := runner.Stage{Hash: hex.EncodeToString(sum[:]), Kind: "walk", Title: title, Spec: text, Cost: 0.1}
	for i, h := range inputs {
		s.Inputs = append(s.Inputs, runner.Input{Name: fmt.Sprintf("in%d", i), Hash: h})
	}
	c.plan.Stages = append(c.plan.Stages, s)
	return s.Hash
}

// last is the stage added last.
func (c *chart) last() *runner.Stage { return &c.plan.Stages[len(c.plan.Stages)-1] }

// done closes the plan, with one trial for each stage that is nobody's input.
func (c *chart) done() *runner.Plan {
	c.plan.Experiment, c.plan.Hash = "walks", fmt.Sprintf("%x", len(c.plan.Stages))
	used := map[string]bool{}
	needs := map[string][]string{}
	for _, s := range c.plan.Stages {
		seen := map[string]bool{}
		for _, in := range s.Inputs {
			used[in.Hash] = true
			for _, h := range needs[in.Hash] {
				if !seen[h] {
					seen[h] = true
					needs[s.Hash] = append(needs[s.Hash], h)
				}
			}
		}
		needs[s.Hash] = append(needs[s.Hash], s.Hash)
	}
	c.plan.Trials = nil
	for _, s := range c.plan.Stages {
		if !used[s.Hash] {
			c.plan.Trials = append(c.plan.Trials, runner.Trial{
				ID: "t-" + s.Hash[:8], Stages: needs[s.Hash], Roles: map[string]string{"evaluate": s.Hash},
			})
		}
	}
	return &c.plan
}

// diamond is a plan of one shared stage, two branches and a join.
func diamond(t testing.TB, spec walkSpec) *runner.Plan {
	t.Helper()
	var c chart
	shared := c.stage(t, "shared", spec)
	left := c.stage(t, "left", spec, shared)
	right := c.stage(t, "right", spec, shared)
	c.stage(t, "join", spec, left, right)
	return c.done()
}

// options are those of most tests: quick, with this binary as worker.
func options(t testing.TB, faults string) runner.Options {
	t.Helper()
	self, err := os.Executable()
	require.NoError(t, err)
	return runner.Options{
		WorkerCommand:     []string{self},
		WorkerEnvironment: []string{roleVariable + "=worker", faultFolder + "=" + faults},
		Slots:             2, Backoff: time.Millisecond, Grace: 2 * time.Second,
	}
}

// afflict writes the fault file of a stage: one fault for each attempt.
func afflict(t testing.TB, folder, hash string, faults ...fault) {
	t.Helper()
	var text []byte
	for _, f := range faults {
		line, err := json.Marshal(f)
		require.NoError(t, err)
		text = append(append(text, line...), '\n')
	}
	require.NoError(t, os.WriteFile(filepath.Join(folder, hash), text, 0o666))
}

func openForRun(t testing.TB, dir string) *results.Store {
	t.Helper()
	store, err := results.OpenForRun(dir)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, store.Close()) })
	return store
}

// content returns the bytes of everything that the done stages of a plan left, by stage title and file name.
func content(t testing.TB, store *results.Store, plan *runner.Plan) map[string]string {
	t.Helper()
	files := map[string]string{}
	for _, s := range plan.Stages {
		state, err := store.State(s.Hash)
		require.NoError(t, err)
		require.NotNil(t, state.Done, "%s is %s", s.Title, state.State)
		for _, name := range []string{"records.jsonl", "episodes.jsonl.zst", "done.json"} {
			text, err := os.ReadFile(filepath.Join(state.Done.Dir, name))
			require.NoError(t, err)
			files[s.Title+"/"+name] = string(text)
		}
		path, err := store.Artifact(s.Hash, "walk.txt")
		require.NoError(t, err)
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		files[s.Title+"/walk.txt"] = string(text)
	}
	return files
}
