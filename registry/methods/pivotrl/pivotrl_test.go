package pivotrl

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/backends"
	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/models/compact"
	"github.com/retort-ml/retort/registry/registrytest/corridor"
	"github.com/retort-ml/retort/registry/training"
)

// cycle says its responses in turn, with log-probabilities of -1.
type cycle struct {
	backends.Sampler
	responses [][]backends.Token
	asked     []backends.SampleRequest
}

func (c *cycle) Sample(_ context.Context, requests []backends.SampleRequest) ([]backends.Sample, error) {
	list := make([]backends.Sample, len(requests))
	for i := range requests {
		said := c.responses[len(c.asked)%len(c.responses)]
		c.asked = append(c.asked, requests[i])
		list[i] = backends.Sample{Tokens: said, LogProbs: make([]float32, len(said)), Stopped: true}
		for j := range said {
			list[i].LogProbs[j] = -1
		}
	}
	return list, nil
}

// bench has a format and one random source, and keeps metrics.
type bench struct {
	registry.Bench
	format registry.Format
	values map[string]float64
}

func (b *bench) Format() registry.Format { return b.format }
func (b *bench) Rand(string) *rand.Rand  { return rand.New(rand.NewPCG(1, 1)) }

func (b *bench) Metric(name string, _ int, value float64) error {
	b.values[name] = value
	return nil
}

// A trajectory of three turns, the second of which was not understood: its anchors are the first and the third turn. Four
// samples of each, of which "right" is the expert's action:
//
//	samples  right  look  right  jump<no end>   match 1, 0, 1, 0: mean 0.5, deviation 0.5, A = 1, -1, 1, -1
//
// less the penalty 0.1/0.5 for the last, which has not the form of a response.
func TestSample(t *testing.T) {
	format := compact.New((&corridor.Environment{}).View(), 8, true)
	stream := format.Begin("cell 0 goal 2")
	say := func(action string) []backends.Token {
		return stream.Render(registry.Response{Thought: "walk", Action: action})
	}
	turn := func(action, observation string, valid bool) registry.Turn {
		return registry.Turn{Tokens: say(action), Response: registry.Response{Action: action}, Parsed: true, Valid: valid, Observation: observation, ObservationTokens: stream.Observe(observation)}
	}
	shown := &registry.Episode{
		Introduction: "cell 0 goal 2", Prompt: stream.Prompt(), Won: true,
		Turns: []registry.Turn{turn("right", "cell 1", true), turn("jump", "nothing", false), turn("right", "cell 2", true)},
	}
	list := anchors([]*registry.Episode{shown})
	require.Len(t, list, 2)
	require.Empty(t, list[0].history.Turns)
	require.Len(t, list[1].history.Turns, 2)
	require.False(t, shown.Turns[0].Masked, "the trajectory stays as it is")

	policy := &cycle{responses: [][]backends.Token{say("right"), say("look"), say("right"), say("right")[:2]}}
	s := Defaults()
	s.Size = 4
	episodes, err := sample(t.Context(), format, policy, list, 4, 1, rand.New(rand.NewPCG(1, 1)))
	require.NoError(t, err)
	require.Len(t, episodes, 8)
	batch := training.Reinforce{Group: s.Group}.Batch(episodes)
	for i, want := range []float64{1, -1, 1, -1.2, 1, -1, 1, -1.2} {
		require.NotEmpty(t, batch.Advantages[i])
		for _, a := range batch.Advantages[i] {
			require.InDelta(t, want, a, 1e-4, "sample %d", i)
		}
		require.Len(t, batch.Advantages[i], len(policy.responses[i%4]), "the sampled turn alone is trained on")
	}
	at := batch.Positions[5][0].At
	require.Equal(t, int(at), len(policy.asked[5].Tokens), "it stands behind its history")
	require.NotEqual(t, policy.asked[0].Seed, policy.asked[1].Seed)
}

func TestKeeps(t *testing.T) {
	s := Defaults()
	var kept []int
	for n := range s.ProfileSamples + 1 {
		if s.keeps(n) {
			kept = append(kept, n)
		}
	}
	require.Equal(t, []int{1, 2, 3, 4, 5}, kept, "0 and 8 of 8 tell nothing, 6 of 8 is tau")
	s.Tau = 1
	require.True(t, s.keeps(7))
	require.False(t, s.keeps(8))
}

func TestProfile(t *testing.T) {
	format := compact.New((&corridor.Environment{}).View(), 8, true)
	stream := format.Begin("cell 0 goal 2")
	right, look := stream.Render(registry.Response{Thought: "walk", Action: "right"}), stream.Render(registry.Response{Thought: "walk", Action: "look"})
	history := &registry.Episode{Introduction: "cell 0 goal 2", Prompt: stream.Prompt()}
	s := Defaults()
	s.ProfileSamples = 2
	b := &bench{values: map[string]float64{}, format: format}
	// Samples of the first anchor are right and look, of the second (whose expert jumps) too.
	kept, err := s.profile(t.Context(), b, &cycle{responses: [][]backends.Token{right, look}}, []anchor{{history, "right"}, {history, "jump"}})
	require.NoError(t, err)
	require.Equal(t, []anchor{{history, "right"}}, kept)
	require.Equal(t, map[string]float64{"profile_match": 0.25, "profile_match_n": 4, "profile_kept": 0.5, "profile_kept_n": 2}, b.values)
}

func TestValidate(t *testing.T) {
	for setting, change := range map[string]func(*Settings){
		"group":                  func(s *Settings) { s.Size = 1 },
		"trajectory_tasks":       func(s *Settings) { s.TrajectoryTasks = -1 },
		"attempts":               func(s *Settings) { s.Attempts = 0 },
		"trajectory_temperature": func(s *Settings) { s.TrajectoryTemperature = 0 },
		"profile_samples":        func(s *Settings) { s.ProfileSamples = 1 },
		"tau":                    func(s *Settings) { s.Tau = 2 },
	} {
		s := Defaults()
		require.NoError(t, s.Validate())
		change(&s)
		var e *registry.SettingError
		require.ErrorAs(t, s.Validate(), &e)
		require.Equal(t, setting, e.Setting)
	}
}
