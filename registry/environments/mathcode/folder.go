package mathcode

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/retort-ml/retort/registry"
)

// readSets reads the problems of the settings and deals them to the splits: problems of files whose path says "test" to unseen, of the
// others every eighth, by a hash of the text, to seen. Where no path says "test" every fifth goes to unseen. Equal texts count
// once, in the split that holds out more. Records that cannot be used are left out and listed.
func readSets(s Settings) (map[string][]*Problem, []Fault, error) {
	files, err := problemFiles(s.Problems)
	if err != nil {
		return nil, nil, err
	}
	sets := map[string][]*Problem{}
	var faults []Fault
	usable := 0
	taken := map[string]bool{}
	tested := slices.ContainsFunc(files, func(f file) bool { return f.test })
	// Held-out files first, so that their texts are never trained on.
	slices.SortStableFunc(files, func(a, b file) int {
		if a.test == b.test {
			return 0
		}
		if a.test {
			return -1
		}
		return 1
	})
	for _, f := range files {
		problems, left, err := f.read()
		if err != nil {
			return nil, nil, err
		}
		faults = append(faults, left...)
		usable += len(problems)
		for _, p := range problems {
			key := strings.Join(strings.Fields(p.Text), " ")
			if taken[key] || !s.wants(p) {
				continue
			}
			taken[key] = true
			name := deal(key, f.test, tested)
			sets[name] = append(sets[name], p)
		}
	}
	if usable == 0 {
		return nil, nil, fmt.Errorf("read problems %s: no problem can be used: %w", s.Problems, faults[0])
	}
	if len(taken) == 0 {
		return nil, nil, registry.BadSetting("problems", "%s has no problem of the levels asked for.", s.Problems)
	}
	for name, n := range s.Tasks {
		sets[name] = sets[name][:min(n, len(sets[name]))]
	}
	return sets, faults, nil
}

// wants says that a problem is of the levels asked for.
func (s Settings) wants(p *Problem) bool {
	return p.Level == 0 || p.Level >= float64(s.Easiest) && (s.Hardest == 0 || p.Level <= float64(s.Hardest))
}

// deal is the split of a problem.
func deal(key string, test, tested bool) string {
	sum := sha256.Sum256([]byte("mathcode " + key))
	h := binary.LittleEndian.Uint64(sum[:])
	switch {
	case test || !tested && h%unseenShare == 0:
		return "unseen"
	case h/unseenShare%seenShare == 0:
		return "seen"
	}
	return "train"
}

// file is a file of problems.
type file struct {
	path string
	test bool
}

func (f file) read() ([]*Problem, []Fault, error) {
	r, err := os.Open(f.path)
	if err != nil {
		return nil, nil, err
	}
	defer r.Close()
	problems, faults, err := ReadProblems(r, f.path)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", f.path, err)
	}
	return problems, faults, nil
}

// problemFiles lists a file, or the files *.jsonl and *.json below a folder in alphabetical order.
func problemFiles(root string) ([]file, error) {
	var files []file
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		if ext := filepath.Ext(path); path == root || ext == ".jsonl" || ext == ".json" {
			below, _ := filepath.Rel(filepath.Dir(root), path)
			if path != root {
				below, _ = filepath.Rel(root, path)
			}
			files = append(files, file{path, saysTest(below)})
		}
		return nil
	})
	if err == nil && len(files) == 0 {
		err = fmt.Errorf("problems %s: no file *.jsonl or *.json: %w", root, fs.ErrNotExist)
	}
	return files, err
}

// saysTest says that a folder or file of a path is called test, or starts so.
func saysTest(path string) bool {
	return slices.ContainsFunc(strings.Split(filepath.ToSlash(path), "/"), func(part string) bool {
		rest, ok := strings.CutPrefix(strings.ToLower(part), "test")
		return ok && (rest == "" || !letter(rest[0]))
	})
}
