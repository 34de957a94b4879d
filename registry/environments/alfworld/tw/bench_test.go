package tw_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/registry/environments/alfworld/tw"
)

// benchGames is every eighth real game; without the data the benchmark is skipped.
func benchGames(b *testing.B) []*tw.Game {
	b.Helper()
	var games []*tw.Game
	c := loadCollection(b)
	for i := 0; i < len(c.games); i += 8 {
		games = append(games, c.game(b, c.games[i].ID))
	}
	return games
}

// walk plays random admissible commands and lists the admissible commands after each.
func walk(b *testing.B, games []*tw.Game) {
	b.Helper()
	rng := rand.New(rand.NewPCG(1, 2))
	s := games[0].Start()
	steps := 0
	b.ReportAllocs()
	for b.Loop() {
		if steps%50 == 0 {
			s = games[steps/50%len(games)].Start()
		}
		list := s.Admissible()
		s.Step(list[rng.IntN(len(list))])
		steps++
	}
	b.ReportMetric(float64(steps)/b.Elapsed().Seconds(), "steps/s")
}

// A step with its observation and all admissible commands, on one core.
func BenchmarkState_Step(b *testing.B) {
	b.Run("games=kitchen", func(b *testing.B) {
		walk(b, []*tw.Game{kitchen(b, kitchenGoals["place bread on shelf"])})
	})
	b.Run("games=real", func(b *testing.B) { walk(b, benchGames(b)) })
}

func BenchmarkState_Fork(b *testing.B) {
	games := benchGames(b)
	states := make([]*tw.State, len(games))
	for i, g := range games {
		states[i] = g.Start()
	}
	var fork *tw.State
	i := 0
	b.ReportAllocs()
	for b.Loop() {
		fork = states[i%len(states)].Fork()
		i++
	}
	require.NotNil(b, fork)
}

func BenchmarkState_Signature(b *testing.B) {
	s := benchGames(b)[0].Start()
	b.ReportAllocs()
	for b.Loop() {
		s.Signature()
	}
}

func BenchmarkSolve(b *testing.B) {
	games := benchGames(b)
	states := make([]*tw.State, len(games))
	rng := rand.New(rand.NewPCG(3, 4))
	for i, g := range games {
		states[i] = g.Start()
		wander(states[i], rng, 20)
	}
	i := 0
	b.ReportAllocs()
	for b.Loop() {
		tw.Solve(states[i%len(states)])
		i++
	}
}

func BenchmarkLoader_Game(b *testing.B) {
	c := loadCollection(b)
	i := 0
	b.ReportAllocs()
	for b.Loop() {
		_, err := c.loader.Game("bench", c.source(i%len(c.games)))
		require.NoError(b, err)
		i += 7
	}
}
