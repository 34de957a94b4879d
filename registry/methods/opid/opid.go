// Package opid is OPID: an analyst reads the student's own finished episodes and says what was to be learnt, for the episode
// and for single turns of it; how much more probable the student finds its own tokens once it is told joins the advantage.
//
//	paper symbol        code                                 setting
//	w_ep, w_stepSkill   Settings.EpisodeCoef, StepCoef       episode_coef, step_coef
//	5 step skills       Settings.StepSkills                  step_skills
//	mean_norm           Settings.Normalize                   normalize
//
// Equations, t the tokens of turn k of an episode, c its history:
//
//	told_k  = the step skill of turn k if it has one and step_coef > 0, else the episode skill if episode_coef > 0
//	Delta_t = l_old(t | c + told_k) - l_old(t | c)
//	A_t     = R - mean R - c [turn k invalid]  +  episode_coef or step_coef Delta_t, by which skill was told
//
// over the returns R of the task's group, then the clipped policy gradient. normalize = "std" takes GRPO's advantage instead of
// the first three terms, so that with both coefficients 0 it is GRPO.
//
// Source: OPID (arXiv 2606.26790) and its code. Departures and constants: info.go.
package opid

import (
	"context"
	"errors"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/judge"
	"github.com/retort-ml/retort/registry/methods/skills"
	"github.com/retort-ml/retort/registry/textmodel"
	"github.com/retort-ml/retort/registry/training"
)

// StageName is the kind of the training stage. Its input is "student".
const StageName = "opid"

// Settings is what an experiment sets of OPID.
type Settings struct {
	training.Budget
	training.Group
	Analyst     string  `hcl:"analyst,optional" json:"analyst"`         // "rule" or "model"
	StepSkills  int     `hcl:"step_skills,optional" json:"step_skills"` // an episode, at most
	EpisodeCoef float64 `hcl:"episode_coef,optional" json:"episode_coef"`
	StepCoef    float64 `hcl:"step_coef,optional" json:"step_coef"`
	Normalize   string  `hcl:"normalize,optional" json:"normalize"` // "mean" or "std"

	textmodel.Address // the analyst's, with analyst = "model"
}

// Defaults are the laptop sizes.
func Defaults() Settings {
	return Settings{
		Budget: training.ReinforceDefaults(), Group: training.GroupDefaults(),
		Analyst: "rule", StepSkills: 5, EpisodeCoef: 0.001, StepCoef: 0.001, Normalize: "mean",
	}
}

// Validate names the setting that cannot work.
func (s *Settings) Validate() error {
	return errors.Join(
		s.Budget.Validate(),
		s.Group.Validate(),
		skills.CheckAnalyst(s.Analyst, s.Address),
		training.CheckRange("step_skills", s.StepSkills, 0, 1000),
		training.CheckRange("episode_coef", s.EpisodeCoef, 0, 1000),
		training.CheckRange("step_coef", s.StepCoef, 0, 1000),
		training.CheckOneOf("normalize", s.Normalize, "mean", "std"),
	)
}

// Kind registers the method.
func Kind() registry.MethodKind {
	return training.MethodKind(info(), Defaults, (*Settings).build)
}

// build declares the stages.
func (s *Settings) build(b registry.Builder) registry.Artifact {
	return b.Stage(StageName, s, registry.Inputs{"student": b.Student()}, true)
}

// Stage trains the student.
func Stage() registry.StageKind {
	return registry.StageKind{
		Kind: StageName, Version: 1, ReadsReward: true,
		Settings: func() any { s := Defaults(); return &s },
		Run:      run,
		Episodes: func(s any) int { o := s.(*Settings); return o.Budget.Episodes(o.Size) },
		Work: func(s any, _ func(string) any) []registry.Work {
			o := s.(*Settings)
			if o.EpisodeCoef == 0 && o.StepCoef == 0 {
				return []registry.Work{training.ReinforceWork(o.Budget, o.Group, 0)}
			}
			return skills.Work(o.Budget, o.Group) // a turn is read under one skill, its own or the episode's
		},
	}
}

func run(ctx context.Context, b registry.Bench, settings any) error {
	s := settings.(*Settings)
	analyst, asked := skills.NewAnalyst(s.Analyst, s.Address, s.StepSkills)
	shape := func(ctx context.Context, _ int, batch *training.Batch, own skills.Own) error {
		lessons, err := analyst.Analyse(ctx, skills.Finished(batch.Episodes, s.Size))
		if err != nil {
			return err
		}
		asked.Numbers(batch.Numbers)
		gaps, err := own.GapsUnder(ctx, batch, s.told(lessons))
		if err != nil {
			return err
		}
		s.shape(batch, lessons, gaps)
		return nil
	}
	return skills.RunWith(ctx, b, s.Budget, s.Group, nil, shape)
}

// told is which skill each turn is scored under.
func (s *Settings) told(lessons []judge.Lesson) training.Privilege {
	return func(episode, turn int) []string {
		l := &lessons[episode]
		switch {
		case s.stepped(l, turn):
			return l.Step(turn)
		case s.EpisodeCoef > 0:
			return l.Episode
		}
		return nil
	}
}

// stepped says that a turn is scored under a skill of its own.
func (s *Settings) stepped(l *judge.Lesson, turn int) bool {
	return s.StepCoef > 0 && l.Step(turn) != nil
}

// shape makes the advantages of a batch those of OPID. It records "step_skilled_share", the share of tokens
// that were scored under a skill of their own turn.
func (s *Settings) shape(batch *training.Batch, lessons []judge.Lesson, gaps []skills.Gaps) {
	if s.Normalize == "mean" {
		s.center(batch)
	}
	stepped := 0
	for i := range gaps {
		for j, p := range batch.Positions[i] {
			coef := s.EpisodeCoef
			if s.stepped(&lessons[i], p.Turn) {
				coef = s.StepCoef
				stepped++
			}
			batch.Advantages[i][j] += coef * gaps[i].Of[j]
		}
	}
	batch.Numbers["step_skilled_share"] = float64(stepped) / float64(max(batch.Tokens, 1))
}

// center makes the advantages R - mean R - c [turn invalid] within each group.
func (s *Settings) center(batch *training.Batch) {
	for from := 0; from < len(batch.Episodes); from += s.Size {
		group := batch.Episodes[from:min(from+s.Size, len(batch.Episodes))]
		mean := 0.0
		for _, e := range group {
			mean += training.Return(e) / float64(len(group))
		}
		for i, e := range group {
			for j, p := range batch.Positions[from+i] {
				a := training.Return(e) - mean
				if t := &e.Turns[p.Turn]; !t.Parsed || !t.Valid {
					a -= s.InvalidPenalty
				}
				batch.Advantages[from+i][j] = a
			}
		}
	}
}
