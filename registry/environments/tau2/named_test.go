package tau2

import (
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/environments/tau2/engine"
	"github.com/retort-ml/retort/registry/environments/tau2/py"
	"github.com/retort-ml/retort/registry/text/actions"
)

func TestTaskNamed(t *testing.T) {
	t.Parallel()
	e := environments(t, false)["drawn retail"]
	task, ok := e.TaskNamed("test_3")
	require.True(t, ok)
	require.Equal(t, registry.Task{Split: "unseen", Index: 3}, task)
	_, ok = e.TaskNamed("3")
	require.False(t, ok)
}

// TestTools reads the tools of every domain as the language of actions: all reference actions are valid, in either form of a
// call, and reference actions are the same exactly when name and arguments are.
func TestTools(t *testing.T) {
	t.Parallel()
	for name, e := range environments(t, true) {
		language, err := actions.NewTools(e.Tools())
		require.NoError(t, err, name)
		seen := map[string]string{}
		for _, set := range e.sets {
			for _, task := range set.Tasks {
				if task.Criteria == nil {
					continue
				}
				for _, a := range task.Criteria.Actions {
					if a.Requestor == engine.User {
						require.Equal(t, actions.Invalid, language.Read(a.Text()).Kind, "the user's tools are not the assistant's")
						continue
					}
					read := language.Read(a.Text())
					require.Equal(t, actions.Call, read.Kind, "%s: %s: %s", task.ID, a.Text(), read.Reason)
					openAI := `{"type": "function", "function": {"name": "` + a.Name + `", "arguments": ` + strconv.Quote(py.JSON(a.Arguments)) + `}}`
					require.Equal(t, read.Key(), language.Read(openAI).Key(), openAI)
					plain := a.Name + string(py.AppendSortedJSON(nil, a.Arguments))
					if other, ok := seen[read.Key()]; ok {
						require.Equal(t, other, plain)
					}
					seen[read.Key()] = plain
				}
			}
		}
		require.Equal(t, actions.Message, language.Read("Shall I go ahead?").Kind)
	}
}
