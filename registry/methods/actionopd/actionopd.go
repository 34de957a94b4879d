// Package actionopd is ActionOPD: on-policy distillation of what the teacher does, not of the tokens it says it in. At
// every state the student proposes several responses, the teacher gives several of its own, and proposals are
// reinforced by how many of the teacher's actions they mean. The teacher is only asked to play: no
// log-probabilities, no shared vocabulary.
//
//	paper symbol   code                        setting
//	N              Settings.Candidates         candidates
//	K              Settings.TeacherSamples     teacher_samples
//	lambda         Settings.Lambda             lambda
//	phi_s(y)       actions.Language.Read
//	m_s            actions.Compare, judge.go    matcher
//	c(s, y)        actions.Matches
//
// Equations, for the N candidates of one state:
//
//	c(s, y) = sum_j m_s(y, y^T_j)
//	r = -1 invalid; 0 valid and c = 0; 1 + lambda (c - 1)/(K - 1) else
//	A_i = (r_i - mean of the state's r) / (population deviation over all rows kept in the batch)
//
// A state whose rewards are all equal teaches nothing and is dropped. One of the best candidates is executed, drawn evenly.
// K is the configured one even where the teacher gave fewer valid samples. Then the clipped policy gradient with
// dual clip over all candidates of all kept states, a mean over tokens.
//
// Source: ActionOPD and its authors' code. The task reward is recorded and never trained on. Departures: info.go.
package actionopd

import (
	"context"
	"errors"

	"github.com/retort-ml/retort/backends"
	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/judge"
	"github.com/retort-ml/retort/registry/textmodel"
	"github.com/retort-ml/retort/registry/training"
)

// StageName is the kind of the training stage. Its inputs are "student" and, unless the student is its own teacher, "teacher".
const StageName = "actionopd"

// Settings is what an experiment sets of ActionOPD.
type Settings struct {
	training.Budget
	Candidates         int     `hcl:"candidates,optional" json:"candidates"`
	TeacherSamples     int     `hcl:"teacher_samples,optional" json:"teacher_samples"`
	TeacherTemperature float64 `hcl:"teacher_temperature,optional" json:"teacher_temperature"`
	TeacherRetries     int     `hcl:"teacher_retries,optional" json:"teacher_retries"` // for an invalid sample
	Lambda             float64 `hcl:"lambda,optional" json:"lambda"`
	Reward             string  `hcl:"reward,optional" json:"reward"`   // "matches" or "validity" (ablation a1)
	Select             string  `hcl:"select,optional" json:"select"`   // which candidate is executed: "best" or "random" (ablation a5)
	Matcher            string  `hcl:"matcher,optional" json:"matcher"` // "program", or who decides what a program cannot: "state", by what it leads to, or "model"
	Teacher            string  `hcl:"teacher,optional" json:"teacher"` // "teacher" or "self"
	Private            string  `hcl:"private,optional" json:"private"` // what the teacher reads besides: "none" or "actions" (reference actions)
	Turns              int     `hcl:"turns,optional" json:"turns"`     // decision limit; 0: the horizon
	Clip               float64 `hcl:"clip,optional" json:"clip"`
	DualClip           float64 `hcl:"dual_clip,optional" json:"dual_clip"`

	textmodel.Address // the matcher's, with matcher = "model"
}

// Defaults are the laptop sizes.
func Defaults() Settings {
	s := Settings{
		Budget: training.BudgetDefaults(), Candidates: 4, TeacherSamples: 3, TeacherTemperature: 1, TeacherRetries: 2,
		Lambda: 0.5, Reward: "matches", Select: "best", Matcher: "program", Teacher: "teacher", Private: "none", Clip: 0.2, DualClip: 3,
	}
	s.TasksAStep, s.LearningRate = 8, 1e-3
	return s
}

// Validate names the setting that cannot work.
func (s *Settings) Validate() error {
	return errors.Join(
		s.Budget.Validate(),
		training.CheckRange("candidates", s.Candidates, 2, 64),
		training.CheckRange("teacher_samples", s.TeacherSamples, 1, 64),
		training.CheckRange("teacher_temperature", s.TeacherTemperature, 0.01, 10),
		training.CheckRange("teacher_retries", s.TeacherRetries, 0, 100),
		training.CheckRange("lambda", s.Lambda, 0, 1000),
		training.CheckOneOf("reward", s.Reward, "matches", "validity"),
		training.CheckOneOf("select", s.Select, "best", "random"),
		training.CheckOneOf("matcher", s.Matcher, "program", "state", "model"),
		s.Address.ValidateFor("matcher", s.Matcher),
		training.CheckOneOf("teacher", s.Teacher, "teacher", "self"),
		training.CheckOneOf("private", s.Private, "none", "actions"),
		training.CheckRange("turns", s.Turns, 0, 1_000_000),
		training.CheckRange("clip", s.Clip, 0, 1),
		training.CheckRange("dual_clip", s.DualClip, 0, 1000),
	)
}

// Kind registers the method.
func Kind() registry.MethodKind {
	return training.MethodKind(info(), Defaults, (*Settings).build)
}

// build declares the stages.
func (s *Settings) build(b registry.Builder) registry.Artifact {
	inputs := registry.Inputs{"student": b.Student()}
	if s.Teacher == "teacher" {
		inputs["teacher"] = b.Teacher()
	}
	return b.Stage(StageName, s, inputs, true)
}

// Stage trains the student.
func Stage() registry.StageKind {
	return registry.StageKind{
		Kind: StageName, Version: 1,
		Settings: func() any { s := Defaults(); return &s },
		Run:      run,
		Episodes: func(s any) int { a := s.(*Settings); return a.Budget.Episodes(a.Candidates * 3) },
		Work: func(s any, _ func(string) any) []registry.Work {
			a := s.(*Settings)
			own, taught := a.Budget.Episodes(a.Candidates), a.Budget.Episodes(a.TeacherSamples)
			if a.Teacher == "self" {
				return []registry.Work{{Input: "student", Plays: own + taught, Learns: own, Turns: a.Turns}}
			}
			return []registry.Work{{Input: "student", Plays: own, Learns: own, Turns: a.Turns}, {Input: "teacher", Plays: taught, Turns: a.Turns}}
		},
	}
}

func run(ctx context.Context, b registry.Bench, settings any) error {
	s := settings.(*Settings)
	student, err := b.Load("student")
	if err != nil {
		return err
	}
	defer student.Close()
	teacher := backends.Sampler(student)
	if s.Teacher == "teacher" {
		frozen, err := b.Load("teacher")
		if err != nil {
			return err
		}
		defer frozen.Close()
		teacher = frozen
	}
	size, err := training.SplitSize(b.Environment(), training.TrainSplit)
	if err != nil {
		return err
	}
	loss := backends.Loss{Kind: backends.PolicyGradient, ClipLow: float32(s.Clip), ClipHigh: float32(s.Clip), DualClip: float32(s.DualClip)}
	var asked *judge.Questioner
	if s.Matcher == "model" {
		asked = judge.Ask(s.Address.Open())
	}
	err = b.Loop(ctx, s.Steps, student, func(step int) error {
		table := &table{settings: s, bench: b, student: student, teacher: teacher, asked: asked}
		if err := table.play(ctx, training.Starts(b, size, s.Budget, 1, step)); err != nil {
			return err
		}
		data, numbers := s.signal(table.states)
		asked.Numbers(numbers)
		for name, v := range training.Conduct(table.episodes()) {
			numbers[name] = v
		}
		update, err := s.Budget.Update(ctx, b, student, step, []training.Part{{Data: data, Loss: loss}})
		if err != nil {
			return err
		}
		for name, v := range update {
			numbers[name] = v
		}
		return training.RecordAll(b, step, numbers)
	})
	if err != nil {
		return err
	}
	return b.SaveWeights(student)
}
