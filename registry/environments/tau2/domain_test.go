package tau2_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/registry/environments/tau2"
	"github.com/retort-ml/retort/registry/environments/tau2/engine"
	"github.com/retort-ml/retort/registry/environments/tau2/py"
)

func small(t testing.TB, domain string) *tau2.Dataset {
	t.Helper()
	d, err := tau2.Load(domain, filepath.Join("testdata", domain))
	require.NoError(t, err)
	return d
}

func taskOf(t testing.TB, d *tau2.Dataset, id string) *engine.Task {
	t.Helper()
	task, ok := d.Task(id)
	require.True(t, ok, id)
	return task
}

// TestRate rates episodes of the small shop by hand.
func TestRate(t *testing.T) {
	t.Parallel()
	d := small(t, "retail")
	task := taskOf(t, d, "cancel")

	s, talk, _ := play(t, d, task, true)
	r, err := d.Domain.Rate(t.Context(), d.Base, task, s, talk, nil)
	require.NoError(t, err)
	require.Equal(t, engine.Reward{Total: 1, Parts: map[string]float64{"DB": 1, "COMMUNICATE": 1}, DBMatch: true, Actions: []bool{true, true}, Communicated: []bool{true}}, r)

	silent := talk[:len(talk)-1]
	r, err = d.Domain.Rate(t.Context(), d.Base, task, s, silent, nil)
	require.NoError(t, err)
	require.Equal(t, 0.0, r.Total)
	require.Equal(t, 1.0, r.Parts["DB"])

	said := append(silent[:len(silent):len(silent)], engine.Message{Role: engine.Assistant, Content: "You get 4,0 back."})
	r, err = d.Domain.Rate(t.Context(), d.Base, task, s, said, nil)
	require.NoError(t, err)
	require.Equal(t, 1.0, r.Total, "commas in the message do not count")

	idle, talk, _ := play(t, d, task, false)
	r, err = d.Domain.Rate(t.Context(), d.Base, task, idle, talk, nil)
	require.NoError(t, err)
	require.Equal(t, engine.Reward{Parts: map[string]float64{"DB": 0, "COMMUNICATE": 0}, Actions: []bool{false, false}, Communicated: []bool{false}}, r)

	// A call of the right name without arguments matches every reference action of that name.
	talk = append(talk, engine.Message{Role: engine.Assistant, Calls: []engine.Call{{Name: "cancel_pending_order", Arguments: py.Empty()}}})
	r, err = d.Domain.Rate(t.Context(), d.Base, task, idle, talk, nil)
	require.NoError(t, err)
	require.Equal(t, []bool{false, true}, r.Actions)
}

// TestRate_Judge has a task whose basis needs a judge.
func TestRate_Judge(t *testing.T) {
	t.Parallel()
	d := small(t, "retail")
	task := taskOf(t, d, "refuse")
	s, talk, _ := play(t, d, task, true)
	r, err := d.Domain.Rate(t.Context(), d.Base, task, s, talk, nil)
	require.NoError(t, err)
	require.Equal(t, []string{"The agent does not cancel the order"}, r.NotJudged)
	require.Equal(t, 1.0, r.Total)
	for _, verdict := range []bool{true, false} {
		var asked []string
		r, err = d.Domain.Rate(t.Context(), d.Base, task, s, talk, func(_ context.Context, question string) (bool, error) {
			asked = append(asked, question)
			return verdict, nil
		})
		require.NoError(t, err)
		require.Empty(t, r.NotJudged)
		require.Equal(t, verdict, r.Total == 1)
		require.Len(t, asked, 1)
		require.Contains(t, asked[0], "<statement>\nThe agent does not cancel the order\n</statement>")
	}
	r, err = d.Domain.Rate(t.Context(), d.Base, task, s, talk, func(context.Context, string) (bool, error) { return true, errors.New("no answer") })
	require.NoError(t, err)
	require.Equal(t, []string{"The agent does not cancel the order"}, r.NotJudged)
	require.NotContains(t, r.Parts, engine.PartNatural)
}

// TestRate_Compare checks named arguments, whatever else a call has.
func TestRate_Compare(t *testing.T) {
	t.Parallel()
	d := small(t, "airline")
	task := taskOf(t, d, "bags")
	s, talk, _ := play(t, d, task, true)
	talk[len(talk)-1].Calls[0].Arguments = talk[len(talk)-1].Calls[0].Arguments.With("payment_id", py.Str("cc"))
	r, err := d.Domain.Rate(t.Context(), d.Base, task, s, talk, nil)
	require.NoError(t, err)
	require.Equal(t, []bool{true}, r.Actions)
	talk[len(talk)-1].Calls[0].Arguments = talk[len(talk)-1].Calls[0].Arguments.With("total_baggages", py.Int(3))
	r, err = d.Domain.Rate(t.Context(), d.Base, task, s, talk, nil)
	require.NoError(t, err)
	require.Equal(t, []bool{false}, r.Actions)
}

// TestRate_Device follows an assertion over the user's phone, and solo mode.
func TestRate_Device(t *testing.T) {
	t.Parallel()
	d := small(t, "telecom")
	task := taskOf(t, d, "airplane")
	for _, solo := range []bool{false, true} {
		s, err := d.Domain.Start(d.Base, task)
		require.NoError(t, err)
		s.Solo = solo
		r, err := d.Domain.Rate(t.Context(), d.Base, task, s, nil, nil)
		require.NoError(t, err)
		require.Equal(t, 0.0, r.Total)
		call := engine.Call{Name: "toggle_airplane_mode", Requestor: engine.User, Arguments: py.Empty()}
		if solo {
			require.Equal(t, "Error: User tool calls are not allowed in solo mode", d.Domain.Call(&s, call).Content)
			call.Requestor = engine.Assistant
		}
		require.False(t, d.Domain.Call(&s, call).Error)
		r, err = d.Domain.Rate(t.Context(), d.Base, task, s, nil, nil)
		require.NoError(t, err)
		require.Equal(t, 1.0, r.Total)
		require.Equal(t, []bool{true}, r.Assertions)
	}
}

// TestState_Fork changes a copy of a state and looks at the original.
func TestState_Fork(t *testing.T) {
	t.Parallel()
	d := small(t, "retail")
	s := d.Base
	before := s.Hash()
	fork := s
	call := engine.Call{Name: "cancel_pending_order", Requestor: engine.Assistant, Arguments: taskOf(t, d, "cancel").Criteria.Actions[1].Arguments}
	require.False(t, d.Domain.Call(&fork, call).Error)
	require.Equal(t, before, s.Hash())
	require.NotEqual(t, before, fork.Hash())
	require.False(t, d.Domain.Call(&s, call).Error)
	require.Equal(t, fork.Hash(), s.Hash())
}

// TestLoad_Faults breaks one file of a small domain at a time.
func TestLoad_Faults(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ domain, file, old, broken, want string }{
		{"retail", "db.json", `"balance": 30`, `"balance": "much"`, "users.ane_holm.payment_methods.gift_1"},
		{"retail", "db.json", `"products"`, `"produce"`, "Field required"},
		{"retail", "db.json", `}`, `!`, "read JSON at byte"},
		{"retail", "tasks.json", `"a", "name"`, `"a", "game"`, "read task 1: 1 validation error for Task\nevaluation_criteria.actions.0.name"},
		{"retail", "tasks.json", `"refuse"`, `"cancel"`, "another task"},
		{"retail", "tasks.json", `"DB"`, `"LUCK"`, "reward_basis.0"},
		{"retail", "split_tasks.json", `"refuse"`, `"refute"`, `names task "refute"`},
		{"retail", "split_tasks.json", `"test": ["refuse"]`, `"test": ["refuse", "cancel"]`, `splits "train" and "test" both name task "cancel"`},
		{"retail", "split_tasks.json", `["cancel", "refuse"]`, `["cancel", "cancel"]`, `split "base" names task "cancel" twice`},
		{"retail", "split_tasks.json", `{"train": ["cancel"], "test": ["refuse"], "base": ["cancel", "refuse"]}`, `{}`, `want an object with the task ids of "train" and "test"`},
		{"retail", "split_tasks.json", `"test": ["refuse"], "base"`, `"dev": ["refuse"], "all"`, `want an object with the task ids of "train" and "test"`},
		{"retail", "tasks.json", `"cancel_pending_order"`, `"cancel_order"`, `check task cancel: actions.1: the assistant has no tool "cancel_order"`},
		{"telecom", "tasks.json", `"func_name": "assert_`, `"func_name": "asserts_`, `check task airplane: env_assertions.0: the user has no function "asserts_`},
		{"telecom", "tasks.json", `"func_name": "turn_`, `"func_name": "turns_`, `check task airplane: initialization_actions.0: the user has no function "turns_`},
		{"telecom", "db.toml", `total_due = 12.5`, `total_due = twelve`, "read TOML line"},
		{"telecom", "db.toml", `"2025-01-05"`, `"2025-13-05"`, "bills.0.issue_date"},
		{"telecom", "user_db.toml", `battery_level`, `batteries`, "device.batteries"},
		{"retail", "policy.md", "", "", "policy.md"},
	} {
		folder := t.TempDir()
		require.NoError(t, os.CopyFS(folder, os.DirFS(filepath.Join("testdata", c.domain))))
		name := filepath.Join(folder, c.file)
		text, err := os.ReadFile(name)
		require.NoError(t, err)
		if c.old == "" {
			require.NoError(t, os.Remove(name))
		} else {
			require.Contains(t, string(text), c.old)
			require.NoError(t, os.WriteFile(name, []byte(strings.Replace(string(text), c.old, c.broken, 1)), 0o600))
		}
		_, err = tau2.Load(c.domain, folder)
		require.ErrorContains(t, err, c.want, c.file)
		require.ErrorContains(t, err, c.file)
	}
	_, err := tau2.Load("casino", "testdata")
	require.ErrorContains(t, err, "no such domain")
}
