package registry

import (
	"fmt"
	"slices"
)

// Catalog finds what an experiment names. It is filled once, by registry/builtin, and read-only afterwards.
type Catalog struct {
	methods      map[string]MethodKind
	environments map[string]EnvironmentKind
	models       map[string]ModelKind
	metrics      map[string]Metric
	stages       map[string]StageKind
}

// EnvironmentKind is an environment that an experiment can use.
type EnvironmentKind struct {
	Name  string
	Title string
	Help  string
	// Version is raised whenever the same settings would give other worlds, texts or views. The first is 0.
	Version  int
	Settings func() any
	// New builds it from what Settings returned, filled in. Errors name the setting.
	New func(settings any) (Environment, error)
	// Files lists what the settings point at outside the experiment (a folder of games): the content
	// becomes part of the identity of every stage that uses the environment. May be nil.
	Files func(settings any) []string
	// Aid says what help by hand the compact view gives with these settings, as a sentence for captions: tiny policies owe
	// part of their success to it. Nil or empty: none.
	Aid func(settings any) string
	// Floors names the floors that the environment has (see Floors), weakest first.
	Floors []string
}

// ModelKind is a kind of policy that an experiment can use.
type ModelKind struct {
	Name  string
	Title string
	Help  string
	// Version is raised whenever policies of the kind would read the same texts differently. The first is 0.
	Version  int
	Settings func() any
	// Format says how the policy reads an environment, Shape gives its size.
	Format func(settings any, env Environment) (Format, error)
	Shape  func(settings any) ModelShape
	// Checkpoint says what policies of the kind start from; nil where they start from random weights. A kind that has
	// it reads text, and with it every environment.
	Checkpoint func(settings any) Checkpoint
}

// Checkpoint is a model that somebody else trained, and what an estimate of compute has to know of it.
type Checkpoint struct {
	Name       string  // as its publisher writes it: "Qwen/Qwen3-1.7B"
	Parameters float64 // that a token passes through
	// Prompt is the length of a usual prompt and Response that of the longest response, in tokens.
	Prompt, Response int
	// Remote says that the model answers with text over the network: it is nobody's GPU here, and it gives no
	// log-probabilities.
	Remote bool
}

// ModelShape is the size of a policy, without what the vocabulary decides.
type ModelShape struct {
	Width, Layers, Heads, KVHeads, HeadDim, FFN int
	PreviousTokens                              int
	Factored                                    bool
}

// NewCatalog lists everything by name. It panics when a name stands twice: the table in
// registry/builtin is wrong then.
func NewCatalog(methods []MethodKind, environments []EnvironmentKind, models []ModelKind, metrics []Metric, stages []StageKind) *Catalog {
	return &Catalog{
		methods:      byName(methods, func(m MethodKind) string { return m.Info.Name }),
		environments: byName(environments, func(e EnvironmentKind) string { return e.Name }),
		models:       byName(models, func(m ModelKind) string { return m.Name }),
		metrics:      byName(metrics, func(m Metric) string { return m.Name }),
		stages:       byName(stages, func(s StageKind) string { return s.Kind }),
	}
}

func byName[T any](list []T, name func(T) string) map[string]T {
	m := make(map[string]T, len(list))
	for _, v := range list {
		if _, twice := m[name(v)]; twice {
			panic(fmt.Sprintf("catalog: %q stands twice", name(v)))
		}
		m[name(v)] = v
	}
	return m
}

func names[T any](m map[string]T) []string {
	var list []string
	for n := range m {
		list = append(list, n)
	}
	slices.Sort(list)
	return list
}

// Method, Environment, Model, Metric and Stage look a name up.
func (c *Catalog) Method(name string) (MethodKind, bool) { m, ok := c.methods[name]; return m, ok }

func (c *Catalog) Environment(name string) (EnvironmentKind, bool) {
	e, ok := c.environments[name]
	return e, ok
}
func (c *Catalog) Model(name string) (ModelKind, bool) { m, ok := c.models[name]; return m, ok }
func (c *Catalog) Metric(name string) (Metric, bool)   { m, ok := c.metrics[name]; return m, ok }
func (c *Catalog) Stage(kind string) (StageKind, bool) { s, ok := c.stages[kind]; return s, ok }

// Methods, Environments, Models and Metrics list names in order.
func (c *Catalog) Methods() []string      { return names(c.methods) }
func (c *Catalog) Environments() []string { return names(c.environments) }
func (c *Catalog) Models() []string       { return names(c.models) }
func (c *Catalog) Metrics() []string      { return names(c.metrics) }
