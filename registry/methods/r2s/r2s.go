// Package r2s is R2S, from rollout to scorer. A teacher that finishes a task when it plays on from the
// student's worst state nevertheless accepts the student's stalling when it scores: next-token scores do not see
// the end of the episode. Before distillation a copy of the teacher learns to give, without
// seeing any future, the scores it would give after seeing one of its own finishing takeovers.
//
//	paper                              here                        file
//	student episodes, N                Probe.States                probe.go
//	divergence turn k*                 divergence                  divergence.go
//	takeovers, K                       Probe.Takeovers             probe.go
//	check (consensus), shortest kept   choose                      check.go
//	q+ = p_T(. | takeover, c, y)       targets                     targets.go
//	L_repair(phi)                      repair                      repair.go
//	distillation by p_phi              training.DistillStage       methods/opd
//
// Equations:
//
//	k*       = argmax_k mean over thought tokens of turn k of (l_S0 - l_T)
//	q+(v)    = p_T(v | tau*, c_k, y_<t), frozen teacher, every response token of turns k >= k*
//	L_repair = -(1/Z) sum q+(v) log p_phi(v | c_k, y_<t), takeover absent from the context
//
// Takeovers as plain training data, of the copy (target = "takeovers") or of the student before its distillation ("student"), are the
// paper's ablation:
//
//	L = -(1/n) sum_t log p(y_t | c, y_<t) over the n tokens of the teacher's turns in the kept takeovers
//
// Source: R2S. No reward is read for any of it with select = "consensus" or "judge"; that the environment
// ends an episode on success is visible to every method alike. The repaired teacher's own success is measured before it
// is used, and shown: it never steers anything. Departures and inferred constants: info.go.
package r2s

import (
	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/training"
)

// ProbeName and RepairName are the kinds of the preparation stages.
const (
	ProbeName  = "r2s.probe"
	RepairName = "r2s.repair"
)

// Kind registers the method.
func Kind() registry.MethodKind {
	return training.MethodKind(info(), Defaults, (*Settings).build)
}

// Stages are the preparation stages. Variants that differ in what they do with the takeovers share the probe.
func Stages() []registry.StageKind {
	return []registry.StageKind{
		{
			Kind: ProbeName, Version: 1, Settings: func() any { return &Probe{} }, Run: probe,
			Episodes: func(s any) int { return s.(*Probe).States * (1 + s.(*Probe).Takeovers) },
			Work: func(s any, _ func(string) any) []registry.Work {
				n := s.(*Probe).States
				return []registry.Work{
					{Input: "student", Plays: n, Scores: n},
					{Input: "teacher", Plays: n * s.(*Probe).Takeovers, Scores: n},
				}
			},
		},
		{
			// Its training reads no reward but with select = "reward"; what it measures does.
			Kind: RepairName, Version: 1, Settings: func() any { return &Repair{} }, Run: repair, ReadsReward: true,
			Episodes: func(s any) int { r := s.(*Repair); return 2*r.CheckTasks + 50*r.Epochs },
			// As if every state were kept. The teacher scores each with the takeover and without it.
			Work: func(s any, behind func(string) any) []registry.Work {
				r, n := s.(*Repair), behind("branches").(*Probe).States
				return []registry.Work{{Input: "teacher", Plays: 2 * r.CheckTasks, Scores: 2 * n, Learns: n * r.Epochs}}
			},
		},
	}
}
