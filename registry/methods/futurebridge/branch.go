package futurebridge

import (
	"context"
	"fmt"

	"github.com/retort-ml/retort/backends"
	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/rollout"
	"github.com/retort-ml/retort/registry/training"
)

// builder makes the bridges of a step.
type builder struct {
	settings         *Settings
	bench            registry.Bench
	student, teacher backends.Model
}

// trial is a bridge under examination.
type trial struct {
	turn         int
	seedA, seedB uint64 // of the student's turns in the branches
	a, b         *rollout.Live
	bridge       *registry.Episode // up to and with the teacher's turn, which alone is not masked
}

// bridges tries one bridge an episode and returns those that pass the gate, as episodes that end with the bridge,
// whose earlier turns are masked, and whose log-probabilities are the teacher's.
func (m builder) bridges(ctx context.Context, step int, episodes []*registry.Episode) ([]*registry.Episode, map[string]float64, error) {
	numbers := map[string]float64{"bridges_tried": 0, "bridges_kept": 0}
	if m.settings.Gate == "never" {
		return nil, numbers, nil
	}
	trials, err := m.try(ctx, step, episodes)
	if err != nil {
		return nil, nil, err
	}
	numbers["bridges_tried"] = float64(len(trials))
	passed := trials
	switch m.settings.Gate {
	case "token":
		if passed, err = m.likelier(ctx, trials); err != nil {
			return nil, nil, err
		}
	case "future":
		if passed, err = m.futures(ctx, trials, numbers); err != nil {
			return nil, nil, err
		}
	}
	numbers["bridges_kept"] = float64(len(passed))
	var kept []*registry.Episode
	for _, t := range passed {
		kept = append(kept, t.bridge)
	}
	return kept, numbers, nil
}

// likelier returns the trials whose bridge has mean_t (l_T - l_S) > 0.
func (m builder) likelier(ctx context.Context, trials []*trial) ([]*trial, error) {
	asked := make([]*registry.Episode, len(trials))
	for i, t := range trials {
		asked[i] = training.Mask(t.bridge, func(int) bool { return false }) // a copy: the scores are not the teacher's
	}
	scores, err := training.ScoreEpisodes(ctx, m.student, asked, nil, false)
	if err != nil {
		return nil, err
	}
	var passed []*trial
	for i, t := range trials {
		gain := 0.0
		for j, l := range scores[i].LogProbs {
			gain += float64(t.bridge.Turns[t.turn].LogProbs[j]) - float64(l)
		}
		if gain > 0 {
			passed = append(passed, t)
		}
	}
	return passed, nil
}

// try replays every episode that has a turn to bridge up to it (P10), in two copies: in the first the student's turn is
// executed, in the second the teacher's.
func (m builder) try(ctx context.Context, step int, episodes []*registry.Episode) ([]*trial, error) {
	env, format := m.bench.Environment(), m.bench.Format()
	rng := m.bench.Rand(fmt.Sprintf("bridges/%d", step))
	var trials []*trial
	var starts []rollout.Start
	for _, e := range episodes {
		k := m.settings.turn(e, rng)
		if k < 0 {
			continue
		}
		a, err := rollout.Replay(env, format, e, k+1)
		if err != nil {
			return nil, err
		}
		b, err := rollout.Replay(env, format, e, k)
		if err != nil {
			return nil, err
		}
		b.World = &bounded{World: b.World, left: 1}
		starts = append(starts, rollout.Start{Live: b, Seed: rng.Uint64()})
		trials = append(trials, &trial{turn: k, seedA: rng.Uint64(), seedB: rng.Uint64(), a: a, b: b})
	}
	player := rollout.Player{Model: m.teacher, Format: format, Environment: env, Temperature: m.settings.BridgeTemperature, Actor: "teacher"}
	played, err := player.Play(ctx, starts)
	if err != nil {
		return nil, err
	}
	for i, t := range trials {
		t.bridge = training.Mask(played[i], func(k int) bool { return k < t.turn })
	}
	return trials, nil
}

// futures lets the student play on for BridgeTurns turns after its own turn and after the bridge, and returns the
// trials whose second future the teacher likes better.
func (m builder) futures(ctx context.Context, trials []*trial, numbers map[string]float64) ([]*trial, error) {
	s := m.settings
	var open []*trial
	var starts []rollout.Start
	for _, t := range trials {
		ended := t.b.World.(*bounded)
		if ended.over || !t.bridge.Turns[t.turn].Parsed || !t.bridge.Turns[t.turn].Valid {
			continue
		}
		t.b.World = &bounded{World: ended.World, left: s.BridgeTurns}
		t.a.World = &bounded{World: t.a.World, left: s.BridgeTurns}
		open = append(open, t)
		starts = append(starts, rollout.Start{Live: t.a, Seed: t.seedA}, rollout.Start{Live: t.b, Seed: t.seedB})
	}
	player := rollout.Player{Model: m.student, Format: m.bench.Format(), Environment: m.bench.Environment(), Temperature: s.Temperature, Actor: "student"}
	played, err := player.Play(ctx, starts)
	if err != nil {
		return nil, err
	}
	var complete []*trial
	var branches []*registry.Episode
	for i, t := range open {
		a, b := played[2*i], played[2*i+1]
		if !full(a, t.turn, s.BridgeTurns) || !full(b, t.turn, s.BridgeTurns) {
			continue
		}
		complete = append(complete, t)
		before := func(k int) bool { return k <= t.turn }
		branches = append(branches, training.Mask(a, before), training.Mask(b, before))
	}
	numbers["bridges_complete"] = float64(len(complete))
	if _, err := training.ScoreEpisodes(ctx, m.teacher, branches, nil, false); err != nil {
		return nil, err
	}
	var passed []*trial
	advantage := 0.0
	for i, t := range complete {
		a, b := ratio(branches[2*i], t.turn+1), ratio(branches[2*i+1], t.turn+1)
		advantage += b - a
		if b > a {
			passed = append(passed, t)
		}
	}
	if len(complete) > 0 {
		numbers["bridge_ratio_gain"] = advantage / float64(len(complete))
	}
	return passed, nil
}

// bounded is a world that says it is over after some steps.
type bounded struct {
	registry.World
	left int
	over bool // by itself
}

// Step implements registry.World.
func (w *bounded) Step(action string) registry.Outcome {
	out := w.World.Step(action)
	w.left--
	w.over = out.Done
	out.Done = out.Done || w.left <= 0
	return out
}

// Fork implements registry.World.
func (w *bounded) Fork() registry.World {
	return &bounded{World: w.World.Fork(), left: w.left, over: w.over}
}
