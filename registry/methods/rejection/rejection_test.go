package rejection

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/training"
)

// declared is a Builder that notes what a method declares.
type declared struct {
	kinds    []string
	inputs   []registry.Inputs
	settings []any
}

func (d *declared) Teacher() registry.Artifact { return registry.Artifact{Stage: 100} }
func (d *declared) Student() registry.Artifact { return registry.Artifact{Stage: 200} }
func (d *declared) Stage(kind string, settings any, inputs registry.Inputs, _ bool) registry.Artifact {
	d.kinds, d.inputs, d.settings = append(d.kinds, kind), append(d.inputs, inputs), append(d.settings, settings)
	return registry.Artifact{Stage: len(d.kinds)}
}

// Two rounds with the teacher's successes mixed in: the teacher plays once, each round samples from and trains the student
// of the round before.
func TestBuild(t *testing.T) {
	s := Defaults()
	s.Rounds, s.TeacherTrajectories = 2, 7
	var d declared
	require.Equal(t, registry.Artifact{Stage: 5}, Kind().New(&s).Build(&d))
	sample, fit := training.TrajectoriesStage, training.ImitationStage
	require.Equal(t, []string{sample, sample, fit, sample, fit}, d.kinds)
	require.Equal(t, []registry.Inputs{
		{"policy": d.Teacher()},
		{"policy": d.Student()},
		{"student": d.Student(), "trajectories": {Stage: 2}, "more_trajectories": {Stage: 1}},
		{"policy": {Stage: 3}},
		{"student": {Stage: 3}, "trajectories": {Stage: 4}, "more_trajectories": {Stage: 1}},
	}, d.inputs)
	require.Equal(t, &training.Trajectories{Tasks: 256, Attempts: 4, Keep: "won", Temperature: 1, Actor: "student"}, d.settings[1])
	require.Equal(t, &training.Trajectories{Tasks: 7, Attempts: 1, Keep: "won", Temperature: 1, Actor: "teacher"}, d.settings[0])
}

func TestValidate(t *testing.T) {
	for setting, change := range map[string]func(*Settings){
		"samples":              func(s *Settings) { s.Samples = 0 },
		"keep":                 func(s *Settings) { s.Keep = "all" },
		"rounds":               func(s *Settings) { s.Rounds = 0 },
		"teacher_trajectories": func(s *Settings) { s.TeacherTrajectories = -1 },
		"epochs":               func(s *Settings) { s.Epochs = 0 },
	} {
		s := Defaults()
		require.NoError(t, s.Validate())
		change(&s)
		var e *registry.SettingError
		require.ErrorAs(t, s.Validate(), &e)
		require.Equal(t, setting, e.Setting)
	}
}
