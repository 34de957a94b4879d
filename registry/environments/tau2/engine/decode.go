package engine

import (
	"errors"
	"fmt"

	"github.com/retort-ml/retort/registry/environments/tau2/py"
	"github.com/retort-ml/retort/registry/environments/tau2/schema"
)

// The records of a task file.
var (
	side = schema.Literal(User, Assistant)

	callRecord = schema.New("ToolCall", defaulted("id", schema.Str, py.Str("")), needed("name", schema.Str), needed("arguments", anyDict), defaulted("requestor", side, py.Str(Assistant)))

	messageRecord = schema.New("Message", needed("role", schema.Literal("system", User, Assistant, "tool")), optional("content", schema.Str),
		optional("tool_calls", schema.List(callRecord)), defaulted("id", schema.Str, py.Str("")))

	actionRecord = schema.New("Action", needed("action_id", schema.Str), defaulted("requestor", side, py.Str(Assistant)), needed("name", schema.Str),
		needed("arguments", anyDict), optional("compare_args", schema.List(schema.Str)))

	functionRecord = schema.New("EnvFunctionCall", needed("env_type", side), needed("func_name", schema.Str), needed("arguments", anyDict))

	assertionRecord = schema.New("EnvAssertion", needed("env_type", side), needed("func_name", schema.Str), needed("arguments", anyDict),
		defaulted("assert_value", schema.Bool, py.Bool(true)))

	criteriaRecord = schema.New("EvaluationCriteria", optional("actions", schema.List(actionRecord)), optional("env_assertions", schema.List(assertionRecord)),
		optional("communicate_info", schema.List(schema.Str)), optional("nl_assertions", schema.List(schema.Str)),
		defaulted("reward_basis", schema.List(schema.Enum(PartDB, PartAssertion, PartNatural, PartAction, PartCommunicate)), py.Strings(PartDB, PartCommunicate)))

	dataRecord = schema.New("InitializationData", optional("agent_data", anyDict), optional("user_data", anyDict))

	initialRecord = schema.New("InitialState", optional("initialization_data", dataRecord), optional("initialization_actions", schema.List(functionRecord)),
		optional("message_history", schema.List(messageRecord)))

	instructionsRecord = schema.New("StructuredUserInstructions", needed("domain", schema.Str), needed("reason_for_call", schema.Str),
		optional("known_info", schema.Str), optional("unknown_info", schema.Str), needed("task_instructions", schema.Str))

	scenarioRecord = schema.New("UserScenario", optional("persona", schema.Str), needed("instructions", schema.Any))

	descriptionRecord = schema.New("Description", optional("purpose", schema.Str))

	taskRecord = schema.New("Task", needed("id", schema.Str), optional("description", descriptionRecord), needed("user_scenario", scenarioRecord),
		optional("ticket", schema.Str), optional("initial_state", initialRecord), optional("evaluation_criteria", criteriaRecord))
)

var anyDict = schema.Dict(schema.Any)

func needed(name string, t schema.Type) schema.Field { return schema.Field{Name: name, Type: t} }

func optional(name string, t schema.Type) schema.Field {
	return schema.Field{Name: name, Type: schema.Maybe(t), Default: py.None{}}
}

func defaulted(name string, t schema.Type, v py.Value) schema.Field {
	return schema.Field{Name: name, Type: t, Default: v}
}

// DecodeTasks reads the tasks of a task file: a list, or an object with a list "tasks". Errors
// name the task and the field.
func DecodeTasks(v py.Value) ([]*Task, error) {
	if d, ok := v.(*py.Dict); ok {
		v, _ = d.Get("tasks")
	}
	list, ok := v.(*py.List)
	if !ok {
		return nil, errors.New("read tasks: the file holds no list of tasks")
	}
	tasks := make([]*Task, list.Len())
	seen := map[string]bool{}
	for i := range tasks {
		record, err := taskRecord.Check(list.At(i))
		if err != nil {
			return nil, fmt.Errorf("read task %d: %w", i+1, err)
		}
		t, err := decodeTask(record)
		if err != nil {
			return nil, fmt.Errorf("read task %d: %w", i+1, err)
		}
		if seen[t.ID] {
			return nil, fmt.Errorf("read task %d: another task is called %q, too", i+1, t.ID)
		}
		seen[t.ID] = true
		tasks[i] = t
	}
	return tasks, nil
}

func decodeTask(d *py.Dict) (*Task, error) {
	t := &Task{ID: d.Text("id"), Ticket: text(d, "ticket")}
	if about, ok := d.Field("description").(*py.Dict); ok {
		t.Purpose = text(about, "purpose")
	}
	scenario := d.Dict("user_scenario")
	t.Scenario.Persona = text(scenario, "persona")
	if plain, ok := scenario.Field("instructions").(py.Str); ok {
		t.Scenario.Plain = string(plain)
	} else {
		in, err := instructionsRecord.Check(scenario.Field("instructions"))
		if err != nil {
			return nil, fmt.Errorf("user_scenario: instructions: %w", err)
		}
		t.Scenario.Domain, t.Scenario.Reason = text(in, "domain"), text(in, "reason_for_call")
		t.Scenario.Known, t.Scenario.Unknown, t.Scenario.Instructed = text(in, "known_info"), text(in, "unknown_info"), text(in, "task_instructions")
	}
	if initial, ok := d.Field("initial_state").(*py.Dict); ok {
		t.Initial = decodeInitial(initial)
	}
	if criteria, ok := d.Field("evaluation_criteria").(*py.Dict); ok {
		t.Criteria = decodeCriteria(criteria)
	}
	return t, nil
}

func decodeInitial(d *py.Dict) Initial {
	var in Initial
	if data, ok := d.Field("initialization_data").(*py.Dict); ok {
		in.Data, _ = data.Field("agent_data").(*py.Dict)
		in.DeviceData, _ = data.Field("user_data").(*py.Dict)
	}
	for _, v := range items(d, "initialization_actions") {
		in.Actions = append(in.Actions, decodeFunction(v.(*py.Dict)))
	}
	for _, v := range items(d, "message_history") {
		m := v.(*py.Dict)
		message := Message{Role: m.Text("role"), Content: text(m, "content"), ID: m.Text("id")}
		for _, c := range items(m, "tool_calls") {
			message.Calls = append(message.Calls, decodeCall(c.(*py.Dict)))
		}
		in.History = append(in.History, message)
	}
	return in
}

func decodeCriteria(d *py.Dict) *Criteria {
	c := &Criteria{Communicate: texts(d, "communicate_info"), Natural: texts(d, "nl_assertions"), Basis: texts(d, "reward_basis")}
	if list, ok := d.Field("actions").(*py.List); ok {
		c.Actions = []Action{}
		for _, v := range list.Items() {
			r := v.(*py.Dict)
			a := Action{Call: Call{ID: r.Text("action_id"), Name: r.Text("name"), Requestor: r.Text("requestor"), Arguments: r.Dict("arguments")}}
			if _, given := r.Field("compare_args").(*py.List); given {
				a.Compare = append([]string{}, texts(r, "compare_args")...)
			}
			c.Actions = append(c.Actions, a)
		}
	}
	if list, ok := d.Field("env_assertions").(*py.List); ok {
		c.Assertions = []Assertion{}
		for _, v := range list.Items() {
			r := v.(*py.Dict)
			c.Assertions = append(c.Assertions, Assertion{decodeFunction(r), bool(r.Field("assert_value").(py.Bool))})
		}
	}
	return c
}

func decodeCall(d *py.Dict) Call {
	return Call{ID: d.Text("id"), Name: d.Text("name"), Requestor: d.Text("requestor"), Arguments: d.Dict("arguments")}
}

func decodeFunction(d *py.Dict) FuncCall {
	return FuncCall{Side: d.Text("env_type"), Name: d.Text("func_name"), Arguments: d.Dict("arguments")}
}

// text is a text or, for None, empty.
func text(d *py.Dict, key string) string {
	s, _ := d.Field(key).(py.Str)
	return string(s)
}

// items is a list's items or, for None, nothing.
func items(d *py.Dict, key string) []py.Value {
	if l, ok := d.Field(key).(*py.List); ok {
		return l.Items()
	}
	return nil
}

func texts(d *py.Dict, key string) []string {
	var out []string
	for _, v := range items(d, key) {
		out = append(out, py.Text(v))
	}
	return out
}
