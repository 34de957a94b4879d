package smrcsd

import (
	"errors"

	"github.com/retort-ml/retort/registry/training"
)

// Training is the settings of the training stage.
type Training struct {
	training.Budget
	training.Group
	Lambda float64 `hcl:"lambda,optional" json:"lambda"`
	// Routing says which turns are distilled: "matched", "all", "random" (as many as are matched, drawn in each
	// episode) or "none".
	Routing string `hcl:"routing,optional" json:"routing"`
	// Context says what a matched turn's judge is told: "localized", "full", "candidate" or "summary". Others are told the
	// full path.
	Context     string `hcl:"context,optional" json:"context"`
	Matcher     string `hcl:"matcher,optional" json:"matcher"` // "structured" or "history"
	AnyInstance bool   `hcl:"any_instance,optional" json:"any_instance"`
	// TopK takes the divergence from the judge over its so many likeliest ids and a tail in place of k3; 0: k3.
	TopK int `hcl:"top_k,optional" json:"top_k,omitempty"`
}

// Settings is what an experiment sets of SMRC-SD: those of the training, and the size of the audit.
type Settings struct {
	Training
	AuditTasks    int `hcl:"audit_tasks,optional" json:"audit_tasks"` // 0: no audit
	AuditAttempts int `hcl:"audit_attempts,optional" json:"audit_attempts"`
}

// Defaults are the laptop sizes.
func Defaults() Settings {
	return Settings{
		Training: Training{
			Budget: training.ReinforceDefaults(), Group: training.GroupDefaults(),
			Lambda: 0.01, Routing: "matched", Context: "localized", Matcher: "structured",
		},
		AuditTasks: 64, AuditAttempts: 2,
	}
}

// Validate names the setting that cannot work.
func (s *Settings) Validate() error {
	return errors.Join(
		s.Training.Validate(),
		training.CheckRange("audit_tasks", s.AuditTasks, 0, 1_000_000),
		training.CheckRange("audit_attempts", s.AuditAttempts, 1, 1024),
	)
}

// Validate names the setting that cannot work.
func (s *Training) Validate() error {
	return errors.Join(
		s.Budget.Validate(),
		s.Group.ValidateCompared(),
		training.CheckRange("lambda", s.Lambda, 0, 1000),
		training.CheckOneOf("routing", s.Routing, "matched", "all", "random", "none"),
		training.CheckOneOf("context", s.Context, "localized", "full", "candidate", "summary"),
		training.CheckOneOf("matcher", s.Matcher, "structured", "history"),
		training.CheckRange("top_k", s.TopK, 0, 1_000_000),
	)
}

// audit is the settings of the audit stage.
func (s *Settings) audit() *Audit {
	return &Audit{Tasks: s.AuditTasks, Attempts: s.AuditAttempts, Temperature: s.Temperature, AnyInstance: s.AnyInstance}
}

// FullPathSettings is what an experiment sets of FullPath-SD.
type FullPathSettings struct {
	training.Budget
	training.Group
	Lambda float64 `hcl:"lambda,optional" json:"lambda"`
}

// FullPathDefaults are the laptop sizes, those of SMRC-SD.
func FullPathDefaults() FullPathSettings {
	s := Defaults()
	return FullPathSettings{Budget: s.Budget, Group: s.Group, Lambda: s.Lambda}
}

// Validate names the setting that cannot work.
func (s *FullPathSettings) Validate() error {
	full := s.settings()
	return full.Validate()
}

// settings are those of SMRC-SD that make it FullPath-SD.
func (s *FullPathSettings) settings() Settings {
	full := Defaults()
	full.Budget, full.Group, full.Lambda = s.Budget, s.Group, s.Lambda
	full.Routing, full.Context, full.AuditTasks = "all", "full", 0
	return full
}
