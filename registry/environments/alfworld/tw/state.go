package tw

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"math/bits"
	"slices"
)

// State is a game in progress. It is not safe for concurrent use; forks are independent.
type State struct {
	game        *Game
	bits        []uint64 // facts that hold, then negations that actions recorded
	observation string
	admissible  []string // nil when not known
	won         bool
}

// Result is what a command caused. Won, Done and Score say whether the goal holds after the command. As
// in the original they are not sticky, and Done equals Won: a limit of turns is the caller's.
type Result struct {
	Observation string
	Score       float64 // 1 when the goal holds, else 0
	Done, Won   bool
	Valid       bool // the command was admissible
}

// refusal answers every command that is not admissible.
const refusal = "Nothing happens."

// Step executes a command, trimmed as Python trims. Any text is accepted: what is not admissible
// changes nothing and is answered "Nothing happens.".
func (s *State) Step(command string) Result {
	valid := false
	s.observation = refusal
	if index, ok := s.game.byText.find(s.game.commands, strip(command)); ok {
		valid = s.execute(index)
	}
	r := Result{Observation: s.observation, Done: s.won, Won: s.won, Valid: valid}
	if s.won {
		r.Score = 1
	}
	return r
}

// execute applies the first op of a command that is applicable and reports whether there was one.
func (s *State) execute(command uint32) bool {
	g := s.game
	for i := g.opsOf[command]; i < g.opsOf[command+1]; i++ {
		o := &g.ops[i]
		for _, lits := range g.needs[o.needs.from:o.needs.to] {
			if g.allHold(lits, s.bits) {
				s.apply(o)
				return true
			}
		}
	}
	return false
}

func (s *State) apply(o *op) {
	g := s.game
	var fires []bool
	if o.branches {
		// Conditions are about the state before the action.
		fires = make([]bool, o.effects.to-o.effects.from)
		for i := range fires {
			when := g.effects[o.effects.from+uint32(i)].when
			fires[i] = when < 0 || g.allHold(g.whens[when], s.bits)
		}
	}
	changed := uint64(0)
	for i, c := range g.effects[o.effects.from:o.effects.to] {
		if fires != nil && !fires[i] {
			continue
		}
		fact, del := c.literal>>1, c.literal&1 == 1
		word, bit := &s.bits[fact/64], uint64(1)<<(fact%64)
		was := *word
		if del {
			*word &^= bit
		} else {
			*word |= bit
		}
		changed |= was ^ *word
		if negation := g.negation[fact]; negation >= 0 {
			word, bit := &s.bits[negation/64], uint64(1)<<(negation%64)
			if del {
				*word |= bit
			} else {
				*word &^= bit
			}
		}
	}
	if changed != 0 {
		s.admissible = nil
		s.won = g.holds(&g.goal, s.bits)
	}
	var r renderer
	var buffer [512]byte
	r.game, r.bits, r.out = g, s.bits, buffer[:0]
	r.reset()
	r.bindArgs(int(o.action), g.opArgs[o.args.from:o.args.to])
	r.nodes(g.rules.grammar.actions[g.rules.texts[o.action]].feedback)
	s.observation = string(r.out)
}

// Observation is the text printed last; at the start the introduction.
func (s *State) Observation() string { return s.observation }

// Won reports that the goal holds now.
func (s *State) Won() bool { return s.won }

// Game is the game being played.
func (s *State) Game() *Game { return s.game }

// Admissible lists the commands the game understands now, by code point, without duplicates. The
// caller must not change the slice; it stays as it is when the state moves on.
func (s *State) Admissible() []string {
	if s.admissible != nil {
		return s.admissible
	}
	g := s.game
	var space [64]uint64
	set := space[:]
	words := (len(g.commands) + 63) / 64
	if words > len(set) {
		set = make([]uint64, words)
	}
	set = set[:words]
	for _, t := range g.always {
		s.pull(&g.triggers[t], set)
	}
	for w, keys := range g.keys {
		for held := s.bits[w] & keys; held != 0; held &= held - 1 {
			list := g.keyed[w*64+bits.TrailingZeros64(held)]
			for i := list.from; i < list.to; i++ {
				s.pull(&g.triggers[i], set)
			}
		}
	}
	n := 0
	for _, word := range set {
		n += bits.OnesCount64(word)
	}
	out := make([]string, 0, n)
	for w, word := range set {
		for ; word != 0; word &= word - 1 {
			out = append(out, g.commands[w*64+bits.TrailingZeros64(word)])
		}
	}
	s.admissible = out
	return out
}

// pull marks the command of a trigger whose literals hold.
func (s *State) pull(t *trigger, set []uint64) {
	if s.game.allHold(t.lits, s.bits) {
		set[t.command/64] |= 1 << (t.command % 64)
	}
}

// Signature identifies the state: 32 hexadecimal digits. States of one game with equal signatures answer
// equal command sequences equally; states of different games have different signatures. What no command,
// goal or text can ever ask for again is left out.
func (s *State) Signature() string {
	h := sha256.New()
	h.Write(s.game.identity.get()[:])
	var buffer [8 * 128]byte
	for rest := s.bits; len(rest) > 0; {
		n := min(len(rest), 128)
		for i, word := range rest[:n] {
			binary.LittleEndian.PutUint64(buffer[8*i:], word)
		}
		h.Write(buffer[:8*n])
		rest = rest[n:]
	}
	var sum [sha256.Size]byte
	h.Sum(sum[:0])
	return hex.EncodeToString(sum[:16])
}

// Fork is an independent copy.
func (s *State) Fork() *State {
	f := *s
	f.bits = slices.Clone(s.bits)
	return &f
}
