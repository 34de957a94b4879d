package r2s

import (
	"context"
	"fmt"
	"slices"

	"github.com/retort-ml/retort/backends"
	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/rollout"
	"github.com/retort-ml/retort/registry/training"
)

// dropWarning is the loss of the teacher's own success, in points, from which on a repair is reported as
// harmful: a scorer that can no longer do the task is not a better judge of it.
const dropWarning = 5

// repair trains a copy of the teacher towards q+ and measures what became of it.
func repair(ctx context.Context, b registry.Bench, settings any) error {
	s := settings.(*Repair)
	branches, err := readBranches(b)
	if err != nil {
		return err
	}
	completion, asked := s.completion()
	kept, err := choose(ctx, branches, b.Environment(), s, completion)
	if err != nil {
		return err
	}
	if err := asked.Record(b); err != nil {
		return err
	}
	if err := recordSelection(b, branches, kept); err != nil {
		return err
	}
	teacher, err := b.Load("teacher")
	if err != nil {
		return err
	}
	defer teacher.Close()
	list, err := targets(ctx, teacher, b.Format(), kept, s)
	if err != nil {
		return err
	}
	if err := recordDrops(b, list); err != nil {
		return err
	}
	scorer, err := b.Load("teacher")
	if err != nil {
		return err
	}
	defer scorer.Close()
	held := split(len(list), s.HeldOut)
	if err := train(ctx, b, scorer, list, kept, held, s); err != nil {
		return err
	}
	if err := recordCloseness(ctx, b, "closeness_before", teacher, list[held:]); err != nil {
		return err
	}
	if err := recordCloseness(ctx, b, "closeness_after", scorer, list[held:]); err != nil {
		return err
	}
	if err := check(ctx, b, teacher, scorer, s); err != nil {
		return err
	}
	return b.SaveWeights(scorer)
}

// split returns how many of n branches are trained on; the rest measures closeness. Branches come from
// independent tasks, so that the last ones are as good a sample as any.
func split(n int, heldOut float64) int {
	return n - min(int(float64(n)*heldOut+0.5), max(n-1, 0))
}

// train fits the scorer on the first held branches. With nothing to learn it leaves it as it is: without kept
// branches, and when q+ is the teacher's own distribution, where an optimiser
// that normalises gradients would only amplify rounding.
func train(ctx context.Context, b registry.Bench, scorer backends.Learner, list []target, kept []chosen, held int, s *Repair) error {
	loss := backends.Loss{Kind: backends.DistributionCE}
	make := func(order []int) []backends.Datum { return data(pick(list, order)) }
	if s.Target == "takeovers" {
		loss.Kind = backends.CrossEntropy
		make = func(order []int) []backends.Datum { return imitation(pick(kept, order)) }
	} else if unchanged(list[:held]) {
		return b.Warn("the repair changed nothing: " + why(kept))
	}
	if held == 0 {
		return b.Warn("the repair changed nothing: " + why(kept))
	}
	perEpoch := (held + s.Batch - 1) / s.Batch
	schedule := training.Schedule{Peak: s.LearningRate, Warmup: min(5, s.Epochs*perEpoch), Steps: s.Epochs * perEpoch, Floor: training.Floor}
	return b.Loop(ctx, schedule.Steps, scorer, func(step int) error {
		order := b.Rand(fmt.Sprintf("order/%d", step/perEpoch)).Perm(held)
		from := step % perEpoch * s.Batch
		batch := make(order[from:min(from+s.Batch, held)])
		numbers, err := training.Update(ctx, scorer, batch, loss, schedule.At(step))
		if err != nil {
			return fmt.Errorf("repair at step %d: %w", step, err)
		}
		return training.RecordAll(b, step, numbers)
	})
}

func pick[T any](list []T, order []int) []T {
	var picked []T
	for _, i := range order {
		picked = append(picked, list[i])
	}
	return picked
}

func unchanged(list []target) bool {
	return !slices.ContainsFunc(list, func(t target) bool { return !slices.Equal(t.plus.Full, t.plain.Full) })
}

func why(kept []chosen) string {
	if len(kept) == 0 {
		return "no state was kept by the check"
	}
	return "the scores after the reference are the teacher's own"
}

// check lets teacher and scorer play the same training tasks and reports the difference before
// anything is distilled from the scorer.
func check(ctx context.Context, b registry.Bench, teacher, scorer backends.Learner, s *Repair) error {
	if s.CheckTasks == 0 {
		return nil
	}
	before, err := success(ctx, b, teacher, s)
	if err != nil {
		return err
	}
	after, err := success(ctx, b, scorer, s)
	if err != nil {
		return err
	}
	n := s.CheckTasks
	if err := recordConduct(b, "teacher", before, n); err != nil {
		return err
	}
	if err := recordConduct(b, "repaired", after, n); err != nil {
		return err
	}
	was, is := 100*before["success"], 100*after["success"]
	b.Progress(1, 1, fmt.Sprintf("repaired teacher's own success %.1f%%, was %.1f%% (n=%d)", is, was, n))
	if was-is > dropWarning {
		return b.Warn(fmt.Sprintf("the repair lowered the teacher's own success from %.1f%% to %.1f%% (n=%d): it may have learnt to claim what it has not seen", was, is, n))
	}
	return nil
}

func success(ctx context.Context, b registry.Bench, policy backends.Learner, s *Repair) (map[string]float64, error) {
	size, err := training.SplitSize(b.Environment(), training.TrainSplit)
	if err != nil {
		return nil, err
	}
	rng := b.Rand("check")
	var starts []rollout.Start
	for _, task := range training.Draw(rng, size, s.CheckTasks) {
		starts = append(starts, rollout.Start{Task: task, Seed: rng.Uint64()})
	}
	player := rollout.Player{Model: policy, Format: b.Format(), Environment: b.Environment(), Temperature: s.CheckAt, Actor: "teacher"}
	episodes, err := player.Play(ctx, starts)
	if err != nil {
		return nil, err
	}
	return training.Conduct(episodes), nil
}

func recordConduct(b registry.Bench, who string, conduct map[string]float64, n int) error {
	for _, name := range []string{"success", "hesitation_turns"} {
		if err := training.RecordMean(b, who+"_"+name, conduct[name]*float64(n), n); err != nil {
			return err
		}
	}
	return nil
}
