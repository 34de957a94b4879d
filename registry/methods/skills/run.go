package skills

import (
	"context"

	"github.com/retort-ml/retort/backends"
	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/training"
)

// Own is a student that judges itself: the scorer is the student as it is, the privilege a skill.
type Own struct {
	Student     backends.Scorer
	Environment registry.Environment
	Format      registry.Format
	Source      Source
}

// Gaps are g = l_T - l_old of an episode's trained tokens, [Positions], where l_T is the log-probability under the prompt with
// the skill and l_old that with which the token was sampled. Tokens that are not Scored, because there was no skill, have 0.
type Gaps struct {
	Of     []float64
	Scored []bool
}

// Gaps scores a batch under the skills (P3 and P4 of the methods' primitives), one entry an episode, and adds to the numbers of
// the batch "skill_gap", the mean gap of scored tokens in nats, and "skilled_share", the share of tokens that were scored.
func (o Own) Gaps(ctx context.Context, batch *training.Batch) ([]Gaps, error) {
	privilege, err := o.Source.Tell(ctx, batch)
	if err != nil {
		return nil, err
	}
	return o.GapsUnder(ctx, batch, privilege)
}

// GapsUnder is Gaps under privileges that the caller chooses.
func (o Own) GapsUnder(ctx context.Context, batch *training.Batch, privilege training.Privilege) ([]Gaps, error) {
	told, err := training.ScorePrivileged(ctx, o.Student, o.Environment, o.Format, batch.Episodes, privilege)
	if err != nil {
		return nil, err
	}
	gaps := make([]Gaps, len(batch.Episodes))
	sum, n := 0.0, 0
	for i, e := range batch.Episodes {
		gaps[i] = Gaps{Of: make([]float64, len(batch.Positions[i])), Scored: told[i].Scored}
		for j, p := range batch.Positions[i] {
			if told[i].Scored[j] {
				gaps[i].Of[j] = float64(told[i].LogProbs[j]) - float64(e.Turns[p.Turn].LogProbs[p.Token])
				sum += gaps[i].Of[j]
				n++
			}
		}
	}
	if n > 0 {
		batch.Numbers["skill_gap"] = sum / float64(n)
	}
	batch.Numbers["skilled_share"] = float64(n) / float64(max(batch.Tokens, 1))
	return gaps, nil
}

// Shape is what a method makes of a batch and of the student's judgement of itself.
type Shape func(ctx context.Context, step int, batch *training.Batch, own Own) error

// Run trains "student" by group relative reinforcement that shape changes, with the student of each step as its own teacher.
// It reads "skills" where the settings want a library.
func Run(ctx context.Context, b registry.Bench, budget training.Budget, group training.Group, s Settings, shape Shape) error {
	source, err := s.Open(b, group.Size)
	if err != nil {
		return err
	}
	return RunWith(ctx, b, budget, group, source, shape)
}

// RunWith is Run with a source of the method's own; nil for methods that call GapsUnder.
func RunWith(ctx context.Context, b registry.Bench, budget training.Budget, group training.Group, source Source, shape Shape) error {
	student, err := b.Load("student")
	if err != nil {
		return err
	}
	defer student.Close()
	own := Own{Student: student, Environment: b.Environment(), Format: b.Format(), Source: source}
	return training.Reinforce{
		Budget: budget, Group: group,
		Shape: func(ctx context.Context, step int, batch *training.Batch) error { return shape(ctx, step, batch, own) },
	}.Train(ctx, b, student)
}

// Work is what the student does in Run, for an estimate of compute: group relative reinforcement, and one more reading of every
// episode under its skill.
func Work(budget training.Budget, group training.Group) []registry.Work {
	return []registry.Work{training.ReinforceWork(budget, group, 1)}
}

// Needs are what a method with skills needs: what the caller says, and what skills want of the environment and the student.
func Needs(first ...string) []string {
	return append(first,
		"a student that reads commands in its prompt: a warm-up with reference_share > 0",
		"skills = task or type: shortest solutions or an expert",
	)
}
