package workbench_test

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/backends"
	"github.com/retort-ml/retort/backends/local"
	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/evaluation"
	"github.com/retort-ml/retort/registry/methods/opd"
	"github.com/retort-ml/retort/registry/methods/r2s"
	"github.com/retort-ml/retort/registry/methods/warmup"
	"github.com/retort-ml/retort/registry/models/compact"
	"github.com/retort-ml/retort/registry/registrytest/corridor"
	"github.com/retort-ml/retort/results"
	"github.com/retort-ml/retort/runner"
	"github.com/retort-ml/retort/runner/recipe"
	"github.com/retort-ml/retort/runner/workbench"
)

// TestMain lets the test program be its own worker.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == "worker" {
		ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
		defer stop()
		if err := runner.Work(ctx, os.Stdin, os.NewFile(3, "events"), "test", bench().Execute); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

func stages() []registry.StageKind {
	return append([]registry.StageKind{warmup.Stage(), evaluation.Stage(), opd.Stage()}, r2s.Stages()...)
}

func bench() *workbench.Workbench {
	return &workbench.Workbench{
		Catalog: registry.NewCatalog(nil, []registry.EnvironmentKind{{
			Name:     "corridor",
			Settings: func() any { return &corridor.Environment{} },
			New:      func(s any) (registry.Environment, error) { return s.(*corridor.Environment), nil },
		}}, []registry.ModelKind{compact.Kind()}, nil, stages()),
		Backend: func(threads int) backends.Backend {
			b, err := local.New(local.Options{Threads: threads})
			if err != nil {
				panic(err)
			}
			return b
		},
		CheckpointEvery: 3,
	}
}

// plan warms up two policies, repairs a scorer, distils and evaluates.
func plan(t *testing.T) *runner.Plan {
	t.Helper()
	p := &runner.Plan{Experiment: "corridor", Hash: strings.Repeat("ab", 32)}
	var all []string
	versions := map[string]int{}
	for _, k := range stages() {
		versions[k.Kind] = k.Version
	}
	add := func(kind string, settings any, inputs map[string]string) string {
		r := recipe.Recipe{
			Kind: kind, Version: versions[kind], Settings: encode(t, settings), Root: 7, Stream: kind,
			Environment: recipe.Named{Use: "corridor", Settings: json.RawMessage(`{"Turns": 8}`)},
			Model:       recipe.Named{Use: "compact", Settings: json.RawMessage(`{"width": 16, "layers": 1, "heads": 2, "kv_heads": 2}`)},
		}
		s := runner.Stage{Hash: r.Hash(inputs), Kind: kind, Title: kind, Spec: encode(t, r)}
		for _, name := range []string{"branches", "policy", "scorer", "student", "teacher"} {
			if h, ok := inputs[name]; ok {
				s.Inputs = append(s.Inputs, runner.Input{Name: name, Hash: h})
			}
		}
		p.Stages = append(p.Stages, s)
		all = append(all, s.Hash)
		return s.Hash
	}
	long, short := warmup.Defaults(), warmup.Defaults()
	long.Steps, long.Demonstrations, long.ReferenceShare = 60, 0, 0.4
	short.Steps, short.Demonstrations = 15, 30
	teacher, student := add("warmup", long, nil), add("warmup", short, nil)
	branches := add("r2s.probe", r2s.Probe{States: 12, Takeovers: 3, Temperature: 1, TakeoverAt: 1}, map[string]string{"teacher": teacher, "student": student})
	scorer := add("r2s.repair", r2s.Repair{Select: "reward", Reference: "own", Target: "scores", Span: "suffix", Epochs: 4, Batch: 4, LearningRate: 1e-3, CheckTasks: 8, CheckAt: 1}, map[string]string{"teacher": teacher, "branches": branches})
	trained := add("opd", map[string]any{"steps": 20, "tasks_a_step": 8}, map[string]string{"teacher": scorer, "student": student})
	add("evaluate", evaluation.Settings{Tasks: "unseen", Count: 8, Decodes: 2, Temperature: 1}, map[string]string{"policy": trained, "scorer": teacher})
	p.Trials = []runner.Trial{{ID: "t", Labels: map[string]string{"seed": "1"}, Stages: all, Roles: map[string]string{}}}
	require.NoError(t, p.Validate())
	return p
}

func encode(t *testing.T, v any) json.RawMessage {
	raw, err := json.Marshal(v)
	require.NoError(t, err)
	return raw
}

func run(t *testing.T, ctx context.Context, dir string, p *runner.Plan, opts runner.Options) runner.Report {
	t.Helper()
	store, err := results.OpenForRun(dir)
	require.NoError(t, err)
	opts.Slots, opts.Grace = 2, 10*time.Second
	report, err := runner.Run(ctx, store, p, opts)
	require.NoError(t, err)
	require.NoError(t, store.Close())
	return report
}

// outcome hashes what the stages of a plan left: records, episodes and artifacts.
func outcome(t *testing.T, dir string, p *runner.Plan) map[string]string {
	t.Helper()
	store, err := results.Open(dir)
	require.NoError(t, err)
	defer store.Close()
	sums := map[string]string{}
	for i, s := range p.Stages {
		state, err := store.State(s.Hash)
		require.NoError(t, err)
		require.NotNil(t, state.Done, s.Title)
		require.NoError(t, filepath.WalkDir(state.Done.Dir, func(path string, e fs.DirEntry, err error) error {
			if err != nil || e.IsDir() || !slices.Contains([]string{"records.jsonl", "done.json"}, e.Name()) && !strings.HasPrefix(e.Name(), "episodes") {
				return err
			}
			content, err := os.ReadFile(path)
			sum := sha256.Sum256(content)
			sums[fmt.Sprintf("%d %s %s", i, s.Title, e.Name())] = hex.EncodeToString(sum[:])
			return err
		}))
		artifacts, err := store.Artifacts(s.Hash)
		require.NoError(t, err)
		for _, a := range artifacts {
			sums[fmt.Sprintf("%d %s artifact %s", i, s.Title, a.Name)] = a.SHA256
		}
	}
	return sums
}

// Real stages, killed and interrupted at several moments, leave the bytes of an undisturbed run.
func TestExecute_ResumesToTheSameBytes(t *testing.T) {
	p := plan(t)
	undisturbed := t.TempDir()
	report := run(t, t.Context(), undisturbed, p, runner.Options{})
	require.True(t, report.Complete(), "%+v", report.Failures)
	want := outcome(t, undisturbed, p)
	require.NotEmpty(t, want)

	again := run(t, t.Context(), undisturbed, p, runner.Options{})
	require.Equal(t, len(p.Stages), again.Counts.Reused, "a second run does nothing")

	disturbed := t.TempDir()
	interrupts := 0
	for i := range 12 {
		ctx, cancel := context.WithCancel(t.Context())
		kill := make(chan struct{})
		events := 0
		report := run(t, ctx, disturbed, p, runner.Options{Kill: kill, Events: func(e runner.Event) {
			if e.Type != runner.StageProgress {
				return
			}
			if events++; events != 2+i {
				return
			}
			interrupts++
			cancel()
			if i%2 == 0 {
				close(kill) // no time for a checkpoint
			}
		}})
		cancel()
		if report.Complete() {
			break
		}
	}
	require.Positive(t, interrupts)
	last := run(t, t.Context(), disturbed, p, runner.Options{})
	require.True(t, last.Complete(), "%+v", last.Failures)
	require.Equal(t, want, outcome(t, disturbed, p))
}

func TestExecute_RefusesWhatItDoesNotKnow(t *testing.T) {
	for name, c := range map[string]struct {
		spec, want string
	}{
		"broken recipe": {`{`, "decode recipe"},
		"kind":          {`{"kind": "dream"}`, `this build knows no stage of kind "dream"`},
		"version":       {`{"kind": "opd", "version": 99}`, `version 99 of "opd", this build has 1`},
		"settings":      {`{"kind": "opd", "version": 1, "settings": {"steps": "many"}}`, "decode settings"},
		"environment":   {`{"kind": "opd", "version": 1, "settings": {}, "environment": {"use": "moon"}}`, `none called "moon"`},
		"model":         {`{"kind": "opd", "version": 1, "settings": {}, "environment": {"use": "corridor", "settings": {}}, "model": {"use": "brain"}}`, `none called "brain"`},
	} {
		t.Run(name, func(t *testing.T) {
			err := bench().Execute(t.Context(), &runner.Job{Stage: runner.Stage{Title: "s", Spec: json.RawMessage(c.spec)}})
			require.ErrorContains(t, err, c.want)
		})
	}
}
