package pivotopd

import (
	"context"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/rollout"
	"github.com/retort-ml/retort/registry/training"
)

// RecoveryName is the kind of the stage that lets a policy recover from the mistakes of another. Its inputs are "policy" and
// "mistakes", what DiagnosisName made.
const RecoveryName = "pivotopd.recovery"

// Replays is the settings of that stage.
type Replays struct {
	Replays     int     `json:"replays"` // of a mistake
	Temperature float64 `json:"temperature"`
}

// guessedMistakes is the number of mistakes that estimates take.
const guessedMistakes = 72

// recovery replays every mistake to just after it, lets the policy play on, and compares with the policy that made the mistakes,
// mistake by mistake.
func recovery(ctx context.Context, b registry.Bench, settings any) error {
	s := settings.(*Replays)
	mistakes, err := readMistakes(b, "mistakes")
	if err != nil {
		return err
	}
	policy, err := b.Load("policy")
	if err != nil {
		return err
	}
	defer policy.Close()
	recovered, err := replay(ctx, b, policy, mistakes, "replay_unchanged", s.Replays, s.Temperature, func(m *mistake) (*rollout.Live, error) {
		return rollout.Replay(b.Environment(), b.Format(), m.Episode, m.Turn+1)
	})
	if err != nil {
		return err
	}
	return recordRecovery(b, mistakes, recovered, s.Replays)
}

// recordRecovery records the rate over replays, the shares of mistakes from which more, fewer and as large a part of the replays finish
// as of the first policy's, and the mean shortest way after the mistake over the recovered replays.
func recordRecovery(b registry.Bench, mistakes []*mistake, recovered []int, replays int) error {
	total, left := 0, 0
	var improved, worse, same count
	for i, m := range mistakes {
		now, then := recovered[i]*m.Replays, m.Recovered*replays
		improved.add(now > then)
		worse.add(now < then)
		same.add(now == then)
		total += recovered[i]
		left += recovered[i] * max(m.Left, 0)
	}
	for _, r := range []struct {
		name   string
		sum, n int
	}{
		{"recovery_rate", total, len(mistakes) * replays},
		{"recovery_improved", improved.yes, improved.of},
		{"recovery_worse", worse.yes, worse.of},
		{"recovery_same", same.yes, same.of},
		{"recovery_optimal_turns", left, total},
	} {
		if err := training.RecordMean(b, r.name, float64(r.sum), r.n); err != nil {
			return err
		}
	}
	return nil
}
