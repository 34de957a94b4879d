package methods_test

import (
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/registry/builtin"
	"github.com/retort-ml/retort/registry/training"
)

// What every method is held to, besides a signal worked out by hand (signals).
const (
	identity = "identity" // it is, with something switched off, another method, to the bit
	reward   = "reward"   // it can tell a world that hides its reward exactly when it says that it reads it
	learns   = "learns"   // a short run moves its own signal the right way
)

// held are the methods that the tests of this run have held to each property, by name.
var held = map[string]map[string]bool{identity: {}, reward: {}, learns: {}}

// hold registers that the running test holds methods to a property.
func hold(t *testing.T, property string, methods ...string) {
	t.Helper()
	known := builtin.Catalog().Methods()
	for _, m := range methods {
		require.Contains(t, known, m)
	}
	t.Cleanup(func() {
		for _, m := range methods {
			held[property][m] = !t.Failed()
		}
	})
}

// excused are methods that a property says nothing about, and why.
var excused = map[string]map[string]string{
	identity: {
		"pivotrl":   "nothing of it can be switched off so that another method is left",
		"actionopd": "likewise; its table of rewards stands in its signal test",
	},
	reward: {"sft": "where no reward is told it has nothing to imitate, and says so as an error"},
	learns: {"pivot-study": "it trains nothing but opd, to the bit"},
}

// TestMain runs the tests and, when all of them ran, panics on a method that none has held to what every method is held to.
func TestMain(m *testing.M) {
	if m.Run() != 0 {
		return
	}
	for _, filter := range []string{"test.run", "test.skip", "test.list"} {
		if flag.Lookup(filter).Value.String() != "" {
			return
		}
	}
	if missing := unheld(held); len(missing) > 0 {
		panic("methods without a test, or with one and an excuse:\n" + strings.Join(missing, "\n"))
	}
}

// unheld lists the methods and the properties that no test holds them to though it should, or one does though it is excused.
func unheld(held map[string]map[string]bool) (missing []string) {
	for _, method := range builtin.Catalog().Methods() {
		for _, property := range []string{identity, reward, learns} {
			if _, ok := excused[property][method]; ok == held[property][method] {
				missing = append(missing, fmt.Sprintf("%s: %s", method, property))
			}
		}
	}
	return missing
}

// A method that nobody holds to anything is found.
func TestUnheld(t *testing.T) {
	missing := unheld(nil)
	require.Contains(t, missing, "grpo-opsd: learns")
	require.NotContains(t, missing, "pivotrl: identity")
	require.Len(t, missing, 3*len(builtin.Catalog().Methods())-len(excused[identity])-len(excused[reward])-len(excused[learns]))
}

// Of every setting a description says where its default comes from; those of plain distillation may be named together.
func TestConstants(t *testing.T) {
	catalog := builtin.Catalog()
	for _, name := range catalog.Methods() {
		kind, ok := catalog.Method(name)
		require.True(t, ok)
		said := ""
		for _, c := range kind.Info.Constants {
			said += " " + c.Setting + " " + c.Origin
		}
		plain := map[string]bool{}
		if strings.Contains(said, "distillation settings") {
			for _, s := range settingsOf(training.Distillation{}) {
				plain[s] = true
			}
		}
		for _, s := range settingsOf(kind.Settings()) {
			require.True(t, plain[s] || regexp.MustCompile(`\b`+s+`\b`).MatchString(said), "%s says nothing of where %s comes from", name, s)
		}
	}
}

// settingsOf names the settings of a struct, those of embedded ones too.
func settingsOf(settings any) []string {
	var names []string
	for _, f := range reflect.VisibleFields(reflect.Indirect(reflect.ValueOf(settings)).Type()) {
		if name, _, _ := strings.Cut(f.Tag.Get("hcl"), ","); name != "" {
			names = append(names, name)
		}
	}
	return names
}

// signals names the tests that work out a method's signal by hand, as "package.Test", the package as seen from here.
var signals = map[string][]string{
	"sft":          {"../training.TestImitation"},
	"kd":           {"../training.TestImitation", "../training.TestFullSignal"},
	"rejection":    {"../training.TestImitation", "../training.TestKept"},
	"shortened":    {"../training.TestImitation", "../training.TestShorten"},
	"simpo":        {"../training.TestPreference_Signal"},
	"prod":         {"prod.TestPairs", "prod.TestPairs_Stagnant", "../training.TestPreference_Signal"},
	"opd":          {"../training.TestSampledSignal", "../training.TestFullSignal", "../training.TestTopKSignal"},
	"gkd":          {"gkd.TestDivergence"},
	"minillm":      {"minillm.TestLongTerm", "minillm.TestParts"},
	"tcod-f2b":     {"tcod.TestCurriculum", "../training.TestRolloutsWithin"},
	"tcod-b2f":     {"tcod.TestCurriculum", "../training.TestRolloutsFrom"},
	"guided":       {"guided.TestShare", "guided.TestParts"},
	"futurebridge": {"futurebridge.TestTurn", "futurebridge.TestRatio", "futurebridge.TestJudge"},
	"turnopd":      {"turnopd.TestDepth", "turnopd.TestWeigh"},
	"r2s":          {"r2s.TestDivergence", "r2s.TestTargets", "r2s.TestByConsensus"},
	"actionopd":    {"actionopd.TestReward", "actionopd.TestSignal"},
	"grpo":         {"../training.TestReinforce_Batch"},
	"sod":          {"sod.TestSignal"},
	"atod":         {"atod.TestSignal", "atod.TestWeights"},
	"opsd":         {"opsd.TestSignal", "opsd.TestFull"},
	"grpo-opsd":    {"opsd.TestSignal_Constant"},
	"sdar":         {"opsd.TestSignal"},
	"rlsd":         {"rlsd.TestFactor"},
	"skill-sd":     {"skillsd.TestSignal", "skillsd.TestGradient"},
	"skill-grpo":   {"skillgrpo.TestSignal"},
	"opid":         {"opid.TestSignal"},
	"agentopsd":    {"agentopsd.TestSignal"},
	"stepopsd":     {"stepopsd.TestSignal"},
	"smrc-sd":      {"smrcsd.TestShape", "smrcsd.TestRoute", "smrcsd.TestContext"},
	"fullpath-sd":  {"smrcsd.TestShape"},
	"pivotopd":     {"pivotopd.TestPrevent", "pivotopd.TestRecover", "pivotopd.TestPivots"},
	"pivot-study":  {"pivotopd.TestWay", "pivotopd.TestRecordRecovery"},
	"pivotrl":      {"pivotrl.TestSample", "pivotrl.TestKeeps"},
}

// Every method of the catalogue has a signal test, and it is there.
func TestSignals(t *testing.T) {
	there := map[string][]string{}
	for _, method := range builtin.Catalog().Methods() {
		require.NotEmpty(t, signals[method], "no signal test of %s is named", method)
		for _, name := range signals[method] {
			folder, test, ok := strings.Cut(strings.TrimPrefix(name, "../"), ".")
			require.True(t, ok, name)
			if strings.HasPrefix(name, "../") {
				folder = "../" + folder
			}
			if there[folder] == nil {
				there[folder] = testsIn(t, folder)
			}
			require.Contains(t, there[folder], test, "the signal test of %s", method)
		}
	}
	require.Len(t, signals, len(builtin.Catalog().Methods()), "no method that is not there")
}

// testsIn lists the tests of a folder.
func testsIn(t *testing.T, folder string) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(folder, "*_test.go"))
	require.NoError(t, err)
	var tests []string
	for _, name := range files {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		require.NoError(t, err)
		for _, d := range file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && f.Recv == nil {
				tests = append(tests, f.Name.Name)
			}
		}
	}
	return tests
}
