package skills

import (
	"errors"
	"fmt"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/judge"
	"github.com/retort-ml/retort/registry/textmodel"
	"github.com/retort-ml/retort/registry/training"
)

// Where skills come from.
const (
	Task      = "task"
	Type      = "type"
	Hindsight = "hindsight"
)

// Settings is what methods that read skills set alike. Their settings embed it.
type Settings struct {
	Skills  string `hcl:"skills,optional" json:"skills"`
	Analyst string `hcl:"analyst,optional" json:"analyst"` // hindsight: who analyses episodes, "rule" or "model"

	textmodel.Address // the analyst's, with analyst = "model"
}

// Defaults are the settings of a source.
func Defaults(source string) Settings { return Settings{Skills: source, Analyst: "rule"} }

// Validate names the setting that cannot work.
func (s Settings) Validate() error {
	return errors.Join(training.CheckOneOf("skills", s.Skills, Task, Type, Hindsight), CheckAnalyst(s.Analyst, s.Address))
}

// CheckAnalyst returns a registry.SettingError when there is no such analyst, or a text model is wanted and has no address.
func CheckAnalyst(name string, address textmodel.Address) error {
	return errors.Join(training.CheckOneOf("analyst", name, "rule", "model"), address.ValidateFor("analyst", name))
}

// NewAnalyst returns the analyst of a name that CheckAnalyst lets pass, which finds at most mostSteps step skills an episode, and
// who asks a text model for it; nil when nobody does.
func NewAnalyst(name string, address textmodel.Address, mostSteps int) (judge.Analyst, *judge.Questioner) {
	switch name {
	case "rule":
		return judge.RuleAnalyst{MostSteps: mostSteps}, nil
	case "model":
		asked := judge.Ask(address.Open())
		return judge.AskAnalyst(asked, mostSteps), asked
	}
	panic(fmt.Sprintf("analyst %q was not checked", name))
}

// Inputs names what the training stage reads: "student" and, where there is one, the library "skills", whose stage is added.
func (s Settings) Inputs(b registry.Builder, budget training.Budget) registry.Inputs {
	inputs := registry.Inputs{"student": b.Student()}
	switch s.Skills {
	case Task:
		// The stage of one seed draws the tasks that training with this seed will draw.
		inputs["skills"] = b.Stage(StageName, &Library{Scope: Task, Steps: budget.Steps, TasksAStep: budget.TasksAStep}, nil, true)
	case Type:
		inputs["skills"] = b.Stage(StageName, &Library{Scope: Type}, nil, false)
	}
	return inputs
}

// Constants are what a method's description says of these settings.
func (s Settings) Constants() registry.Constant {
	return registry.Constant{
		Setting: fmt.Sprintf("skills = %s, analyst = %s", s.Skills, s.Analyst),
		Origin:  "ours: lists of commands stand in for the papers' texts by a language model; analyst = model (skills = hindsight) lets a text model, text_model at text_model_url, choose the commands, one question an episode: an answer that cannot be read is no skill and is counted in unread_answers",
	}
}
