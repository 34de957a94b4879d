package builtin_test

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/builtin"
)

func TestMethods(t *testing.T) {
	c := builtin.Catalog()
	require.NotEmpty(t, c.Methods())
	for _, name := range c.Methods() {
		t.Run(name, func(t *testing.T) {
			m, ok := c.Method(name)
			require.True(t, ok)
			i := m.Info
			for what, text := range map[string]string{"title": i.Title, "idea": i.Idea, "objective": i.Objective, "source": i.Source} {
				require.NotEmpty(t, text, what)
			}
			require.NotEmpty(t, i.Stages)
			require.NotEmpty(t, i.Constants)
			require.NotEmpty(t, i.Departures)
			checkSettings(t, m.Settings())
		})
	}
}

func TestEnvironmentsAndModels(t *testing.T) {
	c := builtin.Catalog()
	for _, name := range c.Environments() {
		e, _ := c.Environment(name)
		checkSettings(t, e.Settings())
		env, err := e.New(e.Settings())
		require.NoError(t, err, name)
		if env.View() == nil {
			continue // for policies that read text
		}
		for _, modelName := range c.Models() {
			m, _ := c.Model(modelName)
			checkSettings(t, m.Settings())
			if m.Checkpoint != nil {
				continue // for a backend that loads it
			}
			format, err := m.Format(m.Settings(), env)
			require.NoError(t, err, "%s in %s", modelName, name)
			require.Positive(t, format.Vocab())
			require.Positive(t, m.Shape(m.Settings()).Width)
		}
	}
}

// checkSettings holds what the language needs of settings: hcl and json names that agree, and
// defaults that are valid.
func checkSettings(t *testing.T, settings any) {
	t.Helper()
	if v, ok := settings.(interface{ Validate() error }); ok {
		require.NoError(t, v.Validate(), "the defaults")
	}
	checkNames(t, reflect.TypeOf(settings).Elem())
}

func checkNames(t *testing.T, typ reflect.Type) {
	t.Helper()
	for i := range typ.NumField() {
		f := typ.Field(i)
		if f.Anonymous {
			checkNames(t, f.Type)
			continue
		}
		hclName, _, _ := strings.Cut(f.Tag.Get("hcl"), ",")
		jsonName, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		require.NotEmpty(t, hclName, "%s.%s", typ, f.Name)
		require.Equal(t, hclName, jsonName, "%s.%s: the name in a recipe is the name in an experiment", typ, f.Name)
	}
}

func TestMetricsNameStages(t *testing.T) {
	c := builtin.Catalog()
	for _, name := range c.Metrics() {
		m, _ := c.Metric(name)
		require.NotEmpty(t, m.Title, name)
		require.NotEmpty(t, m.Help, name)
		if m.Stage == "" {
			require.True(t, m.Value != nil || m.OfTask != nil, "%s has no way to be computed", name)
			continue
		}
		kind, ok := c.Stage(m.Stage)
		require.True(t, ok, "%s is recorded by an unknown stage %q", name, m.Stage)
		raw, err := json.Marshal(kind.Settings())
		require.NoError(t, err)
		require.NoError(t, json.Unmarshal(raw, kind.Settings()))
	}
}

func TestCatalog_NameTwice(t *testing.T) {
	m := registry.Metric{Name: "twice"}
	require.PanicsWithValue(t, `catalog: "twice" stands twice`, func() {
		registry.NewCatalog(nil, nil, nil, []registry.Metric{m, m}, nil)
	})
}
