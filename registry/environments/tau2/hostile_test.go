package tau2_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/environments/tau2/engine"
)

// hostile are values of arguments, as JSON, that no tool expects. A long one has size bytes.
func hostile(size int) map[string]string {
	return map[string]string{
		"long text":       `"` + strings.Repeat("x", size) + `"`,
		"long number":     strings.Repeat("9", 4300),
		"long fraction":   "0." + strings.Repeat("3", size),
		"beyond floats":   "1e999",
		"negative":        "-1e308",
		"not a number":    "NaN",
		"infinite":        "[-Infinity, Infinity]",
		"deep":            strings.Repeat("[", 400) + strings.Repeat("]", 400),
		"deep objects":    strings.Repeat(`{"a":`, 400) + "1" + strings.Repeat("}", 400),
		"equal keys":      "{" + strings.Repeat(`"a": 1, `, size/8) + `"a": 2}`,
		"many keys":       manyKeys(size / 12),
		"many items":      "[" + strings.Repeat(`"#1", `, size/6) + `"#1"]`,
		"many objects":    "[" + strings.Repeat(`{}, `, size/4) + `{}]`,
		"broken UTF-8":    "\"\xff\xfe\xed\xa0\x80\"",
		"lone surrogates": `"\ud800\udfff\ud800"`,
		"no characters":   `"\u0000\u200b\u202e"`,
		"format verbs":    `"%s%d%n{0}{self}"`,
		"dunder":          `"__class__"`,
	}
}

func manyKeys(n int) string {
	var b strings.Builder
	b.WriteByte('{')
	for i := range n {
		fmt.Fprintf(&b, `"%d": 1, `, i)
	}
	return b.String() + `"a": 2}`
}

// provoke takes an action and requires an answer.
func provoke(t *testing.T, w registry.World, action, what string) {
	t.Helper()
	o := w.Step(action)
	require.NotEmpty(t, o.Observation, what)
	require.Contains(t, o.Info, "error", what)
}

// TestWorld_Hostile calls every tool with every hostile value in all of its arguments, and in each alone beside ones that are fine.
func TestWorld_Hostile(t *testing.T) {
	t.Parallel()
	values := hostile(1 << 10)
	for _, c := range []struct {
		domain string
		solo   bool
		fine   map[string]string
	}{
		{"retail", false, map[string]string{"order_id": `"#1"`, "user_id": `"ane_holm"`, "first_name": `"Ane"`, "last_name": `"Holm"`, "reason": `"ordered by mistake"`}},
		{"airline", false, map[string]string{"user_id": `"kim"`, "reservation_id": `"R1"`, "flights": `[]`, "passengers": `[]`, "payment_methods": `[]`, "flight_number": `"F1"`}},
		{"telecom", false, map[string]string{"customer_id": `"C1"`, "line_id": `"L1"`, "bill_id": `"B1"`}},
		{"telecom", true, map[string]string{"customer_id": `"C1"`, "line_id": `"L1"`, "bill_id": `"B1"`}},
	} {
		t.Run(c.domain+map[bool]string{true: " alone"}[c.solo], func(t *testing.T) {
			t.Parallel()
			d, e := small(t, c.domain), newEnvironment(t, c.domain, "testdata", c.solo)
			start, err := e.Reset(registry.Task{Split: "unseen"})
			require.NoError(t, err)
			for requestor, kit := range map[string]*engine.Kit{engine.Assistant: d.Domain.Tools, engine.User: d.Domain.Device} {
				if kit == nil {
					continue
				}
				for _, tool := range kit.Tools() {
					for name, value := range values {
						for only := range len(tool.Params) + 1 { // the last time in all
							var pairs []string
							for i, p := range tool.Params {
								v := value
								if f, ok := c.fine[p.Name]; ok && only < len(tool.Params) && i != only {
									v = f
								}
								pairs = append(pairs, fmt.Sprintf("%q: %s", p.Name, v))
							}
							action := fmt.Sprintf(`{"name": %q, "requestor": %q, "arguments": {%s}}`, tool.Name, requestor, strings.Join(pairs, ", "))
							provoke(t, start.Fork(), action, tool.Name+" "+name)
						}
					}
				}
			}
		})
	}
}

// TestWorld_HostileLong sends a quarter of a megabyte of everything and ten megabytes of what takes longest: seconds, and days where
// a call reads all of it once for each of its characters, so that the tests come to no end.
func TestWorld_HostileLong(t *testing.T) {
	t.Parallel()
	calls := map[string]string{
		"retail":  `{"name": "find_user_id_by_name_zip", "arguments": {"first_name": %s, "last_name": "Holm", "zip": "8000"}}`,
		"airline": `{"name": "update_reservation_passengers", "arguments": {"reservation_id": "R1", "passengers": %s}}`,
		"telecom": `{"name": "set_apn_settings", "requestor": "user", "arguments": {"apn_settings": %s}}`,
	}
	for domain, call := range calls {
		t.Run(domain, func(t *testing.T) {
			w, err := newEnvironment(t, domain, "testdata", false).Reset(registry.Task{Split: "unseen"})
			require.NoError(t, err)
			for _, size := range []int{1 << 18, 10 << 20} {
				for name, action := range long(size, call) {
					if size > 1<<18 && (domain != "airline" || !slices.Contains([]string{"long text", "many keys", "many items", "message: sentence"}, name)) {
						continue
					}
					provoke(t, w.Fork(), action, name)
				}
			}
		})
	}
}

// long are calls with hostile values, and messages.
func long(size int, call string) map[string]string {
	actions := map[string]string{
		"message: sentence": strings.Repeat("Please confirm your order. ", size/27), "message: one word": strings.Repeat("a", size), "message: blanks": "." + strings.Repeat(" ", size) + ".",
		"message: brackets": strings.Repeat("(", size), "message: calls": strings.Repeat("toggle_airplane_mode() ", size/23), "message: numbers": strings.Repeat("#1 ", size/3),
		"message: broken UTF-8": strings.Repeat("\xff", size), "message: zeros": strings.Repeat("\x00", size), "message: stops": strings.Repeat("###STOP### ", size/11),
	}
	for name, value := range hostile(size) {
		actions[name] = fmt.Sprintf(call, value)
	}
	return actions
}

// TestWorld_HostileCalls sends what looks like a call and is none that a domain can execute.
func TestWorld_HostileCalls(t *testing.T) {
	t.Parallel()
	w, err := newEnvironment(t, "telecom", "testdata", false).Open("airplane")
	require.NoError(t, err)
	const name = `"name": "toggle_airplane_mode"`
	before := w.Signature()
	for _, action := range []string{
		`{` + name + `}`, // the user's tool, called by the assistant
		`{` + name + `, "requestor": "User"}`, `{` + name + `, "requestor": null}`, `{` + name + `, "requestor": ["user"]}`, `{` + name + `, "requestor": "system"}`,
		`{"name": "get_customer_by_id", "requestor": "user", "arguments": {"customer_id": "C1"}}`,
		`{` + name + `, "requestor": "user", "arguments": {"self": 1}}`, `{` + name + `, "requestor": "user", "arguments": {"requestor": "user"}}`,
		`{` + name + `, "requestor": "user", "arguments": {"tool_name": "x"}}`, `{` + name + `, "requestor": "user", "arguments": {"": 0}}`,
		`{` + name + `, "requestor": "user", "arguments": {"a": ` + strings.Repeat("[", 1000) + strings.Repeat("]", 1000) + `}}`,
		`{` + name + `, "requestor": "user", "arguments": {"a": ` + strings.Repeat("9", 5000) + `}}`,
		`{` + name + `, "requestor": "user", "requestor": "assistant"}`, // of equal keys the last counts
		`{` + name + `, "name": "__init__", "requestor": "user"}`, `{"name": "turn_airplane_mode_off", "requestor": "user"}`, `{"name": "set_data_usage"}`,
		`{` + name + `, "requestor": "user"`, `{` + name + `, "requestor": "user"}}`, "{" + name + ", \"requestor\": \"user\"}\x00", `{"name": "toggle_airplane_mode\u0000", "requestor": "user"}`,
		`{"function": {"function": {` + name + `}}}`, `{"tool_calls": [{` + name + `}]}`, `{` + name + `, "requestor": "user", "arguments": "[]"}`,
	} {
		o := w.Step(action)
		what := action[:min(len(action), 120)]
		require.Equal(t, true, o.Info["error"], what)
		require.True(t, strings.HasPrefix(o.Observation, "Error: "), "%s: %.200s", what, o.Observation)
		require.Equal(t, before, w.Signature(), "%s changes nothing", what)
		_, err := json.Marshal(o.Info)
		require.NoError(t, err, what)
	}
	o := w.Step(`{` + name + `, "requestor": "assistant", "requestor": "user"}`)
	require.Contains(t, o.Observation, "Airplane Mode is now OFF.")
}
