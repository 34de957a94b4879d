package pivotopd

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/backends"
	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/judge"
	"github.com/retort-ml/retort/registry/models/compact"
	"github.com/retort-ml/retort/registry/registrytest/corridor"
)

// pit is a corridor in which "left" in the first cell is a fall: the goal is lost.
type pit struct{ *corridor.Environment }

func (p pit) Reset(task registry.Task) (registry.World, error) {
	w, err := p.Environment.Reset(task)
	return &fallible{World: w}, err
}

func (pit) Solve(w registry.World) ([]string, bool) {
	f := w.(*fallible)
	var at, goal int
	if _, err := fmt.Sscan(f.World.Signature(), &at, &goal); err != nil {
		panic(err)
	}
	if f.fallen {
		return nil, false
	}
	way := []string{}
	for ; at < goal; at++ {
		way = append(way, "right")
	}
	return way, true
}

type fallible struct {
	registry.World
	fallen bool
}

func (f *fallible) Fork() registry.World { return &fallible{f.World.Fork(), f.fallen} }
func (f *fallible) Step(action string) registry.Outcome {
	before := f.World.Signature()
	out := f.World.Step(action)
	f.fallen = f.fallen || action == "left" && f.World.Signature() == before
	return out
}

// walk plays commands in task 2, whose goal is three cells away.
func walk(env registry.Environment, format registry.Format, commands ...string) *registry.Episode {
	e := &registry.Episode{Task: registry.Task{Split: "train", Index: 2}}
	w, err := env.Reset(e.Task)
	if err != nil {
		panic(err)
	}
	e.Introduction = w.Observation()
	stream := format.Begin(e.Introduction)
	e.Prompt = stream.Prompt()
	for _, c := range commands {
		said := registry.Response{Thought: "walk", Action: c}
		t := registry.Turn{Tokens: stream.Render(said), Response: said, Parsed: true}
		t.LogProbs = make([]float32, len(t.Tokens))
		out := w.Step(c)
		t.Valid, t.Observation, t.ObservationTokens = out.Valid, out.Observation, stream.Observe(out.Observation)
		e.Turns, e.Won = append(e.Turns, t), out.Won
	}
	return e
}

func scene() (pit, *compact.Format) {
	env := pit{&corridor.Environment{Turns: 20}}
	return env, compact.New(env.View(), 8, true)
}

// Three cells from the goal:
//
//	turn      1 right  2 look  3 left  4 left (falls)  5 right
//	d before  3        2       2       3               none
//	pivotal                    yes     yes
func TestWay(t *testing.T) {
	env, format := scene()
	w, err := trace(env, walk(env, format, "right", "look", "left", "left", "right"))
	require.NoError(t, err)
	require.Equal(t, []judge.Mistake{{Turn: 2, Action: "right"}, {Turn: 3, Action: "right"}}, w.pivotal)
	require.Equal(t, []int{3, 2, 2, 3, 0, 0}, w.left)
	require.Equal(t, []bool{true, true, true, true, false, false}, w.open)
	_, err = trace(env.Environment, walk(env, format, "right"))
	require.ErrorContains(t, err, "no shortest solutions")
}

func TestPivots(t *testing.T) {
	env, format := scene()
	lost := walk(env, format, "right", "left", "right", "left")
	won := walk(env, format, "right", "left", "right", "right", "right")
	episodes := []*registry.Episode{won, lost}
	for _, c := range []struct {
		rollouts string
		most     int
		want     []pivot
	}{
		{"failed", 1, []pivot{{1, judge.Mistake{Turn: 1, Action: "right"}}}},
		{"failed", 5, []pivot{{1, judge.Mistake{Turn: 1, Action: "right"}}, {1, judge.Mistake{Turn: 3, Action: "right"}}}},
		{"all", 1, []pivot{{0, judge.Mistake{Turn: 1, Action: "right"}}, {1, judge.Mistake{Turn: 1, Action: "right"}}}},
	} {
		s := Training{Rollouts: c.rollouts, Pivots: c.most}
		got, err := s.pivots(t.Context(), oracle{env}, episodes)
		require.NoError(t, err)
		require.Equal(t, c.want, got)
	}
	advice, err := oracle{env}.Next(t.Context(), []*registry.Episode{lost, won, walk(env, format, "left")})
	require.NoError(t, err)
	require.Equal(t, []string{"right", "", ""}, advice)
}

// says is a critic with prepared mistakes.
type says [][]judge.Mistake

func (s says) Mistakes(context.Context, []*registry.Episode, int) ([][]judge.Mistake, error) {
	return s, nil
}

// What is named as right must differ from what was done, and a turn counts once.
func TestPivots_Mismatch(t *testing.T) {
	env, format := scene()
	e := walk(env, format, "look", "left", "right")
	s := Training{Rollouts: "failed", Pivots: 9}
	got, err := s.pivots(t.Context(), says{{{Turn: 0, Action: " LOOK "}, {Turn: 1, Action: "right"}, {Turn: 1, Action: "look"}, {Turn: 2, Action: "left"}}}, []*registry.Episode{e})
	require.NoError(t, err)
	require.Equal(t, []pivot{{0, judge.Mistake{Turn: 1, Action: "right"}}, {0, judge.Mistake{Turn: 2, Action: "left"}}}, got)
}

// walker is a policy that says "right" in every state; with silent it says nothing that can be read. It counts the requests that
// were keyed and the keys that were released.
type walker struct {
	backends.Model
	format          registry.Format
	action          string
	silent          bool
	asked, released *int
}

func (p walker) Sample(_ context.Context, requests []backends.SampleRequest) ([]backends.Sample, error) {
	said := p.format.Begin("cell 0 goal 3").Render(registry.Response{Thought: "walk", Action: p.action})
	list := make([]backends.Sample, len(requests))
	for i := range list {
		list[i] = backends.Sample{Tokens: said, Stopped: true}
		if p.silent {
			list[i] = backends.Sample{Tokens: said[:1]}
		}
	}
	*p.asked += len(requests)
	return list, nil
}

func (p walker) Release(keys ...uint64) { *p.released += len(keys) }

// In the corridor "look" searches and "left" and "right" act.
func TestReader(t *testing.T) {
	env, format := scene()
	episodes := []*registry.Episode{walk(env, format, "right", "look", "right", "left", "left"), walk(env, format, "right")}
	for _, c := range []struct {
		name   string
		action string
		silent bool
		blind  bool // to the difference of searching and acting
		want   [][]judge.Mistake
		asked  int
	}{
		{"acts", "right", false, false, [][]judge.Mistake{{{Turn: 1, Action: "right"}, {Turn: 3, Action: "right"}}, nil}, 5},
		{"searches", "look", false, false, [][]judge.Mistake{nil, nil}, 6},
		{"all act", "look", false, true, [][]judge.Mistake{{{Turn: 0, Action: "look"}, {Turn: 2, Action: "look"}}, {{Turn: 0, Action: "look"}}}, 4},
		{"silent", "right", true, false, [][]judge.Mistake{nil, nil}, 6},
	} {
		t.Run(c.name, func(t *testing.T) {
			asked, released := 0, 0
			r := reader{walker{format: format, action: c.action, silent: c.silent, asked: &asked, released: &released}, format, env}
			if c.blind {
				r.lexicon = nil
			}
			got, err := r.Mistakes(t.Context(), episodes, 2)
			require.NoError(t, err)
			require.Equal(t, c.want, got)
			require.Equal(t, c.asked, asked, "no turn is read once enough is found")
			require.Equal(t, 2, released)
			got, err = r.Mistakes(t.Context(), nil, 2)
			require.NoError(t, err)
			require.Empty(t, got)
			advice, err := r.Next(t.Context(), episodes)
			require.NoError(t, err)
			if c.silent {
				require.Equal(t, []string{"", ""}, advice)
			} else {
				require.Equal(t, []string{c.action, c.action}, advice)
			}
		})
	}
}
