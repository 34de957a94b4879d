package tw

import "strings"

// Receptacle is a place that can hold objects.
type Receptacle struct {
	ID       string // raw id, lower case
	Name     string // "cabinet 3"
	Class    string // what goals and tools go by; "sinkbasin" also for a "bathtubbasin 1"
	Location int    // receptacles with equal locations are reached together; -1 when it cannot be reached
	Openable bool
}

// Object is a thing of the room.
type Object struct {
	ID    string // raw id, lower case
	Name  string // "apple 1"
	Class string // "apple"

	Pickupable, Cleanable, Heatable, Coolable, Toggleable, Sliceable bool
	Container                                                        bool // things can be in it, as in a bowl
}

// none marks what a game does not have in the tables of a layout.
const none = -1

// layout is the game seen as a room, for the solver and for readers of the hidden state. Facts
// and commands are indices, none where they do not exist.
type layout struct {
	goal        Goal
	receptacles []Receptacle // in the order of the introduction
	objects     []Object     // by id
	locations   int

	at      []int32 // by location: fact that the agent is there
	opened  []int32 // by receptacle
	in      []int32 // by object and receptacle
	held    []int32 // by object
	clean   []int32 // by object, and so on
	hot     []int32
	cool    []int32
	sliced  []int32
	toggled []int32

	goTo  []int32 // by receptacle: command
	open  []int32 // by receptacle
	take  []int32 // by object and receptacle
	move  []int32 // by object and receptacle
	wash  []int32 // by object and receptacle, and so on
	heat  []int32
	chill []int32
	use   []int32 // by object
}

// layoutPredicates are those that layouts read from a problem.
var layoutPredicates = []string{
	"receptacletype", "objecttype", "receptacleatlocation", "openable", "pickupable", "cleanable", "heatable", "coolable",
	"toggleable", "sliceable", "isreceptacleobject",
}

// indices are the numbers of things in a layout by entity, none for what it is not.
type indices struct{ receptacle, object, location []int32 }

func newLayout(g *Game, gr *grounder, p *problem, number []int32) layout {
	l := layout{goal: classify(&p.goal)}
	of := l.fill(g, gr)
	marks := []struct {
		pred string
		mark func(o *Object)
	}{
		{"pickupable", func(o *Object) { o.Pickupable = true }},
		{"cleanable", func(o *Object) { o.Cleanable = true }},
		{"heatable", func(o *Object) { o.Heatable = true }},
		{"coolable", func(o *Object) { o.Coolable = true }},
		{"toggleable", func(o *Object) { o.Toggleable = true }},
		{"sliceable", func(o *Object) { o.Sliceable = true }},
		{"isreceptacleobject", func(o *Object) { o.Container = true }},
	}
	for _, m := range marks {
		for _, row := range gr.rowsOf(m.pred, 1) {
			if o := of.object[row[0]]; o >= 0 {
				m.mark(&l.objects[o])
			}
		}
	}
	for _, row := range gr.rowsOf("openable", 1) {
		if r := of.receptacle[row[0]]; r >= 0 {
			l.receptacles[r].Openable = true
		}
	}
	l.makeTables()
	l.findFacts(gr, number, of)
	l.findCommands(g, of)
	return l
}

// rowsOf is the problem's facts of a predicate, none when it has another arity.
func (g *grounder) rowsOf(pred string, arity int) []tuple {
	id, ok := g.preds.find(pred)
	if !ok || g.relations[id].arity != arity {
		return nil
	}
	return g.relations[id].rows
}

// fill lists receptacles, objects and locations and returns their indices.
func (l *layout) fill(g *Game, gr *grounder) indices {
	n := len(g.entities)
	room := filled(4 * n)
	of := indices{receptacle: room[:n:n], object: room[n : 2*n : 2*n], location: room[2*n : 3*n : 3*n]}
	place := room[3*n:] // by entity: the first location it is at, an entity too
	class := make([]string, n)
	const some = 0 // marks what gets its index below
	receptacles, objects := 0, 0
	mark := func(index []int32, e uint16, count *int) {
		if index[e] < 0 {
			index[e] = some
			*count++
		}
	}
	for _, row := range gr.rowsOf("receptacleatlocation", 2) {
		if place[row[0]] < 0 {
			place[row[0]] = int32(row[1])
		}
		mark(of.receptacle, row[0], &receptacles)
	}
	for _, row := range gr.rowsOf("receptacletype", 2) {
		if class[row[0]] == "" {
			class[row[0]] = classOf(g.entities[row[1]].id)
		}
		mark(of.receptacle, row[0], &receptacles)
	}
	for _, row := range gr.rowsOf("objecttype", 2) {
		if class[row[0]] == "" {
			class[row[0]] = classOf(g.entities[row[1]].id)
		}
		mark(of.object, row[0], &objects)
	}
	l.receptacles, l.objects = make([]Receptacle, 0, receptacles), make([]Object, 0, objects)
	for e := range g.entities {
		entity := &g.entities[e]
		if of.receptacle[e] == some {
			of.receptacle[e] = int32(len(l.receptacles))
			location := int32(none)
			if at := place[e]; at >= 0 {
				if of.location[at] < 0 {
					of.location[at] = int32(l.locations)
					l.locations++
				}
				location = of.location[at]
			}
			l.receptacles = append(l.receptacles, Receptacle{ID: entity.id, Name: entity.name, Class: class[e], Location: int(location)})
		}
		if of.object[e] == some {
			of.object[e] = int32(len(l.objects))
			l.objects = append(l.objects, Object{ID: entity.id, Name: entity.name, Class: class[e]})
		}
	}
	return of
}

func filled(n int) []int32 {
	out := make([]int32, n)
	for i := range out {
		out[i] = none
	}
	return out
}

// makeTables makes all tables of facts and commands, without entries, in one piece of memory.
func (l *layout) makeTables() {
	R, O := len(l.receptacles), len(l.objects)
	tables := []struct {
		table *[]int32
		size  int
	}{
		{&l.at, l.locations}, {&l.opened, R}, {&l.in, O * R}, {&l.held, O},
		{&l.clean, O}, {&l.hot, O}, {&l.cool, O}, {&l.sliced, O}, {&l.toggled, O},
		{&l.goTo, R}, {&l.open, R}, {&l.take, O * R}, {&l.move, O * R},
		{&l.wash, O * R}, {&l.heat, O * R}, {&l.chill, O * R}, {&l.use, O},
	}
	total := 0
	for _, t := range tables {
		total += t.size
	}
	room := filled(total)
	for _, t := range tables {
		*t.table, room = room[:t.size:t.size], room[t.size:]
	}
}

// findFacts looks up the facts of the state by what they are about.
func (l *layout) findFacts(gr *grounder, number []int32, of indices) {
	R := int32(len(l.receptacles))
	for a, key := range gr.atoms.keys {
		if number[a] < 0 {
			continue
		}
		pred := keyPred(key)
		var table []int32
		index, second := of.object, []int32(nil)
		position := 0
		switch gr.preds.name(pred) {
		case "atlocation":
			table, index, position = l.at, of.location, 1
		case "opened":
			table, index = l.opened, of.receptacle
		case "holds":
			table, position = l.held, 1
		case "inreceptacle":
			table, second = l.in, of.receptacle
		case "isclean":
			table = l.clean
		case "ishot":
			table = l.hot
		case "iscool":
			table = l.cool
		case "issliced":
			table = l.sliced
		case "istoggled":
			table = l.toggled
		default:
			continue
		}
		arity := gr.relations[pred].arity
		if arity <= position || second != nil && arity < 2 {
			continue
		}
		k := index[keyArg(key, position)]
		if second != nil && k >= 0 {
			r := second[keyArg(key, 1)]
			if r < 0 {
				continue
			}
			k = k*R + r
		}
		if k >= 0 {
			table[k] = number[a]
		}
	}
}

// role is what an action of the domain is to a layout.
type role struct {
	table      func(l *layout) []int32 // of commands; nil for actions that layouts do not list
	object     int                     // parameters that index the table, none for those that do not
	receptacle int
}

// roleOf recognizes an action by its name. Parameters go by their names in the domain.
func roleOf(a *action) role {
	r := role{object: none, receptacle: none}
	object, receptacle := true, true
	switch a.name {
	case "gotolocation":
		r.table, object = func(l *layout) []int32 { return l.goTo }, false
	case "openobject":
		r.table, object = func(l *layout) []int32 { return l.open }, false
	case "pickupobject":
		r.table = func(l *layout) []int32 { return l.take }
	case "putobject":
		r.table = func(l *layout) []int32 { return l.move }
	case "cleanobject":
		r.table = func(l *layout) []int32 { return l.wash }
	case "heatobject":
		r.table = func(l *layout) []int32 { return l.heat }
	case "coolobject":
		r.table = func(l *layout) []int32 { return l.chill }
	case "toggleobject":
		r.table, receptacle = func(l *layout) []int32 { return l.use }, false
	}
	for i, p := range a.params {
		if p.name == "?o" && object {
			r.object = i
		}
		if p.name == "?r" && receptacle {
			r.receptacle = i
		}
	}
	if object && r.object < 0 || receptacle && r.receptacle < 0 {
		r.table = nil // an action of another kind under this name
	}
	return r
}

// findCommands looks up the commands by action, object and receptacle.
func (l *layout) findCommands(g *Game, of indices) {
	for i := range g.ops {
		op := &g.ops[i]
		role := &g.rules.roles[op.action]
		if role.table == nil {
			continue
		}
		args := g.opArgs[op.args.from:op.args.to]
		o, r := int32(0), int32(0)
		if role.object >= 0 {
			o = of.object[args[role.object]]
		}
		if role.receptacle >= 0 {
			r = of.receptacle[args[role.receptacle]]
		}
		if o < 0 || r < 0 {
			continue
		}
		if role.object >= 0 && role.receptacle >= 0 {
			o *= int32(len(l.receptacles))
		}
		role.table(l)[o+r] = int32(op.command)
	}
}

// Goal is the structure of the goal.
func (g *Game) Goal() Goal { return g.layout.goal }

// Receptacles lists the receptacles in the order of the introduction; states name them by index. The
// caller must not change the slice.
func (g *Game) Receptacles() []Receptacle { return g.layout.receptacles }

// Objects lists the objects by raw id; states name them by index. The caller must not change the slice.
func (g *Game) Objects() []Object { return g.layout.objects }

// CanHold reports that the object may be put into the receptacle and can be brought there.
func (g *Game) CanHold(receptacle, object int) bool {
	return g.layout.move[object*len(g.layout.receptacles)+receptacle] != none
}

// SaysPut reports that the game is of the older generation, whose command for putting an object down is "put X in/on
// Y"; newer games say "move X to Y".
func (g *Game) SaysPut() bool {
	for _, c := range g.layout.move {
		if c != none {
			return strings.HasPrefix(g.commands[c], "put ")
		}
	}
	return false
}
