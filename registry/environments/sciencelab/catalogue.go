package sciencelab

import "strings"

// thing is an entity of the catalogue. A world has each at most once, so every name is unique in it.
type thing int8

const nothing thing = -1

// group sorts entities for the generator, the referents and the view's types.
type group uint8

const (
	groupDevice  group = iota // stays where it is: heaters, coolers, sink
	groupStore                // stays where it is and is opened: cupboards
	groupPot                  // flower pots
	groupBox                  // answer boxes
	groupVessel               // portable containers
	groupTool                 // thermometer, recipe
	groupCircuit              // battery, wires, loads
	groupLiquid
	groupSoft // melts on a stove
	groupMetal
	groupUnknown // substances without a known nature
	groupPowder
	groupMixture
	groupPaint
	groupAnimal
	groupPlant
	groupSeed
	groupItem
)

// groupNames are the view's types.
var groupNames = [...]string{
	"device", "store", "pot", "box", "vessel", "tool", "circuit", "liquid", "soft", "metal", "unknown", "powder",
	"mixture", "paint", "animal", "plant", "seed", "item",
}

// States of matter.
const (
	solid uint8 = iota
	liquid
	gas
)

var phaseWords = []string{"solid", "liquid", "gas"}

// entity is what never changes about a thing. Temperatures are degrees celsius.
type entity struct {
	name     string
	word     string
	group    group
	states   []string // what it is called in each state
	words    []string // the view's word of each state
	normal   uint8    // its state when a world starts
	melts    int16
	boils    int16
	conducts bool
	lifespan int    // animals: place in the order of life spans, the longest lived last
	head     string // the last word of its name
}

func (e *entity) is(groups ...group) bool {
	for _, g := range groups {
		if e.group == g {
			return true
		}
	}
	return false
}

func (e *entity) substance() bool { return e.group >= groupLiquid && e.group <= groupPaint }
func (e *entity) living() bool    { return e.group >= groupAnimal && e.group <= groupSeed }

// portable things can be picked up and moved.
func (e *entity) portable() bool {
	return e.is(groupVessel, groupTool, groupItem) || e.substance() || e.living()
}

// holds says that things can be put in or on it.
func (e *entity) holds() bool {
	return e.is(groupStore, groupPot, groupBox, groupVessel, groupDevice)
}

// opens says that it has a door of its own.
func (e *entity) opens() bool { return e.group == groupStore || e.word == "freezer" }

// runs says that it can be switched on and off.
func (e *entity) runs() bool { return e.group == groupDevice && e.word != "freezer" }

// unboilable is above what any heater reaches.
const unboilable = 9000

// ambient is the temperature of the rooms and of whatever lies in them when a world starts.
const ambient = 20

// stove and furnace: degrees a tick and the most they reach; the freezer cools.
const (
	stoveRate, stoveMost     = 20, 200
	furnaceRate, furnaceMost = 100, 1600
	freezerRate, freezerMost = 20, -40
	// meltTicks is how long a melting substance keeps its temperature.
	meltTicks = 4
)

// catalogue lists every entity, in the order in which rooms list what they hold.
var catalogue = func() []entity {
	var list []entity
	add := func(g group, names ...string) {
		for _, n := range names {
			list = append(list, entity{name: n, word: strings.ReplaceAll(n, " ", "_"), group: g, states: []string{n}, words: []string{""}})
		}
	}
	matter := func(g group, name string, normal uint8, melts, boils int16, conducts bool) {
		e := entity{
			name: name, word: strings.ReplaceAll(name, " ", "_"), group: g, normal: normal, melts: melts, boils: boils, conducts: conducts,
			states: []string{"solid " + name, "liquid " + name, "gaseous " + name}, words: phaseWords,
		}
		e.states[normal] = name
		if name == "water" {
			e.states = []string{"ice", "water", "steam"}
		}
		list = append(list, e)
	}
	animal := func(name string, lifespan int, stages ...string) {
		e := entity{name: name, word: strings.ReplaceAll(name, " ", "_"), group: groupAnimal, lifespan: lifespan, words: append(stages, "adult")}
		for _, s := range e.words {
			if s == "egg" {
				e.states = append(e.states, name+" egg")
			} else {
				e.states = append(e.states, s+" "+name)
			}
		}
		e.normal = uint8(len(e.words) - 1)
		list = append(list, e)
	}

	animal("turtle", 8, "egg", "hatchling", "juvenile")
	animal("brown bear", 7)
	animal("crow", 6)
	animal("wolf", 5)
	animal("frog", 4, "egg", "tadpole")
	animal("rabbit", 3, "baby", "juvenile")
	animal("mouse", 2)
	animal("butterfly", 1, "egg", "caterpillar", "pupa")
	add(groupPlant, "rose", "fern", "moss", "cactus", "oak tree")
	add(groupTool, "thermometer", "recipe")
	matter(groupLiquid, "water", liquid, 0, 100, false)
	matter(groupLiquid, "orange juice", liquid, 0, 100, false)
	matter(groupLiquid, "milk", liquid, 0, 100, false)
	matter(groupLiquid, "olive oil", liquid, 0, 180, false)
	matter(groupSoft, "butter", solid, 40, unboilable, false)
	matter(groupSoft, "chocolate", solid, 40, unboilable, false)
	matter(groupSoft, "wax", solid, 60, unboilable, false)
	matter(groupSoft, "gallium", solid, 40, unboilable, true)
	matter(groupMetal, "tin", solid, 220, unboilable, true)
	matter(groupMetal, "lead", solid, 320, unboilable, true)
	matter(groupMetal, "gold", solid, 1020, unboilable, true)
	for _, letter := range []string{"B", "C", "D", "E"} {
		matter(groupUnknown, "unknown substance "+letter, solid, 140, unboilable, false)
	}
	matter(groupPowder, "sodium chloride", solid, 800, unboilable, false)
	matter(groupPowder, "sugar", solid, 180, unboilable, false)
	matter(groupPowder, "soap", solid, 220, unboilable, false)
	matter(groupMixture, "salt water", liquid, 0, 100, true)
	matter(groupMixture, "sugar water", liquid, 0, 100, false)
	matter(groupMixture, "soapy water", liquid, 0, 100, false)
	for _, colour := range []string{"red", "blue", "yellow", "green", "violet", "orange"} {
		matter(groupPaint, colour+" paint", liquid, 0, 100, false)
	}
	add(groupItem, "fork", "coin", "nail", "ball", "brick", "glass marble")
	for _, s := range []string{"apple tree", "cherry tree", "lemon tree", "pea plant"} {
		short, _, _ := strings.Cut(s, " ")
		e := entity{name: short + " seed", word: short + "_seed", group: groupSeed, words: []string{"seed", "seedling", "grown", "reproducing"}}
		e.states = []string{short + " seed", s + " in the seedling stage", s + " in the adult stage", s + " in the reproducing stage"}
		list = append(list, e)
	}
	add(groupVessel, "metal pot", "jug", "glass cup")
	add(groupBox, "red box", "green box", "blue box", "orange box")
	add(groupPot, "flower pot")
	add(groupStore, "cupboard", "closet", "cabinet", "drawer", "large cupboard")
	add(groupDevice, "stove", "blast furnace", "freezer", "sink")
	add(groupCircuit, "battery", "black wire", "red wire", "red light bulb", "green light bulb", "electric motor")

	conductive := map[string]bool{
		"fork": true, "coin": true, "nail": true, "metal pot": true, "battery": true, "black wire": true, "red wire": true,
		"red light bulb": true, "green light bulb": true, "electric motor": true, "thermometer": false,
	}
	for i := range list {
		e := &list[i]
		e.conducts = e.conducts || conductive[e.name]
		if e.is(groupCircuit) && strings.Contains(e.name, "bulb") || e.name == "electric motor" {
			e.states, e.words = []string{e.name, e.name}, []string{"off", "on"}
		}
		if e.runs() {
			e.states, e.words = []string{e.name, e.name}, []string{"off", "on"}
		}
		e.head = strings.ToLower(e.name[strings.LastIndexByte(e.name, ' ')+1:])
	}
	return list
}()

// count is the size of the catalogue.
const count = 75

// byName finds a thing by its name in lower case.
var byName = func() map[string]thing {
	if len(catalogue) != count {
		panic("catalogue: the constant count is not its length")
	}
	m := map[string]thing{}
	for i, e := range catalogue {
		m[strings.ToLower(e.name)] = thing(i)
	}
	return m
}()

func named(name string) thing {
	t, ok := byName[name]
	if !ok {
		panic("catalogue: no entity " + name)
	}
	return t
}

// Things that rules name.
var (
	thermometer = named("thermometer")
	recipe      = named("recipe")
	water       = named("water")
	metalPot    = named("metal pot")
	jug         = named("jug")
	flowerPot   = named("flower pot")
	stove       = named("stove")
	furnace     = named("blast furnace")
	freezer     = named("freezer")
	sink        = named("sink")
	battery     = named("battery")
	blackWire   = named("black wire")
	redWire     = named("red wire")
	redBulb     = named("red light bulb")
)

// ofGroup lists the things of groups in catalogue order.
func ofGroup(groups ...group) []thing {
	var list []thing
	for i := range catalogue {
		if catalogue[i].is(groups...) {
			list = append(list, thing(i))
		}
	}
	return list
}

// formula is a mixture and what it is made of.
type formula struct {
	product thing
	parts   [2]thing
}

var formulas = []formula{
	{named("salt water"), [2]thing{named("sodium chloride"), water}},
	{named("sugar water"), [2]thing{named("sugar"), water}},
	{named("soapy water"), [2]thing{named("soap"), water}},
	{named("green paint"), [2]thing{named("blue paint"), named("yellow paint")}},
	{named("violet paint"), [2]thing{named("red paint"), named("blue paint")}},
	{named("orange paint"), [2]thing{named("red paint"), named("yellow paint")}},
}

// formulaOf is the formula of a product; none is a programmer's mistake.
func formulaOf(product thing) formula {
	for _, f := range formulas {
		if f.product == product {
			return f
		}
	}
	panic("catalogue: no formula of " + catalogue[product].name)
}
