// Package agentopsd is AgentOPSD: the gaps between the student and itself under a skill are evidence for success, turn by
// turn; how far a turn revises the belief in success is its share of the outcome's advantage.
//
//	paper symbol   code                setting
//	B_0, e0        Settings.Prior      prior
//	gamma          Settings.Gamma      gamma
//	b              Settings.Bound      bound
//	lambda         Settings.Lambda     lambda
//	e_k            evidence            skills
//	DeltaB_k       revisions
//
// Equations, k the turns of an episode and t the tokens of a turn:
//
//	e_k = sum_t g_{k,t}                                   g = l_T - l_old under the skill
//	B_0 = clip(success rate of the group, e0, 1 - e0)
//	c_k = gamma c_{k-1} + e_k,  B_k = sigma(logit(B_0) + c_k),  DeltaB_k = B_k - B_{k-1}
//	q_k = sign(A) DeltaB_k,  z_k its z-score within the episode
//	w_k = clip(1 + b z_k, 1 - b, 1 + b)
//	A_k = A ((1 - lambda) + lambda w_k)
//
// with A the group relative advantage, then the clipped policy gradient; signs never change. Ablations of the paper:
// credit = "gap" (raw gap, q_k = sign(A) e_k), credit = "token" (the belief is revised token by token), signed = false (q_k =
// DeltaB_k) and prior = "half" (log-odds start at 0). With lambda = 0 it is GRPO.
//
// Gaps of a student's own tokens are negative on average (minus the divergence from itself under the skill), so that in long
// episodes the belief falls towards 0 and late turns revise it little.
//
// Source: AgentOPSD (arXiv 2608.05987). Departures and inferred constants: info.go.
package agentopsd

import (
	"errors"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/methods/skills"
	"github.com/retort-ml/retort/registry/training"
)

// StageName is the kind of the training stage. Its inputs are "student" and, where skills come from a library, "skills".
const StageName = "agentopsd"

// Settings is what an experiment sets of AgentOPSD.
type Settings struct {
	training.Budget
	training.Group
	skills.Settings
	Lambda float64 `hcl:"lambda,optional" json:"lambda"`
	Bound  float64 `hcl:"bound,optional" json:"bound"`
	Gamma  float64 `hcl:"gamma,optional" json:"gamma"`
	Prior  string  `hcl:"prior,optional" json:"prior"`   // "group" or "half"
	Credit string  `hcl:"credit,optional" json:"credit"` // "belief", "gap" or "token"
	Signed bool    `hcl:"signed,optional" json:"signed"`
}

// Defaults are the laptop sizes.
func Defaults() Settings {
	s := Settings{
		Budget: training.ReinforceDefaults(), Group: training.GroupDefaults(), Settings: skills.Defaults(skills.Task),
		Lambda: 0.5, Bound: 0.2, Gamma: 0.95, Prior: "group", Credit: "belief", Signed: true,
	}
	s.ClipHigh = 0.24
	return s
}

// Validate names the setting that cannot work.
func (s *Settings) Validate() error {
	return errors.Join(
		s.Budget.Validate(),
		s.Group.Validate(),
		s.Settings.Validate(),
		training.CheckRange("lambda", s.Lambda, 0, 1),
		training.CheckRange("bound", s.Bound, 0, 1),
		training.CheckRange("gamma", s.Gamma, 0, 1),
		training.CheckOneOf("prior", s.Prior, "group", "half"),
		training.CheckOneOf("credit", s.Credit, "belief", "gap", "token"),
	)
}

// Kind registers the method.
func Kind() registry.MethodKind {
	return training.MethodKind(info(), Defaults, (*Settings).build)
}

// build declares the stages: the library where one is read, then training.
func (s *Settings) build(b registry.Builder) registry.Artifact {
	return b.Stage(StageName, s, s.Inputs(b, s.Budget), true)
}

// Stage trains the student. Libraries need skills.LibraryStage besides.
func Stage() registry.StageKind {
	return skills.TrainingStage(StageName, Defaults, func(s *Settings) skills.Parts {
		return skills.Parts{Budget: s.Budget, Group: s.Group, Skills: s.Settings, Shape: s.shape}
	})
}
