package engine_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/registry/environments/tau2/airline"
	"github.com/retort-ml/retort/registry/environments/tau2/engine"
	"github.com/retort-ml/retort/registry/environments/tau2/mock"
	"github.com/retort-ml/retort/registry/environments/tau2/py"
	"github.com/retort-ml/retort/registry/environments/tau2/retail"
	"github.com/retort-ml/retort/registry/environments/tau2/telecom"
)

func TestParseCall(t *testing.T) {
	t.Parallel()
	const want = `{"name": "f", "arguments": {"a": [1]}, "requestor": "assistant"}`
	for _, text := range []string{
		want,
		` {"name": "f", "arguments": {"a": [1]}}` + "\n",
		`{"id": "x", "type": "function", "function": {"name": "f", "arguments": "{\"a\": [1]}"}}`,
		`{"name": "f", "arguments": {"a": 0, "a": [1]}}`,
	} {
		c, err := engine.ParseCall(text)
		require.NoError(t, err, text)
		require.Equal(t, want, c.Text(), text)
	}
	c, err := engine.ParseCall(`{"name": "f", "requestor": "user"}`)
	require.NoError(t, err)
	require.Equal(t, `{"name": "f", "arguments": {}, "requestor": "user"}`, c.Text())
}

func TestParseCall_Faults(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"hello":                           "no JSON object",
		"[1]":                             "no JSON object",
		"{":                               "read JSON",
		"{}":                              `no "name"`,
		`{"name": 1}`:                     "is no text",
		`{"name": "f", "arguments": [1]}`: "is no object",
		`{"name": "f", "arguments": "{"}`: "arguments: read JSON",
		`{"name": "f", "requestor": "x"}`: "requestor",
		`{"function": "f"}`:               "is no object",
		`{"name": "f"} and more`:          "extra data",
	} {
		_, err := engine.ParseCall(text)
		require.ErrorContains(t, err, want, text)
	}
	_, err := engine.ParseCall(strings.Repeat("{\"a\":", 1<<20))
	require.ErrorContains(t, err, "nested")
}

// FuzzParseCall executes whatever parses: any text gives a response and no panic.
func FuzzParseCall(f *testing.F) {
	for _, s := range []string{
		`{"name": "create_task", "arguments": {"user_id": ["u"], "title": 1}}`,
		`{"name": "calculate", "arguments": {"expression": "2**(1"}}`,
		`{"name": "set_apn_settings", "arguments": {"apn_settings": "x"}, "requestor": "user"}`,
		`{"name": "modify_pending_order_items", "arguments": {"order_id": "#1", "item_ids": {"a": 1}, "new_item_ids": 3, "payment_method_id": null}}`,
		`{"name": "refuel_data", "arguments": {"customer_id": "C1", "line_id": "L1", "gb_amount": NaN}}`,
		`{"name": "f", "arguments": {"self": 1}}`,
		`{"name": "book_reservation", "arguments": {"user_id": 1, "flights": [{}], "passengers": null, "payment_methods": "x", "cabin": [], "total_baggages": 1e400}}`,
		`{"name": "search_onestop_flight", "arguments": {"origin": {}, "destination": null, "date": "2024-05-99"}}`,
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		c, err := engine.ParseCall(s)
		if err != nil {
			return
		}
		again, err := engine.ParseCall(c.Text())
		require.NoError(t, err)
		require.Equal(t, c.Text(), again.Text())
		for _, d := range []*engine.Domain{mock.Domain(), retail.Domain(), airline.Domain(), telecom.Domain()} {
			base := engine.State{DB: emptyDatabase(t, d)}
			if d.DeviceModel != nil {
				base.Device, err = d.DeviceModel.Check(py.Empty())
				require.NoError(t, err)
			}
			d.Call(&base, c)
			require.Len(t, base.Hash(), 64)
		}
	})
}

// emptyDatabase is a database without records.
func emptyDatabase(t *testing.T, d *engine.Domain) *py.Dict {
	t.Helper()
	for _, text := range []string{`{"tasks": {}, "users": {}}`, `{"products": {}, "users": {}, "orders": {}}`, `{"flights": {}, "users": {}, "reservations": {}}`, `{}`} {
		v, err := py.Parse(text)
		require.NoError(t, err)
		if db, err := d.Model.Check(v); err == nil {
			return db
		}
	}
	t.Fatal("no empty database fits " + d.Name)
	return nil
}

// FuzzDecodeTasks reads any task file: an error, or tasks that a domain can start or say why not.
func FuzzDecodeTasks(f *testing.F) {
	for _, s := range []string{
		`[{"id": "a", "user_scenario": {"instructions": "x"}}]`,
		`{"tasks": [{"id": "a", "user_scenario": {"instructions": {"domain": "mock", "reason_for_call": "x", "task_instructions": "y"}}, "initial_state": {"initialization_data": {"agent_data": {"tasks": 1}}}}]}`,
		`[{"id": "a", "user_scenario": {"instructions": "x"}, "evaluation_criteria": {"actions": [{"action_id": "1", "name": "get_users", "arguments": {}}], "env_assertions": [{"env_type": "user", "func_name": "f", "arguments": {}}], "reward_basis": ["DB", "ENV_ASSERTION"]}}]`,
		`[{"id": "a", "user_scenario": {"instructions": "x"}, "initial_state": {"message_history": [{"role": "assistant", "tool_calls": [{"id": "1", "name": "get_users", "arguments": {}}]}]}}]`,
	} {
		f.Add(s)
	}
	d := mock.Domain()
	f.Fuzz(func(t *testing.T, s string) {
		v, err := py.Parse(s)
		if err != nil {
			return
		}
		tasks, err := engine.DecodeTasks(v)
		if err != nil {
			require.NotEmpty(t, err.Error())
			return
		}
		base := engine.State{DB: emptyDatabase(t, d)}
		for _, task := range tasks {
			state, err := d.Start(base, task)
			if err != nil {
				continue
			}
			r, err := d.Rate(t.Context(), base, task, state, task.Initial.History, nil)
			if err == nil {
				require.GreaterOrEqual(t, r.Total, 0.0)
				require.LessOrEqual(t, r.Total, 1.0)
			}
		}
	})
}
