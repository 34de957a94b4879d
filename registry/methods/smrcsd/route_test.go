package smrcsd

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/backends"
	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/training"
)

func turn(student ...float32) registry.Turn {
	return registry.Turn{Tokens: make([]backends.Token, len(student)), LogProbs: student, Parsed: true, Valid: true}
}

// Two episodes of one task, one won: A_GRPO is 1 and -1 (less 2e-6). lambda = 0.1. The won one has three turns of which the
// first and the last are routed:
//
//	turn  l_old      l_T        A_t = A_GRPO + 0.1 (l_T - l_old)   k3 = exp(d) - 1 - d
//	1     -1, -2     -0.5, -3   1.05, 0.9                          0.1487213, 0.3678794
//	2     -1         (none)     1
//	3     -30        -1         2 (29 nats count as 10)            22015.4657948
//
// The lost one is routed nowhere and stays at -1. The mean of k3 is over the three distilled tokens; the weight of every token is a
// fifth, whether it is distilled or not (Z_all).
func TestShape(t *testing.T) {
	s := Defaults()
	s.Size, s.Lambda = 2, 0.1
	episodes := []*registry.Episode{
		{Prompt: []backends.Token{1}, Won: true, Turns: []registry.Turn{turn(-1, -2), turn(-1), turn(-30)}},
		{Prompt: []backends.Token{1}, Turns: []registry.Turn{turn(-1)}},
	}
	batch := training.Reinforce{Group: s.Group}.Batch(episodes)
	s.shape(batch, []training.Privileged{
		{LogProbs: []float32{-0.5, -3, 0, -1}, Scored: []bool{true, true, false, true}},
		{LogProbs: []float32{0}, Scored: []bool{false}},
	})
	data := batch.Data(nil)
	require.InDeltaSlice(t, []float32{1.05, 0.9, 1, 2}, data[0].Advantages, 1e-5)
	require.InDeltaSlice(t, []float32{-1}, data[1].Advantages, 1e-5)
	fifth := float32(1) / 5
	require.Equal(t, []float32{fifth, fifth, fifth, fifth}, data[0].Weights)
	require.InDelta(t, (math.Exp(0.5)-1.5+math.Exp(-1)+math.Exp(10)-11)/3, batch.Numbers["k3"], 1e-3)
}

// A path of three commands; an episode of four turns that stands at its start, nowhere, at its second command, nowhere.
func here() place {
	path := []string{"a", "b", "c"}
	return place{path: path, turns: []*registry.Progress{{Done: path[:0], Left: path}, nil, {Done: path[:1], Left: path[1:]}, nil}}
}

func TestRoute(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for routing, want := range map[string][]bool{
		"matched": {true, false, true, false}, "all": {true, true, true, true}, "none": {false, false, false, false},
	} {
		s := Training{Routing: routing}
		require.Equal(t, want, s.route(here(), rng), routing)
		require.Equal(t, []bool{false, false}, s.route(place{turns: make([]*registry.Progress, 2)}, rng), "%s without a path", routing)
	}
	s := Training{Routing: "random"}
	drawn := make([]int, 4)
	for range 200 {
		n := 0
		for k, yes := range s.route(here(), rng) {
			if yes {
				drawn[k]++
				n++
			}
		}
		require.Equal(t, 2, n, "as many as are matched")
	}
	for _, n := range drawn {
		require.InDelta(t, 100, n, 40, "any turn: %v", drawn)
	}
}

func TestContext(t *testing.T) {
	path := []string{"a", "b", "c"}
	for context, want := range map[string][][]string{
		"full":      {path, path, path, path},
		"localized": {path, path, {"b", "c"}, path},
		"candidate": {{"a"}, path, {"b"}, path},
		"summary":   {{}, path, {"a"}, path},
	} {
		s := Training{Context: context}
		for k := range want {
			require.Equal(t, want[k], s.context(here(), k), "%s, turn %d", context, k)
		}
	}
}

func TestValidate(t *testing.T) {
	for setting, change := range map[string]func(*Settings){
		"group":          func(s *Settings) { s.Size = 1 },
		"lambda":         func(s *Settings) { s.Lambda = -1 },
		"routing":        func(s *Settings) { s.Routing = "some" },
		"context":        func(s *Settings) { s.Context = "" },
		"top_k":          func(s *Settings) { s.TopK = -1 },
		"matcher":        func(s *Settings) { s.Matcher = "text" },
		"audit_tasks":    func(s *Settings) { s.AuditTasks = -1 },
		"audit_attempts": func(s *Settings) { s.AuditAttempts = 0 },
	} {
		s := Defaults()
		require.NoError(t, s.Validate())
		change(&s)
		var e *registry.SettingError
		require.ErrorAs(t, s.Validate(), &e)
		require.Equal(t, setting, e.Setting)
	}
	f := FullPathDefaults()
	require.NoError(t, f.Validate())
	f.Lambda = -1
	require.ErrorContains(t, f.Validate(), "lambda")
}
