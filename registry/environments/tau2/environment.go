package tau2

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/environments/tau2/engine"
	"github.com/retort-ml/retort/registry/environments/tau2/py"
)

// Environment is the tasks of one domain. It implements [registry.Environment] and is safe
// for concurrent use.
type Environment struct {
	settings Settings
	data     *Dataset
	sets     []TaskSet
	prompt   string // policy and tools, the same for every task
	judge    engine.Judge
	user     TextModel // nil for the script
}

var _ registry.Environment = (*Environment)(nil)

// New checks the settings and reads the domain's folder. The error names every setting at
// fault, or the file and the record. A text model that they ask for is connected to when it is asked first.
func New(settings Settings) (*Environment, error) {
	if err := settings.Validate(); err != nil {
		return nil, err
	}
	data, err := settings.load()
	if err != nil {
		return nil, err
	}
	policy, ok := settings.policy(data)
	if !ok {
		return nil, registry.BadSetting("policy", "The folder of %s has no workflow%s.", settings.Domain, map[bool]string{true: " for an assistant without a user"}[settings.Solo])
	}
	e := &Environment{settings: settings, data: data, prompt: prompt(data, policy, settings.Solo)}
	tasks := 0
	for _, set := range disjoint(data.Splits) {
		if settings.Solo {
			set.Tasks = withTicket(set.Tasks)
		}
		if n, given := settings.Tasks[set.Name]; given {
			set.Tasks = set.Tasks[:min(n, len(set.Tasks))]
		}
		e.sets = append(e.sets, set)
		tasks += len(set.Tasks)
	}
	if settings.Solo && tasks == 0 {
		return nil, registry.BadSetting("solo", "No task of %s has a ticket.", settings.Domain)
	}
	return e.asking(), nil
}

// asking is the environment with the text model that its settings ask for. The user and the judge share one, with its bound of
// requests at a time.
func (e *Environment) asking() *Environment {
	if !e.settings.Given() {
		return e
	}
	model := e.settings.Address.Open()
	if e.settings.Judge == asksModel {
		e = e.WithJudge(JudgeBy(model))
	}
	if e.settings.User == asksModel {
		e = e.WithUser(model)
	}
	return e
}

// WithJudge returns the environment with a judge of assertions in natural language, which are left out of the
// score without one. Equal questions have to get equal answers.
func (e *Environment) WithJudge(judge engine.Judge) *Environment {
	judged := *e
	judged.judge = judge
	return &judged
}

// policy is the policy that the settings ask for, and false when the folder has no such one.
func (s Settings) policy(d *Dataset) (string, bool) {
	policy := map[[2]bool]string{{false, false}: d.Policy, {false, true}: d.SoloPolicy, {true, false}: d.Workflow, {true, true}: d.SoloWorkflow}
	workflow := s.Policy == "workflow"
	text := policy[[2]bool{workflow, s.Solo}]
	return text, text != "" || !workflow
}

// load reads the folder, or draws the domain when there is none.
func (s Settings) load() (*Dataset, error) {
	if s.Data == "" {
		return Generate(s.Domain, uint64(s.Seed), s.count("train"), s.count("unseen"))
	}
	folder := s.Data
	if sub := filepath.Join(folder, s.Domain); isFolder(sub) {
		folder = sub
	}
	return Load(s.Domain, folder)
}

func isFolder(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.IsDir()
}

func withTicket(tasks []*engine.Task) []*engine.Task {
	var kept []*engine.Task
	for _, t := range tasks {
		if t.Ticket != "" {
			kept = append(kept, t)
		}
	}
	return kept
}

// prompt is what every task's introduction begins with: instructions, policy and tools in the blocks of the original's
// system prompt, the tools one a line as chat templates write them. The instructions are ours, since they say how a call is
// written.
func prompt(d *Dataset, policy string, solo bool) string {
	text := "You serve a customer by calling tools and writing to the customer, as the policy says. In each turn do one of both: " +
		"a JSON object {\"name\": ..., \"arguments\": {...}} calls a tool, any other text goes to the customer."
	if solo {
		text = "You solve a ticket by calling tools, as the policy says; there is nobody to write to. In each turn write a JSON object " +
			"{\"name\": ..., \"arguments\": {...}}. Call " + done + " when you are finished."
	}
	var b strings.Builder
	b.WriteString("<instructions>\n" + text + "\n</instructions>\n<policy>\n" + policy + "\n</policy>\n<tools>\n")
	for _, tool := range toolsOf(d, solo).Items() {
		b.WriteString(py.JSON(tool) + "\n")
	}
	return b.String() + "</tools>\n"
}

// toolsOf are the schemas of the assistant's tools. Without a user the user's are among them, and one to end with.
func toolsOf(d *Dataset, solo bool) *py.List {
	tools := listed(d.Tools, d.Domain.Tools)
	if !solo {
		return tools
	}
	if d.Domain.Device != nil {
		tools = tools.Append(listed(d.DeviceTools, d.Domain.Device).Items()...)
	}
	return tools.Append(schemas(engine.NewKit("", &engine.Func{Name: done, Kind: engine.Generic})).Items()...)
}

// listed are the schemas of a side's tools that the data set has, or those that the code can give.
func listed(given *py.List, kit *engine.Kit) *py.List {
	if given != nil {
		return given
	}
	return schemas(kit)
}

// Splits implements [registry.Environment].
func (e *Environment) Splits() []registry.Split {
	splits := make([]registry.Split, len(e.sets))
	for i, s := range e.sets {
		splits[i] = registry.Split{Name: s.Name, Tasks: len(s.Tasks)}
	}
	return splits
}

// Horizon implements [registry.Environment].
func (e *Environment) Horizon() int { return e.settings.Horizon }

// View implements [registry.Environment]. There is no compact form.
func (e *Environment) View() registry.View { return nil }

// Reset implements [registry.Environment]. A task outside the splits is an error.
func (e *Environment) Reset(task registry.Task) (registry.World, error) {
	for _, s := range e.sets {
		if s.Name != task.Split {
			continue
		}
		if task.Index < 0 || task.Index >= len(s.Tasks) {
			return nil, fmt.Errorf("reset task %d of split %s: it has %d tasks", task.Index, task.Split, len(s.Tasks))
		}
		return e.start(s.Tasks[task.Index])
	}
	return nil, fmt.Errorf("reset task %d of split %q: no such split", task.Index, task.Split)
}

// Open implements [registry.Opener]: a task by the id that it has in the task file.
func (e *Environment) Open(id string) (registry.World, error) {
	t, ok := e.data.Task(id)
	if !ok {
		return nil, fmt.Errorf("open task %q: the domain %s has no such task", id, e.data.Domain.Name)
	}
	return e.start(t)
}
