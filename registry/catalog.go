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
	Name     string
	Title    string
	Help     string
	Settings func() any
	// New builds it from what Settings returned, filled in. Errors name the setting.
	New func(settings any) (Environment, error)
	// Files lists what the settings point at outside the experiment (a folder of games): the content
	// becomes part of the identity of every stage that uses the environment. May be nil.
	Files func(settings any) []string
	// Floors names the floors that the environment has (see Floors), weakest first.
	Floors []string
}

// ModelKind is a kind of policy that an experiment can use.
type ModelKind struct {
	Name     string
	Title    string
	Help     string
	Settings func() any
	// Format says how the policy reads an environment, Shape gives its size.
	Format func(settings any, env Environment) (Format, error)
	Shape  func(settings any) ModelShape
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
