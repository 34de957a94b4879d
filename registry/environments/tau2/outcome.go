package tau2

import (
	"slices"
	"strings"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/environments/tau2/engine"
	"github.com/retort-ml/retort/registry/environments/tau2/py"
)

var (
	_ registry.Outcomes = (*Environment)(nil)
	_ registry.Typed    = (*world)(nil)
	_ registry.Opener   = (*Environment)(nil)
)

// OutcomeKey implements [registry.Outcomes]: the calls of tools that write, each once, in sorted
// order. It is a proxy: a call that the tool refused counts as well.
func (e *Environment) OutcomeKey(commands []string) string {
	var calls []string
	for _, text := range commands {
		c, err := engine.ParseCall(text)
		if err != nil || !e.writes(c.Name) {
			continue
		}
		calls = append(calls, c.Name+" "+string(py.AppendSortedJSON(nil, c.Arguments)))
	}
	slices.Sort(calls)
	return strings.Join(slices.Compact(calls), "\n")
}

func (e *Environment) writes(name string) bool {
	for _, kit := range []*engine.Kit{e.data.Domain.Tools, e.data.Domain.Device} {
		if kit == nil {
			continue
		}
		if f, ok := kit.Tool(name); ok {
			return f.Kind == engine.Write
		}
	}
	return false
}

// TaskType implements [registry.Typed]: the purpose of a drawn task, the kind of issue that
// begins a telecom task's id in brackets, else the domain.
func (w *world) TaskType() string {
	if w.env.settings.Data == "" {
		return w.task.Purpose
	}
	if kind, _, ok := strings.Cut(strings.TrimPrefix(w.task.ID, "["), "]"); ok && strings.HasPrefix(w.task.ID, "[") {
		return kind
	}
	return w.env.data.Domain.Name
}
