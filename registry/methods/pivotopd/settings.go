package pivotopd

import (
	"errors"

	"github.com/retort-ml/retort/registry/textmodel"
	"github.com/retort-ml/retort/registry/training"
)

// Training is the settings of the training stage.
type Training struct {
	training.Budget
	training.Group
	PreventWeight float64 `hcl:"prevent_weight,optional" json:"prevent_weight"` // w_prev
	RecoverWeight float64 `hcl:"recover_weight,optional" json:"recover_weight"` // w_rec
	// Detector names mistakes and right actions: "teacher", "self" (the student), "oracle" or "model" (a text model).
	Detector      string `hcl:"detector,optional" json:"detector"`
	Rollouts      string `hcl:"rollouts,optional" json:"rollouts"`             // which are analysed: "failed" or "all"
	Pivots        int    `hcl:"pivots,optional" json:"pivots"`                 // m, a rollout
	RecoveryTurns int    `hcl:"recovery_turns,optional" json:"recovery_turns"` // K
	// Hint is what the hinted student is told: "action", the action that was named, or "way", that action and a shortest way
	// from where it leads.
	Hint string `hcl:"hint,optional" json:"hint"`
	// SelfTeacher is the frozen student that is hinted: "current", as it played the step, or "start".
	SelfTeacher string `hcl:"self_teacher,optional" json:"self_teacher"`

	textmodel.Address // the detector's, with detector = "model"
}

// Settings is what an experiment sets of PivotOPD: those of the training, and those of the study of its mistakes.
type Settings struct {
	Training
	Study
}

// Study is the settings of the analyses.
type Study struct {
	StudySplit string `hcl:"study_split,optional" json:"study_split"`
	StudyTasks int    `hcl:"study_tasks,optional" json:"study_tasks"` // of the split, each played once; 0: no study
	Mistakes   int    `hcl:"study_mistakes,optional" json:"study_mistakes"`
	Replays    int    `hcl:"study_replays,optional" json:"study_replays"` // of a mistake
	// Failures adds how the policy itself fails, and what it does at the mistakes.
	Failures bool `hcl:"study_failures,optional" json:"study_failures,omitempty"`
}

// Defaults are the laptop sizes.
func Defaults() Settings {
	return Settings{
		Training: Training{
			Budget: training.ReinforceDefaults(), Group: training.GroupDefaults(),
			PreventWeight: 0.1, RecoverWeight: 0.1,
			Detector: "teacher", Rollouts: "failed", Pivots: 2, RecoveryTurns: 1, Hint: "action", SelfTeacher: "current",
		},
		Study: StudyDefaults(),
	}
}

// StudyDefaults are those of the analyses.
func StudyDefaults() Study {
	return Study{StudySplit: "unseen", StudyTasks: 0, Mistakes: 72, Replays: 8}
}

// Validate names the setting that cannot work.
func (s *Settings) Validate() error { return errors.Join(s.Training.Validate(), s.Study.Validate()) }

// Validate names the setting that cannot work.
func (s *Training) Validate() error {
	return errors.Join(
		s.Budget.Validate(),
		s.Group.ValidateCompared(),
		training.CheckRange("prevent_weight", s.PreventWeight, 0, 1000),
		training.CheckRange("recover_weight", s.RecoverWeight, 0, 1000),
		training.CheckOneOf("detector", s.Detector, "teacher", "self", "oracle", "model"),
		s.Address.ValidateFor("detector", s.Detector),
		training.CheckOneOf("rollouts", s.Rollouts, "failed", "all"),
		training.CheckRange("pivots", s.Pivots, 1, 1000),
		training.CheckRange("recovery_turns", s.RecoveryTurns, 1, 1000),
		training.CheckOneOf("hint", s.Hint, "action", "way"),
		training.CheckOneOf("self_teacher", s.SelfTeacher, "current", "start"),
	)
}

// Validate names the setting that cannot work.
func (s *Study) Validate() error {
	return errors.Join(
		training.CheckOneOf("study_split", s.StudySplit, "train", "seen", "unseen"),
		training.CheckRange("study_tasks", s.StudyTasks, 0, 1_000_000),
		training.CheckRange("study_mistakes", s.Mistakes, 1, 1_000_000),
		training.CheckRange("study_replays", s.Replays, 1, 1024),
	)
}
