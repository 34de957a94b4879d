package tau2_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/backends/local"
	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/evaluation"
	"github.com/retort-ml/retort/registry/models/compact"
	"github.com/retort-ml/retort/registry/registrytest/benchtest"
	"github.com/retort-ml/retort/registry/registrytest/corridor"
	"github.com/retort-ml/retort/registry/textmodel"
)

// floored plays the floor of an environment as an experiment does and returns what is recorded.
func floored(t *testing.T, env registry.Environment, split string) *benchtest.Output {
	t.Helper()
	backend, err := local.New(local.Options{Threads: 1})
	require.NoError(t, err)
	format := compact.New((&corridor.Environment{Turns: 2}).View(), 8, true) // a floor reads nothing
	trial := benchtest.New(t, env, format, backend, evaluation.FloorKind())
	return trial.Output(trial.Stage(evaluation.FloorStage, &evaluation.FloorSettings{Name: registry.FloorNothing, Tasks: split}, nil, false))
}

// TestRecords_NotJudged follows assertions that nobody judged from the task file to the records that tables read.
func TestRecords_NotJudged(t *testing.T) {
	t.Parallel()
	out := floored(t, opened(t, "retail", "testdata", "", "", textmodel.Address{}), "unseen")
	episodes := out.Episodes[evaluation.Phase]
	require.Len(t, episodes, 1)
	require.Equal(t, 1, episodes[0].NotJudged)
	require.True(t, episodes[0].Won)
	require.Equal(t, map[string][]float64{registry.NotJudged: {1}, registry.NotJudged + "_n": {1}}, out.Metrics)

	out = floored(t, opened(t, "retail", "testdata", "", "", textmodel.Address{}), "train")
	require.Empty(t, out.Metrics, "its task asks for nothing of the kind")

	fine := server(t, func(string) string { return `{"holds": true}` })
	out = floored(t, opened(t, "retail", "testdata", "", "model", fine), "unseen")
	require.Empty(t, out.Metrics)
	require.Zero(t, out.Episodes[evaluation.Phase][0].NotJudged)
}

// TestRecords_RealNotJudged counts assertions of the real retail tasks. In the generation of the folder they stand beside the basis and
// count for nothing; put into it, each asks for a judge.
func TestRecords_RealNotJudged(t *testing.T) {
	t.Parallel()
	for _, domain := range []string{"retail", "airline", "telecom", "mock"} {
		for _, task := range load(t, domain).Tasks {
			require.NotContains(t, task.Criteria.Basis, "NL_ASSERTION", "%s %s", domain, task.ID)
		}
	}
	source, err := filepath.Abs(filepath.Join(data, "retail"))
	require.NoError(t, err)
	text, err := os.ReadFile(filepath.Join(source, "tasks.json"))
	require.NoError(t, err)
	var tasks []map[string]any
	require.NoError(t, json.Unmarshal(text, &tasks))
	want := map[string]int{}
	for _, task := range tasks {
		criteria := task["evaluation_criteria"].(map[string]any)
		if list, _ := criteria["nl_assertions"].([]any); len(list) > 0 {
			criteria["reward_basis"] = []string{"DB", "NL_ASSERTION"}
			want[task["id"].(string)] = len(list)
		}
	}
	require.Len(t, want, 8)
	folder := t.TempDir()
	for _, name := range []string{"db.json", "policy.md", "split_tasks.json", "tools.json"} {
		require.NoError(t, os.Symlink(filepath.Join(source, name), filepath.Join(folder, name)))
	}
	text, err = json.Marshal(tasks)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(folder, "tasks.json"), text, 0o600))

	asked := make(chan string, 1000)
	judge := server(t, func(prompt string) string { asked <- prompt; return `{"reasoning": "so it is", "holds": true}` })
	nobody, somebody := opened(t, "retail", folder, "", "none", textmodel.Address{}), opened(t, "retail", folder, "", "model", judge)
	statements := 0
	for i, task := range tasks {
		id := task["id"].(string)
		if want[id] == 0 && i%20 > 0 {
			continue
		}
		o := reference(t, nobody, id)
		require.True(t, o.Won, id)
		require.Equal(t, want[id], o.NotJudged, id)
		if want[id] == 0 {
			continue
		}
		statements += want[id]
		o = reference(t, somebody, id)
		require.True(t, o.Won, id)
		require.Zero(t, o.NotJudged, id)
	}
	require.Len(t, asked, statements)
}

// reference plays the actions that solve a task.
func reference(t *testing.T, e registry.Environment, id string) registry.Outcome {
	t.Helper()
	w := openTask(t, e, id)
	return steps(w, w.(registry.Privileged).Private(registry.PrivateReference)...)
}
