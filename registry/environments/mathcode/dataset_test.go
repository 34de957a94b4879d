package mathcode_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/environments/mathcode"
	"github.com/retort-ml/retort/registry/registrytest"
)

func TestReadProblems(t *testing.T) {
	for _, c := range []struct{ json, answer, kind string }{
		{`{"problem":"What is $1+1$?","level":"Level 2","type":"Algebra","solution":"It is \\boxed{1} and so \\boxed{\\frac{4}{2}}."}`, `\frac{4}{2}`, "Algebra level 2"},
		{`{"problem":"p","answer":"\\left( 3, \\frac{\\pi}{2} \\right)","subject":"Precalculus","level":4,"unique_id":"test/1.json"}`, `\left( 3, \frac{\pi}{2} \right)`, "Precalculus level 4"},
		{`{"domain":["Mathematics -> Algebra"],"difficulty":4.5,"problem":"p","solution":"s","answer":"$x+1$","source":"s"}`, "x+1", "level 4.5"},
		{`{"question":"How many?","answer":"2 * 600 = <<2*600=1200>>1,200\n#### 1,200"}`, "1200", "problem"},
		{`{"question":"How many?","answer":12}`, "12", "problem"},
		{`{"problem":"p","answer":"7","level":"Level ?","type":"Geometry"}`, "7", "Geometry"},
	} {
		for _, text := range []string{c.json, "\n [" + c.json + "] \n", "\ufeff" + c.json} {
			list, faults, err := mathcode.ReadProblems(strings.NewReader(text), "f")
			require.NoError(t, err)
			require.Empty(t, faults)
			require.Len(t, list, 1)
			require.Equal(t, c.answer, list[0].Answer)
			require.Equal(t, c.kind, list[0].Kind)
		}
	}
}

func TestReadProblems_Faults(t *testing.T) {
	good := `{"question":"q","answer":"#### 1"}` + "\n"
	for _, c := range []struct {
		text, want string
		usable     int
	}{
		{good + `{"question":`, "f: record 2: unexpected EOF", 1},
		{good + `{"question":` + "\n" + good, "f: record 2: unexpected EOF", 2},
		{good + `garbage` + "\n" + good, "f: record 2: invalid character", 2},
		{good + `{"answer":"1"}` + "\n" + good, "f: record 2: neither a problem nor a question", 2},
		{good + `null`, "f: record 2: null is no problem", 1},
		{good + `{"question":"q"}`, "f: record 2: neither an answer nor a box in the solution", 1},
		{good + `{"question":"q","answer":"so it is 12"}`, "f: record 2: an answer without ####", 1},
		{`{"question":"q","answer":"#### "}`, "f: record 1: an empty answer", 0},
		{`{"question":"q","answer":{}}`, "f: record 1: answer: neither text nor number", 0},
		{`{"problem":"q","answer":"1","type":[1]}`, "f: record 1: type: neither text nor number", 0},
		{`{"question":7,"answer":"1"}`, "f: record 1: json:", 0},
		{`["q",` + good + `]`, "f: record 1: json:", 1},
		{`[` + good + `,`, "f: record 2: ", 1},
		{`{"question":"q","answer":` + `"` + "\x01" + `"}`, "f: record 1: invalid character", 0},
		{strings.Repeat("[", 20_000), "f: record 1: ", 0},
		{`{"problem":"q","answer":"` + strings.Repeat("1", 2001) + `"}`, "f: record 1: an answer of 2001 bytes", 0},
		{"", "f: it holds no problem", 0},
		{"[]", "f: it holds no problem", 0},
	} {
		list, faults, err := mathcode.ReadProblems(strings.NewReader(c.text), "f")
		require.NoError(t, err)
		require.Len(t, list, c.usable, "%.80q", c.text)
		require.Len(t, faults, 1, "%.80q", c.text)
		require.ErrorContains(t, faults[0], c.want)
	}
}

// write makes a folder of files.
func write(t testing.TB, files map[string]string) string {
	t.Helper()
	root := t.TempDir()
	for name, content := range files {
		path := filepath.Join(root, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o777))
		require.NoError(t, os.WriteFile(path, []byte(content), 0o666))
	}
	return root
}

// lines writes the drawn problems of a split as GSM8K does.
func lines(t testing.TB, split string, n int) string {
	e := drawn(t, mathcode.Defaults())
	var b strings.Builder
	for i := range n {
		w := start(t, e, split, i)
		solution, _ := e.Solve(w)
		gold := strings.TrimSuffix(strings.TrimPrefix(solution[len(solution)-1], "answer["), "]")
		problem, _, _ := strings.Cut(strings.TrimPrefix(w.Observation(), "Problem: "), "\n\n")
		b.WriteString(`{"question":"` + problem + `","answer":"so\n#### ` + gold + "\"}\n")
	}
	return b.String()
}

func TestEnvironment_Files(t *testing.T) {
	s := mathcode.Defaults()
	s.Problems = write(t, map[string]string{"all.jsonl": lines(t, "train", 100), "README.md": "no problems"})
	e, err := mathcode.New(s)
	require.NoError(t, err)
	registrytest.TestEnvironment(t, e)
	tasks := 0
	for _, split := range e.Splits() {
		require.Positive(t, split.Tasks)
		tasks += split.Tasks
	}
	require.Equal(t, 100, tasks)
	w := start(t, e, "train", 0)
	require.Contains(t, w.Admissible()[0], "run[")
	solution, ok := e.Solve(w)
	require.True(t, ok)
	require.Len(t, solution, 1)
	require.True(t, w.Step(solution[0]).Won)
	_, ok = any(e).(registry.Demonstrator)
	require.False(t, ok)
}

// Held-out files are the held-out split, and a problem in both is never trained on.
func TestEnvironment_TestFiles(t *testing.T) {
	both := lines(t, "train", 40)
	s := mathcode.Defaults()
	s.Problems = write(t, map[string]string{"train/a.jsonl": both + lines(t, "seen", 20), "test/b.jsonl": both, "testing.json": "[" + `{"problem":"p","answer":"1","level":"Level 5"}` + "]"})
	s.Hardest = 4
	e, err := mathcode.New(s)
	require.NoError(t, err)
	splits := e.Splits()
	require.Equal(t, 20, splits[0].Tasks+splits[1].Tasks)
	require.Equal(t, registry.Split{Name: "unseen", Tasks: 40}, splits[2])
	s.Tasks = map[string]int{"unseen": 3, "train": 1000}
	e, err = mathcode.New(s)
	require.NoError(t, err)
	require.Equal(t, 3, e.Splits()[2].Tasks)
}

func TestEnvironment_FileFaults(t *testing.T) {
	s := mathcode.Defaults()
	s.Problems = write(t, map[string]string{"x.txt": ""})
	_, err := mathcode.New(s)
	require.ErrorContains(t, err, "no file *.jsonl or *.json")
	s.Problems = write(t, map[string]string{"x.jsonl": `{"problem":"p"}`})
	_, err = mathcode.New(s)
	require.ErrorContains(t, err, "x.jsonl: record 1: neither an answer")
	s.Problems = write(t, map[string]string{"empty.jsonl": " "})
	_, err = mathcode.New(s)
	require.ErrorContains(t, err, "empty.jsonl: it holds no problem")
	s.Problems = write(t, map[string]string{"empty.jsonl": "", "x.jsonl": `{"problem":"p"}` + "\n" + `{"problem":"q","answer":"1"}`})
	e, err := mathcode.New(s)
	require.NoError(t, err)
	require.Len(t, e.Faults(), 2)
	require.ErrorContains(t, e.Faults()[0], "empty.jsonl: it holds no problem")
	require.ErrorContains(t, e.Faults()[1], "x.jsonl: record 1: neither an answer")
	s.Problems = write(t, map[string]string{"x.jsonl": `{"problem":"p","answer":"1","difficulty":9}`})
	s.Hardest = 5
	_, err = mathcode.New(s)
	var fault *registry.SettingError
	require.ErrorAs(t, err, &fault)
	require.Equal(t, "problems", fault.Setting)
}

func FuzzReadProblems(f *testing.F) {
	for _, s := range []string{
		`{"problem":"p","answer":"1"}`, `[{"question":"q","answer":"#### 1"}]`, `{"problem":"p","solution":"\\boxed{x}","level":"Level 3"}`, `{"problem":null}`, "[[", `{"Problem":"\ud800","answer":1e999}`,
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		list, _, err := mathcode.ReadProblems(strings.NewReader(text), "f")
		require.NoError(t, err)
		for _, p := range list {
			require.NotEmpty(t, p.Text)
			require.NotEmpty(t, p.Answer)
			require.NotEmpty(t, p.Kind)
		}
	})
}
