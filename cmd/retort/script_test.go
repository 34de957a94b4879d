package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/retort-ml/retort/registry/environments/alfworld"
	"github.com/retort-ml/retort/results/disk"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"retort": main})
}

// TestScripts runs the scripts of testdata/script, which double as the manual. Each starts in a folder of its own that holds a
// copy of the experiment testdata/script/tiny.
func TestScripts(t *testing.T) {
	scripts := filepath.Join("..", "..", "testdata", "script")
	testscript.Run(t, testscript.Params{
		Dir:                 scripts,
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup: func(e *testscript.Env) error {
			return os.CopyFS(filepath.Join(e.WorkDir, "tiny"), os.DirFS(filepath.Join(scripts, "tiny")))
		},
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){
			"fails":      fails,
			"waitfor":    waitFor,
			"flip":       flip,
			"truncate":   truncate,
			"writegames": writeGames,
			"samefiles":  sameFiles,
			"edit":       edit,
		},
	})
}

// fails CODE COMMAND ARGUMENTS... runs a command that has to leave with an exit code.
func fails(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: fails CODE COMMAND ARGUMENTS...")
	}
	err := ts.Exec(args[1], args[2:]...)
	code := 0
	if e, ok := errors.AsType[*exec.ExitError](err); ok {
		code = e.ExitCode()
	} else if err != nil {
		ts.Fatalf("%v", err)
	}
	if strconv.Itoa(code) != args[0] {
		ts.Fatalf("exit code %d, want %s", code, args[0])
	}
}

// waitFor PATTERN waits until a file with such a name is there.
func waitFor(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: waitfor PATTERN")
	}
	for deadline := time.Now().Add(30 * time.Second); time.Now().Before(deadline); time.Sleep(5 * time.Millisecond) {
		if len(complete(ts, args[0])) > 0 {
			return
		}
	}
	ts.Fatalf("no file %s appeared", args[0])
}

// only returns the file that a pattern means: the first by name.
func only(ts *testscript.TestScript, pattern string) string {
	found := complete(ts, pattern)
	if len(found) == 0 {
		ts.Fatalf("there is no file %s", pattern)
	}
	return found[0]
}

// complete lists the files that a pattern means, by name, without those that are being written.
func complete(ts *testscript.TestScript, pattern string) []string {
	found, err := filepath.Glob(ts.MkAbs(pattern))
	ts.Check(err)
	return slices.DeleteFunc(found, func(name string) bool { return strings.HasSuffix(name, disk.Temporary) })
}

// flip PATTERN OFFSET changes one byte of a file; a negative offset counts from the end.
func flip(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: flip PATTERN OFFSET")
	}
	name := only(ts, args[0])
	text, err := os.ReadFile(name)
	ts.Check(err)
	at, err := strconv.Atoi(args[1])
	ts.Check(err)
	if at < 0 {
		at += len(text)
	}
	text[at] ^= 1
	ts.Check(os.Chmod(name, 0o644))
	ts.Check(os.WriteFile(name, text, 0o644))
	fmt.Fprintln(ts.Stdout(), name)
}

// truncate PATTERN BYTES cuts bytes off the end of a file.
func truncate(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: truncate PATTERN BYTES")
	}
	name := only(ts, args[0])
	info, err := os.Stat(name)
	ts.Check(err)
	n, err := strconv.Atoi(args[1])
	ts.Check(err)
	ts.Check(os.Chmod(name, 0o644))
	ts.Check(os.Truncate(name, info.Size()-int64(n)))
}

// writegames DIR writes a few generated games in ALFWorld's format.
func writeGames(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: writegames DIR")
	}
	s := alfworld.Defaults()
	s.Tasks = map[string]int{"train": 2, "seen": 1, "unseen": 1}
	env, err := alfworld.New(s)
	ts.Check(err)
	ts.Check(env.WriteGames(ts.MkAbs(args[0])))
}

// samefiles DIR DIR NAME compares all files of a name below two folders, by path: results must not depend on how often a
// run was killed.
func sameFiles(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 3 {
		ts.Fatalf("usage: samefiles DIR DIR NAME")
	}
	a, b := contents(ts, args[0], args[2]), contents(ts, args[1], args[2])
	if len(a) == 0 || len(a) != len(b) {
		ts.Fatalf("%s has %d files %s, %s has %d", args[0], len(a), args[2], args[1], len(b))
	}
	for stage, text := range a {
		if b[stage] != text {
			ts.Fatalf("%s of %s differs", args[2], stage)
		}
	}
}

// contents reads the file of a name of every stage's last attempt, by stage.
func contents(ts *testscript.TestScript, dir, name string) map[string]string {
	found, err := filepath.Glob(filepath.Join(ts.MkAbs(dir), "stages", "*", "*", "a*", name))
	ts.Check(err)
	files := map[string]string{}
	for _, f := range found { // sorted, so the last attempt wins
		text, err := os.ReadFile(f)
		ts.Check(err)
		files[filepath.Base(filepath.Dir(filepath.Dir(f)))] = string(text)
	}
	return files
}

// edit FILE OLD NEW replaces text in a file.
func edit(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 3 {
		ts.Fatalf("usage: edit FILE OLD NEW")
	}
	text := ts.ReadFile(args[0])
	if !strings.Contains(text, args[1]) {
		ts.Fatalf("%s does not contain %q", args[0], args[1])
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(strings.ReplaceAll(text, args[1], args[2])), 0o644))
}
