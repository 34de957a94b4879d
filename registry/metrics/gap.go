package metrics

import "github.com/retort-ml/retort/registry"

// TurnGap is the mean gap to the teacher at one turn.
type TurnGap struct {
	Turn int     // from 0
	Mean float64 // nats a token, episodes weighted equally
	// Episodes counts those that have this turn scored: the later the turn, the fewer and the more different they are.
	Episodes int
}

// GapByTurn averages the gap of every turn index over the episodes that reach it, up to the last turn any
// of them has. Episodes no teacher scored do not count.
//
// Source: the KL-by-turn diagnostic of TCOD.
func GapByTurn(episodes []registry.Summary) []TurnGap {
	var gaps []TurnGap
	for i := range episodes {
		for turn, gap := range episodes[i].TurnGaps {
			if turn == len(gaps) {
				gaps = append(gaps, TurnGap{Turn: turn})
			}
			gaps[turn].Mean += gap
			gaps[turn].Episodes++
		}
	}
	for i := range gaps {
		gaps[i].Mean /= float64(gaps[i].Episodes)
	}
	return gaps
}
