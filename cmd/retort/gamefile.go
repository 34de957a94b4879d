package main

import (
	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/environments/alfworld"
	"github.com/retort-ml/retort/registry/environments/alfworld/tw"
)

// player is an environment that opens single game files by itself.
type player interface {
	Open(file string) (registry.World, error)
}

// openGame starts the game of a file; ok is false where the environment has no game files.
func openGame(env registry.Environment, file string) (w registry.World, ok bool, err error) {
	switch e := env.(type) {
	case player:
		w, err = e.Open(file)
		return w, true, err
	case *alfworld.Environment:
		g, err := tw.LoadFile(file)
		if err != nil {
			return nil, true, err
		}
		return &textGame{g.Start()}, true, nil
	}
	return nil, false, nil
}

// textGame is a household game that belongs to no task set.
type textGame struct{ state *tw.State }

var _ registry.World = (*textGame)(nil)

func (g *textGame) Observation() string  { return g.state.Observation() }
func (g *textGame) Admissible() []string { return g.state.Admissible() }
func (g *textGame) Signature() string    { return g.state.Signature() }
func (g *textGame) Fork() registry.World { return &textGame{g.state.Fork()} }

func (g *textGame) Step(action string) registry.Outcome {
	r := g.state.Step(action)
	return registry.Outcome{Observation: r.Observation, Score: r.Score, Done: r.Done, Won: r.Won, Valid: r.Valid}
}
