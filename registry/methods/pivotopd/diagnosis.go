package pivotopd

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"

	"github.com/retort-ml/retort/backends"
	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/rollout"
	"github.com/retort-ml/retort/registry/training"
)

// DiagnosisName is the kind of the stage that looks for the pivotal mistakes of a policy. Its input is "policy".
const DiagnosisName = "pivotopd.diagnosis"

// Diagnosis is the settings of that stage.
type Diagnosis struct {
	Split       string  `json:"split"`
	Tasks       int     `json:"tasks"` // the first of the split, each played once
	Temperature float64 `json:"temperature"`
	Mistakes    int     `json:"mistakes"` // the most that are replayed
	Replays     int     `json:"replays"`  // of a mistake
}

// forced is the number of turns of intervention b.
const forced = 2

// mistake is the first pivotal turn of a failed episode.
type mistake struct {
	Episode *registry.Episode `json:"episode"`
	Turn    int               `json:"turn"` // from 0
	// Left is the number of turns of a shortest way to the goal after it, -1 when there is none.
	Left int `json:"left"`
	// Recovered is how many of the policy's own Replays from just after the mistake finished the task.
	Recovered int `json:"recovered"`
	Replays   int `json:"replays"`
}

// mistakesFile is the artifact of the stage: one mistake a line.
const mistakesFile = "mistakes.jsonl"

// diagnose plays held-out tasks, labels their turns by the oracle, and replays the mistakes: as they are, with the oracle's action in place
// of the first pivotal one (a), and with the mistake kept and the oracle's actions in the next turns (b).
func diagnose(ctx context.Context, b registry.Bench, settings any) error {
	s := settings.(*Diagnosis)
	var mistakes []*mistake
	if _, ok := b.Environment().(registry.Oracle); ok {
		policy, err := b.Load("policy")
		if err != nil {
			return err
		}
		defer policy.Close()
		episodes, err := s.play(ctx, b, policy)
		if err != nil {
			return err
		}
		if mistakes, err = s.label(b, episodes); err != nil {
			return err
		}
		if err := s.intervene(ctx, b, policy, mistakes); err != nil {
			return err
		}
	} else if err := b.Warn("no pivotal mistakes: the environment has no shortest solutions that tell them"); err != nil {
		return err
	}
	return b.Write(mistakesFile, func(w io.Writer) error {
		encoder := json.NewEncoder(w)
		for _, m := range mistakes {
			if err := encoder.Encode(m); err != nil {
				return err
			}
		}
		return nil
	})
}

// play lets the policy play the tasks and keeps the episodes.
func (s *Diagnosis) play(ctx context.Context, b registry.Bench, policy backends.Sampler) ([]*registry.Episode, error) {
	size, err := training.SplitSize(b.Environment(), s.Split)
	if err != nil {
		return nil, err
	}
	rng := b.Rand("diagnosis")
	starts := make([]rollout.Start, min(s.Tasks, size))
	for i := range starts {
		starts[i] = rollout.Start{Task: registry.Task{Split: s.Split, Index: i}, Seed: rng.Uint64()}
	}
	episodes, err := player(b, policy, s.Temperature).Play(ctx, starts)
	if err != nil {
		return nil, err
	}
	for _, e := range episodes {
		if err := b.Episode("diagnosis", e); err != nil {
			return nil, err
		}
	}
	return episodes, nil
}

// player lets a policy play in the bench's environment.
func player(b registry.Bench, policy backends.Sampler, temperature float64) rollout.Player {
	return rollout.Player{Model: policy, Format: b.Format(), Environment: b.Environment(), Temperature: temperature, Actor: "student"}
}

// label finds and counts the pivotal mistakes of the failed episodes and returns the first of them.
func (s *Diagnosis) label(b registry.Bench, episodes []*registry.Episode) ([]*mistake, error) {
	var mistakes []*mistake
	var first, wasted []int
	failures := 0
	for _, e := range episodes {
		if e.Won {
			continue
		}
		failures++
		w, err := trace(b.Environment(), e)
		if err != nil {
			return nil, err
		}
		if len(w.pivotal) == 0 {
			continue
		}
		k := w.pivotal[0].Turn
		first = append(first, k+1)
		wasted = append(wasted, len(e.Turns)-k-1)
		if len(mistakes) < s.Mistakes {
			m := &mistake{Episode: e, Turn: k, Left: -1, Replays: s.Replays}
			if w.open[k+1] {
				m.Left = w.left[k+1]
			}
			mistakes = append(mistakes, m)
		}
	}
	for _, r := range []struct {
		name string
		sum  float64
		n    int
	}{
		{"diagnosis_failure_rate", float64(failures), len(episodes)},
		{"failure_after_pivot", float64(len(first)), len(episodes)},
		{"failed_with_pivot", float64(len(first)), failures},
		{"first_pivotal_turn", median(first) * float64(len(first)), len(first)},
		{"wasted_turns", median(wasted) * float64(len(wasted)), len(wasted)},
	} {
		if err := training.RecordMean(b, r.name, r.sum, r.n); err != nil {
			return nil, err
		}
	}
	return mistakes, nil
}

// median is the middle value, 0 of none.
func median(values []int) float64 {
	if len(values) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(values))
	n := len(sorted)
	return float64(sorted[(n-1)/2]+sorted[n/2]) / 2
}

// intervene replays the mistakes in the three ways and records how many replays finish the task.
func (s *Diagnosis) intervene(ctx context.Context, b registry.Bench, policy backends.Sampler, mistakes []*mistake) error {
	adviser := oracle{b.Environment()}
	for _, way := range []struct {
		name  string
		turns int // of the episode that are kept, counted from the mistake
		force int // turns of the oracle after them
	}{{"replay_unchanged", 1, 0}, {"replay_corrected", 0, 1}, {"replay_forced", 1, forced}} {
		recovered, err := replay(ctx, b, policy, mistakes, way.name, s.Replays, s.Temperature, func(m *mistake) (*rollout.Live, error) {
			live, err := rollout.Replay(b.Environment(), b.Format(), m.Episode, m.Turn+way.turns)
			if err != nil {
				return nil, err
			}
			for range way.force {
				if err := lead(ctx, adviser, live); err != nil {
					return nil, err
				}
			}
			return live, nil
		})
		if err != nil {
			return err
		}
		total := 0
		for i, n := range recovered {
			total += n
			if way.name == "replay_unchanged" {
				mistakes[i].Recovered = n
			}
		}
		if err := training.RecordMean(b, way.name, float64(total), len(mistakes)*s.Replays); err != nil {
			return err
		}
	}
	return nil
}

// lead executes the oracle's action; nothing when the goal is reached or out of reach.
func lead(ctx context.Context, adviser oracle, live *rollout.Live) error {
	actions, err := adviser.Next(ctx, []*registry.Episode{live.Episode})
	if err != nil || actions[0] == "" {
		return err
	}
	said := registry.Response{Action: actions[0]}
	step(live, registry.Turn{Tokens: live.Stream.Render(said), Response: said, Parsed: true, Masked: true})
	return nil
}

// replay lets the policy play on from where open leads each mistake, some times each, and returns how many of its replays finish
// the task, [mistakes]. The turns so far count towards the horizon.
func replay(ctx context.Context, b registry.Bench, policy backends.Sampler, mistakes []*mistake, purpose string, replays int, temperature float64, open func(*mistake) (*rollout.Live, error)) ([]int, error) {
	rng := b.Rand(purpose)
	recovered := make([]int, len(mistakes))
	var starts []rollout.Start
	var of []int
	for i, m := range mistakes {
		live, err := open(m)
		if err != nil {
			return nil, fmt.Errorf("replay mistake %d: %w", i, err)
		}
		for j := range replays {
			seed := rng.Uint64()
			if live.Episode.Won {
				recovered[i]++
				continue
			}
			starts = append(starts, rollout.Start{Live: live.Fork(), Decode: j, Seed: seed})
			of = append(of, i)
		}
	}
	episodes, err := player(b, policy, temperature).Play(ctx, starts)
	if err != nil {
		return nil, err
	}
	for j, e := range episodes {
		if e.Won {
			recovered[of[j]]++
		}
	}
	return recovered, nil
}

// readMistakes reads the artifact of an input that the stage made.
func readMistakes(b registry.Bench, input string) ([]*mistake, error) {
	r, err := b.Read(input, mistakesFile)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	var mistakes []*mistake
	decoder := json.NewDecoder(bufio.NewReader(r))
	for decoder.More() {
		m := new(mistake)
		if err := decoder.Decode(m); err != nil {
			return nil, fmt.Errorf("read mistake %d of %s: %w", len(mistakes), input, err)
		}
		mistakes = append(mistakes, m)
	}
	return mistakes, nil
}
