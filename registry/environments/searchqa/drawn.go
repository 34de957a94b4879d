package searchqa

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"io"
	"math/rand/v2"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/environments/searchqa/atlas"
	"github.com/retort-ml/retort/registry/environments/searchqa/corpus"
	"github.com/retort-ml/retort/registry/environments/searchqa/turn"
)

// Every fifth combination of an entity and relations is asked about by unseen tasks only; of the rest every eighth
// encyclopedia belongs to the split seen.
const (
	unseenShare = 5
	seenShare   = 8
)

// Drawn is the environment of drawn encyclopedias: besides what [Environment] does it has a compact view, an
// expert and an oracle.
type Drawn struct{ *Environment }

var (
	_ registry.Environment  = (*Drawn)(nil)
	_ registry.Demonstrator = (*Drawn)(nil)
	_ registry.Oracle       = (*Drawn)(nil)
)

// View implements [registry.Environment]. The view is the same for every setting.
func (d *Drawn) View() registry.View { return atlas.Compact() }

// Expert implements [registry.Demonstrator].
func (d *Drawn) Expert(introduction string, seed uint64) registry.Expert {
	return atlas.NewExpert(introduction, d.settings.Words, seed)
}

// Solve implements [registry.Oracle]: the way that finds those documents of the question's path that were not found yet, one
// a search, and answers. Answering at once would be shorter, but no solution that an agent could know. It panics on a
// world of another environment.
func (d *Drawn) Solve(w registry.World) ([]string, bool) {
	own, ok := w.(*world)
	if !ok || own.task.entry == nil {
		panic(fmt.Sprintf("solve world: %T is no world of a drawn encyclopedia", w))
	}
	if own.done {
		return nil, false
	}
	entry := own.task.entry
	var commands []string
	for hop, query := range entry.Searches {
		if !own.read[hop] {
			commands = append(commands, turn.Action{Kind: turn.Search, Text: query}.String())
		}
	}
	return append(commands, turn.Action{Kind: turn.Answer, Text: entry.Golds[0]}.String()), true
}

// generator draws tasks.
type generator struct{ settings Settings }

func (g *generator) sizes() map[string]int { return g.settings.Tasks }

func (g *generator) task(split string, index int) (*task, error) {
	entry := g.entry(split, index)
	return &task{question: entry.Question, engine: corpus.Build(entry.Documents), entry: entry}, nil
}

// entry draws until the task belongs to its split. A draw fails seven times in eight at worst, so that it ends.
func (g *generator) entry(split string, index int) *atlas.Entry {
	sum := sha256.Sum256(fmt.Appendf(nil, "searchqa %d %s %d", g.settings.Seed, split, index))
	rng := rand.New(rand.NewPCG(binary.LittleEndian.Uint64(sum[:]), binary.LittleEndian.Uint64(sum[8:])))
	plan := atlas.Plan{
		Entities: g.settings.Entities, Hops: g.settings.Hops, Words: g.settings.Words, Portraits: max(g.settings.TopK-2, 0),
	}
	for {
		entry := atlas.Draw(rng, plan)
		if g.split(entry) == split {
			entry.ID = fmt.Sprintf("%s-%d", split, index)
			return entry
		}
	}
}

// split says where an encyclopedia and its question belong.
func (g *generator) split(entry *atlas.Entry) string {
	h := fnv.New64a()
	fmt.Fprintf(h, "%d %s", g.settings.Seed, entry.Combination())
	switch {
	case h.Sum64()%unseenShare == 0:
		return unseen
	case entry.Hash()%seenShare == 0:
		return seen
	}
	return train
}

// WriteQuestions writes the first tasks of a split as JSON lines in HotpotQA's form, every encyclopedia as the
// question's own paragraphs. The setting data reads them back. Asking for more tasks than the split has is an error.
func (d *Drawn) WriteQuestions(w io.Writer, split string, tasks int) error {
	if n := d.source.sizes()[split]; tasks > n {
		return fmt.Errorf("write %d tasks of split %q: it has %d tasks", tasks, split, n)
	}
	for i := range tasks {
		if err := writeHotpot(w, d.source.(*generator).entry(split, i)); err != nil {
			return fmt.Errorf("write task %d of split %s: %w", i, split, err)
		}
	}
	return nil
}
