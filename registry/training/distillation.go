package training

import "errors"

// DistillStage is the kind of the stage that distils a scorer into a student (methods/opd runs it). Its inputs are
// "student" and "teacher". Methods that prepare a scorer first end with this very stage, so that an
// idle preparation makes them the same computation as plain distillation.
const DistillStage = "opd"

// Distillation is the settings of that stage.
type Distillation struct {
	Budget
	Form     string  `hcl:"form,optional" json:"form"`           // "full", "topk" or "sampled"
	K        int     `hcl:"k,optional" json:"k"`                 // topk: ids kept beside the tail
	KLCoef   float64 `hcl:"kl_coef,optional" json:"kl_coef"`     // sampled: factor of the advantage
	Clip     float64 `hcl:"clip,optional" json:"clip"`           // sampled
	DualClip float64 `hcl:"dual_clip,optional" json:"dual_clip"` // sampled; 0: off
}

// DistillationDefaults are the laptop sizes.
func DistillationDefaults() Distillation {
	return Distillation{Budget: BudgetDefaults(), Form: "full", K: 16, KLCoef: 1, Clip: 0.2, DualClip: 3}
}

// Validate names the setting that cannot work.
func (s *Distillation) Validate() error {
	return errors.Join(
		s.Budget.Validate(),
		CheckOneOf("form", s.Form, "full", "topk", "sampled"),
		CheckRange("k", s.K, 1, 1_000_000),
		CheckRange("kl_coef", s.KLCoef, 0, 1000),
		CheckRange("clip", s.Clip, 0, 1),
		CheckRange("dual_clip", s.DualClip, 0, 1000),
	)
}
