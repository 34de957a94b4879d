// Package skillsd is Skill-SD, skill-conditioned self-distillation: group relative reinforcement plus an estimate of the
// divergence between the student and itself under a skill that was drawn from its own finished episodes.
//
//	paper symbol   code                      setting
//	lambda         Settings.DistillationCoef distillation_coef
//	l              l_theta - l_T             skills
//
// Equations, t the response tokens of a batch (a token without a skill adds 0):
//
//	L = L_GRPO + lambda mean_t( rho_t k3_t ),  k3 = exp(-l) - 1 + l,  rho = exp(l_theta - l_old),  l = l_theta - l_T
//
// The gradient flows through rho and k3. At theta = old, where rho = 1,
//
//	grad (rho k3) = (k3 + 1 - exp(-l)) grad l_theta = l grad l_theta
//
// which is the policy gradient's with advantage l_T - l_old; as there is one update a batch, the term is
// added to the advantages, A_t += lambda clamp(l_T - l_old, -20, 20), instead of a second pass. With lambda = 0 it is GRPO.
//
// Source: the port in the code of SDAR (arXiv 2605.15155), and notes on the original. Departures and constants: Kind.
package skillsd

import (
	"context"
	"errors"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/methods/skills"
	"github.com/retort-ml/retort/registry/training"
)

// StageName is the kind of the training stage. Its inputs are "student" and, where skills come from a library, "skills".
const StageName = "skill-sd"

// limit bounds l, as the published code bounds its exponents.
const limit = 20

// Settings is what an experiment sets of Skill-SD.
type Settings struct {
	training.Budget
	training.Group
	skills.Settings
	DistillationCoef float64 `hcl:"distillation_coef,optional" json:"distillation_coef"`
}

// Defaults are the laptop sizes.
func Defaults() Settings {
	return Settings{
		Budget: training.ReinforceDefaults(), Group: training.GroupDefaults(), Settings: skills.Defaults(skills.Hindsight),
		DistillationCoef: 0.001,
	}
}

// Validate names the setting that cannot work.
func (s *Settings) Validate() error {
	return errors.Join(
		s.Budget.Validate(),
		s.Group.Validate(),
		s.Settings.Validate(),
		training.CheckRange("distillation_coef", s.DistillationCoef, 0, 1000),
	)
}

// Kind registers the method.
func Kind() registry.MethodKind {
	return training.MethodKind(registry.MethodInfo{
		Name:      "skill-sd",
		Title:     "Skill-SD: skill-conditioned self-distillation",
		Idea:      "Skills are drawn from the student's own finished episodes; besides reinforcement by outcomes, the student without the skill is pulled towards itself with it.",
		Objective: "L_GRPO + distillation_coef mean_t rho_t k3_t, k3 = exp(-l) - 1 + l, l = l_theta - l_T under the student's own prompt with the skill, the gradient through both factors",
		Source:    "the port in the code of SDAR (arXiv 2605.15155), and notes on the original Skill-SD",
		Stages: []string{
			"skills: a library of commands that finish training tasks, made once (skills = task or type)",
			"skill-sd: 'steps' rounds of 'tasks_a_step' x 'group' episodes, their analysis (skills = hindsight), scoring under the skill, one update",
		},
		Needs:       skills.Needs("a task reward"),
		ReadsReward: true,
		Constants: []registry.Constant{
			{Setting: "distillation_coef = 0.001", Origin: "published (SDAR code)"},
			{Setting: "group = 8, clip = 0.2, clip_high = 0.2, kl_coef = 0.01, invalid_penalty = 0.1", Origin: "published (SDAR code, family B)"},
			{Setting: "dual_clip = 3", Origin: "published (verl default)"},
			skills.Defaults(skills.Hindsight).Constants(),
			{Setting: "steps = 100, tasks_a_step = 4, learning_rate = 3e-4, warmup_steps = 5, temperature = 1", Origin: "ours, for tiny models, as grpo"},
		},
		Departures: []string{
			"a skill is a list of commands: those of the own success, or of the group's shortest one, that changed the world; SDAR's port reads a fixed library (skills = task or type)",
			"skills live for one step; the original keeps them for each task and retrieves them by an upper confidence bound, of which neither the score nor the constant nor the number of skills kept is known",
			"the teacher is the student of the step itself; the original synchronises a copy now and then, how often is not known",
			"groups without a success have no skill and no distillation",
			training.ReturnDeparture,
			"one update a batch, so that the term is added to the advantages: the same gradient in one pass, l bounded to [-20, 20]",
			"the learning rate decays linearly to a tenth",
		},
	}, Defaults, (*Settings).build)
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

func (s *Settings) shape(ctx context.Context, _ int, batch *training.Batch, own skills.Own) error {
	gaps, err := own.Gaps(ctx, batch)
	if err != nil {
		return err
	}
	for i := range gaps {
		for j, g := range gaps[i].Of {
			batch.Advantages[i][j] += s.DistillationCoef * min(max(g, -limit), limit)
		}
	}
	return nil
}
