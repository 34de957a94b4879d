package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"

	"github.com/retort-ml/retort/experiments"
	"github.com/retort-ml/retort/runner/recipe"
)

// flatten writes a JSON document as a map from path to JSON: {"a": {"b": 1}} is {"a.b": "1"}.
func flatten(text json.RawMessage) map[string]string {
	flat := map[string]string{}
	var tree any
	if err := json.Unmarshal(text, &tree); err == nil {
		flattenInto(flat, "", tree)
	}
	return flat
}

func flattenInto(flat map[string]string, path string, v any) {
	join := func(name string) string {
		if path == "" {
			return name
		}
		return path + "." + name
	}
	switch v := v.(type) {
	case map[string]any:
		for name, x := range v {
			flattenInto(flat, join(name), x)
		}
	case []any:
		for i, x := range v {
			flattenInto(flat, join(strconv.Itoa(i)), x)
		}
	default:
		text, err := json.Marshal(v)
		if err != nil {
			panic(fmt.Sprintf("encode what was decoded from JSON: %v", err))
		}
		flat[path] = string(text)
	}
}

// union lists the keys of both maps in order.
func union(a, b map[string]string) []string {
	all := maps.Clone(a)
	maps.Copy(all, b)
	return slices.Sorted(maps.Keys(all))
}

func orAbsent(s string) string {
	if s == "" {
		return "nothing"
	}
	return s
}

func encodeRecipe(r recipe.Recipe) json.RawMessage {
	text, err := experiments.CanonicalJSON(r)
	if err != nil {
		panic(fmt.Sprintf("encode recipe: %v", err))
	}
	return text
}
