// Package smrcsd is SMRC-SD, state-matched routing and contextualised self-distillation, and its baseline FullPath-SD: group
// relative reinforcement in which the student, told a path that finishes the task, judges its own responses. A path helps only where
// the student's state is compatible with a point of it, so SMRC-SD distils on those turns alone and tells the judge where on the path
// the student stands.
//
//	paper                            here                     file
//	state signature, match           matcher                  match.go, registry.Matcher
//	history matching                 byHistory                history.go
//	routing, teacher context         Training.route, context  route.go
//	L_SDL                            Training.distil          route.go
//	replay audit, coverage           audit                    audit.go
//	fixed-state intervention, A - C  intervene                intervention.go
//
// Equations, c_k^+ the prompt of turn k with the context of the routing, l_T under it and l under the plain prompt, both of
// the student as it is:
//
//	L     = L_GRPO(all turns) + lambda L_SDL(routed turns)
//	L_SDL = (1/Z_all) sum_{k routed} sum_t rho_{k,t} k3_{k,t},   k3 = exp(d) - 1 - d,  d = l_T - l,  rho = exp(l - l_old)
//
// Z_all counts the trained tokens of all turns, so that fewer turns mean less distillation and not more of it on each. The
// gradient of rho k3 with respect to l is rho (l - l_T), through both factors; there is one update a batch, so rho is 1 at the update,
// and the term is the policy gradient with advantage lambda (l_T - l_old) over the same tokens and weights as GRPO's. That is
// what is computed: A_t = A_GRPO + lambda (l_T - l_old) on routed turns.
//
// With top_k > 0 L_SDL is the other form of the code instead, a term of its own (topk.go):
//
//	L_SDL = (1/Z_all) sum_{k routed} sum_t KL(p_T || p_theta) over the top_k likeliest ids of p_T and a tail
//
// FullPath-SD is the same stage with routing = "all" and context = "full". With routing = "none", lambda = 0 or a matcher that
// never matches it is GRPO to the bit. Source: SMRC-SD (arXiv 2608.05219) and public copies of its code. Departures: info.go.
package smrcsd

import (
	"context"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/training"
)

// StageName is the kind of the training stage; its input is "student". AuditName is that of the analyses; its input is
// "policy".
const (
	StageName = "smrc-sd"
	AuditName = "smrc-sd.audit"
)

// Kind registers SMRC-SD.
func Kind() registry.MethodKind {
	return training.MethodKind(info(), Defaults, (*Settings).build)
}

// FullPathKind registers FullPath-SD.
func FullPathKind() registry.MethodKind {
	return training.MethodKind(fullPathInfo(), FullPathDefaults, (*FullPathSettings).build)
}

// Stages are the stages of both methods.
func Stages() []registry.StageKind {
	return []registry.StageKind{
		{
			Kind: StageName, Version: 2, ReadsReward: true,
			Settings: func() any { return &Training{} }, Run: train,
			Episodes: func(s any) int { t := s.(*Training); return t.Budget.Episodes(t.Size) },
			Work: func(s any, _ func(string) any) []registry.Work {
				t := s.(*Training)
				passes := 0
				if t.distils() {
					passes = 1 // at most: the turns that are routed, under their contexts
					if t.TopK > 0 {
						passes = 2 // and as the student has them
					}
				}
				return []registry.Work{training.ReinforceWork(t.Budget, t.Group, passes)}
			},
		},
		{
			Kind: AuditName, Version: 2, ReadsReward: true,
			Settings: func() any { return &Audit{} }, Run: runAudit,
			Episodes: func(s any) int { a := s.(*Audit); return a.Tasks * a.Attempts },
		},
	}
}

// build declares the stages. The audit looks at the starting student, so that all variants of a trial share it.
func (s *Settings) build(b registry.Builder) registry.Artifact {
	if s.AuditTasks > 0 {
		b.Stage(AuditName, s.audit(), registry.Inputs{"policy": b.Student()}, true)
	}
	return b.Stage(StageName, &s.Training, registry.Inputs{"student": b.Student()}, true)
}

// build declares the stages of SMRC-SD with FullPath-SD's settings.
func (s *FullPathSettings) build(b registry.Builder) registry.Artifact {
	full := s.settings()
	return full.build(b)
}

// distils says that any turn may be distilled at all.
func (s *Training) distils() bool { return s.Lambda > 0 && s.Routing != "none" }

func train(ctx context.Context, b registry.Bench, settings any) error {
	s := settings.(*Training)
	student, err := b.Load("student")
	if err != nil {
		return err
	}
	defer student.Close()
	loop := training.Reinforce{Budget: s.Budget, Group: s.Group}
	if s.distils() {
		m := newMatcher(b.Environment(), s.Matcher, s.AnyInstance)
		loop.Shape = func(ctx context.Context, step int, batch *training.Batch) error {
			return s.distil(ctx, b, step, student, m, batch)
		}
	}
	return loop.Train(ctx, b, student)
}
