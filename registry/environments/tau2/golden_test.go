package tau2_test

import (
	"bufio"
	"compress/gzip"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/retort-ml/retort/registry/environments/tau2"
	"github.com/retort-ml/retort/registry/environments/tau2/engine"
	"github.com/retort-ml/retort/registry/environments/tau2/py"
	"github.com/stretchr/testify/require"
)

// data is the optional folder with tau2-bench's domains and the recordings of the original.
const data = "../../../../shared/data/tau2"

func needData(t testing.TB) {
	t.Helper()
	if _, err := os.Stat(data); err != nil {
		t.Skipf("no folder %s: the recordings of the original are not there", data)
	}
}

// load returns a real domain, read once for all tests.
func load(t testing.TB, domain string) *tau2.Dataset {
	t.Helper()
	needData(t)
	return tau2.DataOf(tau2.Made(t, domain, data, false))
}

// read reads a real domain anew.
func read(t testing.TB, domain string) *tau2.Dataset {
	t.Helper()
	needData(t)
	d, err := tau2.Load(domain, filepath.Join(data, domain))
	require.NoError(t, err)
	return d
}

// recording reads the rows of a file of recordings.
func recording(t testing.TB, name string) []*py.Dict {
	t.Helper()
	needData(t)
	f, err := os.Open(filepath.Join(data, name))
	require.NoError(t, err)
	defer f.Close()
	z, err := gzip.NewReader(f)
	require.NoError(t, err)
	lines := bufio.NewScanner(z)
	lines.Buffer(nil, 1<<24)
	var rows []*py.Dict
	for lines.Scan() {
		v, err := py.Parse(lines.Text())
		require.NoError(t, err)
		rows = append(rows, v.(*py.Dict))
	}
	require.NoError(t, lines.Err())
	return rows
}

// rowsOf are the rows of a domain.
func rowsOf(t testing.TB, domain string) []*py.Dict {
	var rows []*py.Dict
	for _, r := range recording(t, "tau2_golden.jsonl.gz") {
		if name, ok := r.Get("domain"); ok && py.Text(name) == domain {
			rows = append(rows, r)
		}
	}
	return rows
}

func callOf(r *py.Dict) engine.Call {
	return engine.Call{Name: r.Text("name"), Requestor: r.Text("requestor"), Arguments: r.Dict("arguments")}
}

// TestGolden_Calls replays every recorded call: result, error and both hashes.
func TestGolden_Calls(t *testing.T) {
	t.Parallel()
	for _, domain := range tau2.Domains() {
		t.Run(domain.Name, func(t *testing.T) {
			t.Parallel()
			d := load(t, domain.Name)
			var s engine.State
			counts := map[string]int{}
			for _, r := range rowsOf(t, domain.Name) {
				kind := r.Text("kind")
				switch kind {
				case "start":
					s = d.Base
					if task, ok := d.Task(strings.TrimPrefix(r.Text("task"), "edge_")); ok {
						var err error
						s, err = d.Domain.Start(d.Base, task)
						require.NoError(t, err)
					}
					compareHashes(t, r, &s, r.Text("task"))
				case "call":
					kind = "call " + r.Text("phase")
					where := fmt.Sprintf("%s %s %s %s(%s)", r.Text("task"), r.Text("phase"), py.Text(r.Field("i")), r.Text("name"), py.JSON(r.Field("arguments")))
					got := d.Domain.Call(&s, callOf(r))
					require.Equal(t, bool(r.Field("error").(py.Bool)), got.Error, "%s: %s", where, got.Content)
					require.Equal(t, r.Text("content"), got.Content, where)
					compareHashes(t, r, &s, where)
				case "tool":
					kit := d.Domain.Tools
					if r.Text("requestor") == engine.User {
						kit = d.Domain.Device
					}
					f, ok := kit.Tool(r.Text("name"))
					require.True(t, ok, r.Text("name"))
					require.Equal(t, r.Text("type"), string(f.Kind), f.Name)
					params, required := []string{}, []string{}
					for _, p := range f.Params {
						params = append(params, p.Name)
						if p.Default == nil {
							required = append(required, p.Name)
						}
					}
					require.Equal(t, py.JSON(r.Field("params")), py.JSON(py.Strings(params...)), f.Name)
					require.Equal(t, py.JSON(r.Field("required")), py.JSON(py.Strings(required...)), f.Name)
				}
				if kind != "task" && kind != "task_tau3" {
					counts[kind]++
				}
			}
			for _, k := range slices.Sorted(maps.Keys(counts)) {
				t.Logf("%s: %d rows of %s", domain.Name, counts[k], k)
			}
		})
	}
}

// compareHashes compares the hashes that a row has.
func compareHashes(t *testing.T, r *py.Dict, s *engine.State, where string) {
	t.Helper()
	if want, ok := r.Get("db_hash"); ok {
		require.Equal(t, py.Text(want), s.Hash(), where)
	}
	if want, ok := r.Get("user_db_hash"); ok && s.Device != nil {
		require.Equal(t, py.Text(want), s.DeviceHash(), where)
	}
}

// play performs the reference actions of a task and says what is to be communicated.
func play(t *testing.T, d *tau2.Dataset, task *engine.Task, act bool) (engine.State, []engine.Message, int) {
	t.Helper()
	s, err := d.Domain.Start(d.Base, task)
	require.NoError(t, err)
	talk := slices.Clone(task.Initial.History)
	faults := 0
	if act && task.Criteria != nil {
		for _, a := range task.Criteria.Actions {
			if d.Domain.Call(&s, a.Call).Error {
				faults++
			}
			talk = append(talk, engine.Message{Role: a.Requestor, Calls: []engine.Call{a.Call}})
		}
		for _, info := range task.Criteria.Communicate {
			talk = append(talk, engine.Message{Role: engine.Assistant, Content: info})
		}
	}
	return s, talk, faults
}

// TestGolden_Rewards rates the reference actions and doing nothing for every recorded task.
func TestGolden_Rewards(t *testing.T) {
	t.Parallel()
	for _, domain := range tau2.Domains() {
		t.Run(domain.Name, func(t *testing.T) {
			t.Parallel()
			d := load(t, domain.Name)
			count := 0
			for _, r := range rowsOf(t, domain.Name) {
				if r.Text("kind") != "task" {
					continue
				}
				count++
				checkTask(t, d, r)
			}
			t.Logf("%s: %d rows of task", domain.Name, count)
		})
	}
}

func checkTask(t *testing.T, d *tau2.Dataset, r *py.Dict) {
	t.Helper()
	task, ok := d.Task(r.Text("task"))
	require.True(t, ok, r.Text("task"))
	s, talk, faults := play(t, d, task, true)
	require.Equal(t, r.Field("ref_errors"), py.Value(py.Int(faults)), task.ID)
	reward, err := d.Domain.Rate(t.Context(), d.Base, task, s, talk, nil)
	require.NoError(t, err)
	compareHashes(t, r, &s, task.ID)
	require.Equal(t, py.JSON(r.Field("reward_basis")), py.JSON(py.Strings(task.Criteria.Basis...)), task.ID)
	require.Equal(t, py.Real(r.Field("reward")), reward.Total, task.ID)
	require.Equal(t, bool(r.Field("db_match").(py.Bool)), reward.DBMatch, task.ID)
	require.Equal(t, py.JSON(r.Field("env_assertions")), flags(reward.Assertions), task.ID)
	if checks, ok := r.Get("action_checks"); ok {
		require.Equal(t, py.JSON(checks), flags(reward.Actions), task.ID)
	}
	if parts, ok := r.Get("breakdown"); ok {
		want := map[string]float64{}
		for i, k := range parts.(*py.Dict).Keys() {
			want[k] = py.Real(parts.(*py.Dict).At(i))
		}
		require.Equal(t, want, reward.Parts, task.ID)
	}
	idle, talk, _ := play(t, d, task, false)
	reward, err = d.Domain.Rate(t.Context(), d.Base, task, idle, talk, nil)
	require.NoError(t, err)
	require.Equal(t, py.Real(r.Field("reward_noop")), reward.Total, task.ID)
}

func flags(b []bool) string {
	if b == nil {
		return "null"
	}
	items := make([]py.Value, len(b))
	for i := range b {
		items[i] = py.Bool(b[i])
	}
	return py.JSON(py.NewList(items...))
}

// TestGolden_AllTasks rates the reference actions and doing nothing on every task of the
// folders. The counts of reward 1 were measured on the original.
func TestGolden_AllTasks(t *testing.T) {
	t.Parallel()
	for domain, want := range map[string]struct{ tasks, reference, idle int }{
		"mock": {9, 8, 1}, "retail": {114, 114, 7}, "airline": {50, 50, 19}, "telecom": {114, 114, 0},
	} {
		t.Run(domain, func(t *testing.T) {
			t.Parallel()
			d := load(t, domain)
			require.Len(t, d.Tasks, want.tasks)
			solved := 0
			for _, task := range d.Tasks {
				s, talk, _ := play(t, d, task, true)
				r, err := d.Domain.Rate(t.Context(), d.Base, task, s, talk, nil)
				require.NoError(t, err)
				if r.Total == 1 {
					solved++
				}
			}
			require.Equal(t, want.reference, solved)
			floor, err := d.Floor(d.Tasks)
			require.NoError(t, err)
			if domain != "mock" {
				require.Equal(t, float64(want.idle)/float64(want.tasks), floor)
			}
		})
	}
}

// TestGolden_TelecomFull compares the rows of the full task set whose tasks are in the folder.
func TestGolden_TelecomFull(t *testing.T) {
	t.Parallel()
	d := load(t, "telecom")
	count := 0
	for _, r := range recording(t, "tau2_telecom_full.jsonl.gz") {
		if _, ok := d.Task(r.Text("task")); ok {
			checkTask(t, d, r)
			count++
		}
	}
	t.Logf("telecom: %d rows of the full set", count)
}
