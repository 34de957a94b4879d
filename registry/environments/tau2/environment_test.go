package tau2_test

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/environments/tau2"
	"github.com/retort-ml/retort/registry/registrytest"
)

func newEnvironment(t testing.TB, domain, folder string, solo bool) *tau2.Environment {
	t.Helper()
	return tau2.Made(t, domain, folder, solo)
}

func TestEnvironment_SmallDomains(t *testing.T) {
	t.Parallel()
	for _, domain := range []string{"retail", "airline", "telecom"} {
		t.Run(domain, func(t *testing.T) {
			t.Parallel()
			registrytest.TestEnvironment(t, newEnvironment(t, domain, "testdata", false))
		})
	}
	t.Run("solo", func(t *testing.T) {
		t.Parallel()
		registrytest.TestEnvironment(t, newEnvironment(t, "telecom", "testdata", true))
	})
}

func TestEnvironment_Drawn(t *testing.T) {
	t.Parallel()
	for _, domain := range []string{"retail", "airline"} {
		t.Run(domain, func(t *testing.T) {
			t.Parallel()
			e := newDrawn(t, domain)
			require.Equal(t, []registry.Split{{Name: "train", Tasks: 256}, {Name: "unseen", Tasks: 64}}, e.Splits())
			registrytest.TestEnvironment(t, e)
		})
	}
}

// TestEnvironment_RealDomains runs the suite, which takes a few tasks of each split, on the original's folders. The airline is cut
// before task 15: the original trains on it and tests on 16, which asks for the same with one sentence less.
func TestEnvironment_RealDomains(t *testing.T) {
	t.Parallel()
	needData(t)
	for _, domain := range []string{"mock", "retail", "telecom"} {
		t.Run(domain, func(t *testing.T) {
			t.Parallel()
			registrytest.TestEnvironment(t, newEnvironment(t, domain, data, false))
		})
	}
	for _, domain := range []string{"mock", "telecom"} {
		t.Run(domain+" alone", func(t *testing.T) {
			t.Parallel()
			registrytest.TestEnvironment(t, newEnvironment(t, domain, data, true))
		})
	}
	t.Run("airline", func(t *testing.T) {
		t.Parallel()
		s := tau2.Defaults()
		s.Domain, s.Data, s.Tasks = "airline", data, map[string]int{"train": 11}
		e, err := tau2.New(s)
		require.NoError(t, err)
		require.Equal(t, []registry.Split{{Name: "train", Tasks: 11}, {Name: "unseen", Tasks: 20}}, e.Splits())
		registrytest.TestEnvironment(t, e)
	})
}

// steps plays actions and returns the last outcome.
func steps(w registry.World, actions ...string) (o registry.Outcome) {
	for _, a := range actions {
		o = w.Step(a)
	}
	return o
}

const (
	find   = `{"name": "find_user_id_by_name_zip", "arguments": {"first_name": "Ane", "last_name": "Holm", "zip": "8000"}}`
	cancel = `{"name": "cancel_pending_order", "arguments": {"order_id": "#1", "reason": "ordered by mistake"}}`
	bye    = "Is there anything else I can help you with?"
)

// hashOf is the hash of a world's database.
func hashOf(w registry.World) any { return w.(registry.Informed).Info()["db_hash"] }

// TestWorld_Retail plays a whole episode.
func TestWorld_Retail(t *testing.T) {
	t.Parallel()
	w, err := newEnvironment(t, "retail", "testdata", false).Open("cancel")
	require.NoError(t, err)
	require.Contains(t, w.Observation(), "I want to cancel order #1, I ordered it by mistake.")
	o := w.Step("May I have your name and zip code?")
	require.Equal(t, "I am Ane Holm, zip code 8000.", o.Observation)
	start := hashOf(w)
	o = w.Step(find)
	require.Equal(t, "ane_holm", o.Observation)
	require.Equal(t, false, o.Info["error"])
	require.Contains(t, w.Step("I will cancel #1 and refund 40. Do you confirm (yes/no)?").Observation, "Yes")
	unfinished := w.Fork()
	o = w.Step(cancel)
	require.NotEqual(t, start, hashOf(w))
	require.False(t, o.Done)
	require.Zero(t, o.Score, "nothing is rated before the end")
	o = w.Step(cancel)
	require.Equal(t, "Error: Non-pending order cannot be cancelled", o.Observation)
	require.Equal(t, true, o.Info["error"])
	require.True(t, o.Valid)
	o = w.Step(bye)
	require.True(t, o.Done)
	require.True(t, o.Won)
	require.Contains(t, o.Observation, "###STOP###")
	require.False(t, w.Step(find).Valid, "after the end nothing is understood")

	o = steps(unfinished, bye)
	require.True(t, o.Done)
	require.False(t, o.Won)
	require.Zero(t, o.Score)
}

// TestWorld_Telecom lets the user do something on the phone, and solves the ticket alone.
func TestWorld_Telecom(t *testing.T) {
	t.Parallel()
	w, err := newEnvironment(t, "telecom", "testdata", false).Open("airplane")
	require.NoError(t, err)
	o := w.Step("Please toggle airplane mode.")
	require.Contains(t, o.Observation, "Airplane Mode is now OFF.")
	require.True(t, steps(w, bye).Won)

	w, err = newEnvironment(t, "telecom", "testdata", true).Open("airplane")
	require.NoError(t, err)
	require.Contains(t, w.Observation(), "The phone 555-1 has no service.")
	require.False(t, w.Step("Hello?").Valid)
	require.True(t, steps(w, `{"name": "toggle_airplane_mode"}`, `{"name": "done"}`).Won)
}

func TestWorld_Nonsense(t *testing.T) {
	t.Parallel()
	w, err := newEnvironment(t, "retail", "testdata", false).Open("cancel")
	require.NoError(t, err)
	for _, text := range []string{"", " \n", "{", `{"name": 3}`, `{"name": "no_such_tool"}`, `{"name": "check_status_bar", "requestor": "user"}`, `{"name":"x","arguments":` + strings.Repeat("[", 10<<20)} {
		before := w.Signature()
		o := w.Step(text)
		require.False(t, o.Valid)
		require.Equal(t, true, o.Info["error"])
		require.True(t, strings.HasPrefix(o.Observation, "Error: "), o.Observation)
		require.Equal(t, before, w.Signature())
	}
	// A call that the tool refuses was understood.
	for _, arguments := range []string{
		`{"order_id": "` + strings.Repeat("x", 10<<20) + `"}`, `{"order_id": [` + strings.Repeat("1,", 1<<20) + `1]}`, `{"order_id": null}`, `{"order_id": {"order_id": "#1"}}`, `{}`, `{"order_id": "#1", "order_id": 5}`,
		`{"order_id": "#1", "and": "more"}`,
	} {
		before := w.Signature()
		o := w.Step(`{"name": "get_order_details", "arguments": ` + arguments + `}`)
		require.True(t, o.Valid)
		require.Equal(t, true, o.Info["error"])
		require.True(t, strings.HasPrefix(o.Observation, "Error: "))
		require.Equal(t, before, w.Signature())
	}
	long := strings.Repeat("turn on roaming ", 10<<16)
	require.True(t, w.Step(long).Valid)
	w, err = newEnvironment(t, "telecom", "testdata", false).Open("airplane")
	require.NoError(t, err)
	require.True(t, w.Step(long).Valid)
}

func TestNew_Faults(t *testing.T) {
	t.Parallel()
	_, err := tau2.New(tau2.Settings{Domain: "casino", Data: filepath.Join("testdata", "nowhere"), Horizon: 0, Seed: -1, Tasks: map[string]int{"test": 1}})
	for _, want := range []string{"domain: There is no domain \"casino\"", "data: ", "horizon: ", "seed: ", "tasks: There is no split"} {
		require.ErrorContains(t, err, want)
	}
}

func TestNew_SoloWithoutTickets(t *testing.T) {
	t.Parallel()
	s := tau2.Defaults()
	s.Data, s.Solo = "testdata", true
	_, err := tau2.New(s)
	require.EqualError(t, err, "solo: No task of retail has a ticket.")
}

// TestPrivate looks for what is rated and what the user must not say in the introductions of
// all tasks.
func TestPrivate(t *testing.T) {
	t.Parallel()
	needData(t)
	for _, domain := range []string{"retail", "airline", "telecom"} {
		d := load(t, domain)
		e := newEnvironment(t, domain, data, false)
		for _, task := range d.Tasks {
			w, err := e.Open(task.ID)
			require.NoError(t, err)
			intro := w.Observation()
			private := append(slices.Clone(task.Criteria.Natural), task.Scenario.Instructed, task.Scenario.Unknown, task.Scenario.Known)
			for _, a := range task.Criteria.Actions {
				if a.Arguments.Len() > 0 {
					private = append(private, a.Text())
				}
			}
			for _, p := range private {
				if p = strings.TrimSpace(p); len(p) > 12 { // shorter ones are words that any text may have
					require.False(t, strings.Contains(intro, p), "task %s: %q", task.ID, p)
				}
			}
		}
	}
}

func TestOutcomeKey(t *testing.T) {
	t.Parallel()
	e := newEnvironment(t, "retail", "testdata", false)
	key := e.OutcomeKey([]string{"Hello?", find, cancel})
	require.Equal(t, `cancel_pending_order {"order_id": "#1", "reason": "ordered by mistake"}`, key)
	require.Equal(t, key, e.OutcomeKey([]string{cancel, `{"name": "cancel_pending_order", "arguments": {"reason": "ordered by mistake", "order_id": "#1"}}`}))
	require.Empty(t, e.OutcomeKey([]string{find, bye}))
}

// TestFloor plays the floor and gets what the data set says of it.
func TestFloor(t *testing.T) {
	t.Parallel()
	require.Equal(t, []string{registry.FloorNothing}, tau2.Kind().Floors)
	mean := func(e *tau2.Environment, split registry.Split) float64 {
		sum := 0.0
		for i := range split.Tasks {
			w, err := e.Reset(registry.Task{Split: split.Name, Index: i})
			require.NoError(t, err)
			policy, ok := e.Floor(registry.FloorNothing, w.Observation())
			require.True(t, ok)
			o := w.Step(policy.Act().Action)
			require.True(t, o.Done)
			sum += o.Score
		}
		return sum / float64(split.Tasks)
	}
	for _, domain := range []string{"retail", "airline"} {
		e := newDrawn(t, domain).Environment
		d, err := tau2.Generate(domain, 1, 256, 64)
		require.NoError(t, err)
		for i, split := range e.Splits() {
			floor, err := d.Floor(d.Splits[i].Tasks)
			require.NoError(t, err)
			require.Equal(t, floor, mean(e, split))
			require.InDelta(t, 2.0/7, floor, 0.12)
		}
	}
	alone := newEnvironment(t, "telecom", "testdata", true)
	require.Zero(t, mean(alone, alone.Splits()[0]))
	_, ok := alone.Floor("blind", "")
	require.False(t, ok)
}

// TestWorld_Judge ends a task whose rating needs a judge, with and without one.
func TestWorld_Judge(t *testing.T) {
	t.Parallel()
	e := newEnvironment(t, "retail", "testdata", false)
	w, err := e.Open("refuse")
	require.NoError(t, err)
	require.NotContains(t, w.Fork().Step("Hello!").Info, "not_judged")
	o := w.Step(bye)
	require.Equal(t, []string{"The agent does not cancel the order"}, o.Info["not_judged"])
	require.NotContains(t, o.Info["reward"], "NL_ASSERTION")
	require.True(t, o.Won)
	w, err = e.WithJudge(func(_ context.Context, question string) (bool, error) {
		require.Contains(t, question, bye)
		return false, nil
	}).Open("refuse")
	require.NoError(t, err)
	o = w.Step(bye)
	require.NotContains(t, o.Info, "not_judged")
	require.Equal(t, 0.0, o.Info["reward"].(map[string]float64)["NL_ASSERTION"])
	require.False(t, o.Won)
}

// TestPolicy puts telecom's manual or its workflow into the prompt, in the blocks of the original.
func TestPolicy(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	require.NoError(t, os.CopyFS(folder, os.DirFS(filepath.Join("testdata", "telecom"))))
	s := tau2.Defaults()
	s.Domain, s.Data = "telecom", folder
	intro := func() string {
		e, err := tau2.New(s)
		require.NoError(t, err)
		w, err := e.Open("airplane")
		require.NoError(t, err)
		return w.Observation()
	}
	read := func(name string) string {
		text, err := os.ReadFile(filepath.Join(folder, name))
		require.NoError(t, err)
		return string(text)
	}
	block := func(support string) string {
		return "</instructions>\n<policy>\n<main_policy>\n" + read("main_policy.md") + "\n</main_policy>\n<tech_support_policy>\n" + support + "\n</tech_support_policy>\n</policy>\n<tools>\n{"
	}
	require.Contains(t, intro(), block(read("tech_support_manual.md")))

	s.Policy = "workflow"
	_, err := tau2.New(s)
	require.EqualError(t, err, "policy: The folder of telecom has no workflow.")
	require.NoError(t, os.WriteFile(filepath.Join(folder, "tech_support_workflow.md"), []byte("Step 1"), 0o600))
	require.Contains(t, intro(), block("Step 1"))

	s.Solo = true
	_, err = tau2.New(s)
	require.EqualError(t, err, "policy: The folder of telecom has no workflow for an assistant without a user.")
	require.NoError(t, os.WriteFile(filepath.Join(folder, "tech_support_workflow_solo.md"), []byte("Alone 1"), 0o600))
	require.Contains(t, intro(), "\nAlone 1\n")

	s = tau2.Defaults()
	s.Policy = "workflow"
	_, err = tau2.New(s)
	require.EqualError(t, err, "policy: The folder of retail has no workflow.")
}

func TestTaskType(t *testing.T) {
	t.Parallel()
	w, err := newEnvironment(t, "retail", "testdata", false).Open("cancel")
	require.NoError(t, err)
	require.Equal(t, "retail", w.(registry.Typed).TaskType())
	e, err := tau2.New(tau2.Defaults())
	require.NoError(t, err)
	w, err = e.Reset(registry.Task{Split: "train"})
	require.NoError(t, err)
	require.True(t, strings.HasSuffix(w.(registry.Typed).TaskType(), "."))
}
