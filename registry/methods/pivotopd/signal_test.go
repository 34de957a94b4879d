package pivotopd

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/backends"
	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/training"
)

func turn(student ...float32) registry.Turn {
	return registry.Turn{Tokens: make([]backends.Token, len(student)), LogProbs: student, Parsed: true, Valid: true}
}

// Two episodes of one task, one won: A_GRPO is 1 and -1 (less 2e-6). w_prev = 0.5. The lost one has its pivot in turn 2:
//
//	turn  l_ref(y | c)  l_ref(y | c + hint)  A_t = A_GRPO + 0.5 change
//	1                                        -1
//	2     -1, -0.5      -3, -0.1             -2, -0.8
func TestPrevent(t *testing.T) {
	s := Defaults()
	s.Size, s.PreventWeight = 2, 0.5
	episodes := []*registry.Episode{
		{Prompt: []backends.Token{1}, Won: true, Turns: []registry.Turn{turn(-1)}},
		{Prompt: []backends.Token{1}, Turns: []registry.Turn{turn(-1), turn(-1, -0.5)}},
	}
	batch := training.Reinforce{Group: s.Group}.Batch(episodes)
	scored := []bool{false, true, true}
	none := training.Privileged{LogProbs: []float32{0}, Scored: []bool{false}}
	(&trainer{Training: &s.Training}).lean(batch,
		[]training.Privileged{none, {LogProbs: []float32{0, -3, -0.1}, Scored: scored}},
		[]training.Privileged{none, {LogProbs: []float32{0, -1, -0.5}, Scored: scored}})
	data := batch.Data(nil)
	require.InDeltaSlice(t, []float32{1}, data[0].Advantages, 1e-5)
	require.InDeltaSlice(t, []float32{-1, -2, -0.8}, data[1].Advantages, 1e-5)
	require.InDelta(t, (-2+0.4)/2, batch.Numbers["prevent_change"], 1e-6)
}

// A recovery of two tokens after a masked turn, among 10 tokens of rollouts. w_rec = 0.5. The frozen student is not the
// student:
//
//	l_ref(y | c + hint)  l_ref(y | c)  l_old  A_t
//	-0.2                 -2.2          -2     1
//	-0.1                 -30           -0.1   5 (29.9 nats count as 10)
func TestRecover(t *testing.T) {
	s := Defaults()
	s.RecoverWeight = 0.5
	past := turn(-1, -1, -1)
	past.Masked, past.ObservationTokens = true, []backends.Token{4, 4}
	e := &registry.Episode{Prompt: []backends.Token{1, 2}, Turns: []registry.Turn{past, turn(-0.2, -0.1)}}
	batch := &training.Batch{Tokens: 10, Numbers: map[string]float64{}}
	(&trainer{Training: &s.Training}).add(batch, []*registry.Episode{e},
		[]backends.Score{{LogProbs: []float32{-2, -0.1}}}, []backends.Score{{LogProbs: []float32{-2.2, -30}}})
	require.Len(t, batch.Terms, 1)
	term := batch.Terms[0]
	require.Equal(t, backends.PolicyGradient, term.Loss.Kind)
	require.Zero(t, term.Loss.KLCoef)
	require.Len(t, term.Data, 1)
	d := term.Data[0]
	require.Equal(t, []int32{7, 8}, d.Positions)
	require.InDeltaSlice(t, []float32{1, 5}, d.Advantages, 1e-6)
	require.Equal(t, []float32{-2, -0.1}, d.OldLogProbs)
	require.Equal(t, []float32{0.1, 0.1}, d.Weights)
	require.InDelta(t, (2+10)/2.0, batch.Numbers["recover_change"], 1e-6)
}

func TestValidate(t *testing.T) {
	for setting, change := range map[string]func(*Settings){
		"group":          func(s *Settings) { s.Size = 1 },
		"prevent_weight": func(s *Settings) { s.PreventWeight = -1 },
		"recover_weight": func(s *Settings) { s.RecoverWeight = -1 },
		"detector":       func(s *Settings) { s.Detector = "text model" },
		"rollouts":       func(s *Settings) { s.Rollouts = "won" },
		"pivots":         func(s *Settings) { s.Pivots = 0 },
		"recovery_turns": func(s *Settings) { s.RecoveryTurns = 0 },
		"hint":           func(s *Settings) { s.Hint = "path" },
		"self_teacher":   func(s *Settings) { s.SelfTeacher = "teacher" },
		"study_split":    func(s *Settings) { s.StudySplit = "all" },
		"study_tasks":    func(s *Settings) { s.StudyTasks = -1 },
		"study_mistakes": func(s *Settings) { s.Mistakes = 0 },
		"study_replays":  func(s *Settings) { s.Replays = 0 },
	} {
		s := Defaults()
		require.NoError(t, s.Validate())
		change(&s)
		var e *registry.SettingError
		require.ErrorAs(t, s.Validate(), &e)
		require.Equal(t, setting, e.Setting)
	}
	study := studyDefaults()
	require.NoError(t, study.Validate())
	study.Policy = "teacher"
	require.ErrorContains(t, study.Validate(), "policy")
}
