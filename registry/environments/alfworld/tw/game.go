package tw

import (
	"slices"
	"strings"
)

// Game is a compiled game: immutable and safe for concurrent use.
type Game struct {
	id          string
	task        string // the goal sentence as the grammar has it
	rules       *rules
	walkthrough []string
	trajectory  *Trajectory
	// trajectoryErr says why there is none though its file is there.
	trajectoryErr error
	identity      identity

	entities []entity
	tables   []table // by predicate of the grammar
	facts    int     // bits of a state that are facts; the rest are recorded negations
	words    int     // of a state
	initial  []uint64
	goal     gform // over facts

	commands []string  // sorted
	byText   textIndex // of commands
	opsOf    []uint32  // by command, its first op; one more entry at the end
	ops      []op      // by command, then in the order of actions and arguments
	opArgs   []uint16
	needs    []span // of lits
	lits     []uint32
	effects  []change
	whens    []span  // of lits
	negation []int32 // by fact: bit that records that the fact was made false, -1 for none

	always   []uint32 // alternatives without a positive literal, as indices into triggers
	triggers []trigger
	keyed    []span   // by fact: triggers to look at when it holds
	keys     []uint64 // facts that have triggers

	start  string // the introduction
	layout layout
}

// op is an applicable instance of an action: "take apple 1 from table 2" when the agent is at location 3.
type op struct {
	action   uint16
	command  uint32
	args     span // into Game.opArgs, one entity a parameter
	needs    span // into Game.needs: alternatives, each a conjunction
	effects  span // into Game.effects; deletions before additions
	branches bool // some effects have conditions
}

// span is a range of a slice.
type span struct{ from, to uint32 }

// change is an effect on a fact.
type change struct {
	literal uint32 // the fact<<1, +1 when it is deleted
	when    int32  // into Game.whens, -1 always
}

// entity is an object of the problem.
type entity struct {
	id, name, typ string
	kinds         uint64 // which of the types that the grammar asks for it is
}

// table is the facts of a predicate in the order of their arguments, for the grammar's queries.
type table struct {
	arity   int
	static  bool
	first   uint32 // number of the first fact, when not static
	negated int32  // bit of the first fact's recorded negation, -1 when no text asks for it
	rows    []tuple
	by      [maxArity]rowIndex
}

// rowIndex lists the rows that have an entity in some position.
type rowIndex struct {
	from []uint32 // by entity, one more entry at the end
	rows []uint32
}

func (x *rowIndex) with(e uint16) []uint32 { return x.rows[x.from[e]:x.from[e+1]] }

// trigger makes a command applicable when its literals hold.
type trigger struct {
	command uint32
	lits    span
}

// ID is the name given to Loader.Game, or "split/task/trial" for a file.
func (g *Game) ID() string { return g.id }

// taskPrefix starts the goal sentence of every game.
const taskPrefix = "Your task is to: "

// Task is the goal sentence without "Your task is to: ", with its full stop.
func (g *Game) Task() string { return strings.TrimPrefix(g.task, taskPrefix) }

// Walkthrough is the solution stored with the game, or nil. It holds names or raw ids, as the file
// does; Readable turns the latter into names.
func (g *Game) Walkthrough() []string { return slices.Clone(g.walkthrough) }

// Trajectory is what the traj_data.json beside the game's file says, nil when there was none. The error says what is
// wrong with a broken one. The caller must not change it.
func (g *Game) Trajectory() (*Trajectory, error) { return g.trajectory, g.trajectoryErr }

// Readable replaces the raw ids in a command by names.
func (g *Game) Readable(command string) string {
	words := strings.Split(command, " ")
	for i, w := range words {
		at, ok := slices.BinarySearchFunc(g.entities, w, func(e entity, id string) int { return strings.Compare(e.id, id) })
		if ok && strings.Contains(w, idSeparator) {
			words[i] = g.entities[at].name
		}
	}
	return strings.Join(words, " ")
}

// Start is the state at the beginning; its observation is the introduction.
func (g *Game) Start() *State {
	return &State{game: g, bits: slices.Clone(g.initial), observation: g.start, won: g.holds(&g.goal, g.initial)}
}
