package tcod

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/training"
)

// k(n) = k_start + floor(n / eta) with k_start = 2 and eta = 3: 2 2 2 3 3 3 4. A trajectory of L = 5 turns is replayed up
// to max(0, L - k(n)): 3 3 3 2 2 2 1, and with k_start = 1, as max(0, L - 1 - floor(n / eta)): 4 4 4 3 3 3 2.
func TestCurriculum(t *testing.T) {
	s := Defaults()
	s.KStart, s.Eta = 2, 3
	var turns, replayed []int
	for n := range 7 {
		turns = append(turns, s.Curriculum.Turns(n))
		replayed = append(replayed, max(0, 5-s.Curriculum.Turns(n)))
	}
	require.Equal(t, []int{2, 2, 2, 3, 3, 3, 4}, turns)
	require.Equal(t, []int{3, 3, 3, 2, 2, 2, 1}, replayed)
	s.KStart = 1
	for n := range 20 {
		require.Equal(t, max(0, 5-1-n/3), max(0, 5-s.Curriculum.Turns(n)), "the paper's code at step %d", n)
	}
}

func TestValidate(t *testing.T) {
	f, b := Defaults(), B2FDefaults()
	require.NoError(t, f.Validate())
	require.NoError(t, b.Validate())
	for setting, change := range map[string]func(){
		"k_start":                func() { b.KStart = 0 },
		"eta":                    func() { b.Eta = 0 },
		"form":                   func() { b.Form = "half" },
		"attempts":               func() { b.Attempts = 0 },
		"trajectory_tasks":       func() { b.TrajectoryTasks = -1 },
		"trajectory_temperature": func() { b.TrajectoryTemperature = 0 },
	} {
		b = B2FDefaults()
		change()
		var e *registry.SettingError
		require.ErrorAs(t, b.Validate(), &e)
		require.Equal(t, setting, e.Setting)
	}
}

func TestTrajectories(t *testing.T) {
	s := B2FDefaults()
	require.Equal(t, &training.Trajectories{Tasks: 512, Attempts: 10, Keep: training.KeepFirst, Temperature: 1, Actor: "teacher"}, s.trajectories())
}
