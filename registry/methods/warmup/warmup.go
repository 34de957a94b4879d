// Package warmup makes the policies that a trial starts from: supervised
// fine-tuning of fresh weights on demonstrations of the environment's exploring expert. A
// teacher's warm-up mixes in demonstrations with a reference before them, which is
// what lets it read a takeover later.
//
// It is no method of a paper but what stands in for pre-training at laptop scale: the papers
// start from language models. Its stage is shared by all trials of a cell.
package warmup

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/rollout"
	"github.com/retort-ml/retort/registry/training"
)

// StageName is the kind of the stage.
const StageName = "warmup"

// Settings is what an experiment sets in a warmup block.
type Settings struct {
	// Demonstrations is the number of distinct episodes; 0 makes fresh ones at every step.
	Demonstrations int     `hcl:"demonstrations,optional" json:"demonstrations"`
	Steps          int     `hcl:"steps,optional" json:"steps"`
	Batch          int     `hcl:"episodes_a_step,optional" json:"episodes_a_step"`
	LearningRate   float64 `hcl:"learning_rate,optional" json:"learning_rate"`
	WarmupSteps    int     `hcl:"warmup_steps,optional" json:"warmup_steps"`
	Noise          float64 `hcl:"noise,optional" json:"noise"`
	ReferenceShare float64 `hcl:"reference_share,optional" json:"reference_share"`
	Seed           int     `hcl:"seed,optional" json:"seed"`
}

// Defaults are those of a weak student.
func Defaults() Settings {
	return Settings{Demonstrations: 1000, Steps: 1800, Batch: 8, LearningRate: 5e-3, WarmupSteps: 30}
}

// Validate names the setting that cannot work.
func (s *Settings) Validate() error {
	return errors.Join(
		training.CheckRange("demonstrations", s.Demonstrations, 0, 10_000_000),
		training.CheckRange("steps", s.Steps, 1, 10_000_000),
		training.CheckRange("episodes_a_step", s.Batch, 1, 4096),
		training.CheckRange("learning_rate", s.LearningRate, 0, 1),
		training.CheckRange("warmup_steps", s.WarmupSteps, 0, s.Steps),
		training.CheckRange("noise", s.Noise, 0, 0.9),
		training.CheckRange("reference_share", s.ReferenceShare, 0, 1),
	)
}

// Stage is the warm-up as a stage. Its weights are rounded to half precision, so that what is
// shipped and what is trained here are the same policy.
func Stage() registry.StageKind {
	return registry.StageKind{
		Kind: StageName, Version: 1, ReadsReward: true, // demonstrations that fail are dropped
		Settings: func() any { s := Defaults(); return &s },
		Run:      run,
		Episodes: func(s any) int { return s.(*Settings).Steps * s.(*Settings).Batch },
	}
}

// failureLimit is how many horizons an expert may take before its demonstration counts as failed.
const failureLimit = 1.5

func run(ctx context.Context, b registry.Bench, settings any) error {
	s := settings.(*Settings)
	student, err := b.Fresh()
	if err != nil {
		return err
	}
	defer student.Close()
	size, err := training.SplitSize(b.Environment(), training.TrainSplit)
	if err != nil {
		return err
	}
	source := demonstrations{bench: b, settings: s, tasks: size}
	err = training.Imitate(ctx, b, student, s.LearningRate, s.WarmupSteps, s.Steps, source.batch)
	if err != nil {
		return err
	}
	return b.SaveWeights(student)
}

// demonstrations makes the batches. Demonstration i is a function of i and the stage's stream, so
// that a resumed stage sees the same ones without having kept them; memory only saves work.
type demonstrations struct {
	bench    registry.Bench
	settings *Settings
	tasks    int
	memory   map[int]*registry.Episode
}

// batch returns the episodes of a step: a pass over the distinct demonstrations in an order
// shuffled anew for each pass, or fresh ones.
func (d *demonstrations) batch(step int) ([]*registry.Episode, error) {
	n := d.settings.Demonstrations
	var batch []*registry.Episode
	for j := range d.settings.Batch {
		i := step*d.settings.Batch + j
		if n > 0 {
			order := d.bench.Rand(fmt.Sprintf("order/%d/%d", d.settings.Seed, i/n)).Perm(n)
			i = order[i%n]
		}
		e, err := d.make(i)
		if err != nil {
			return nil, err
		}
		batch = append(batch, e)
	}
	return batch, nil
}

// attempts bounds the search for a task that the expert solves.
const attempts = 50

func (d *demonstrations) make(i int) (*registry.Episode, error) {
	if e, ok := d.memory[i]; ok {
		return e, nil
	}
	rng := d.bench.Rand(fmt.Sprintf("demonstration/%d/%d", d.settings.Seed, i))
	env := d.bench.Environment()
	show := rollout.Demonstration{
		Noise:     d.settings.Noise,
		Reference: rng.Float64() < d.settings.ReferenceShare,
		Limit:     int(failureLimit * float64(env.Horizon())),
	}
	for range attempts {
		e, won, err := rollout.Demonstrate(env, d.bench.Format(), d.task(rng), show, rng.Uint64(), rng)
		if _, files := env.(registry.Faulty); err != nil && !files {
			return nil, err
		}
		if err == nil && won {
			d.remember(i, e)
			return e, nil
		}
	}
	return nil, fmt.Errorf("make demonstration %d: the expert failed %d tasks in a row, or they could not be begun", i, attempts)
}

func (d *demonstrations) remember(i int, e *registry.Episode) {
	if d.settings.Demonstrations == 0 {
		return
	}
	if d.memory == nil {
		d.memory = map[int]*registry.Episode{}
	}
	d.memory[i] = e
}

func (d *demonstrations) task(rng *rand.Rand) registry.Task {
	return training.Draw(rng, d.tasks, 1)[0]
}
