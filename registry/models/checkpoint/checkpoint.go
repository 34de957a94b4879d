// Package checkpoint is the policy that somebody else has trained: a language model by the name its publisher gave
// it. It says what an experiment at the size of a paper is made of, so that the experiment can be checked, expanded and
// its compute estimated. Nothing here loads weights: to open such a policy is an error that says so.
package checkpoint

import (
	"errors"
	"fmt"
	"math"

	"github.com/retort-ml/retort/registry"
)

// Settings is what an experiment sets of a checkpoint.
type Settings struct {
	// Name is the publisher's: "Qwen/Qwen3-1.7B". It is the identity of the weights.
	Name string `hcl:"name" json:"name"`
	// Parameters is how many there are, in billions (0 where an API does not tell); Active how many of them a token passes through, where the
	// model is a mixture of experts (0: all).
	Parameters float64 `hcl:"parameters" json:"parameters"`
	Active     float64 `hcl:"active_parameters,optional" json:"active_parameters"`
	// Context is the longest prompt and response together, Prompt the length of a usual prompt, which only estimates use,
	// and MaxResponse the longest response of a turn, in tokens.
	Context     int `hcl:"context_tokens,optional" json:"context_tokens"`
	Prompt      int `hcl:"prompt_tokens,optional" json:"prompt_tokens"`
	MaxResponse int `hcl:"max_response_tokens,optional" json:"max_response_tokens"`
	// API says that the model is reached through text only: it gives no log-probabilities and cannot be trained.
	API bool `hcl:"api,optional" json:"api"`
}

// Defaults are a small model at the lengths of TCOD's family of experiments: prompts up to 10,240 tokens, responses up to
// 512. The usual prompt is ours: a task, two turns of history and the admissible actions.
func Defaults() Settings {
	return Settings{Name: "Qwen/Qwen3-1.7B", Parameters: 1.7, Context: 10752, Prompt: 1536, MaxResponse: 512}
}

// Validate reports every setting that makes no checkpoint.
func (s *Settings) Validate() error {
	var faults []error
	fault := func(bad bool, setting, format string, args ...any) {
		if bad {
			faults = append(faults, registry.BadSetting(setting, format, args...))
		}
	}
	fault(s.Name == "", "name", "There is no name.")
	fault(!(s.Parameters > 0 || s.API && s.Parameters == 0) || math.IsInf(s.Parameters, 0), "parameters", "%v billions are no size of a model.", s.Parameters)
	fault(!(s.Active >= 0 && s.Active <= s.Parameters), "active_parameters", "%v billions are not between 0 and the %v there are.", s.Active, s.Parameters)
	fault(s.MaxResponse < 1, "max_response_tokens", "%d is less than 1.", s.MaxResponse)
	fault(s.Prompt < 1, "prompt_tokens", "%d is less than 1.", s.Prompt)
	if s.MaxResponse >= 1 && s.Prompt >= 1 {
		fault(s.Prompt+s.MaxResponse > s.Context, "context_tokens", "A prompt of %d and a response of %d tokens do not fit into %d.", s.Prompt, s.MaxResponse, s.Context)
	}
	return errors.Join(faults...)
}

// ErrNoBackend is why a checkpoint cannot be opened.
var ErrNoBackend = errors.New("this build has no backend that loads checkpoints")

// Kind registers the model.
func Kind() registry.ModelKind {
	return registry.ModelKind{
		Name:     "checkpoint",
		Title:    "Language model by name",
		Help:     "A language model that somebody else trained. Experiments with it can be validated and planned, with an estimate of GPU hours; running them needs a backend that loads checkpoints, which this build has not.",
		Settings: func() any { s := Defaults(); return &s },
		Format: func(settings any, _ registry.Environment) (registry.Format, error) {
			return nil, fmt.Errorf("open %s: %w", settings.(*Settings).Name, ErrNoBackend)
		},
		Shape:      func(any) registry.ModelShape { return registry.ModelShape{} },
		Checkpoint: func(settings any) registry.Checkpoint { return settings.(*Settings).checkpoint() },
	}
}

const billion = 1e9

func (s *Settings) checkpoint() registry.Checkpoint {
	active := s.Active
	if active == 0 {
		active = s.Parameters
	}
	return registry.Checkpoint{Name: s.Name, Parameters: active * billion, Prompt: s.Prompt, Response: s.MaxResponse, Remote: s.API}
}
