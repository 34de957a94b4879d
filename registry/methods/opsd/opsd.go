// Package opsd is on-policy self-distillation under privileged context and its combinations with reinforcement: the
// student, once more under a prompt with a skill, is its own teacher. Three methods, one loss:
//
//	opsd       the distillation term alone
//	grpo-opsd  group relative reinforcement plus the term with a constant gate
//	sdar       the same with a gate that follows the gap
//
//	paper symbol       code                      setting
//	c^+                skills.Source             skills
//	g_t = l_T - l_S    skills.Gaps
//	beta               Settings.GateBeta         gate_beta
//	gate               gates                     gate
//	0.01               Settings.DistillationCoef distillation_coef
//
// Equations, t the response tokens of a batch, l_T the student's own log-probability under c^+ (a token without a skill adds 0):
//
//	L   = L_GRPO + distillation_coef L_D                                 (opsd: L_D and the KL term alone)
//	L_D = mean_t sg(gate_t) (l_T(t) - l_theta(t))
//	gate: "sigmoid"  sigma(beta g_t)
//	      "entropy"  H_t / ln V, H_t the student's entropy over its vocabulary of V tokens
//	      "soft-or"  1 - (1 - sigma(beta g_t)) (1 - H_t / ln V)
//
// With beta = 0 the sigmoid gate is 1/2 everywhere: sdar is then grpo-opsd, and with distillation_coef = 0 that is GRPO.
//
// The gradient of L_D is -gate_t grad l_theta, which is the policy gradient's with advantage gate_t at theta = old; as there is
// one update a batch, the gate is therefore added to the advantages, A_t += distillation_coef gate_t, instead of a second
// pass. opsd has a second form, "full", that of the original paper: KL(p_theta(.|c) || p_T(.|c^+)) over the whole vocabulary.
//
// Source: SDAR (arXiv 2605.15155) and its code, which has all three; the original of OPSD is arXiv 2601.18734. Departures
// and inferred constants: info.go.
package opsd

import (
	"context"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/methods/skills"
	"github.com/retort-ml/retort/registry/training"
)

// AloneStage and StageName are the kinds of the training stages, without and with the outcome's advantage. Their inputs are
// "student" and, where skills come from a library, "skills".
const (
	AloneStage = "opsd"
	StageName  = "sdar"
)

// AloneKind registers opsd.
func AloneKind() registry.MethodKind {
	return training.MethodKind(aloneInfo(), AloneDefaults, (*AloneSettings).build)
}

// ConstantKind registers grpo-opsd.
func ConstantKind() registry.MethodKind {
	return training.MethodKind(constantInfo(), ConstantDefaults, (*Settings).build)
}

// Kind registers sdar.
func Kind() registry.MethodKind {
	return training.MethodKind(info(), Defaults, (*Settings).build)
}

// build declares the stages: the library where one is read, then training.
func (s *Settings) build(b registry.Builder) registry.Artifact {
	return b.Stage(StageName, s, s.Inputs(b, s.Budget), true)
}

// build declares those of opsd.
func (s *AloneSettings) build(b registry.Builder) registry.Artifact {
	return b.Stage(AloneStage, s, s.Inputs(b, s.Budget), true)
}

// Stages are the training stages. Libraries need skills.LibraryStage besides.
func Stages() []registry.StageKind {
	return []registry.StageKind{
		{
			Kind: AloneStage, Version: 1,
			Settings: func() any { s := AloneDefaults(); return &s },
			Run: func(ctx context.Context, b registry.Bench, settings any) error {
				s := settings.(*AloneSettings)
				return skills.Run(ctx, b, s.Budget, s.Group, s.Settings.Settings, s.alone)
			},
			Episodes: func(s any) int { o := s.(*AloneSettings); return o.Budget.Episodes(o.Size) },
			Work: func(s any, _ func(string) any) []registry.Work {
				o := s.(*AloneSettings)
				if o.Form == "full" {
					return skills.Work(o.Budget, o.Group) // no gate
				}
				return o.work()
			},
		},
		{
			Kind: StageName, Version: 1, ReadsReward: true,
			Settings: func() any { s := Defaults(); return &s },
			Run: func(ctx context.Context, b registry.Bench, settings any) error {
				s := settings.(*Settings)
				return skills.Run(ctx, b, s.Budget, s.Group, s.Settings, s.gated)
			},
			Episodes: func(s any) int { o := s.(*Settings); return o.Budget.Episodes(o.Size) },
			Work:     func(s any, _ func(string) any) []registry.Work { return s.(*Settings).work() },
		},
	}
}

// work counts a pass under the skill, and one more for the entropies of the gates that want them.
func (s *Settings) work() []registry.Work {
	passes := 1
	if s.Gate != "sigmoid" {
		passes++
	}
	return []registry.Work{training.ReinforceWork(s.Budget, s.Group, passes)}
}

// alone drops the outcome and distils.
func (s *AloneSettings) alone(ctx context.Context, step int, batch *training.Batch, own skills.Own) error {
	for i := range batch.Advantages {
		clear(batch.Advantages[i])
	}
	if s.Form == "full" {
		return s.full(ctx, batch, own)
	}
	return s.gated(ctx, step, batch, own)
}

// gated adds distillation_coef gate_t to the advantages of tokens that have a skill.
func (s *Settings) gated(ctx context.Context, _ int, batch *training.Batch, own skills.Own) error {
	gaps, err := own.Gaps(ctx, batch)
	if err != nil {
		return err
	}
	var entropies [][]float64
	if s.Gate != "sigmoid" {
		if entropies, err = training.Entropies(ctx, own.Student, batch.Episodes); err != nil {
			return err
		}
	}
	s.add(batch, gaps, s.gates(gaps, entropies, own.Format.Vocab()))
	return nil
}
