package skills

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/training"
)

// StageName is the kind of the stage that makes a library. It has no inputs; trials with the same seed and budget share it.
const StageName = "skills"

// Library is the settings of that stage.
type Library struct {
	// Scope is Task, a skill for every task that training with this seed and these steps draws, or Type, one for every task
	// type that the first training tasks have.
	Scope      string `json:"scope"`
	Steps      int    `json:"steps,omitempty"`
	TasksAStep int    `json:"tasks_a_step,omitempty"`
}

// firstTasks is the number of tasks that a library of types looks at.
const firstTasks = 512

// Skill is an entry of a library: commands that were checked to finish a training task, none when no way was found, and what
// the task is.
type Skill struct {
	Task     int      `json:"task"`
	TaskType string   `json:"task_type,omitempty"`
	Commands []string `json:"commands"`
}

// LibraryStage registers the stage.
func LibraryStage() registry.StageKind {
	return registry.StageKind{
		Kind: StageName, Version: 1, ReadsReward: true, // to check that the commands finish the task
		Settings: func() any { return &Library{Scope: Task} },
		Run:      makeLibrary,
	}
}

// libraryFile is the artifact: a skill a line, ordered by task.
const libraryFile = "skills.jsonl"

func makeLibrary(ctx context.Context, b registry.Bench, settings any) error {
	l := settings.(*Library)
	tasks, err := l.tasks(b)
	if err != nil {
		return err
	}
	skills, err := l.find(ctx, b, tasks)
	if err != nil {
		return err
	}
	missing := 0
	for _, s := range skills {
		if len(s.Commands) == 0 {
			missing++
		}
	}
	if missing > 0 {
		if err := b.Warn(fmt.Sprintf("no way to finish %d of %d training tasks was found: they have no skill", missing, len(skills))); err != nil {
			return err
		}
	}
	if err := b.Metric("skills", -1, float64(len(skills)-missing)); err != nil {
		return err
	}
	return b.Write(libraryFile, func(w io.Writer) error {
		encoder := json.NewEncoder(w)
		for _, s := range skills {
			if err := encoder.Encode(s); err != nil {
				return err
			}
		}
		return nil
	})
}

// tasks lists the indices of the training tasks that are looked at, in order.
func (l *Library) tasks(b registry.Bench) ([]int, error) {
	size, err := training.SplitSize(b.Environment(), training.TrainSplit)
	if err != nil {
		return nil, err
	}
	var tasks []int
	if l.Scope == Type {
		for i := range min(size, firstTasks) {
			tasks = append(tasks, i)
		}
		return tasks, nil
	}
	for step := range l.Steps {
		for _, start := range training.Starts(b, size, training.Budget{TasksAStep: l.TasksAStep}, 1, step) {
			tasks = append(tasks, start.Task.Index)
		}
	}
	slices.Sort(tasks)
	return slices.Compact(tasks), nil
}

// find returns the skills of tasks; of the first task of each type where the scope is Type.
func (l *Library) find(ctx context.Context, b registry.Bench, tasks []int) ([]Skill, error) {
	var skills []Skill
	known := map[string]bool{}
	for n, i := range tasks {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		b.Progress(n, len(tasks), fmt.Sprintf("%d skills", len(skills)))
		task := registry.Task{Split: training.TrainSplit, Index: i}
		kind, err := taskType(b.Environment(), task)
		if err != nil {
			return nil, err
		}
		if l.Scope == Type && known[kind] {
			continue
		}
		commands, ok, err := training.Path(b.Environment(), task)
		if err != nil {
			return nil, err
		}
		if !ok {
			commands = nil
		}
		if l.Scope == Type && len(commands) == 0 {
			continue
		}
		known[kind] = true
		skills = append(skills, Skill{Task: i, TaskType: kind, Commands: commands})
	}
	return skills, nil
}

// taskType returns the type of a task; empty when the environment tells none.
func taskType(env registry.Environment, task registry.Task) (string, error) {
	w, err := env.Reset(task)
	if err != nil {
		return "", fmt.Errorf("reset %s task %d: %w", task.Split, task.Index, err)
	}
	if t, ok := w.(registry.Typed); ok {
		return t.TaskType(), nil
	}
	return "", nil
}

// shelf is a library that was read: skills by task and by type.
type shelf struct {
	scope string
	tasks map[int][]string
	types map[string][]string
}

// readLibrary reads the library of the input "skills".
func readLibrary(b registry.Bench, scope string) (*shelf, error) {
	r, err := b.Read("skills", libraryFile)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	s := &shelf{scope: scope, tasks: map[int][]string{}, types: map[string][]string{}}
	for decoder := json.NewDecoder(bufio.NewReader(r)); decoder.More(); {
		var skill Skill
		if err := decoder.Decode(&skill); err != nil {
			return nil, fmt.Errorf("read skill %d: %w", len(s.tasks), err)
		}
		s.tasks[skill.Task] = skill.Commands
		if _, known := s.types[skill.TaskType]; !known {
			s.types[skill.TaskType] = skill.Commands
		}
	}
	return s, nil
}

// of returns the skill for a task; nil when there is none. A training task that a library of tasks has not looked at is an
// error: the library was made for another seed or budget.
func (s *shelf) of(task registry.Task, taskType string) ([]string, error) {
	if s.scope == Type {
		return s.types[taskType], nil
	}
	commands, ok := s.tasks[task.Index]
	if !ok {
		return nil, fmt.Errorf("look up the skill of %s task %d: the library of %d tasks does not have it", task.Split, task.Index, len(s.tasks))
	}
	if len(commands) == 0 {
		return nil, nil
	}
	return commands, nil
}
