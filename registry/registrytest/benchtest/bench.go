// Package benchtest is a registry.Bench in memory, for tests that run the stages of methods without a
// store, and a registry.Builder that runs a method's stages as it declares them.
package benchtest

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"io"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/backends"
	"github.com/retort-ml/retort/registry"
)

// weights is the file in which stages keep policies.
const weights = "weights"

// Output is what a stage made: files and records.
type Output struct {
	Files    map[string][]byte
	Metrics  map[string][]float64 // by name, in the order of recording
	Episodes map[string][]*registry.Episode
	Warnings []string
}

// Weights returns the hash of the policy the stage saved; empty when it saved none.
func (o *Output) Weights() string {
	content, ok := o.Files[weights]
	if !ok {
		return ""
	}
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:])
}

// Trial runs stages in memory. It implements registry.Builder: building a method runs it.
type Trial struct {
	t       *testing.T
	Env     registry.Environment
	Format  registry.Format
	Backend backends.Backend
	Config  backends.Config
	Kinds   map[string]registry.StageKind
	Outputs []*Output // an Artifact's Stage is its index plus 1
}

// New prepares a trial whose teacher and student are freshly drawn policies of two sizes.
func New(t *testing.T, env registry.Environment, format registry.Format, backend backends.Backend, kinds ...registry.StageKind) *Trial {
	t.Helper()
	trial := &Trial{t: t, Env: env, Format: format, Backend: backend, Kinds: map[string]registry.StageKind{}}
	for _, k := range kinds {
		trial.Kinds[k.Kind] = k
	}
	trial.Config = backends.Config{Width: 16, Layers: 1, Heads: 2, KVHeads: 2, HeadDim: 8, FFN: 32, Theta: 1e4, NormEps: 1e-6, PreviousTokens: 1}
	format.Shape(&trial.Config)
	for seed := range uint64(2) {
		m, err := backend.New(trial.Config, 11+seed)
		require.NoError(t, err)
		var b bytes.Buffer
		require.NoError(t, m.WriteWeights(&b, backends.Float16))
		require.NoError(t, m.Close())
		trial.Outputs = append(trial.Outputs, &Output{Files: map[string][]byte{weights: b.Bytes()}})
	}
	return trial
}

// Teacher and Student implement registry.Builder.
func (tr *Trial) Teacher() registry.Artifact { return registry.Artifact{Stage: 1} }
func (tr *Trial) Student() registry.Artifact { return registry.Artifact{Stage: 2} }

// Stage runs the stage at once and fails the test when it fails.
func (tr *Trial) Stage(kind string, settings any, inputs registry.Inputs, _ bool) registry.Artifact {
	tr.t.Helper()
	out := &Output{Files: map[string][]byte{}, Metrics: map[string][]float64{}, Episodes: map[string][]*registry.Episode{}}
	b := &bench{trial: tr, inputs: inputs, out: out}
	require.NoError(tr.t, tr.Kinds[kind].Run(tr.t.Context(), b, settings), kind)
	tr.Outputs = append(tr.Outputs, out)
	return registry.Artifact{Stage: len(tr.Outputs)}
}

// Output returns what an artifact's stage made.
func (tr *Trial) Output(a registry.Artifact) *Output { return tr.Outputs[a.Stage-1] }

type bench struct {
	trial  *Trial
	inputs registry.Inputs
	out    *Output
}

func (b *bench) Environment() registry.Environment { return b.trial.Env }
func (b *bench) Format() registry.Format           { return b.trial.Format }
func (b *bench) Fresh() (backends.Learner, error) {
	return b.trial.Backend.New(b.trial.Config, b.Seed("initialisation"))
}

func (b *bench) Load(input string) (backends.Learner, error) {
	r, err := b.Read(input, weights)
	if err != nil {
		return nil, err
	}
	return b.trial.Backend.Open(r)
}

func (b *bench) Has(input string) bool { _, ok := b.inputs[input]; return ok }

func (b *bench) Read(input, file string) (io.ReadCloser, error) {
	a, ok := b.inputs[input]
	if !ok {
		return nil, fmt.Errorf("no input %q", input)
	}
	content, ok := b.trial.Output(a).Files[file]
	if !ok {
		return nil, fmt.Errorf("input %q has no file %q", input, file)
	}
	return io.NopCloser(bytes.NewReader(content)), nil
}

func (b *bench) Write(file string, fill func(io.Writer) error) error {
	var buffer bytes.Buffer
	if err := fill(&buffer); err != nil {
		return err
	}
	b.out.Files[file] = buffer.Bytes()
	return nil
}

func (b *bench) SaveWeights(m backends.Learner) error {
	return b.Write(weights, func(w io.Writer) error { return m.WriteWeights(w, backends.Float16) })
}

func (b *bench) Seed(purpose string) uint64 {
	sum := sha256.Sum256([]byte(purpose))
	return binary.LittleEndian.Uint64(sum[:])
}

func (b *bench) Rand(purpose string) *rand.Rand {
	return rand.New(rand.NewChaCha8(sha256.Sum256([]byte(purpose))))
}

func (b *bench) Episode(phase string, e *registry.Episode) error {
	b.out.Episodes[phase] = append(b.out.Episodes[phase], e)
	return nil
}

func (b *bench) Metric(name string, _ int, value float64) error {
	b.out.Metrics[name] = append(b.out.Metrics[name], value)
	return nil
}

func (b *bench) Warn(message string) error {
	b.out.Warnings = append(b.out.Warnings, message)
	return nil
}

// reread is the number of steps before which the state is written and read back.
const reread = 8

// Loop writes a checkpoint and reads it back before each of the first steps, so that what a body
// does not keep in its state is lost at once.
func (b *bench) Loop(ctx context.Context, steps int, state registry.Checkpointed, body func(int) error) error {
	for step := range steps {
		if step < reread {
			var saved bytes.Buffer
			if err := state.WriteState(&saved); err != nil {
				return err
			}
			if err := state.ReadState(&saved); err != nil {
				return err
			}
		}
		if err := body(step); err != nil {
			return err
		}
	}
	return ctx.Err()
}

func (b *bench) Progress(int, int, string) {}
