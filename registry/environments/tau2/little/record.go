package little

import "github.com/retort-ml/retort/registry/environments/tau2/py"

// Files are the files of a domain's folder.
type Files struct {
	Database py.Value // db.json
	Tasks    py.Value // tasks.json
	Splits   py.Value // split_tasks.json: "train" and "test", without a common customer
	Policy   string   // policy.md
}

// Record is a dictionary of keys and values in turn; a value is a string or a [py.Value].
func Record(pairs ...any) *py.Dict {
	var keys []string
	var vals []py.Value
	for i := 0; i < len(pairs); i += 2 {
		keys = append(keys, pairs[i].(string))
		switch v := pairs[i+1].(type) {
		case string:
			vals = append(vals, py.Str(v))
		case py.Value:
			vals = append(vals, v)
		}
	}
	return py.NewDict(keys, vals)
}

// Action is a reference action of the assistant.
func Action(id, name string, arguments *py.Dict) *py.Dict {
	return Record("action_id", id, "requestor", "assistant", "name", name, "arguments", arguments)
}

// At follows keys and positions into a value; what is not there is an empty text.
func At(v py.Value, path ...any) py.Value {
	for _, step := range path {
		switch key := step.(type) {
		case string:
			d, ok := v.(*py.Dict)
			if !ok {
				return py.Str("")
			}
			if v, ok = d.Get(key); !ok {
				return py.Str("")
			}
		case int:
			l, ok := v.(*py.List)
			if !ok || key >= l.Len() {
				return py.Str("")
			}
			v = l.At(key)
		}
	}
	return v
}

// Text is the text of what [At] finds.
func Text(v py.Value, path ...any) string { return py.Text(At(v, path...)) }
