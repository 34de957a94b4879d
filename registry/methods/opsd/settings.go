package opsd

import (
	"errors"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/methods/skills"
	"github.com/retort-ml/retort/registry/training"
)

// Settings is what an experiment sets of grpo-opsd and sdar.
type Settings struct {
	training.Budget
	training.Group
	skills.Settings
	DistillationCoef float64 `hcl:"distillation_coef,optional" json:"distillation_coef"`
	Gate             string  `hcl:"gate,optional" json:"gate"` // "sigmoid", "entropy" or "soft-or"
	GateBeta         float64 `hcl:"gate_beta,optional" json:"gate_beta"`
}

// Defaults are sdar's laptop sizes.
func Defaults() Settings {
	return Settings{
		Budget: training.ReinforceDefaults(), Group: training.GroupDefaults(), Settings: skills.Defaults(skills.Task),
		DistillationCoef: 0.01, Gate: "sigmoid", GateBeta: 5,
	}
}

// ConstantDefaults are grpo-opsd's.
func ConstantDefaults() Settings {
	s := Defaults()
	s.GateBeta = 0
	return s
}

// Validate names the setting that cannot work.
func (s *Settings) Validate() error {
	return errors.Join(
		s.Budget.Validate(),
		s.Group.Validate(),
		s.Settings.Validate(),
		training.CheckRange("distillation_coef", s.DistillationCoef, 0, 1000),
		training.CheckOneOf("gate", s.Gate, "sigmoid", "entropy", "soft-or"),
		training.CheckRange("gate_beta", s.GateBeta, 0, 1000),
	)
}

// AloneSettings is what an experiment sets of opsd.
type AloneSettings struct {
	Settings
	Form string `hcl:"form,optional" json:"form"` // "gated" or "full"
}

// AloneDefaults are opsd's laptop sizes.
func AloneDefaults() AloneSettings { return AloneSettings{Settings: Defaults(), Form: "gated"} }

// Validate names the setting that cannot work. Hindsight would read the outcome, which opsd does not.
func (s *AloneSettings) Validate() error {
	err := errors.Join(s.Settings.Validate(), training.CheckOneOf("form", s.Form, "gated", "full"))
	if s.Skills == skills.Hindsight {
		err = errors.Join(err, registry.BadSetting("skills", "%q reads the outcome of episodes, which opsd does without.", s.Skills))
	}
	return err
}
