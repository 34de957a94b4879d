// Package workbench executes stages: it decodes a recipe, opens the
// environment and the policies, and gives the stage's code a registry.Bench that records into the attempt's
// folder. Execute is what workers run.
package workbench

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/retort-ml/retort/backends"
	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/runner"
	"github.com/retort-ml/retort/runner/recipe"
)

// Workbench executes stages of the catalogue's kinds.
type Workbench struct {
	Catalog *registry.Catalog
	// Backend makes the backend for a number of threads.
	Backend func(threads int) backends.Backend
	// CheckpointEvery is the number of steps between two checkpoints; 0 means 20.
	CheckpointEvery int
}

// defaultCheckpointEvery keeps a kill from costing more than a few seconds at laptop sizes.
const defaultCheckpointEvery = 20

var _ runner.Executor = (&Workbench{}).Execute

// Execute implements runner.Executor.
func (w *Workbench) Execute(ctx context.Context, job *runner.Job) error {
	var r recipe.Recipe
	if err := json.Unmarshal(job.Stage.Spec, &r); err != nil {
		return fmt.Errorf("decode recipe of stage %s: %w", job.Stage.Title, err)
	}
	kind, ok := w.Catalog.Stage(r.Kind)
	if !ok {
		return fmt.Errorf("execute %s: this build knows no stage of kind %q", job.Stage.Title, r.Kind)
	}
	if kind.Version != r.Version {
		return fmt.Errorf("execute %s: the plan wants version %d of %q, this build has %d", job.Stage.Title, r.Version, r.Kind, kind.Version)
	}
	settings := kind.Settings()
	if err := json.Unmarshal(r.Settings, settings); err != nil {
		return fmt.Errorf("decode settings of stage %s: %w", job.Stage.Title, err)
	}
	b, err := w.bench(job, r)
	if err != nil {
		return err
	}
	return kind.Run(ctx, b, settings)
}

// bench opens what a stage works with.
func (w *Workbench) bench(job *runner.Job, r recipe.Recipe) (*bench, error) {
	env, err := w.environment(r.Environment)
	if err != nil {
		return nil, err
	}
	every := w.CheckpointEvery
	if every == 0 {
		every = defaultCheckpointEvery
	}
	b := &bench{job: job, recipe: r, environment: env, backend: w.Backend(job.Threads), every: every}
	if r.Model.Use == "" {
		return b, nil // a stage that neither plays nor makes a policy
	}
	model, ok := w.Catalog.Model(r.Model.Use)
	if !ok {
		return nil, fmt.Errorf("open model: this build knows none called %q", r.Model.Use)
	}
	settings := model.Settings()
	if err := json.Unmarshal(r.Model.Settings, settings); err != nil {
		return nil, fmt.Errorf("decode settings of model %q: %w", r.Model.Use, err)
	}
	if b.format, err = model.Format(settings, env); err != nil {
		return nil, err
	}
	b.config = config(model.Shape(settings), b.format)
	return b, nil
}

func (w *Workbench) environment(named recipe.Named) (registry.Environment, error) {
	kind, ok := w.Catalog.Environment(named.Use)
	if !ok {
		return nil, fmt.Errorf("open environment: this build knows none called %q", named.Use)
	}
	settings := kind.Settings()
	if err := json.Unmarshal(named.Settings, settings); err != nil {
		return nil, fmt.Errorf("decode settings of environment %q: %w", named.Use, err)
	}
	env, err := kind.New(settings)
	if err != nil {
		return nil, fmt.Errorf("open environment %q: %w", named.Use, err)
	}
	return env, nil
}

// config joins the size of a model and what the vocabulary decides.
func config(shape registry.ModelShape, format registry.Format) backends.Config {
	c := backends.Config{
		Width: shape.Width, Layers: shape.Layers, Heads: shape.Heads, KVHeads: shape.KVHeads, HeadDim: shape.HeadDim, FFN: shape.FFN,
		Theta: 1e4, NormEps: 1e-6, PreviousTokens: shape.PreviousTokens,
	}
	format.Shape(&c)
	return c
}
