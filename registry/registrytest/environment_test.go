package registrytest_test

import (
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"slices"
	"strconv"
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
	{"starting an expert acts", "insider"},
	{"distance one too long", "distance"},
	{"asking for the distance acts", "distance"},
	{"matcher is a command behind", "matcher"},
	{"matcher counts nonsense", "matcher"},
	{"floor draws", "floors"},
	{"floor of any name", "floors"},
	{"goal in the open", "private"},
	{"type changes", "task_type"},
	{"faults are lent", "faults"},
	{"opens anything", "open"},
	{"tools of one name", "tools"},
	{"any name is a task", "names"},
	{"no room for a world", "width"},
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
	registrytest.TestEnvironment(t, &defective{Environment: sound, fault: *defect, kept: []error{errors.New("a file is broken")}})
}

// defective is a sound environment with a fault. It offers everything that an environment can.
type defective struct {
	*alfworld.Environment
	fault string
	count uint64
	kept  []error
}

func (e *defective) ExpertIn(w registry.World, seed uint64) registry.Expert {
	own := w.(*faultyWorld).World
	if e.fault == "starting an expert acts" {
		act(own)
	}
	return e.Environment.ExpertIn(own, seed)
}

func (e *defective) Match(introduction string, path []string, anyInstance bool) registry.PathMatcher {
	return &faultyMatcher{e.Environment.Match(introduction, path, anyInstance), path, e.fault, 0}
}

func (e *defective) Floor(name, introduction string) (registry.Expert, bool) {
	if e.fault == "floor draws" && name == registry.FloorNothing {
		return registry.Still(strconv.FormatUint(rand.Uint64(), 10)), true
	}
	x, ok := e.Environment.Floor(name, introduction)
	return x, ok || e.fault == "floor of any name"
}

func (e *defective) Faults() []error {
	if e.fault == "faults are lent" {
		return e.kept
	}
	return slices.Clone(e.kept)
}

func (e *defective) Open(name string) (registry.World, error) {
	if e.fault == "opens anything" {
		return e.Reset(registry.Task{Split: "train"})
	}
	return e.Environment.Open(name)
}

func (e *defective) Tools() []byte {
	tool := `{"type": "function", "function": {"name": "%s", "parameters": {"type": "object"}}}`
	names := []any{"look", "go"}
	if e.fault == "tools of one name" {
		names[1] = names[0]
	}
	return fmt.Appendf(nil, "["+tool+", "+tool+"]", names...)
}

func (e *defective) TaskNamed(name string) (registry.Task, bool) {
	return registry.Task{Split: "train"}, name == "first" || e.fault == "any name is a task"
}

func (e *defective) Width() int {
	if e.fault == "no room for a world" {
		return 0
	}
	return 2
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
	return &faultyWorld{World: w, fault: e.fault}, nil
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

// act does the first listed thing that changes the state.
func act(w registry.World) {
	before := w.Signature()
	for _, a := range w.Admissible() {
		if w.Step(a); w.Signature() != before {
			return
		}
	}
}

type faultyWorld struct {
	registry.World
	fault string
	steps int
}

func (w *faultyWorld) Distance() (turns int, reachable bool) {
	turns, reachable = w.World.(registry.Distanced).Distance()
	switch w.fault {
	case "distance one too long":
		turns++
	case "asking for the distance acts":
		act(w.World)
	}
	return turns, reachable
}

func (w *faultyWorld) Private(kind string) []string {
	switch {
	case kind != registry.PrivateGoal:
		return nil
	case w.fault == "goal in the open":
		return []string{w.World.Observation()}
	}
	return []string{"The user wants the very thing that the task asks for."}
}

func (w *faultyWorld) TaskType() string {
	if w.fault == "type changes" {
		return strconv.Itoa(w.steps)
	}
	return w.World.(registry.Typed).TaskType()
}

func (w *faultyWorld) Fork() registry.World {
	if w.fault == "fork shares its state" {
		return w
	}
	return &faultyWorld{w.World.Fork(), w.fault, w.steps}
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
	w.steps++
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

type faultyMatcher struct {
	registry.PathMatcher
	path  []string
	fault string
	heard int
}

func (m *faultyMatcher) Observe(command, observation string) {
	m.heard++
	m.PathMatcher.Observe(command, observation)
}

func (m *faultyMatcher) Progress(admissible []string) (registry.Progress, bool) {
	at, ok := m.PathMatcher.Progress(admissible)
	switch n := len(at.Done); {
	case !ok || n == 0:
	case m.fault == "matcher is a command behind":
		at.Done, at.Left = m.path[:n-1:n-1], m.path[n-1:]
	case m.fault == "matcher counts nonsense":
		n = min(m.heard, len(m.path)-1)
		at.Done, at.Left = m.path[:n:n], m.path[n:]
	}
	return at, ok
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
