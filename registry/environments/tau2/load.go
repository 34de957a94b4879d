package tau2

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/retort-ml/retort/registry/environments/tau2/airline"
	"github.com/retort-ml/retort/registry/environments/tau2/engine"
	"github.com/retort-ml/retort/registry/environments/tau2/mock"
	"github.com/retort-ml/retort/registry/environments/tau2/py"
	"github.com/retort-ml/retort/registry/environments/tau2/retail"
	"github.com/retort-ml/retort/registry/environments/tau2/schema"
	"github.com/retort-ml/retort/registry/environments/tau2/telecom"
	"github.com/retort-ml/retort/registry/environments/tau2/toml"
)

// Domains lists the domains whose code is here, in a fixed order.
func Domains() []*engine.Domain {
	return []*engine.Domain{mock.Domain(), retail.Domain(), airline.Domain(), telecom.Domain()}
}

// domainNamed returns the domain of a name, nil when there is none.
func domainNamed(name string) *engine.Domain {
	for _, d := range Domains() {
		if d.Name == name {
			return d
		}
	}
	return nil
}

// Dataset is a domain with its data. It is immutable.
type Dataset struct {
	Domain *engine.Domain
	Base   engine.State // before any task
	// Policy is the assistant's, SoloPolicy that of one without a user.
	Policy, SoloPolicy string
	// Workflow and SoloWorkflow are the same with telecom's workflow in place of its manual, empty where the folder has none.
	Workflow, SoloWorkflow string
	// Tools and DeviceTools are the tools' schemas in OpenAI's format, as the folder has them, else
	// the original's; nil for a drawn domain.
	Tools, DeviceTools *py.List
	// Guidelines tell a text model how to play the user, as the folder has them; empty when it has none.
	Guidelines string
	Tasks      []*engine.Task
	// Splits names the tasks of each set, in the order of the file.
	Splits []TaskSet
}

// TaskSet is a named set of tasks.
type TaskSet struct {
	Name  string
	Tasks []*engine.Task
}

// Load reads the folder of a domain as tau2-bench ships it, named by its domain: db.json or
// db.toml, user_db.toml where users have tools, the policy, the tools' schemas, the tasks, each of which is started once,
// and their splits. Errors name the file, the record in it and what is wrong.
func Load(domain, folder string) (*Dataset, error) {
	d := &Dataset{Domain: domainNamed(domain)}
	if d.Domain == nil {
		return nil, fmt.Errorf("load domain %q: there is no such domain", domain)
	}
	var err error
	if d.Base.DB, err = loadRecord(folder, d.Domain.Model, "db.json", "db.toml"); err != nil {
		return nil, err
	}
	if d.Domain.DeviceModel != nil {
		if d.Base.Device, err = loadRecord(folder, d.Domain.DeviceModel, "user_db.toml", "user_db.json"); err != nil {
			return nil, err
		}
	}
	if err := d.loadPolicy(folder); err != nil {
		return nil, err
	}
	if err := d.loadTools(folder); err != nil {
		return nil, err
	}
	if err := d.loadGuidelines(folder); err != nil {
		return nil, err
	}
	v, name, err := loadJSON(folder, "tasks.json", "tasks_base.json")
	if err != nil {
		return nil, err
	}
	if d.Tasks, err = engine.DecodeTasks(v); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	for _, t := range d.Tasks {
		if err := d.Domain.Check(d.Base, t); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	return d, d.loadSplits(folder)
}

// loadJSON reads the first of the files that exists.
func loadJSON(folder string, names ...string) (py.Value, string, error) {
	var missing error
	for _, n := range names {
		name := filepath.Join(folder, n)
		text, err := os.ReadFile(name)
		if err != nil {
			if missing == nil {
				missing = err
			}
			continue
		}
		read := py.Parse
		if filepath.Ext(n) == ".toml" {
			read = toml.Parse
		}
		v, err := read(string(text))
		if err != nil {
			return nil, name, fmt.Errorf("%s: %w", name, err)
		}
		return v, name, nil
	}
	return nil, "", missing
}

func loadRecord(folder string, m *schema.Model, names ...string) (*py.Dict, error) {
	v, name, err := loadJSON(folder, names...)
	if err != nil {
		return nil, err
	}
	d, err := m.Check(v)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return d, nil
}

// loadPolicy reads policy.md, or the two texts that telecom's policy is made of, and the policy
// for an assistant without a user where the folder has one of its own.
func (d *Dataset) loadPolicy(folder string) error {
	read := func(name string) (string, error) {
		text, err := os.ReadFile(filepath.Join(folder, name))
		return string(text), err
	}
	plain, err := read("policy.md")
	if err == nil {
		d.Policy, d.SoloPolicy = plain, plain
		if solo, err := read("policy_solo.md"); err == nil {
			d.SoloPolicy = solo
		}
		return nil
	}
	main, mainErr := read("main_policy.md")
	if mainErr != nil {
		return err
	}
	solo, err := read("main_policy_solo.md")
	if err != nil {
		solo = main
	}
	manual, err := read("tech_support_manual.md")
	if err != nil {
		return err
	}
	join := func(main, support string) string {
		return "<main_policy>\n" + main + "\n</main_policy>\n<tech_support_policy>\n" + support + "\n</tech_support_policy>"
	}
	d.Policy, d.SoloPolicy = join(main, manual), join(solo, manual)
	if workflow, err := read("tech_support_workflow.md"); err == nil {
		d.Workflow = join(main, workflow)
	}
	if workflow, err := read("tech_support_workflow_solo.md"); err == nil {
		d.SoloWorkflow = join(solo, workflow)
	}
	return nil
}

// loadGuidelines reads the original's guidelines for simulated users where the folder has them. A place for guidelines on voices, which
// newer versions have, stays empty.
func (d *Dataset) loadGuidelines(folder string) error {
	text, err := os.ReadFile(filepath.Join(folder, guidelinesFile(d.Domain.Device != nil)))
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	d.Guidelines = strings.ReplaceAll(string(text), "<PERSONA_GUIDELINES>", "")
	return err
}

// Task returns a task by its id.
func (d *Dataset) Task(id string) (*engine.Task, bool) {
	i := slices.IndexFunc(d.Tasks, func(t *engine.Task) bool { return t.ID == id })
	if i < 0 {
		return nil, false
	}
	return d.Tasks[i], true
}
