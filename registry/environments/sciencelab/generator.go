package sciencelab

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"slices"
)

// argument is what a task asks for beside its family; unseen tasks ask for arguments that the other
// splits never have.
type argument struct {
	target thing
	high   thing // thermometer, melting, conductivity: the box for the high answer
	box    thing
	// room is where the boxes are (finding), the agent starts (power, growing), or the target, the animal or the
	// first ingredient lies.
	room   room
	others [2]thing // ranking tasks: the other animals; smaller things first
}

func (a argument) bytes() []byte {
	return []byte{byte(a.target), byte(a.high), byte(a.box), byte(a.room), byte(a.others[0]), byte(a.others[1])}
}

// generator draws games.
type generator struct {
	settings Settings
	plan     *plan
	families []family
	total    float64
	kept     [][]argument // by family
	held     [][]argument
	attempts int // how often a game is drawn until it belongs to its split; for seen seven draws in eight do not
}

// Shares of things that lie in the container of their room, and of living things that are outside or in the
// greenhouse.
const (
	hidden  = .35
	outdoor = .7
)

// heldOut is one in how many arguments of a family only unseen tasks have.
const heldOut = 5

func newGenerator(s Settings) *generator {
	g := &generator{settings: s, plan: plans[s.Size], attempts: 2000, kept: make([][]argument, len(families)), held: make([][]argument, len(families))}
	for _, name := range s.Families {
		f := familyNamed(name)
		g.families = append(g.families, f)
		g.total += families[f].weight
		list := g.arguments(f)
		order := func(a argument) uint64 {
			h := fnv.New64a()
			h.Write(binary.LittleEndian.AppendUint64(nil, uint64(s.Seed)))
			h.Write([]byte(name))
			h.Write(a.bytes())
			return mixed(h.Sum64())
		}
		slices.SortFunc(list, func(a, b argument) int { return cmp.Compare(order(a), order(b)) })
		n := max(1, len(list)/heldOut)
		g.held[f], g.kept[f] = list[:n], list[n:]
	}
	return g
}

// mixed spreads the bits of a hash, whose upper ones change little with the last bytes.
func mixed(x uint64) uint64 {
	x ^= x >> 33
	x *= 0xff51afd7ed558ccd
	x ^= x >> 33
	x *= 0xc4ceb9fe1a85ec53
	return x ^ x>>33
}

// answerBoxes are the two boxes of small worlds' answers.
var answerBoxes = [2]thing{named("red box"), named("green box")}

// arguments lists everything a family can ask for.
func (g *generator) arguments(f family) []argument {
	var list []argument
	none := argument{target: nothing, high: nothing, box: nothing, room: -1, others: [2]thing{nothing, nothing}}
	each := func(targets []thing, visit func(a argument)) {
		for _, t := range targets {
			a := none
			a.target = t
			visit(a)
		}
	}
	placed := func(a argument) {
		for _, r := range g.plan.rooms {
			a.room = r
			list = append(list, a)
		}
	}
	boxed := func(a argument) {
		for _, b := range answerBoxes {
			a.high = b
			list = append(list, a)
		}
	}
	switch f {
	case boil, freeze:
		each(ofGroup(groupLiquid), placed)
	case melt:
		each(ofGroup(groupSoft, groupMetal), placed)
	case useThermometer:
		each(ofGroup(groupLiquid, groupSoft, groupUnknown, groupItem), boxed)
	case meltingKnown:
		each(ofGroup(groupSoft), boxed)
	case meltingUnknown, conductUnknown:
		each(ofGroup(groupUnknown), boxed)
	case conductKnown:
		each(ofGroup(groupItem, groupMetal), boxed)
	case power:
		each(loads, placed)
	case findLiving, findNonLiving, findPlant, findAnimal:
		for _, b := range answerBoxes {
			for _, r := range g.plan.rooms {
				a := none
				a.box, a.room = b, r
				list = append(list, a)
			}
		}
	case growPlant:
		each(ofGroup(groupSeed), placed)
	case mix, mixPaint:
		for _, formula := range formulas {
			if (catalogue[formula.product].group == groupPaint) == (f == mixPaint) {
				each([]thing{formula.product}, placed)
			}
		}
	case longestLived, shortestLived:
		animals := ofGroup(groupAnimal)
		for i, a := range animals {
			for j, b := range animals[i+1:] {
				for _, c := range animals[i+j+2:] {
					three := []thing{a, b, c}
					slices.SortFunc(three, func(x, y thing) int { return catalogue[y].lifespan - catalogue[x].lifespan })
					if f == shortestLived {
						slices.Reverse(three)
					}
					list = append(list, argument{target: three[0], high: nothing, box: nothing, room: outside, others: [2]thing(three[1:])})
				}
			}
		}
	case lifeStages:
		for _, t := range ofGroup(groupAnimal) {
			if len(catalogue[t].states) > 1 {
				for _, r := range []room{outside, greenhouse} {
					a := none
					a.target, a.room = t, r
					list = append(list, a)
				}
			}
		}
	}
	return list
}

// game draws the game of a task. A game belongs to seen when the hash of its content falls on 0 modulo
// 8, else to train; unseen games ask for other arguments than both. The error says that the
// settings leave a split without games.
func (g *generator) game(split string, index int) (*game, error) {
	var key [16]byte
	binary.LittleEndian.PutUint64(key[:], uint64(g.settings.Seed))
	binary.LittleEndian.PutUint64(key[8:], uint64(index))
	h := fnv.New64a()
	h.Write([]byte(split))
	h.Write(key[:])
	rng := rand.New(rand.NewPCG(mixed(h.Sum64()), uint64(index)))
	for range g.attempts {
		game := g.draw(rng, split == "unseen")
		h := fnv.New64a()
		h.Write(game.start.content(game))
		if split == "unseen" || (mixed(h.Sum64())%8 == 0) == (split == "seen") {
			game.text = game.sentence() + "\n\n" + game.start.look(nil)
			game.start.observation = game.text
			return game, nil
		}
	}
	return nil, fmt.Errorf("none of %d draws belongs there", g.attempts)
}

// content is what tells a game from others: where everything lies and what is asked for, but none of the hidden numbers (a melting
// point, whether something conducts, how long stages of life take), so that no game of one split is one of another with
// a different answer.
func (s *state) content(g *game) []byte {
	b := s.appendBytes(nil, g)
	b = append(b, byte(g.family), byte(g.target), byte(g.high), byte(g.low), byte(g.box), byte(g.boxRoom))
	return binary.LittleEndian.AppendUint16(b, uint16(g.threshold))
}
