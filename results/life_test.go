package results_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/results"
	"github.com/retort-ml/retort/results/attempt"
	"github.com/retort-ml/retort/results/disk"
)

// quickDir is a folder in memory where the system has one: tests with hundreds of stores wait for nothing else
// but the disk.
func quickDir(t testing.TB) string {
	t.Helper()
	dir, err := os.MkdirTemp("/dev/shm", "retort-")
	if err != nil {
		return t.TempDir()
	}
	t.Cleanup(func() { require.NoError(t, os.RemoveAll(dir)) })
	return dir
}

// deadOwner is a process that has ended.
var deadOwner = sync.OnceValue(func() attempt.Owner {
	o := attempt.Self()
	cmd := exec.Command("true")
	if err := cmd.Run(); err != nil {
		panic(err)
	}
	o.PID, o.Start = cmd.Process.Pid, 1
	return o
})

// steps is the work of a stage with two loops, and records, episodes and artifacts before, in, between and
// after them. It does what a worker does, and nothing in it depends on how often it was resumed.
func steps(w *attempt.Attempt) error {
	if err := w.Metric("start", -1, 0.1); err != nil {
		return err
	}
	if err := w.Episode("probe", episode(100)); err != nil {
		return err
	}
	if err := artifact(w, "tasks.json", "before the loops"); err != nil {
		return err
	}
	state := 0
	for loop := range 2 {
		if err := runLoop(w, loop, &state); err != nil {
			return err
		}
		if err := w.Warn(fmt.Sprintf("loop %d ended at %d", loop, state)); err != nil {
			return err
		}
	}
	for i := range 4 {
		if err := w.Episode("evaluation", episode(i+state)); err != nil {
			return err
		}
	}
	return artifact(w, "weights.safetensors", fmt.Sprintf("%0100000d", state))
}

const loopSteps = 5

func runLoop(w *attempt.Attempt, loop int, state *int) error {
	from, saved, ok, err := w.Restore(loop)
	if err != nil {
		return err
	}
	if ok {
		err := json.NewDecoder(saved).Decode(state)
		if err := errors.Join(err, saved.Close()); err != nil {
			return err
		}
	}
	for step := from; step < loopSteps; step++ {
		*state = *state*3 + step + 1
		if err := w.Metric("loss", step, 1/float64(*state)); err != nil {
			return err
		}
		if err := w.Episode("probe", episode(step)); err != nil {
			return err
		}
		if step == 2 {
			if err := w.Beat(); err != nil {
				return err
			}
			if err := artifact(w, fmt.Sprintf("loop-%d.json", loop), fmt.Sprint(*state)); err != nil {
				return err
			}
		}
		if (step+1)%2 == 0 || step+1 == loopSteps {
			if err := w.Checkpoint(loop, step+1, func(w io.Writer) error { return json.NewEncoder(w).Encode(*state) }); err != nil {
				return err
			}
		}
	}
	return nil
}

func artifact(w *attempt.Attempt, name, text string) error {
	return w.Write(name, func(w io.Writer) error {
		_, err := io.WriteString(w, text)
		return err
	})
}

// twoStages are an upstream and a downstream stage that end with the same weights.
func twoStages() []results.StageInfo { return []results.StageInfo{stage(1), stage(2)} }

// life runs two stages over a store, as a controller and its worker would, as far as it comes.
func life(dir string, d disk.Disk) (err error) {
	s, err := results.OpenForRunWith(dir, results.Options{Disk: d})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	run, err := s.SaveRun(results.RunInfo{Plan: json.RawMessage(`{"experiment":"life","hash":"0123456789","trials":[]}`)})
	if err != nil {
		return err
	}
	for _, info := range twoStages() {
		state, err := s.State(info.Hash)
		if err != nil {
			return err
		}
		if state.State != attempt.Done {
			if err := liveStage(s, info, d); err != nil {
				return err
			}
		}
		if err := run.Event("done", info.Hash); err != nil {
			return err
		}
	}
	return run.End("done")
}

func liveStage(s *results.Store, info results.StageInfo, d disk.Disk) error {
	a, err := s.Begin(info)
	if errors.Is(err, results.ErrDone) {
		return nil
	}
	if err != nil {
		return err
	}
	w, err := attempt.Open(a.Dir, attempt.Options{Owner: deadOwner(), Disk: d})
	if err != nil {
		return err
	}
	if err := steps(w); err != nil {
		return errors.Join(err, w.Fail(attempt.Failure{Message: err.Error(), Retry: true}))
	}
	if err := w.Finish(); err != nil {
		return err
	}
	return s.Commit(a.AttemptRef, results.Usage{})
}

// doneFiles reads the files of the attempt of a stage that counts.
func doneFiles(t *testing.T, s *results.Store, hash string) map[string]string {
	t.Helper()
	state, err := s.State(hash)
	require.NoError(t, err)
	require.NotNil(t, state.Done, "stage %s is %s", hash, state.State)
	done, err := attempt.ReadDone(state.Done.Dir)
	require.NoError(t, err)
	files := map[string]string{}
	for _, f := range append(done.Files, attempt.FileSum{Name: attempt.DoneFile}) {
		data, err := os.ReadFile(filepath.Join(state.Done.Dir, f.Name))
		require.NoError(t, err)
		files[f.Name] = string(data)
	}
	return files
}

// answers is everything the index says about the stages of life.
func answers(t *testing.T, s *results.Store) string {
	t.Helper()
	var all []any
	for _, info := range twoStages() {
		phases, err := s.Phases(info.Hash)
		require.NoError(t, err)
		all = append(all, info.Hash, phases)
		for _, p := range phases {
			summaries, err := s.Summaries(info.Hash, p.Name)
			require.NoError(t, err)
			all = append(all, summaries)
		}
		metrics, err := s.Metrics(info.Hash)
		require.NoError(t, err)
		warnings, err := s.Warnings(info.Hash)
		require.NoError(t, err)
		artifacts, err := s.Artifacts(info.Hash)
		require.NoError(t, err)
		for i := range artifacts {
			artifacts[i].Path = ""
		}
		description, err := s.Stage(info.Hash)
		require.NoError(t, err)
		all = append(all, metrics, warnings, artifacts, description)
	}
	return fmt.Sprintf("%+v", all)
}
