package actions_test

import (
	"encoding/json"
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/registry/text/actions"
)

const bank = `[
	{"type": "function", "function": {"name": "pay", "parameters": {
		"type": "object",
		"properties": {
			"to": {"type": "string"},
			"amount": {"type": "integer"},
			"rate": {"type": "number"},
			"note": {"anyOf": [{"type": "string"}, {"type": "null"}]},
			"kind": {"enum": ["now", "later"], "type": "string"},
			"parts": {"type": "array", "items": {"$ref": "#/$defs/Part"}}
		},
		"required": ["to", "amount"],
		"$defs": {"Part": {"type": "object", "properties": {"id": {"type": "string"}, "memo": {"type": "string"}}, "required": ["id"]}}
	}}},
	{"name": "balance", "parameters": {"type": "object", "properties": {"of": {"type": ["string", "null"]}}, "required": ["of"]}},
	{"name": "note", "parameters": {"type": "object", "additionalProperties": {"type": "string"}}},
	{"name": "ping"}
]`

func tools(t testing.TB, list string) *actions.Tools {
	t.Helper()
	l, err := actions.NewTools([]byte(list))
	require.NoError(t, err)
	return l
}

func TestTools_Calls(t *testing.T) {
	t.Parallel()
	l := tools(t, bank)
	for text, want := range map[string]string{
		`{"name": "pay", "arguments": {"to": "Bo", "amount": 3}}`:                                                       `pay {"amount":3,"to":"Bo"}`,
		`{"name": "pay", "arguments": {"amount": 3.0, "to": "Bo", "note": null, "rate": null}}`:                         `pay {"amount":3,"to":"Bo"}`,
		`{"name": "pay", "arguments": {"amount": 3e0, "to": "Bo"}, "requestor": "assistant"}`:                           `pay {"amount":3,"to":"Bo"}`,
		`{"id": "c1", "type": "function", "function": {"name": "pay", "arguments": "{\"to\": \"Bo\", \"amount\": 3}"}}`: `pay {"amount":3,"to":"Bo"}`,
		`{"name": "pay", "arguments": {"to": "Bo", "amount": 1, "amount": 3}}`:                                          `pay {"amount":3,"to":"Bo"}`,
		`{"name": "pay", "arguments": {"to": "Bo", "amount": 3, "rate": 0.10}}`:                                         `pay {"amount":3,"rate":0.1,"to":"Bo"}`,
		`{"name": "pay", "arguments": {"to": "Bo", "amount": 3, "rate": 2.00}}`:                                         `pay {"amount":3,"rate":2,"to":"Bo"}`,
		`{"name": "pay", "arguments": {"to": "Bo", "amount": 3, "note": "x", "kind": "now"}}`:                           `pay {"amount":3,"kind":"now","note":"x","to":"Bo"}`,
		`{"name": "pay", "arguments": {"to": "Bo", "amount": 3, "parts": [{"memo": null, "id": "p"}]}}`:                 `pay {"amount":3,"parts":[{"id":"p"}],"to":"Bo"}`,
		`{"name": "pay", "arguments": {"to": "Bo", "amount": 3, "parts": [{"more": 1, "id": "p"}]}}`:                    `pay {"amount":3,"parts":[{"id":"p","more":1}],"to":"Bo"}`,
		`{"name": "balance", "arguments": {"of": null}}`:                                                                `balance {"of":null}`,
		`{"name": "note", "arguments": {"any": "thing"}}`:                                                               `note {"any":"thing"}`,
		`{"name": "ping"}`:                    `ping {}`,
		`{"name": "ping", "arguments": ""}`:   `ping {}`,
		`{"name": "ping", "arguments": null}`: `ping {}`,
	} {
		a := l.Read(text)
		require.Equal(t, actions.Call, a.Kind, "%s: %s", text, a.Reason)
		require.Equal(t, want, a.Name+" "+a.Arguments, text)
	}
}

func TestTools_Invalid(t *testing.T) {
	t.Parallel()
	l := tools(t, bank)
	for text, want := range map[string]string{
		"":                                   "empty",
		" \n":                                "empty",
		"{":                                  "no JSON object",
		`{"name": 1}`:                        `no "name"`,
		`{"name": "steal", "arguments": {}}`: "there is no tool",
		`{"name": "pay", "arguments": {"to": "Bo"}}`:                                                        `"amount" is missing`,
		`{"name": "pay", "arguments": {"to": null, "amount": 3}}`:                                           "to: null instead of string",
		`{"name": "pay", "arguments": {"to": "Bo", "amount": "3"}}`:                                         "amount: string instead of integer",
		`{"name": "pay", "arguments": {"to": "Bo", "amount": 3.5}}`:                                         "amount: number instead of integer",
		`{"name": "pay", "arguments": {"to": "Bo", "amount": 3, "sum": 1}}`:                                 `no argument "sum"`,
		`{"name": "pay", "arguments": {"to": "Bo", "amount": 3, "kind": "soon"}}`:                           "not among the values",
		`{"name": "pay", "arguments": {"to": "Bo", "amount": 3, "parts": {}}}`:                              "object instead of array",
		`{"name": "pay", "arguments": {"to": "Bo", "amount": 3, "parts": [{"id": "p"}, {}]}}`:               `item 2: "id" is missing`,
		`{"name": "note", "arguments": {"any": 1}}`:                                                         "any: integer instead of string",
		`{"name": "ping", "arguments": {"a": 1}}`:                                                           "no argument",
		`{"name": "ping", "arguments": [1]}`:                                                                "no object",
		`{"name": "ping", "arguments": "null"}`:                                                             "no object",
		`{"name": "ping", "arguments": "{"}`:                                                                "no JSON",
		`{"name": "ping", "requestor": "user"}`:                                                             "not the assistant's",
		`{"name": "ping"} and a message`:                                                                    "no JSON object: there is more",
		`{"function": "ping"}`:                                                                              `"function" is no object`,
		`{"name": "ping", "arguments": ` + strings.Repeat("[", 200_000):                                     "no JSON object",
		`{"name": "note", "arguments": {"a": ` + strings.Repeat("[", 200) + strings.Repeat("]", 200) + `}}`: "array instead of string",
	} {
		a := l.Read(text)
		require.Equal(t, actions.Invalid, a.Kind, text[:min(80, len(text))])
		require.Contains(t, a.Reason, want)
		require.Empty(t, a.Key())
	}
}

// TestCompare goes through the rules of the matcher.
func TestCompare(t *testing.T) {
	t.Parallel()
	l := tools(t, bank)
	const pay3, pay4 = `{"name": "pay", "arguments": {"to": "Bo", "amount": 3}}`, `{"name": "pay", "arguments": {"to": "Bo", "amount": 4}}`
	for _, c := range []struct {
		a, b string
		want actions.Match
	}{
		{pay3, `{"arguments": {"amount": 3.0, "to": "Bo", "note": null}, "name": "pay"}`, actions.Same},
		{pay3, pay4, actions.Undecided},
		{pay3, `{"name": "ping"}`, actions.Different},
		{pay3, "I pay 3 to Bo.", actions.Different},
		{"Shall I  go\nahead?", "shall I go ahead? ", actions.Same},
		{"Shall I go ahead?", "Is that right?", actions.Undecided},
		{`{"name": "steal"}`, `{"name": "steal"}`, actions.Different},
		{"", "", actions.Different},
	} {
		a, b := l.Read(c.a), l.Read(c.b)
		require.Equal(t, c.want, actions.Compare(a, b), "%s and %s", c.a, c.b)
		require.Equal(t, c.want, actions.Compare(b, a), "%s and %s", c.b, c.a)
		require.Equal(t, c.want == actions.Same, a.Key() != "" && a.Key() == b.Key())
	}
}

// TestMatches counts as the paper's example does: of the samples A, A, B two match A and one B.
func TestMatches(t *testing.T) {
	t.Parallel()
	l := tools(t, bank)
	a := l.Read(`{"name": "pay", "arguments": {"to": "Bo", "amount": 3}}`)
	b := l.Read("Who are you?")
	teacher := []actions.Action{a, a, b}
	for want, y := range map[int]actions.Action{2: a, 1: b, 0: l.Read(`{"name": "ping"}`)} {
		n, err := actions.Matches(y, teacher, nil)
		require.NoError(t, err)
		require.Equal(t, want, n)
	}
	n, err := actions.Matches(l.Read("{"), []actions.Action{l.Read("{"), a}, func(_, _ actions.Action) (bool, error) { return true, nil })
	require.NoError(t, err)
	require.Zero(t, n, "an invalid action matches nothing, whatever a judge says")

	var asked []string
	judge := func(x, y actions.Action) (bool, error) {
		asked = append(asked, x.Text+" "+y.Text)
		return x.Kind == actions.Message, nil
	}
	n, err = actions.Matches(l.Read("Your name?"), teacher, judge)
	require.NoError(t, err)
	require.Equal(t, 1, n)
	require.Equal(t, []string{"Your name? Who are you?"}, asked, "only what a program cannot decide is asked")
	broken := errors.New("no answer")
	_, err = actions.Matches(l.Read("Your name?"), teacher, func(_, _ actions.Action) (bool, error) { return false, broken })
	require.ErrorIs(t, err, broken)
}

func TestCommands(t *testing.T) {
	t.Parallel()
	c := actions.Commands{Understood: func(command string) bool { return command != "xyzzy" }}
	require.Equal(t, actions.Same, actions.Compare(c.Read("go to  Desk 1"), c.Read("Go to desk 1")))
	require.Equal(t, actions.Different, actions.Compare(c.Read("go to desk 1"), c.Read("go to desk 2")))
	require.Equal(t, actions.Undecided, actions.Compare(c.Read("search[red shoes]"), c.Read("search[shoes in red]")))
	require.Equal(t, actions.Same, actions.Compare(c.Read("search[red  shoes]"), c.Read("Search[red shoes]")))
	require.Equal(t, actions.Different, actions.Compare(c.Read("search[red shoes]"), c.Read("click[red shoes]")))
	require.Equal(t, actions.Invalid, c.Read("xyzzy").Kind)
	require.Equal(t, actions.Invalid, c.Read("").Kind)
	require.Equal(t, actions.Call, actions.Commands{}.Read("[odd]").Kind)
}

func TestNewTools_Faults(t *testing.T) {
	t.Parallel()
	for list, want := range map[string]string{
		"{":                              "read tools",
		"[{}]":                           "tool 1 has no name",
		`[{"name": "a"}, {"name": "a"}]`: "two called a",
		`[{"name": "a", "parameters": {"properties": {"b": 1}}}]`:                                                               "a: b: a schema is",
		`[{"name": "a", "parameters": {"properties": {"b": {"$ref": "#/$defs/B"}}}}]`:                                           "names nothing",
		`[{"name": "a", "parameters": {"properties": {"b": {"$ref": "http://b"}}}}]`:                                            "not into the schema itself",
		`[{"name": "a", "parameters": {"items": ` + strings.Repeat(`{"items": `, 200) + "{}" + strings.Repeat("}", 200) + `}}]`: "nested too deeply",
	} {
		_, err := actions.NewTools([]byte(list))
		require.ErrorContains(t, err, want, list[:min(len(list), 80)])
	}
}

// TestTools_Recursive has schemas that refer to themselves.
func TestTools_Recursive(t *testing.T) {
	t.Parallel()
	l := tools(t, `[{"name": "tree", "parameters": {"properties": {"t": {"$ref": "#/$defs/T"}, "o": {"$ref": "#/$defs/O"}},
		"$defs": {
			"T": {"type": "array", "items": {"anyOf": [{"$ref": "#/$defs/T"}, {"$ref": "#/$defs/T"}]}},
			"O": {"$ref": "#/$defs/P"}, "P": {"$ref": "#/$defs/O"}}}}]`)
	require.Equal(t, `{"t":[[],[[]]]}`, l.Read(`{"name": "tree", "arguments": {"t": [[], [[]]]}}`).Arguments)
	deep := `{"name": "tree", "arguments": {"t": ` + strings.Repeat("[", 40) + "1" + strings.Repeat("]", 40) + `}}`
	require.Contains(t, l.Read(deep).Reason, "integer instead of array")
	require.Contains(t, l.Read(`{"name": "tree", "arguments": {"o": 1}}`).Reason, "nested too deeply")
}

// TestTools_Real reads the schemas of tau2-bench's domains.
func TestTools_Real(t *testing.T) {
	t.Parallel()
	const file = "../../../../shared/data/tau2/airline/tools.json"
	text, err := os.ReadFile(file)
	if err != nil {
		t.Skipf("no file %s: the real schemas are not there", file)
	}
	var sides struct{ Assistant json.RawMessage }
	require.NoError(t, json.Unmarshal(text, &sides))
	l := tools(t, string(sides.Assistant))
	a := l.Read(`{"name": "update_reservation_flights", "arguments": {"reservation_id": "A", "cabin": "economy", "flights": [{"flight_number": "HAT001", "date": "2024-05-20"}], "payment_id": "g"}}`)
	require.Equal(t, actions.Call, a.Kind, a.Reason)
	require.Equal(t, `{"cabin":"economy","flights":[{"date":"2024-05-20","flight_number":"HAT001"}],"payment_id":"g","reservation_id":"A"}`, a.Arguments)
	require.Contains(t, l.Read(`{"name": "update_reservation_flights", "arguments": {"reservation_id": "A", "cabin": "first", "flights": [], "payment_id": "g"}}`).Reason, "not among")
}

// FuzzTools reads any text: no panic, the same action again, and a canonical form that is read back as itself.
func FuzzTools(f *testing.F) {
	for _, s := range []string{
		"", "hello", "{", `{"name": "pay", "arguments": {"to": "Bo", "amount": 3}}`, `{"name": "pay", "arguments": {"to": "\u0000<", "amount": 1e300}}`,
		`{"name": "note", "arguments": {"a": "b", "a": "c"}}`, `{"name": "pay", "arguments": {"to": "", "amount": 1e999999999}}`, `{"name": "pay", "arguments": {"to": "", "amount": -0.0}}`,
	} {
		f.Add(s)
	}
	l := tools(f, bank)
	f.Fuzz(func(t *testing.T, s string) {
		a := l.Read(s)
		require.Equal(t, a, l.Read(s))
		require.Equal(t, a.Kind == actions.Invalid, a.Key() == "")
		if a.Kind != actions.Call {
			return
		}
		again := l.Read(`{"name": "` + a.Name + `", "arguments": ` + a.Arguments + `}`)
		require.Equal(t, a.Key(), again.Key())
	})
}

func BenchmarkTools(b *testing.B) {
	l := tools(b, bank)
	const text = `{"name": "pay", "arguments": {"to": "Bo", "amount": 3, "parts": [{"memo": null, "id": "p"}]}}`
	b.ReportAllocs()
	for b.Loop() {
		l.Read(text)
	}
}
