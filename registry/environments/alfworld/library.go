package alfworld

import (
	"errors"
	"hash/fnv"
	"io/fs"
	"math/rand/v2"
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
	broken  []error // one a game file that cannot be read, with its path
	human   bool    // the sentences are those of people
	seed    uint64  // draws them
}

// openLibrary lists the games of the settings' folder by split, of the wanted task types,
// sorted by id. A split's folder may be missing; all of them may not. Game files that cannot be read are left out and kept in
// broken.
func openLibrary(s Settings) (*library, error) {
	l := &library{entries: map[string][]tw.Entry{}, human: s.Goal == goalHuman, seed: uint64(s.Seed)}
	found := false
	for _, split := range splitNames {
		entries, broken, err := tw.Scan(s.Games, folderOf[split])
		if split == "train" && errors.Is(err, fs.ErrNotExist) {
			entries, broken, err = tw.Scan(s.Games, "valid_train")
		}
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, registry.BadSetting("games", "%v.", err)
		}
		l.broken = append(l.broken, broken...)
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
	if !found && len(l.broken) > 0 {
		return nil, registry.BadSetting("games", "No game in %s can be read: %v.", s.Games, errors.Join(l.broken...))
	}
	if !found {
		return nil, registry.BadSetting("games", "There is no playable game of these task types in %s.", s.Games)
	}
	return l, nil
}

func (l *library) game(split string, index int) (*tw.Game, error) {
	entry := l.entries[split][index]
	if !l.human {
		return l.loader.File(entry.Path)
	}
	return l.loader.FileWithTask(entry.Path, func(t *tw.Trajectory) (string, error) { return l.sentence(entry.ID, t) })
}

// sentence draws one of the sentences that people wrote for a game, evenly, always the same for one seed. Like the
// original it adds a full stop whatever the sentence ends with.
func (l *library) sentence(id string, t *tw.Trajectory) (string, error) {
	if t == nil || len(t.Descriptions) == 0 {
		return "", errors.New("there is no sentence that a person wrote in a traj_data.json beside it")
	}
	name := fnv.New64a()
	name.Write([]byte(id))
	rng := rand.New(rand.NewPCG(l.seed, name.Sum64()))
	return t.Descriptions[rng.IntN(len(t.Descriptions))] + ".", nil
}
