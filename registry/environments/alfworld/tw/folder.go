package tw

import (
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
// their path, and games not marked solvable. Game files that cannot be read are reported in broken,
// each error with path and reason, and the others stay usable. Loader.File loads an entry.
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
			return nil, nil, fmt.Errorf("scan split %s: %w", split, err)
		}
		for _, trial := range trials {
			path := filepath.Join(base, task.Name(), trial.Name(), gameFile)
			if !trial.IsDir() || skipped(trial.Name()) {
				continue
			}
			if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
				continue
			}
			prefix, _, _ := strings.Cut(task.Name(), "-")
			typ, _ := ParseTaskType(prefix)
			found = append(found, Entry{ID: strings.Join([]string{split, task.Name(), trial.Name()}, "/"), Path: path, Type: typ})
		}
	}
	slices.SortFunc(found, func(a, b Entry) int { return strings.Compare(a.ID, b.ID) })
	solvable := make([]bool, len(found))
	problems := make([]error, len(found))
	var group errgroup.Group
	group.SetLimit(runtime.GOMAXPROCS(0))
	for i := range found {
		group.Go(func() error {
			solvable[i], problems[i] = readSolvable(found[i].Path)
			return nil
		})
	}
	_ = group.Wait() // the functions report through problems
	for i, e := range found {
		switch {
		case problems[i] != nil:
			broken = append(broken, problems[i])
		case solvable[i]:
			entries = append(entries, e)
		}
	}
	return entries, broken, nil
}

func skipped(name string) bool {
	return strings.Contains(name, "movable") || strings.Contains(name, "Sliced")
}

// readSolvable reads the mark of a game file without keeping its texts.
func readSolvable(path string) (bool, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return false, fmt.Errorf("read game: %w", err)
	}
	var mark struct {
		Solvable bool `json:"solvable"`
	}
	if err := json.Unmarshal(data, &mark); err != nil {
		return false, fmt.Errorf("read game %s: %w", path, err)
	}
	return mark.Solvable, nil
}
