package registrytest_test

import (
	"flag"
	"math/rand/v2"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/environments/alfworld"
	"github.com/retort-ml/retort/registry/registrytest"
)

// defect names the fault that TestDefective gives to a sound environment.
var defect = flag.String("defect", "", "fault of the environment under TestDefective")

// defects lists the faults and the part of the suite that must notice each.
var defects = []struct{ name, notices string }{
	{"none", ""},
	{"accepts any task", "splits"},
	{"every reset differs", "same_task,_same_world"},
	{"fork shares its state", "fork_equals_replay"},
	{"one signature for all", "equal_signatures,_equal_futures"},
	{"nonsense acts", "any_text"},
	{"lists what it refuses", "admissible_actions"},
	{"unseen is train", "disjoint_splits"},
	{"score in percent", "same_task,_same_world"},
	{"view says the time", "view"},
	{"expert guesses", "expert"},
	{"solution too long", "oracle"},
	{"words of no class", "lexicon"},
}

// The suite passes on a sound environment and notices each defect. It runs in a process of its
// own, for a failing subtest cannot be caught.
func TestEnvironment_NoticesDefects(t *testing.T) {
	for _, d := range defects {
		t.Run(d.name, func(t *testing.T) {
			t.Parallel()
			out, err := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestDefective$", "-defect="+d.name).CombinedOutput()
			if d.notices == "" {
				require.NoError(t, err, "%s", out)
				return
			}
			require.Error(t, err, "the suite passes: %s", out)
			require.Contains(t, string(out), "--- FAIL: TestDefective/"+d.notices)
		})
	}
}

func TestDefective(t *testing.T) {
	if *defect == "" {
		t.Skip("runs for TestEnvironment_NoticesDefects only")
	}
	s := alfworld.Defaults()
	s.Tasks = map[string]int{"train": 12, "seen": 3, "unseen": 3}
	sound, err := alfworld.New(s)
	require.NoError(t, err)
	registrytest.TestEnvironment(t, &defective{Environment: sound, fault: *defect})
}

type defective struct {
	*alfworld.Environment
	fault string
	count uint64
}

func (e *defective) Reset(task registry.Task) (registry.World, error) {
	switch e.fault {
	case "accepts any task":
		task.Index = max(task.Index, 0) % 3
	case "every reset differs":
		e.count++
		task.Index = int(e.count % 3)
	case "unseen is train":
		if task.Split == "unseen" {
			task.Split = "train"
		}
	}
	w, err := e.Environment.Reset(task)
	if err != nil {
		return nil, err
	}
	return &faultyWorld{w, e.fault}, nil
}

func (e *defective) View() registry.View {
	return faultyView{e.Environment.View(), e.fault}
}

func (e *defective) Expert(introduction string, seed uint64) registry.Expert {
	if e.fault == "expert guesses" {
		seed = rand.Uint64()
	}
	return e.Environment.Expert(introduction, seed)
}

func (e *defective) Solve(w registry.World) ([]string, bool) {
	commands, ok := e.Environment.Solve(w.(*faultyWorld).World)
	if e.fault == "solution too long" {
		commands = append(commands, "look")
	}
	return commands, ok
}

func (e *defective) WordClass(word string) string {
	if e.fault == "words of no class" && word == "other" {
		return ""
	}
	return e.Environment.WordClass(word)
}

type faultyWorld struct {
	registry.World
	fault string
}

func (w *faultyWorld) Fork() registry.World {
	if w.fault == "fork shares its state" {
		return w
	}
	return &faultyWorld{w.World.Fork(), w.fault}
}

func (w *faultyWorld) Signature() string {
	if w.fault == "one signature for all" {
		return "state"
	}
	return w.World.Signature()
}

func (w *faultyWorld) Admissible() []string {
	list := w.World.Admissible()
	if w.fault == "lists what it refuses" {
		return append(list[:len(list):len(list)], "dance")
	}
	return list
}

func (w *faultyWorld) Step(action string) registry.Outcome {
	o := w.World.Step(action)
	if w.fault == "nonsense acts" && !o.Valid {
		list := w.World.Admissible()
		w.World.Step(list[0])
		w.World.Step(list[len(list)/2])
	}
	if w.fault == "score in percent" {
		o.Score = 100*o.Score + 50
	}
	return o
}

type faultyView struct {
	registry.View
	fault string
}

func (v faultyView) Begin(introduction string) (registry.Reader, []string) {
	r, words := v.View.Begin(introduction)
	if v.fault == "view says the time" {
		words = append(words, strings.Repeat("tick", 1+rand.IntN(9)))
	}
	return r, words
}
