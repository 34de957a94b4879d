package turnopd

import (
	"bytes"
	"encoding/binary"
	"io"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/backends"
	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/training"
)

// gaps makes an episode of one-token turns whose l_S - l_T are given.
func gaps(values ...float32) *registry.Episode {
	e := &registry.Episode{Prompt: []backends.Token{1}}
	for _, g := range values {
		e.Turns = append(e.Turns, registry.Turn{Tokens: []backends.Token{5}, LogProbs: []float32{-1}, TeacherLogProbs: []float32{-1 - g}})
	}
	return e
}

// Four episodes, horizon 4:
//
//	turn  x                n/4   mean  deviation  score
//	1     1, 3, 1, 3       1     2     1          2
//	2     2, 2, 0, 0       1     1     1          1
//	3     3, 1             0.5   2     1          1
//	4     5                0.25  -     -          0, one episode has no deviation
//
// Half of the first turn's score is 1: the last turn that has it is the third. A threshold of 0.6 leaves the first alone.
func TestDepth(t *testing.T) {
	episodes := []*registry.Episode{gaps(1, 2, 3, 5), gaps(3, 2, 1), gaps(1, 0), gaps(3, 0)}
	scores := turnScores(episodes, 4)
	require.InDeltaSlice(t, []float64{2, 1, 1, 0}, scores, 1e-5)
	require.Equal(t, 3, depth(scores, 0.4999))
	require.Equal(t, 1, depth(scores, 0.6))
	require.Equal(t, 4, depth(scores, 0), "no threshold, no limit")
	require.Equal(t, 4, depth([]float64{-0.1, 0, 0, 0}, 0.5), "a first turn without signal says nothing")
}

// Two episodes. One has turns of 3 and 1 tokens, the other one of 2: N_tok = 6, n = 3.
//
//	mu = 0    1/6 each
//	mu = 1    1/9 each of the three, 1/3 the one, 1/6 each of the two: every turn has 1/3
//	mu = 0.5  5/36, 1/4, 1/6
func TestWeigh(t *testing.T) {
	turn := func(n int) registry.Turn { return registry.Turn{Tokens: make([]backends.Token, n)} }
	episodes := []*registry.Episode{
		{Turns: []registry.Turn{turn(3), turn(1)}},
		{Turns: []registry.Turn{{Tokens: make([]backends.Token, 4), Masked: true}}}, // nothing to train on, and no datum
		{Turns: []registry.Turn{turn(2)}},
	}
	for _, c := range []struct {
		mu, three, one, two float32
	}{{0, 1. / 6, 1. / 6, 1. / 6}, {1, 1. / 9, 1. / 3, 1. / 6}, {0.5, 5. / 36, 1. / 4, 1. / 6}} {
		data := []backends.Datum{{}, {}}
		weigh(episodes, data, float64(c.mu))
		require.InDeltaSlice(t, []float32{c.three, c.three, c.three, c.one}, data[0].Weights, 1e-7)
		require.InDeltaSlice(t, []float32{c.two, c.two}, data[1].Weights, 1e-7)
	}
	data := []backends.Datum{{Positions: make([]int32, 4)}, {Positions: make([]int32, 2)}}
	training.Weigh(data, 6)
	flat := data[0].Weights[0]
	weigh(episodes, data, 0)
	require.Equal(t, flat, data[0].Weights[0], "exactly the mean over tokens")
}

func TestMu(t *testing.T) {
	s := Defaults()
	s.Steps, s.MuStart, s.MuEnd = 5, 0.2, 1
	require.InDelta(t, 0.2, s.mu(0), 1e-12)
	require.InDelta(t, 0.6, s.mu(2), 1e-12)
	require.InDelta(t, 1, s.mu(4), 1e-12)
}

// learner is one whose state is a byte.
type learner struct {
	backends.Learner
	state byte
}

func (l *learner) WriteState(w io.Writer) error { _, err := w.Write([]byte{l.state}); return err }
func (l *learner) ReadState(r io.Reader) error  { return binary.Read(r, binary.LittleEndian, &l.state) }

// A resumed run goes on at the depth of the last probe.
func TestCarried(t *testing.T) {
	var saved bytes.Buffer
	require.NoError(t, (&carried{student: &learner{state: 7}, depth: 12}).WriteState(&saved))
	student := &learner{}
	c := carried{student: student, depth: 50}
	require.NoError(t, c.ReadState(&saved))
	require.Equal(t, int64(12), c.depth)
	require.Equal(t, byte(7), student.state)
	require.ErrorContains(t, c.ReadState(&saved), "read depth")
}

func TestValidate(t *testing.T) {
	for setting, change := range map[string]func(*Settings){
		"probe_every": func(s *Settings) { s.ProbeEvery = -1 },
		"probe_tasks": func(s *Settings) { s.ProbeTasks = 1 },
		"threshold":   func(s *Settings) { s.Threshold = 2 },
		"mu_start":    func(s *Settings) { s.MuStart = -1 },
		"mu_end":      func(s *Settings) { s.MuEnd = 2 },
	} {
		s := Defaults()
		require.NoError(t, s.Validate())
		change(&s)
		var e *registry.SettingError
		require.ErrorAs(t, s.Validate(), &e)
		require.Equal(t, setting, e.Setting)
	}
}
