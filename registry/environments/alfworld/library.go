package alfworld

import (
	"errors"
	"io/fs"
	"slices"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/environments/alfworld/tw"
)

// folderOf names the folder of a split in ALFWorld's data.
var folderOf = map[string]string{"train": "train", "seen": "valid_seen", "unseen": "valid_unseen"}

// library is a folder of real games.
type library struct {
	loader  tw.Loader
	entries map[string][]tw.Entry
}

// openLibrary lists the games of the settings' folder by split, of the wanted task types,
// sorted by id. A split's folder may be missing; all of them may not. A game file that cannot
// be read is an error: leaving it out would shift the indices of the others.
func openLibrary(s Settings) (*library, error) {
	l := &library{entries: map[string][]tw.Entry{}}
	found := false
	for _, split := range splitNames {
		entries, broken, err := tw.Scan(s.Games, folderOf[split])
		if split == "train" && errors.Is(err, fs.ErrNotExist) {
			entries, broken, err = tw.Scan(s.Games, "valid_train")
		}
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, registry.BadSetting("games", "%v.", err)
		}
		if len(broken) > 0 {
			return nil, registry.BadSetting("games", "%v.", errors.Join(broken...))
		}
		entries = slices.DeleteFunc(entries, func(e tw.Entry) bool { return !slices.Contains(s.TaskTypes, e.Type.String()) })
		n, given := s.Tasks[split]
		if given && n > len(entries) {
			return nil, registry.BadSetting("tasks", "%s = %d, but %s has %d games of these task types.", split, n, s.Games, len(entries))
		}
		if given {
			entries = entries[:n]
		}
		l.entries[split] = entries
		found = found || len(entries) > 0
	}
	if !found {
		return nil, registry.BadSetting("games", "There is no playable game of these task types in %s.", s.Games)
	}
	return l, nil
}

func (l *library) game(split string, index int) (*tw.Game, error) {
	return l.loader.File(l.entries[split][index].Path)
}
