package alfworld

import (
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"github.com/retort-ml/retort/registry"
)

// generator draws games. What it draws from is immutable after newGenerator; it is safe for concurrent use.
type generator struct {
	settings Settings
	rooms    []roomKind
	// pairs lists for each split kind (0 train and seen, 1 unseen) and task type what may be
	// asked. Tasks are drawn evenly by type, then by pair, then by room kind.
	pairs [2][6][]pair
}

// pair is an object class to be brought to a destination class (or looked at under the lamp)
// by keys, with the rooms in which that can be asked.
type pair struct {
	object, dest string
	rooms        []int
}

// heldOutShare is the share of pairs kept for the unseen split: one in heldOutEvery.
const heldOutEvery = 5

// draft is a game before its entities have ids.
type draft struct {
	task         int
	form         int // which of the two task sentences
	room         *roomKind
	object, dest string
	receptacles  []string // keys, sorted
	things       []thing  // the lamp first, where there is one, then targets, then the others
	sum          uint64   // of what is asked and what lies where, see hash
}

// thing is an object of a draft: class key and the receptacle it lies in.
type thing struct {
	key string
	at  int
}

// newGenerator prepares the pairs of complete settings. The error names the setting that
// leaves a split without tasks.
func newGenerator(s Settings) (*generator, error) {
	g := &generator{settings: s, rooms: []roomKind{smallRoom}}
	if s.Size == sizeFull {
		g.rooms = fullRooms
	}
	held := g.heldOut()
	for _, name := range s.TaskTypes {
		task := slices.Index(taskTypes, name)
		for _, p := range g.allPairs() {
			p.rooms = g.roomsFor(task, p)
			if len(p.rooms) == 0 {
				continue
			}
			kind := 0
			if held[p.object+" "+p.dest] {
				kind = 1
			}
			g.pairs[kind][task] = append(g.pairs[kind][task], p)
		}
		for kind, split := range []string{"train", "unseen"} {
			if len(g.pairs[kind][task]) == 0 {
				return nil, registry.BadSetting("receptacles", "Rooms of %d receptacles have no %s task of type %s.", s.Receptacles, split, name)
			}
		}
	}
	return g, nil
}

// allPairs lists every pair that some room could ask for, by object, then destination.
func (g *generator) allPairs() []pair {
	var list []pair
	for _, o := range objectClasses {
		for _, r := range receptacleClasses {
			for _, room := range g.rooms {
				if slices.Contains(room.objects, o.key) && room.has(r.key) && room.fits(o.key, r.key) {
					list = append(list, pair{object: o.key, dest: r.key})
					break
				}
			}
		}
		for _, room := range g.rooms {
			if room.lamp && slices.Contains(room.objects, o.key) {
				list = append(list, pair{object: o.key, dest: lampKey})
				break
			}
		}
	}
	return list
}

// heldOut draws the pairs of the unseen split: every fifth after the destinations of each object
// were shuffled, so that each object keeps most of its destinations; every fifth of the
// lamp's pairs.
func (g *generator) heldOut() map[string]bool {
	rng := rand.New(source(g.settings.Seed, "held out", 0))
	var placed, lit []string
	all := g.allPairs()
	for len(all) > 0 {
		n := 1
		for n < len(all) && all[n].object == all[0].object {
			n++
		}
		own := all[:n]
		all = all[n:]
		rng.Shuffle(n, func(i, j int) { own[i], own[j] = own[j], own[i] })
		for _, p := range own {
			if p.dest == lampKey {
				lit = append(lit, p.object+" "+p.dest)
			} else {
				placed = append(placed, p.object+" "+p.dest)
			}
		}
	}
	rng.Shuffle(len(lit), func(i, j int) { lit[i], lit[j] = lit[j], lit[i] })
	held := map[string]bool{}
	for _, list := range [][]string{placed, lit} {
		for i := heldOutEvery / 2; i < len(list); i += heldOutEvery {
			held[list[i]] = true
		}
	}
	return held
}

// appliance is the receptacle class that treats an object in a task, "" for none; ability is
// the letter in objectClass.can that the object needs.
func appliance(task int) (key string, ability byte) {
	switch task {
	case taskClean:
		return "SinkBasin", 'w'
	case taskHeat:
		return "Microwave", 'h'
	case taskCool:
		return "Fridge", 'c'
	}
	return "", 'p'
}

// roomsFor lists the rooms in which the task can be asked for the pair. An object is never to
// be brought to the class of place where it is treated: that task would be over at once.
func (g *generator) roomsFor(task int, p pair) []int {
	key, ability := appliance(task)
	if (task == taskLight) != (p.dest == lampKey) || key == p.dest {
		return nil
	}
	if !objectClasses[objectOf[p.object]].allows(ability) {
		return nil
	}
	var rooms []int
	for i, r := range g.rooms {
		switch {
		case !slices.Contains(r.objects, p.object), r.least()+1 > g.settings.Receptacles:
		case key != "" && !r.has(key):
		case task == taskLight && !r.lamp:
		case task != taskLight && !(r.has(p.dest) && r.fits(p.object, p.dest)):
		default:
			rooms = append(rooms, i)
		}
	}
	return rooms
}

// source is the stream of choices for one purpose; different purposes and numbers have
// unrelated streams.
func source(seed int, purpose string, n int) *rand.PCG {
	h := fnv.New128a()
	fmt.Fprintf(h, "alfworld %d %s %d", seed, purpose, n)
	var sum [16]byte
	h.Sum(sum[:0])
	var a, b uint64
	for i := range 8 {
		a, b = a<<8|uint64(sum[i]), b<<8|uint64(sum[8+i])
	}
	return rand.NewPCG(a, b)
}

// seenShare: a game belongs to "seen" when its content hash falls on 0 modulo this number, to
// "train" else. So no game can be in both, whatever their sizes.
const seenShare = 8

// draft draws the game of a task. Train and seen are told apart by content, so games are drawn
// until one belongs to the split.
func (g *generator) draft(split string, index int) (draft, *rand.Rand, error) {
	rng := rand.New(source(g.settings.Seed, split, index))
	const tries = 4000
	for range tries {
		d, ok := g.try(rng, split == "unseen")
		if !ok {
			continue
		}
		if d.sum = d.hash(); split == "unseen" || (d.sum%seenShare == 0) == (split == "seen") {
			return d, rng, nil
		}
	}
	return draft{}, nil, fmt.Errorf("generate game %d of split %s: none found in %d draws", index, split, tries)
}

// try draws one game; ok is false when the drawn room has no place left for some object.
func (g *generator) try(rng *rand.Rand, unseen bool) (d draft, ok bool) {
	task := slices.Index(taskTypes, g.settings.TaskTypes[rng.IntN(len(g.settings.TaskTypes))])
	pairs := g.pairs[0][task]
	if unseen {
		pairs = g.pairs[1][task]
	}
	p := pairs[rng.IntN(len(pairs))]
	room := &g.rooms[p.rooms[rng.IntN(len(p.rooms))]]
	d = draft{task: task, form: rng.IntN(2), room: room, object: p.object, dest: p.dest}

	wanted := p.dest
	if task == taskLight {
		wanted = ""
	}
	d.receptacles = room.draw(rng, g.settings.Receptacles, wanted)
	if key, _ := appliance(task); key != "" && !slices.Contains(d.receptacles, key) {
		return draft{}, false
	}
	lampAt := -1
	if room.lamp {
		for _, key := range lampStands {
			if lampAt = slices.Index(d.receptacles, key); lampAt >= 0 {
				d.things = append(d.things, thing{lampKey, lampAt})
				break
			}
		}
		if lampAt < 0 {
			return draft{}, false
		}
	}
	targets := 1
	if task == taskTwo {
		targets = 2
	}
	rows := make([][]bool, len(d.receptacles)) // what each receptacle holds
	for i, r := range d.receptacles {
		rows[i] = layouts[receptacleOf[r]]
	}
	free := make([]int, 0, len(d.receptacles))
	put := func(key string, target bool) bool {
		free = free[:0]
		class := objectOf[key]
		for i, r := range d.receptacles {
			if (room.anything || rows[i][class]) && !(target && (r == p.dest || (task == taskLight && i == lampAt))) {
				free = append(free, i)
			}
		}
		if len(free) == 0 {
			return false
		}
		d.things = append(d.things, thing{key, free[rng.IntN(len(free))]})
		return true
	}
	for range targets {
		if !put(p.object, true) {
			return draft{}, false
		}
	}
	for _, key := range others(rng, room.objects, p.object, g.settings.Objects-targets) {
		put(key, false)
	}
	return d, true
}

// others draws n object classes other than the target: each class once, in random order, then
// again, as often as needed.
func others(rng *rand.Rand, keys []string, target string, n int) []string {
	drawn := make([]string, 0, n+len(keys))
	for len(drawn) < n {
		start := len(drawn)
		for _, k := range keys {
			if k != target {
				drawn = append(drawn, k)
			}
		}
		round := drawn[start:]
		rng.Shuffle(len(round), func(i, j int) { round[i], round[j] = round[j], round[i] })
	}
	return drawn[:max(n, 0)]
}

// hash condenses what a game asks and what lies where. Games that differ only in numbering or
// wording have equal hashes.
func (d draft) hash() uint64 {
	h := fnv.New64a()
	fmt.Fprintf(h, "%d %s %s %s", d.task, d.object, d.dest, strings.Join(d.receptacles, " "))
	where := make([]string, len(d.things))
	for i, t := range d.things {
		where[i] = " " + t.key + " " + strconv.Itoa(t.at)
	}
	slices.Sort(where)
	for _, w := range where {
		h.Write([]byte(w))
	}
	return h.Sum64()
}
