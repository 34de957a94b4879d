// Package pivotopd is PivotOPD: group relative reinforcement with dense supervision at the turns that decide failed episodes. One
// early mistake, a pivot, mostly decides them; it could be recovered from, but what the student would have to do then it
// almost never samples. PivotOPD teaches both: to do the right thing at the pivot, and to recover right after it. Whoever
// finds the mistakes only names actions; how they are said is the student's own way, told the action as a hint.
//
//	paper                             here                        file
//	pivot detection, m                judge.Critic, pivots        detect.go, registry/judge
//	hinted self-teacher q             trainer.hinted              trainer.go
//	L_prev                            trainer.prevent             trainer.go
//	L_rec, recovery turns, K          trainer.recover             recover.go
//	pivotal mistakes, d(state)        way                         way.go
//	diagnosis, interventions a and b  diagnose                    diagnosis.go
//	recovery evaluation               recovery                    recovery.go
//	failures after distillation       failures                    failures.go
//	agreement of the detector         detection                   detection.go
//
// Equations, q(. | c) = p_ref(. | c + hint(a)) and y_k the student's own response:
//
//	L      = L_GRPO + w_prev L_prev + w_rec L_rec
//	L_prev = KL(p_theta(. | c_k) || q(. | c_k)) at pivots k, hint the right action;           A_t = l_ref(y_k,t | c_k + hint) - l_ref(y_k,t | c_k)
//	L_rec  = KL(q(. | c) || p_theta(. | c)) at the turns k+1..k+K, responses y of q itself;   A_t = l_ref(y_t | c + hint) - l_ref(y_t | c)
//
// The advantages of L_prev, times w_prev, are added to GRPO's on the same tokens; the responses of L_rec are further samples
// of the clipped policy gradient with w_rec A_t, whose old log-probability is the student's without the hint, so that the ratio starts at
// 1. Every token of either weighs as much as one of the rollouts.
//
// With prevent_weight = recover_weight = 0 it is GRPO to the bit; recover_weight = 0 alone is the paper's preventive-only variant and
// detector = "self" its setting without a teacher. Source: PivotOPD (arXiv 2609.40285). Departures: info.go.
package pivotopd

import (
	"context"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/judge"
	"github.com/retort-ml/retort/registry/training"
)

// StageName is the kind of the training stage. Its inputs are "student" and, with detector = "teacher", "teacher".
const StageName = "pivotopd"

// Kind registers the method.
func Kind() registry.MethodKind {
	return training.MethodKind(info(), Defaults, (*Settings).build)
}

// Stages are the training stage and those of the study.
func Stages() []registry.StageKind {
	return []registry.StageKind{
		{
			Kind: StageName, Version: 1, ReadsReward: true,
			Settings: func() any { return &Training{} }, Run: train,
			Episodes: func(s any) int { t := s.(*Training); return t.Budget.Episodes(t.Size) * 3 / 2 },
			Work:     work,
		},
		{
			Kind: DiagnosisName, Version: 1, ReadsReward: true,
			Settings: func() any { return &Diagnosis{} }, Run: diagnose,
			Episodes: func(s any) int { d := s.(*Diagnosis); return d.Tasks + 3*d.Mistakes*d.Replays },
		},
		{
			Kind: RecoveryName, Version: 1, ReadsReward: true,
			Settings: func() any { return &Replays{} }, Run: recovery,
			Episodes: func(s any) int { return guessedMistakes * s.(*Replays).Replays },
		},
		{
			Kind: FailuresName, Version: 1, ReadsReward: true,
			Settings: func() any { return &Failures{} }, Run: failures,
			Episodes: func(s any) int { return s.(*Failures).Tasks },
		},
		{
			Kind: DetectionName, Version: 1,
			Settings: func() any { return &Detection{} }, Run: detection,
			Episodes: func(any) int { return guessedMistakes },
			Work: func(any, func(string) any) []registry.Work {
				return []registry.Work{{Input: "reader", Scores: guessedMistakes}}
			},
		},
	}
}

// work takes every episode to fail, which is the most: whoever finds mistakes reads it once, which costs about as much as scoring it,
// and at a mistake the student judges the turn with its hint and without, plays the turns of the way back with
// hints, and judges those without.
func work(settings any, _ func(string) any) []registry.Work {
	t := settings.(*Training)
	n := t.Budget.Episodes(t.Size)
	all := []registry.Work{training.ReinforceWork(t.Budget, t.Group, 0)}
	if t.PreventWeight == 0 && t.RecoverWeight == 0 {
		return all
	}
	if t.PreventWeight > 0 {
		all = append(all, registry.Work{Input: "student", Scores: 2 * n * t.Pivots, Turns: 1}) // with the hint and without
	}
	if t.RecoverWeight > 0 {
		back := registry.Work{Input: "student", Plays: n * t.Pivots, Scores: n * t.Pivots, Learns: n * t.Pivots, Turns: t.RecoveryTurns}
		if t.SelfTeacher == "start" {
			back.Scores *= 2 // by both students without the hint
		}
		all = append(all, back)
	}
	switch t.Detector {
	case "teacher":
		all = append(all, registry.Work{Input: "teacher", Scores: n})
	case "self":
		all = append(all, registry.Work{Input: "student", Scores: n})
	}
	return all
}

// build declares the stages.
func (s *Settings) build(b registry.Builder) registry.Artifact {
	inputs := registry.Inputs{"student": b.Student()}
	if s.Detector == "teacher" {
		inputs["teacher"] = b.Teacher()
	}
	trained := b.Stage(StageName, &s.Training, inputs, true)
	s.Study.build(b, trained, s.Temperature, s.Detector, s.Address)
	return trained
}

func train(ctx context.Context, b registry.Bench, settings any) error {
	s := settings.(*Training)
	student, err := b.Load("student")
	if err != nil {
		return err
	}
	defer student.Close()
	loop := training.Reinforce{Budget: s.Budget, Group: s.Group}
	if s.PreventWeight == 0 && s.RecoverWeight == 0 {
		return loop.Train(ctx, b, student)
	}
	t := &trainer{Training: s, bench: b, student: student, hinted: student}
	if s.SelfTeacher == "start" {
		frozen, err := b.Load("student")
		if err != nil {
			return err
		}
		defer frozen.Close()
		t.hinted = frozen
	}
	if s.Hint == "way" {
		if t.ways, err = training.OracleOf(b.Environment()); err != nil {
			return err
		}
	}
	switch s.Detector {
	case "oracle":
		t.critic, t.adviser = oracle{b.Environment()}, oracle{b.Environment()}
	case "self":
		r := readerIn(b, t.hinted)
		t.critic, t.adviser = r, r
	case "model":
		t.asked = judge.Ask(s.Address.Open())
		t.critic, t.adviser = judge.AskCritic(t.asked), judge.AskAdviser(t.asked)
	default:
		teacher, err := b.Load("teacher")
		if err != nil {
			return err
		}
		defer teacher.Close()
		r := readerIn(b, teacher)
		t.critic, t.adviser = r, r
	}
	loop.Shape = t.shape
	return loop.Train(ctx, b, student)
}

var (
	_ judge.Critic  = oracle{}
	_ judge.Adviser = oracle{}
	_ judge.Critic  = reader{}
	_ judge.Adviser = reader{}
)
