package tau2_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/environments/tau2"
	"github.com/retort-ml/retort/registry/environments/tau2/py"
)

// TestLoad_OriginalTools has the original's schemas where a folder has none.
func TestLoad_OriginalTools(t *testing.T) {
	t.Parallel()
	needData(t)
	for _, domain := range tau2.Domains() {
		text, err := os.ReadFile(filepath.Join(data, domain.Name, "tools.json"))
		require.NoError(t, err)
		want, err := py.Parse(string(text))
		require.NoError(t, err)
		folder := t.TempDir()
		require.NoError(t, os.CopyFS(folder, os.DirFS(filepath.Join(data, domain.Name))))
		require.NoError(t, os.Remove(filepath.Join(folder, "tools.json")))
		d, err := tau2.Load(domain.Name, folder)
		require.NoError(t, err)
		got := py.NewDict([]string{"assistant", "user"}, []py.Value{d.Tools, d.DeviceTools})
		require.True(t, py.JSON(want) == py.JSON(got), "the schemas of %s differ", domain.Name)
	}
}

// TestLoad_Tools takes a folder's own schemas, side by side, and names a fault in them.
func TestLoad_Tools(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	require.NoError(t, os.CopyFS(folder, os.DirFS(filepath.Join("testdata", "telecom"))))
	name := filepath.Join(folder, "tools.json")
	for text, want := range map[string]string{
		`[]`:                `want an object of the tool lists "assistant" and "user"`,
		`{"tools": []}`:     `want an object of the tool lists "assistant" and "user"`,
		`{"assistant": {}}`: `"assistant" is no list of tools`,
		`{"user": [3]}`:     `"user": read tool 1: `,
		`{"assistant": [{"type": "function", "function": {"name": 3}}]}`:                     "function.name",
		`{"assistant": [{"type": "tool", "function": {"name": "a"}}]}`:                       "type",
		`{"assistant": [{"type": "function", "function": {"name": "a", "parameters": []}}]}`: "function.parameters",
	} {
		require.NoError(t, os.WriteFile(name, []byte(text), 0o600))
		_, err := tau2.Load("telecom", folder)
		require.ErrorContains(t, err, want, text)
		require.True(t, strings.HasPrefix(err.Error(), name+": "), err)
	}
	require.NoError(t, os.WriteFile(name, []byte(`{"assistant": [{"type": "function", "function": {"name": "a"}}]}`), 0o600))
	d, err := tau2.Load("telecom", folder)
	require.NoError(t, err)
	require.Equal(t, 1, d.Tools.Len())
	require.Equal(t, len(d.Domain.Device.Tools()), d.DeviceTools.Len())
}

// TestNew_TestSetOnly plays the held-out tasks of a folder that has no others.
func TestNew_TestSetOnly(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	require.NoError(t, os.CopyFS(folder, os.DirFS(filepath.Join("testdata", "retail"))))
	require.NoError(t, os.WriteFile(filepath.Join(folder, "split_tasks.json"), []byte(`{"test": ["refuse"], "base": ["cancel", "refuse"]}`), 0o600))
	s := tau2.Defaults()
	s.Data = folder
	e, err := tau2.New(s)
	require.NoError(t, err)
	require.Equal(t, []registry.Split{{Name: "unseen", Tasks: 1}}, e.Splits())
}
