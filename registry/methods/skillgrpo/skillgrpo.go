// Package skillgrpo is Skill-GRPO: group relative reinforcement of a student that has the skill in its own prompt while it
// trains. It is evaluated without, which shows what is left when the skill is taken away; no distillation.
//
//	paper row      where
//	Skill-GRPO     the trial's evaluation: plain prompts
//	Skill-GRPO*    the metric skill_grpo_with_skill, recorded at the end of training beside skill_grpo_without_skill
//
// Everything else is GRPO: A = (R - mean R - c invalid) / (std R + 1e-6), clipped policy gradient, kl_coef k3 to the
// starting student, which reads the same prompts.
//
// Source: SDAR (arXiv 2605.15155) and its code. Departures and constants: Kind.
package skillgrpo

import (
	"context"
	"errors"

	"github.com/retort-ml/retort/backends"
	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/methods/skills"
	"github.com/retort-ml/retort/registry/rollout"
	"github.com/retort-ml/retort/registry/training"
)

// StageName is the kind of the training stage. Its inputs are "student" and "skills".
const StageName = "skill-grpo"

// Settings is what an experiment sets of Skill-GRPO.
type Settings struct {
	training.Budget
	training.Group
	Skills     string `hcl:"skills,optional" json:"skills"`
	CheckTasks int    `hcl:"check_tasks,optional" json:"check_tasks"` // unseen tasks played with and without the skill at the end
}

// Defaults are the laptop sizes.
func Defaults() Settings {
	return Settings{Budget: training.ReinforceDefaults(), Group: training.GroupDefaults(), Skills: skills.Task, CheckTasks: 128}
}

// Validate names the setting that cannot work. Hindsight comes after an episode and cannot stand in its prompt.
func (s *Settings) Validate() error {
	return errors.Join(
		s.Budget.Validate(),
		s.Group.Validate(),
		training.CheckOneOf("skills", s.Skills, skills.Task, skills.Type),
		training.CheckRange("check_tasks", s.CheckTasks, 0, 1_000_000),
	)
}

// Kind registers the method.
func Kind() registry.MethodKind {
	return training.MethodKind(registry.MethodInfo{
		Name:      "skill-grpo",
		Title:     "Skill-GRPO: reinforcement with the skill in the prompt",
		Idea:      "The student trains by group relative reinforcement with the skill in its own prompt and is evaluated without it.",
		Objective: "GRPO on prompts with the skill: A = (R - mean R - c invalid) / (std R + 1e-6) over the group, clipped policy gradient, plus kl_coef k3 to the starting student",
		Source:    "SDAR (arXiv 2605.15155) and its code",
		Stages: []string{
			"skills: a library of commands that finish training tasks, made once",
			"skill-grpo: 'steps' rounds of 'tasks_a_step' x 'group' episodes played with the skill, one update; at the end 'check_tasks' unseen tasks with and without the skill",
		},
		Needs:       skills.Needs("a task reward"),
		ReadsReward: true,
		Constants: []registry.Constant{
			{Setting: "group = 8, clip = 0.2, clip_high = 0.2, kl_coef = 0.01, invalid_penalty = 0.1", Origin: "published (SDAR code, family B)"},
			{Setting: "dual_clip = 3", Origin: "published (verl default)"},
			{Setting: "skills = task", Origin: "ours: a list of commands stands in for the papers' texts"},
			{Setting: "check_tasks = 128", Origin: "published (128 validation tasks)"},
			{Setting: "steps = 100, tasks_a_step = 4, learning_rate = 3e-4, warmup_steps = 5, temperature = 1", Origin: "ours, for tiny models, as grpo"},
		},
		Departures: []string{
			"a skill is a list of commands, by default of this very task: with it the student may simply read off what to do",
			training.ReturnDeparture,
			"the check at the end samples at the temperature of training; it reads unseen tasks to measure, never to train",
			"one update a batch; the learning rate decays linearly to a tenth",
		},
	}, Defaults, (*Settings).build)
}

// build declares the stages: the library, then training.
func (s *Settings) build(b registry.Builder) registry.Artifact {
	return b.Stage(StageName, s, skills.Defaults(s.Skills).Inputs(b, s.Budget), true)
}

// Metrics are what the stage records besides its steps.
func Metrics() []registry.Metric {
	with := registry.Metric{
		Name: "skill_grpo_with_skill", Title: "success with the skill", Unit: "%", Rate: true, HigherIsBetter: true, Stage: StageName,
		Help: "Share of unseen tasks that the trained student finishes with the skill in its prompt (SDAR, Skill-GRPO*).",
	}
	without := with
	without.Name, without.Title = "skill_grpo_without_skill", "success without the skill"
	without.Help = "The same tasks and sampling streams with plain prompts (SDAR, Skill-GRPO)."
	return []registry.Metric{with, without}
}

// Stage trains the student. It needs skills.LibraryStage besides.
func Stage() registry.StageKind {
	return registry.StageKind{
		Kind: StageName, Version: 1, ReadsReward: true,
		Settings: func() any { s := Defaults(); return &s },
		Run:      run,
		Episodes: func(s any) int { o := s.(*Settings); return o.Budget.Episodes(o.Size) + 2*o.CheckTasks },
		Work: func(s any, _ func(string) any) []registry.Work {
			o := s.(*Settings)
			w := training.ReinforceWork(o.Budget, o.Group, 0)
			w.Plays += 2 * o.CheckTasks
			return []registry.Work{w}
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
	skilled, err := skills.Defaults(s.Skills).NewPlayer(b)
	if err != nil {
		return err
	}
	loop := training.Reinforce{Budget: s.Budget, Group: s.Group}
	if loop.Collect, err = s.collect(b, student, skilled); err != nil {
		return err
	}
	if err := loop.Train(ctx, b, student); err != nil {
		return err
	}
	return s.check(ctx, b, student, skilled)
}

// collect plays the starts of a step with the skill in the prompt.
func (s *Settings) collect(b registry.Bench, student backends.Sampler, skilled *skills.Player) (func(context.Context, int) ([]*registry.Episode, error), error) {
	size, err := training.SplitSize(b.Environment(), training.TrainSplit)
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context, step int) ([]*registry.Episode, error) {
		return s.play(ctx, b, student, skilled, training.Starts(b, size, s.Budget, s.Size, step))
	}, nil
}

// play plays starts, with the skill in the prompt unless skilled is nil.
func (s *Settings) play(ctx context.Context, b registry.Bench, student backends.Sampler, skilled *skills.Player, starts []rollout.Start) ([]*registry.Episode, error) {
	if skilled != nil {
		for i := range starts {
			var err error
			if starts[i].Live, err = skilled.Begin(starts[i].Task); err != nil {
				return nil, err
			}
		}
	}
	player := rollout.Player{Model: student, Format: b.Format(), Environment: b.Environment(), Temperature: s.Temperature, Actor: "student"}
	return player.Play(ctx, starts)
}

// checkSplit is the task set of the check.
const checkSplit = "unseen"

// check plays unseen tasks with the skill and without.
func (s *Settings) check(ctx context.Context, b registry.Bench, student backends.Sampler, skilled *skills.Player) error {
	size := 0
	for _, split := range b.Environment().Splits() {
		if split.Name == checkSplit {
			size = min(split.Tasks, s.CheckTasks)
		}
	}
	for _, c := range []struct {
		name    string
		skilled *skills.Player
	}{{"skill_grpo_with_skill", skilled}, {"skill_grpo_without_skill", nil}} {
		rng := b.Rand("check")
		starts := make([]rollout.Start, size)
		for i := range starts {
			starts[i] = rollout.Start{Task: registry.Task{Split: checkSplit, Index: i}, Seed: rng.Uint64()}
		}
		episodes, err := s.play(ctx, b, student, c.skilled, starts)
		if err != nil {
			return err
		}
		won := 0.0
		for _, e := range episodes {
			won += training.Return(e)
		}
		if err := training.RecordMean(b, c.name, won, len(episodes)); err != nil {
			return err
		}
	}
	return nil
}
