package tw

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

func newLayout(g *Game, gr *grounder, p *problem, number []int32) layout {
	l := layout{goal: classify(&p.goal)}
	rows := func(pred string, arity int) []tuple {
		id, ok := gr.predID[pred]
		if !ok || gr.relations[id].arity != arity {
			return nil
		}
		return gr.relations[id].rows
	}
	is := func(pred string) func(e uint16) bool {
		set := map[uint16]bool{}
		for _, row := range rows(pred, 1) {
			set[row[0]] = true
		}
		return func(e uint16) bool { return set[e] }
	}
	place := map[uint16]uint16{}
	for _, row := range rows("receptacleatlocation", 2) {
		if _, ok := place[row[0]]; !ok {
			place[row[0]] = row[1]
		}
	}
	class := map[uint16]string{}
	receptacleOf, objectOf, locationOf := l.fill(g, gr, rows, class, place)
	openable := is("openable")
	for e, i := range receptacleOf {
		l.receptacles[i].Openable = openable(e)
	}
	pickupable, cleanable, heatable, coolable := is("pickupable"), is("cleanable"), is("heatable"), is("coolable")
	toggleable, sliceable, container := is("toggleable"), is("sliceable"), is("isreceptacleobject")
	for e, i := range objectOf {
		o := &l.objects[i]
		o.Pickupable, o.Cleanable, o.Heatable, o.Coolable = pickupable(e), cleanable(e), heatable(e), coolable(e)
		o.Toggleable, o.Sliceable, o.Container = toggleable(e), sliceable(e), container(e)
	}
	l.findFacts(gr, number, receptacleOf, objectOf, locationOf)
	l.findCommands(g, receptacleOf, objectOf)
	return l
}

// fill lists receptacles, objects and locations and returns their indices by entity.
func (l *layout) fill(g *Game, gr *grounder, rows func(string, int) []tuple, class map[uint16]string, place map[uint16]uint16) (receptacleOf, objectOf, locationOf map[uint16]int) {
	receptacleOf, objectOf, locationOf = map[uint16]int{}, map[uint16]int{}, map[uint16]int{}
	for _, pred := range []string{"receptacletype", "objecttype"} {
		for _, row := range rows(pred, 2) {
			if _, ok := class[row[0]]; !ok {
				class[row[0]] = classOf(gr.entities[row[1]])
			}
		}
	}
	isReceptacle, isObject := map[uint16]bool{}, map[uint16]bool{}
	for _, row := range rows("receptacletype", 2) {
		isReceptacle[row[0]] = true
	}
	for e := range place {
		isReceptacle[e] = true
	}
	for _, row := range rows("objecttype", 2) {
		isObject[row[0]] = true
	}
	for i := range g.entities {
		e := uint16(i)
		entity := &g.entities[i]
		c := class[e]
		if isReceptacle[e] {
			receptacleOf[e] = len(l.receptacles)
			location := none
			if at, ok := place[e]; ok {
				if _, ok := locationOf[at]; !ok {
					locationOf[at] = l.locations
					l.locations++
				}
				location = locationOf[at]
			}
			l.receptacles = append(l.receptacles, Receptacle{ID: entity.id, Name: entity.name, Class: c, Location: location})
		}
		if isObject[e] {
			objectOf[e] = len(l.objects)
			l.objects = append(l.objects, Object{ID: entity.id, Name: entity.name, Class: c})
		}
	}
	return receptacleOf, objectOf, locationOf
}

func filled(n int) []int32 {
	out := make([]int32, n)
	for i := range out {
		out[i] = none
	}
	return out
}

// findFacts looks up the facts of the state by what they are about.
func (l *layout) findFacts(gr *grounder, number []int32, receptacleOf, objectOf, locationOf map[uint16]int) {
	R, O := len(l.receptacles), len(l.objects)
	l.at, l.opened, l.in, l.held = filled(l.locations), filled(R), filled(O*R), filled(O)
	l.clean, l.hot, l.cool, l.sliced, l.toggled = filled(O), filled(O), filled(O), filled(O), filled(O)
	unary := map[string][]int32{
		"isclean": l.clean, "ishot": l.hot, "iscool": l.cool, "issliced": l.sliced, "istoggled": l.toggled,
	}
	for i, a := range gr.atoms {
		if number[i] < 0 {
			continue
		}
		name := gr.preds[a.pred]
		switch name {
		case "atlocation":
			if k, ok := locationOf[a.args[1]]; ok {
				l.at[k] = number[i]
			}
		case "opened":
			if k, ok := receptacleOf[a.args[0]]; ok {
				l.opened[k] = number[i]
			}
		case "holds":
			if k, ok := objectOf[a.args[1]]; ok {
				l.held[k] = number[i]
			}
		case "inreceptacle":
			o, isObject := objectOf[a.args[0]]
			r, isReceptacle := receptacleOf[a.args[1]]
			if isObject && isReceptacle {
				l.in[o*R+r] = number[i]
			}
		}
		if list, ok := unary[name]; ok {
			if k, ok := objectOf[a.args[0]]; ok {
				list[k] = number[i]
			}
		}
	}
}

// findCommands looks up the commands by action, object and receptacle. Parameters go by their names in
// the domain.
func (l *layout) findCommands(g *Game, receptacleOf, objectOf map[uint16]int) {
	R, O := len(l.receptacles), len(l.objects)
	l.goTo, l.open, l.use = filled(R), filled(R), filled(O)
	l.take, l.move = filled(O*R), filled(O*R)
	l.wash, l.heat, l.chill = filled(O*R), filled(O*R), filled(O*R)
	byAction := map[string]struct {
		table              []int32
		object, receptacle bool
	}{
		"gotolocation": {l.goTo, false, true},
		"openobject":   {l.open, false, true},
		"pickupobject": {l.take, true, true},
		"putobject":    {l.move, true, true},
		"cleanobject":  {l.wash, true, true},
		"heatobject":   {l.heat, true, true},
		"coolobject":   {l.chill, true, true},
		"toggleobject": {l.use, true, false},
	}
	for i := range g.ops {
		op := &g.ops[i]
		action := &g.rules.domain.actions[op.action]
		want, ok := byAction[action.name]
		if !ok {
			continue
		}
		o, r := 0, 0
		known := true
		for k, p := range action.params {
			e := g.opArgs[int(op.args.from)+k]
			if p.name == "?o" && want.object {
				o, ok = objectOf[e]
				known = known && ok
			}
			if p.name == "?r" && want.receptacle {
				r, ok = receptacleOf[e]
				known = known && ok
			}
		}
		if !known {
			continue
		}
		index := r
		if want.object {
			index = o
			if want.receptacle {
				index = o*R + r
			}
		}
		want.table[index] = int32(op.command)
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
