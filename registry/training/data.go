package training

import (
	"github.com/retort-ml/retort/backends"
	"github.com/retort-ml/retort/registry"
)

// Tokens returns the whole token stream of an episode.
func Tokens(e *registry.Episode) []backends.Token {
	return TokensAfter(e.Prompt, e.Turns)
}

// TokensAfter returns the stream of turns after another prompt than the one they were played
// after: how privileged context is put before a response.
func TokensAfter(prompt []backends.Token, turns []registry.Turn) []backends.Token {
	n := len(prompt)
	for i := range turns {
		n += len(turns[i].Tokens) + len(turns[i].ObservationTokens)
	}
	tokens := append(make([]backends.Token, 0, n), prompt...)
	for i := range turns {
		tokens = append(append(tokens, turns[i].Tokens...), turns[i].ObservationTokens...)
	}
	return tokens
}

// Position is where one response token stands: in which turn, which token of it, and where in the
// stream.
type Position struct {
	Turn, Token int
	At          int32
}

// Positions lists the response tokens of an episode that can be trained on: sampled (not
// forced) tokens of turns that are not masked. Keep, when not nil, chooses the turns; shift is
// added to places in the stream (the length of a longer prompt less that of the episode's).
func Positions(e *registry.Episode, keep func(turn int) bool, shift int) []Position {
	var list []Position
	at := len(e.Prompt) + shift
	for k := range e.Turns {
		t := &e.Turns[k]
		if !t.Masked && (keep == nil || keep(k)) {
			for j := range len(t.Tokens) - t.Forced {
				list = append(list, Position{Turn: k, Token: j, At: int32(at + j)})
			}
		}
		at += len(t.Tokens) + len(t.ObservationTokens)
	}
	return list
}

// Places returns the places in the stream.
func Places(positions []Position) []int32 {
	places := make([]int32, len(positions))
	for i, p := range positions {
		places[i] = p.At
	}
	return places
}

// Imitation returns the data of supervised fine-tuning on episodes (P13): every response token that
// can be trained on, each weighted 1/n, so that the loss is the mean over the batch's tokens. It returns n.
func Imitation(episodes []*registry.Episode) ([]backends.Datum, int) {
	data := make([]backends.Datum, 0, len(episodes))
	n := 0
	for _, e := range episodes {
		places := Places(Positions(e, nil, 0))
		if len(places) == 0 {
			continue
		}
		data = append(data, backends.Datum{Tokens: Tokens(e), Positions: places})
		n += len(places)
	}
	Weigh(data, n)
	return data, n
}

// Weigh gives every position of the data the weight 1/n.
func Weigh(data []backends.Datum, n int) {
	w := 1 / float32(max(n, 1))
	for i := range data {
		data[i].Weights = make([]float32, len(data[i].Positions))
		for j := range data[i].Weights {
			data[i].Weights[j] = w
		}
	}
}

// Count returns the number of positions in the data.
func Count(data []backends.Datum) int {
	n := 0
	for i := range data {
		n += len(data[i].Positions)
	}
	return n
}
