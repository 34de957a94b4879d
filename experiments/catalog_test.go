package experiments_test

import (
	"errors"
	"fmt"
	"slices"

	"github.com/retort-ml/retort/experiments"
)

// catalog is a small world of names for the tests.
type catalog struct{ without string }

// Budget is embedded in another struct: its settings are that one's own.
type Budget struct {
	Steps      int `hcl:"steps,optional" json:"steps"`
	TasksAStep int `hcl:"tasks_a_step,optional" json:"tasks_a_step"`
}

type opdSettings struct {
	Budget
	LearningRate float64  `hcl:"learning_rate,optional" json:"learning_rate"`
	Clip         *float64 `hcl:"clip,optional" json:"clip"`
	Horizons     []int    `hcl:"horizons,optional" json:"horizons"`
	Threads      int      `hcl:"threads,optional" json:"-"`
}

func (s *opdSettings) Validate() []settingError {
	if s.Steps < 0 {
		return []settingError{{Setting: "steps", Message: "must not be negative", Suggestion: "Zero leaves the student as it is."}}
	}
	return nil
}

type settingError struct{ Setting, Message, Suggestion string }

func (e settingError) Error() string { return e.Setting + ": " + e.Message }

type r2sSettings struct {
	Steps        int     `hcl:"steps,optional" json:"steps"`
	LearningRate float64 `hcl:"learning_rate,optional" json:"learning_rate"`
	States       int     `hcl:"states,optional" json:"states"`
	Takeovers    int     `hcl:"takeovers,optional" json:"takeovers"`
	Select       string  `hcl:"select,optional" json:"select"`
	Repair       *repair `hcl:"repair,block" json:"repair"`
}

type repair struct {
	Epochs int    `hcl:"epochs,optional" json:"epochs"`
	Order  string `hcl:"order,optional" json:"order"`
}

// choiceError leaves the suggestion to the language.
type choiceError struct {
	Setting, Message, Given string
	Choices                 []string
}

func (e *choiceError) Error() string { return e.Setting + ": " + e.Message }

func (s *r2sSettings) Validate() error {
	var errs []error
	if ways := []string{"consensus", "judge", "reward"}; !slices.Contains(ways, s.Select) {
		errs = append(errs, settingError{"select", fmt.Sprintf("there is no way to select called %q", s.Select), experiments.Suggest(s.Select, ways)})
	}
	if s.Repair != nil && s.Repair.Order != "" && !slices.Contains([]string{"first", "last"}, s.Repair.Order) {
		errs = append(errs, &choiceError{"repair", fmt.Sprintf("%q is none of \"first\" and \"last\"", s.Repair.Order), s.Repair.Order, []string{"first", "last"}})
	}
	if s.Takeovers > s.States {
		errs = append(errs, fmt.Errorf("more takeovers than states"))
	}
	return errors.Join(errs...)
}

type worldSettings struct {
	Rooms   int            `hcl:"rooms,optional" json:"rooms"`
	Horizon int            `hcl:"horizon,optional" json:"horizon"`
	Tasks   map[string]int `hcl:"tasks,optional" json:"tasks"`
}

type modelSettings struct {
	Width  int     `hcl:"width,optional" json:"width"`
	Layers int8    `hcl:"layers,optional" json:"layers"`
	Scale  float32 `hcl:"scale,optional" json:"scale"`
	Heads  uint    `hcl:"heads,optional" json:"heads"`
}

type warmupSettings struct {
	Demonstrations string  `hcl:"demonstrations,optional" json:"demonstrations"`
	Episodes       int     `hcl:"episodes,optional" json:"episodes"`
	ReferenceShare float64 `hcl:"reference_share,optional" json:"reference_share"`
}

type evaluationSettings struct {
	Tasks       string  `hcl:"tasks,optional" json:"tasks"`
	Decodes     int     `hcl:"decodes,optional" json:"decodes"`
	Temperature float64 `hcl:"temperature,optional" json:"temperature"`
}

type curveSettings struct {
	Band bool `hcl:"band,optional" json:"band"`
}

func (c catalog) Settings(kind, name string) (any, bool) {
	if kind == c.without {
		return nil, false
	}
	switch kind + "/" + name {
	case "method/sft", "method/opd", "method/grpo":
		return &opdSettings{Budget: Budget{Steps: 150, TasksAStep: 32}, LearningRate: 1e-3}, true
	case "method/r2s":
		return &r2sSettings{Steps: 150, LearningRate: 1e-3, States: 96, Takeovers: 4, Select: "consensus"}, true
	case "environment/alfworld", "environment/webshop":
		return &worldSettings{Rooms: 5, Horizon: 20, Tasks: map[string]int{"train": 64}}, true
	case "model/compact", "model/tiny":
		return &modelSettings{Width: 64, Layers: 2, Heads: 4}, true
	case "warmup/sft", "warmup/none":
		return &warmupSettings{Demonstrations: "expert", Episodes: 1000}, true
	case "evaluation/default":
		return &evaluationSettings{Tasks: "unseen", Decodes: 1}, true
	case "plot/curve", "plot/bars":
		return &curveSettings{}, true
	}
	return nil, false
}

func (c catalog) Names(kind string) []string {
	if kind == c.without {
		return nil
	}
	return map[string][]string{
		"method":      {"grpo", "opd", "r2s", "sft"},
		"environment": {"alfworld", "webshop"},
		"model":       {"compact", "tiny"},
		"warmup":      {"none", "sft"},
		"evaluation":  {"default"},
		"plot":        {"bars", "curve"},
		"metric":      {"success_rate", "turns"},
		"published":   {"R2S/main", "R2S/analysis"},
	}[kind]
}
