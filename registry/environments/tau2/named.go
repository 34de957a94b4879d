package tau2

import (
	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/environments/tau2/py"
)

// TaskNamed returns the task that has a name in the task file, and false when no split has it.
func (e *Environment) TaskNamed(name string) (registry.Task, bool) {
	for _, s := range e.sets {
		for i, t := range s.Tasks {
			if t.ID == name {
				return registry.Task{Split: s.Name, Index: i}, true
			}
		}
	}
	return registry.Task{}, false
}

// Tools are the schemas of the tools that the assistant may call, a JSON list in OpenAI's format: those of the prompt.
func (e *Environment) Tools() []byte {
	return []byte(py.JSON(toolsOf(e.data, e.settings.Solo)))
}
