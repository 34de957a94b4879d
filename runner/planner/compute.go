package planner

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/runner"
	"github.com/retort-ml/retort/runner/recipe"
)

// What an estimate of compute rests on.
const (
	// Device is what hours are counted of. PeakFLOPS is NVIDIA's figure for the SXM version: dense bfloat16, without
	// sparsity.
	Device    = "H100"
	PeakFLOPS = 989e12

	// A forward pass takes 2 FLOPs a parameter and token, training 6: one pass forward, two back (Kaplan et al. 2020, section
	// 2.1). Attention over the context is left out; at these lengths it adds less than a fifth.
	ForwardFLOPs  = 2
	TrainingFLOPs = 6

	// Shares of the peak that are reached: training and reading long prompts are bound by arithmetic and get 30 to 50 % of it on
	// a node, writing token by token is bound by memory. Ours, on the careful side.
	TrainingUse = 0.3
	DecodingUse = 0.1
)

// Compute estimates what the checkpoints of a plan compute. It is an upper bound in one way: every episode is taken
// to use up its turns, every response its tokens, and no prompt is kept from one turn to the next.
type Compute struct {
	Checkpoints []string           // names, in order of the alphabet
	Hours       float64            // of Device
	ByKind      map[string]float64 // hours by kind of stage
	// RemoteTokens is what models that are reached through text write.
	RemoteTokens float64
	// Unknown says what is not in the numbers: the kind of stage and why, once each.
	Unknown []string
}

// EstimateCompute adds up the stages of a plan whose policies are checkpoints; nil when there are none. The plan has to
// come from Build with the same catalogue.
func EstimateCompute(plan *runner.Plan, catalog *registry.Catalog) *Compute {
	e := &estimator{catalog: catalog, stages: make(map[string]*planned, len(plan.Stages)), names: map[string]bool{}, unknown: map[string]bool{}}
	e.sum.ByKind = map[string]float64{}
	for i := range plan.Stages {
		e.add(&plan.Stages[i])
	}
	if len(e.names) == 0 {
		return nil
	}
	e.sum.Checkpoints = slices.Sorted(maps.Keys(e.names))
	e.sum.Unknown = slices.Sorted(maps.Keys(e.unknown))
	for _, kind := range slices.Sorted(maps.Keys(e.sum.ByKind)) {
		e.sum.Hours += e.sum.ByKind[kind]
	}
	return &e.sum
}

type estimator struct {
	catalog *registry.Catalog
	stages  map[string]*planned // by hash; inputs come before what reads them
	names   map[string]bool
	unknown map[string]bool
	sum     Compute
}

// planned is a stage as the planner made it.
type planned struct {
	kind     registry.StageKind
	settings any
	horizon  int
	// policy is the model behind the weights that the stage gives; nil where they are none of a checkpoint.
	policy *registry.Checkpoint
	inputs map[string]*planned
}

func (e *estimator) add(stage *runner.Stage) {
	p := e.open(stage)
	e.stages[stage.Hash] = p
	hours := 0.0
	for _, w := range p.work() {
		in := p.inputs[w.Input]
		if w.Input == "" {
			in = p
		}
		if in == nil || in.policy == nil {
			continue
		}
		hours += e.workHours(p, w, in.policy)
		if w.Learns > 0 {
			p.policy = in.policy
		}
	}
	if hours > 0 {
		e.sum.ByKind[p.kind.Kind] += hours
	}
}

// open decodes a stage. What the planner encoded decodes again.
func (e *estimator) open(stage *runner.Stage) *planned {
	var r recipe.Recipe
	decode(stage.Spec, &r)
	kind, ok := e.catalog.Stage(r.Kind)
	if !ok {
		panic(fmt.Sprintf("planner: no stage of kind %q in the catalogue", r.Kind))
	}
	p := &planned{kind: kind, settings: kind.Settings(), horizon: horizon(r.Environment), inputs: make(map[string]*planned, len(stage.Inputs))}
	decode(r.Settings, p.settings)
	for _, in := range stage.Inputs {
		p.inputs[in.Name] = e.stages[in.Hash]
	}
	if model, ok := e.catalog.Model(r.Model.Use); ok && model.Checkpoint != nil && len(stage.Inputs) == 0 {
		settings := model.Settings()
		decode(r.Model.Settings, settings)
		c := model.Checkpoint(settings)
		p.policy = &c
		e.names[c.Name] = true
	}
	return p
}

// horizon is the most turns of an episode, 0 when the settings do not say.
func horizon(env recipe.Named) int {
	var s struct {
		Horizon int `json:"horizon"`
	}
	decode(env.Settings, &s)
	return s.Horizon
}

func decode(raw json.RawMessage, v any) {
	if err := json.Unmarshal(raw, v); err != nil {
		panic(fmt.Sprintf("planner: decode %T of a plan: %v", v, err))
	}
}

// work is what the policies do: what the kind says, or what its inputs and episodes tell.
func (p *planned) work() []registry.Work {
	if p.kind.Work != nil {
		return p.kind.Work(p.settings, func(input string) any {
			if in := p.inputs[input]; in != nil {
				return in.settings
			}
			return nil
		})
	}
	if p.kind.Episodes == nil {
		return nil
	}
	n := p.kind.Episodes(p.settings)
	switch {
	case len(p.inputs) == 0 && n == 0:
		return nil // it is loaded as it is
	case len(p.inputs) == 0:
		return []registry.Work{{Learns: n}} // its own policy, warmed up
	case p.inputs["student"] != nil:
		return []registry.Work{{Input: "student", Plays: n, Learns: n}, {Input: "teacher", Scores: n}}
	}
	return []registry.Work{{Input: "policy", Plays: n}, {Input: "scorer", Scores: n}}
}

// workHours turns episodes into hours of the device.
func (e *estimator) workHours(p *planned, w registry.Work, c *registry.Checkpoint) float64 {
	miss := func(format string, args ...any) float64 {
		e.unknown[p.kind.Kind+": "+fmt.Sprintf(format, args...)] = true
		return 0
	}
	switch {
	case w.Plays+w.Scores+w.Learns == 0:
		return miss("its settings do not tell the number of episodes")
	case p.horizon == 0:
		return miss("the environment does not tell its horizon")
	case c.Remote && w.Scores+w.Learns > 0:
		return miss("it wants log-probabilities of %s, which gives text only", c.Name)
	}
	length := p.horizon
	if w.Turns > 0 {
		length = min(length, w.Turns)
	}
	turns := func(episodes int) float64 { return float64(episodes) * float64(length) }
	prompt, response := float64(c.Prompt), float64(c.Response)
	if c.Remote {
		e.sum.RemoteTokens += turns(w.Plays) * response
		return 0
	}
	forward, training := ForwardFLOPs*c.Parameters, TrainingFLOPs*c.Parameters
	whole := prompt + response
	busy := (turns(w.Plays)*prompt+turns(w.Scores)*whole)*forward + turns(w.Learns)*whole*training
	seconds := busy/(TrainingUse*PeakFLOPS) + turns(w.Plays)*response*forward/(DecodingUse*PeakFLOPS)
	return seconds / 3600
}

// Assumptions say in words what the constants are.
func (c *Compute) Assumptions() []string {
	return []string{
		"every episode uses up its turns and every response its tokens; no prompt is kept from one turn to the next",
		fmt.Sprintf("%d FLOPs a parameter and token to read, score or write, %d to learn", ForwardFLOPs, TrainingFLOPs),
		fmt.Sprintf("%.0f%% of an %s's %.0f TFLOP/s to read, score and learn, %.0f%% to write", 100*TrainingUse, Device, PeakFLOPS/1e12, 100*DecodingUse),
	}
}
