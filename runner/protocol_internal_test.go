package runner

import (
	"bytes"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/results"
)

func FuzzReadCommands(f *testing.F) {
	f.Add([]byte(`{"type":"job","job":{"stage":{"hash":"00000000","kind":"walk","spec":{}},"attempt":"/a","log":"/a/log","threads":1}}` + "\n" + `{"type":"stop"}`))
	f.Add([]byte(`{"type":"job"}`))
	f.Add([]byte(`{"type":"stop"`))
	f.Add([]byte("null\n[]"))
	f.Fuzz(func(t *testing.T, text []byte) {
		commands := make(chan command)
		quit := make(chan struct{})
		done := make(chan error, 1)
		go func() { done <- readCommands(bytes.NewReader(text), commands, quit) }()
		for range 1000 {
			select {
			case c := <-commands:
				require.False(t, c.Type == commandJob && c.Job == nil)
				continue
			case <-done:
				return
			}
		}
		close(quit)
		<-done
	})
}

func TestReadCommands_EndsQuietlyBetweenCommandsOnly(t *testing.T) {
	commands := make(chan command, 1)
	require.NoError(t, readCommands(strings.NewReader(`{"type":"stop"}`), commands, nil))
	require.Equal(t, command{Type: commandStop}, <-commands)
	require.ErrorIs(t, readCommands(strings.NewReader(`{"type":"st`), commands, nil), io.ErrUnexpectedEOF)
}

// TestWork_LeavesWithItsController closes a busy worker's standard input, which is all that a worker
// learns of its controller's death where the kernel does not tell.
func TestWork_LeavesWithItsController(t *testing.T) {
	t.Parallel()
	store, err := results.OpenForRun(t.TempDir())
	require.NoError(t, err)
	defer func() { require.NoError(t, store.Close()) }()
	stage := Stage{Hash: "00000000", Kind: "walk", Title: "long", Spec: json.RawMessage(`{"steps": 1000000, "pause_us": 1000}`)}
	a, err := store.Begin(stageInfo(&stage))
	require.NoError(t, err)
	log, err := os.Create(a.Log)
	require.NoError(t, err)
	defer log.Close()
	self, err := os.Executable()
	require.NoError(t, err)
	p, err := startProcess([]string{self}, []string{"RETORT_TEST_ROLE=worker"}, log)
	require.NoError(t, err)
	p.send(command{Type: commandJob, Job: &jobLine{Stage: stage, Attempt: a.Dir, Log: a.Log, Threads: 1}})
	m := <-p.messages()
	require.Equal(t, messageProgress, m.Type)

	begin := time.Now()
	p.leave()
	for range p.messages() {
	}
	require.Less(t, time.Since(begin), 20*time.Second)
	require.Equal(t, 1, p.exit().code)
	text, err := os.ReadFile(filepath.Join(a.Dir, "log"))
	require.NoError(t, err)
	require.Contains(t, string(text), ErrOrphaned.Error())
}

// TestProcess_NonsenseIsNotAMemoryProblem has a worker whose events are no messages.
func TestProcess_NonsenseIsNotAMemoryProblem(t *testing.T) {
	t.Parallel()
	log, err := os.Create(filepath.Join(t.TempDir(), "log"))
	require.NoError(t, err)
	defer log.Close()
	p, err := startProcess([]string{"/bin/sh", "-c", "echo hello >&3; sleep 60"}, nil, log)
	require.NoError(t, err)
	for range p.messages() {
		require.Fail(t, "hello is no message")
	}
	p.leave()
	e := p.exit()
	require.Error(t, e.err)
	f := crash(e, "")
	require.Equal(t, "failed", string(f.State))
	require.Contains(t, f.Message, "could not be read")
}
