package tw

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"
)

// releaseFolder is the folder that holds the splits of an ALFWorld data set.
const releaseFolder = "json_2.1.1"

// Entry is a playable game of a data set.
type Entry struct {
	ID   string   // "split/task/trial"
	Path string   // of its game.tw-pddl
	Type TaskType // by the name of the task folder; TaskUnknown when that is none of the six
}

// Scan lists the playable games of a split of a data set, root/json_2.1.1/split or root/split, by
// ID. Like ALFWorld's loader it leaves out trials without a game file, with "movable" or "Sliced" in
// their path, and games not marked solvable. Task folders and game files that cannot be read, and files that end in the
// middle, are reported in broken, each error with path and reason, and the others stay usable. The texts of the games are not read: what is
// wrong in them is an error of Loader.File, which loads an entry.
func Scan(root, split string) (entries []Entry, broken []error, err error) {
	base := filepath.Join(root, releaseFolder, split)
	if _, err := os.Stat(base); errors.Is(err, fs.ErrNotExist) {
		base = filepath.Join(root, split)
	}
	tasks, err := os.ReadDir(base)
	if err != nil {
		return nil, nil, fmt.Errorf("scan split %s: %w", split, err)
	}
	var found []Entry
	for _, task := range tasks {
		if !task.IsDir() || skipped(task.Name()) {
			continue
		}
		trials, err := os.ReadDir(filepath.Join(base, task.Name()))
		if err != nil {
			broken = append(broken, fmt.Errorf("scan split %s: %w", split, err))
			continue
		}
		for _, trial := range trials {
			path := filepath.Join(base, task.Name(), trial.Name(), gameFile)
			if !trial.IsDir() || skipped(trial.Name()) {
				continue
			}
			prefix, _, _ := strings.Cut(task.Name(), "-")
			typ, _ := ParseTaskType(prefix)
			found = append(found, Entry{ID: strings.Join([]string{split, task.Name(), trial.Name()}, "/"), Path: path, Type: typ})
		}
	}
	slices.SortFunc(found, func(a, b Entry) int { return strings.Compare(a.ID, b.ID) })
	solvable, exists := make([]bool, len(found)), make([]bool, len(found))
	problems := make([]error, len(found))
	var group errgroup.Group
	group.SetLimit(4 * runtime.GOMAXPROCS(0)) // they wait for the disk more than they compute
	for i := range found {
		group.Go(func() error {
			solvable[i], exists[i], problems[i] = readSolvable(found[i].Path)
			return nil
		})
	}
	_ = group.Wait() // the functions report through problems
	for i, e := range found {
		switch {
		case problems[i] != nil:
			broken = append(broken, problems[i])
		case exists[i] && solvable[i]:
			entries = append(entries, e)
		}
	}
	return entries, broken, nil
}

func skipped(name string) bool {
	return strings.Contains(name, "movable") || strings.Contains(name, "Sliced")
}

// tailSize is how much of the end of a game file is looked at first. The mark stands behind the texts, with the
// walkthrough, in all files that ALFWorld's tools write.
const tailSize = 8 << 10

// readSolvable reads the mark of a game file. It looks at the file's end, and at all of it only when the mark is
// not there or the file does not end like one: a data set has thousands of files of a hundred kilobytes. exists is false
// when there is no such file.
func readSolvable(path string) (solvable, exists bool, err error) {
	tail, err := readTail(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return false, false, nil
	case err != nil:
		return false, true, fmt.Errorf("read game: %w", err)
	}
	if solvable, ok := markIn(tail); ok {
		return solvable, true, nil
	}
	data, err := readFile(path)
	if err != nil {
		return false, true, fmt.Errorf("read game: %w", err)
	}
	var mark struct {
		Solvable bool `json:"solvable"`
	}
	if err := json.Unmarshal(data, &mark); err != nil {
		return false, true, fmt.Errorf("read game %s: %w", path, jsonFault(data, err))
	}
	return mark.Solvable, true, nil
}

// markIn reads the mark in the end of a game file; ok is false when it cannot be told without the rest.
func markIn(tail []byte) (solvable, ok bool) {
	key := []byte(`"solvable"`)
	at := bytes.LastIndex(tail, key)
	if at < 1 || tail[at-1] == '\\' || bytes.Count(tail, key) > 1 || !bytes.HasSuffix(bytes.TrimSpace(tail), []byte("}")) {
		return false, false
	}
	value := bytes.TrimSpace(tail[at+len(key):])
	if len(value) == 0 || value[0] != ':' {
		return false, false
	}
	value = bytes.TrimSpace(value[1:])
	solvable = bytes.HasPrefix(value, []byte("true"))
	return solvable, solvable || bytes.HasPrefix(value, []byte("false"))
}
