package webshop

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/environments/webshop/shop"
	"github.com/retort-ml/retort/registry/text/pyrandom"
)

// Files of a catalogue's folder, the first that exists counts. Nouns are optional.
var (
	productFiles     = []string{"items_shuffle.json", "items_shuffle_1000.json"}
	attributeFiles   = []string{"items_ins_v2.json", "items_ins_v2_1000.json"}
	instructionFiles = []string{"items_human_ins.json"}
	nounFiles        = []string{"nouns.json"}
)

// goalShuffle is the seed with which the original shuffles its goals.
const goalShuffle = 233

// Sizes of the evaluation splits by the original's convention: the first goals, and those after them.
const (
	unseenGoals = 500
	seenGoals   = 1000
)

// library is a real catalogue with its goals by split.
type library struct {
	catalog *shop.Catalog
	goals   map[string][]shop.Goal
	broken  []error // one a record that cannot be read and was left out, with file and reason
}

// openLibrary reads the catalogue of the settings.
func openLibrary(s Settings) (*library, error) {
	l := &library{}
	var products []*shop.Product
	err := l.readFile(s.Catalog, productFiles, func(r io.Reader) (read int, broken []error, err error) {
		products, broken, err = shop.ReadProducts(r, 0)
		return len(products), broken, err
	})
	if err != nil {
		return nil, err
	}
	var annotations map[string]shop.Annotation
	err = l.readFile(s.Catalog, attributeFiles, func(r io.Reader) (read int, broken []error, err error) {
		annotations, broken, err = shop.ReadAnnotations(r)
		return len(annotations), broken, err
	})
	if err != nil {
		return nil, err
	}
	var nouns shop.Nouns
	err = l.readFile(s.Catalog, nounFiles, func(r io.Reader) (read int, broken []error, err error) {
		nouns, broken, err = shop.ReadNouns(r)
		return len(nouns), broken, err
	})
	if err != nil {
		// Rewards can do without the table: they are approximate then.
		nouns = nil
		if !errors.Is(err, fs.ErrNotExist) {
			l.broken = append(l.broken, fmt.Errorf("%w (the nouns are guessed instead)", err))
		}
	}
	shop.Annotate(products, annotations)
	l.catalog = shop.NewCatalog(products, nouns, uint64(s.Seed))
	var goals []shop.Goal
	if s.Goals == goalsHuman {
		var instructions map[string][]shop.HumanInstruction
		err = l.readFile(s.Catalog, instructionFiles, func(r io.Reader) (read int, broken []error, err error) {
			instructions, broken, err = shop.ReadHumanInstructions(r)
			return len(instructions), broken, err
		})
		if err != nil {
			return nil, err
		}
		goals = l.catalog.HumanGoals(instructions)
	} else {
		goals = l.catalog.SyntheticGoals(annotations)
	}
	if err := l.split(goals, s); err != nil {
		return nil, err
	}
	return l, nil
}

// split deals the goals, each once: the first to unseen, the next to seen, the rest to train, after the
// original's shuffle. Of few goals a quarter goes to either. More tasks than a split has goals are a
// [registry.SettingError].
func (l *library) split(goals []shop.Goal, s Settings) error {
	seen := map[string]bool{}
	goals = slices.DeleteFunc(goals, func(g shop.Goal) bool {
		h := g.Hash()
		twice := seen[h]
		seen[h] = true
		return twice
	})
	pyrandom.New(goalShuffle).Shuffle(len(goals), func(i, j int) { goals[i], goals[j] = goals[j], goals[i] })
	unseen := min(unseenGoals, len(goals)/4)
	dev := min(seenGoals, len(goals)/4)
	l.goals = map[string][]shop.Goal{"unseen": goals[:unseen], "seen": goals[unseen : unseen+dev], "train": goals[unseen+dev:]}
	var faults []error
	for _, name := range splitNames {
		n, given := s.Tasks[name]
		switch has := len(l.goals[name]); {
		case !given:
		case n > has:
			faults = append(faults, registry.BadSetting("tasks", "%s = %d, but %s has %d %s goals for it.", name, n, s.Catalog, has, s.Goals))
		default:
			l.goals[name] = l.goals[name][:n]
		}
	}
	return errors.Join(faults...)
}

// shop makes the shop of a task.
func (l *library) shop(split string, index int) (*shop.Shop, error) {
	return &shop.Shop{Catalog: l.catalog, Goal: l.goals[split][index]}, nil
}

// readFile reads the first of the files that exists. Records that read cannot use go to l.broken; a file of
// which nothing else is left is an error. Errors name the file; when there is none they wrap fs.ErrNotExist.
func (l *library) readFile(folder string, names []string, read func(io.Reader) (records int, broken []error, err error)) error {
	for _, name := range names {
		path := filepath.Join(folder, name)
		f, err := os.Open(path)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return err
		}
		records, broken, err := read(f)
		f.Close()
		if err == nil && records == 0 && len(broken) > 0 {
			err = fmt.Errorf("all %d records are broken, such as %w", len(broken), broken[0])
		}
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		for _, b := range broken {
			l.broken = append(l.broken, fmt.Errorf("%s: %w", path, b))
		}
		return nil
	}
	return fmt.Errorf("catalog %s: none of %q: %w", folder, names, fs.ErrNotExist)
}
