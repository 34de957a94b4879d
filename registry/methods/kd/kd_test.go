package kd

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/training"
)

// declared is a Builder that notes what a method declares.
type declared struct {
	kinds  []string
	inputs []registry.Inputs
	last   any
}

func (d *declared) Teacher() registry.Artifact { return registry.Artifact{Stage: 100} }
func (d *declared) Student() registry.Artifact { return registry.Artifact{Stage: 200} }
func (d *declared) Stage(kind string, settings any, inputs registry.Inputs, _ bool) registry.Artifact {
	d.kinds, d.inputs, d.last = append(d.kinds, kind), append(d.inputs, inputs), settings
	return registry.Artifact{Stage: len(d.kinds)}
}

func TestBuild(t *testing.T) {
	for _, form := range []string{"sequence", "word"} {
		s := Defaults()
		s.Form = form
		var d declared
		require.Equal(t, registry.Artifact{Stage: 2}, Kind().New(&s).Build(&d))
		require.Equal(t, []string{training.TrajectoriesStage, training.ImitationStage}, d.kinds)
		require.Equal(t, registry.Inputs{"policy": d.Teacher()}, d.inputs[0])
		want := registry.Inputs{"student": d.Student(), "trajectories": {Stage: 1}}
		if form == "word" {
			want["teacher"] = d.Teacher()
		}
		require.Equal(t, want, d.inputs[1], form)
		require.Equal(t, &training.StoredImitation{Epochs: 2, Batch: 16, LearningRate: 2e-3, WarmupSteps: 5, Form: form}, d.last)
	}
}

func TestTrajectories(t *testing.T) {
	s := Defaults()
	require.Equal(t, training.KeepAll, s.trajectories().Keep)
	s.Filter = "won"
	require.Equal(t, training.KeepWon, s.trajectories().Keep)
}

func TestValidate(t *testing.T) {
	for setting, change := range map[string]func(*Settings){
		"trajectories": func(s *Settings) { s.Trajectories = 0 },
		"filter":       func(s *Settings) { s.Filter = "lost" },
		"form":         func(s *Settings) { s.Form = "token" },
		"epochs":       func(s *Settings) { s.Epochs = 0 },
		"temperature":  func(s *Settings) { s.Temperature = 0 },
	} {
		s := Defaults()
		require.NoError(t, s.Validate())
		change(&s)
		var e *registry.SettingError
		require.ErrorAs(t, s.Validate(), &e)
		require.Equal(t, setting, e.Setting)
	}
}
