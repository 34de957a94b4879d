package scienceworld

import (
	"strconv"
	"strings"
	"sync"

	"github.com/retort-ml/retort/registry"
)

// Kinds of the view's words. A kind is the type that words share in models that have factors; words of the
// kinds verb, joint and general stand in commands only, those of the kinds thought and result never do.
const (
	kindThought = "thought"
	kindResult  = "result"
	kindTask    = "task"
	kindVerb    = "verb"
	kindJoint   = "joint"
	kindGeneral = "general"
	kindRoom    = "room"
	kindNumber  = "number"
	kindDegrees = "temperature"
)

// vocabulary lists the simulator's words by kind: its names of rooms, objects, substances, living things,
// and states, as its texts, its lists of actions and its program file have them. Phrases are separated
// by commas and become one word each. Their order is the order of Words: weights depend on it.
var vocabulary = []struct{ kind, phrases string }{
	{kindThought, "search, work"},
	{kindResult, ":, ok, refused, already, invalid, which, other, is on, is off, is closed, is open, is on fire, (, )"},
	{kindTask, "boil, melt, freeze, change state, temperature, melting point, turn on, conductive, nonconductive, renewable, nonrenewable, " +
		"find, non-living thing, grow, crosspollinate, create, intermediate, longest life, shortest life, life stages, angle, friction, steepest, shallowest, " +
		"most, least, dominant, recessive, above, below"},
	{kindVerb, "look around, task, wait, wait1, reset task, look at, look in, open, close, pick up, put down, move, pour, dunk, mix, focus on, " +
		"activate, deactivate, connect, disconnect, use, read, eat, flush, go to, teleport to"},
	{kindJoint, "to, into, in, on, containing, and, with, with a"},
	{kindGeneral, "object, substance, living thing, organism, component, paint, plant, animal, sittable, agent, air, nothing, surface"},
	{kindRoom, "kitchen, bathroom, living room, bedroom, hallway, workshop, art studio, greenhouse, outside, foundry"},
	{"place", "inventory, inclined plane, plane, door, ground, hole, fire pit, fountain, drain, sewer"},
	{"device", "stove, oven, hot plate, blast furnace, furnace, freezer, ultra low temperature freezer, fridge, sink, bathtub, toilet, lighter, thermometer, stopwatch, " +
		"shovel, axe"},
	{"vessel", "metal pot, pot, glass jar, jar, seed jar, jug, bowl, cup, wood cup, tin cup, ceramic cup, glass cup, plastic cup, paper cup, flower pot, self watering flower pot"},
	{"furniture", "table, steel table, chair, counter, cupboard, large cupboard, wood cupboard, paint cupboard, closet, paint closet, wood closet, drawer, desk, bed, couch, cloth, mattress, " +
		"pillow, white pillow, shelf, book shelf, bee hive, hive, container"},
	{"box", "red box, green box, blue box, orange box, yellow box, purple box, box"},
	{"circuit", "battery, wire, red wire, black wire, blue wire, green wire, orange wire, yellow wire, violet wire, light bulb, light, red light bulb, green light bulb, blue light bulb, " +
		"orange light bulb, yellow light bulb, violet light bulb, buzzer, electric buzzer, motor, electric motor, generator, gas generator, nuclear generator, wind generator, " +
		"renewable generator, solar panel, switch, electrical component, anode, cathode, terminal"},
	{"paper", "picture, painting, drawing, finger painting, paper, recipe, document, instructions, instructions to make, book, book (moby dick), moby dick, book (sherlock holmes), sherlock holmes, " +
		"book (frankenstein), frankenstein, book (beowulf), beowulf, book (pride and prejudice), pride and prejudice, book (the foundations of the origin of species), " +
		"the foundations of the origin of species"},
	{"substance", "water, ice, steam, soap, soapy water, salt, salt water, sugar, sugar water, sodium, sodium chloride, sodium bicarbonate, sodium acetate, acetic acid, lead, tin, gallium, mercury, " +
		"caesium, rubber, chocolate, marshmallow, ice cream, apple juice, orange juice, wood, soil, ash, rust, silicon, unknown substance, unknown material, unknown substance a, unknown material a"},
	{"material", "aluminum, brass, bronze, ceramic, copper, glass, iron, metal, plastic, platinum, sandpaper, steel, titanium, zinc, greenpaint, brick, block, wood block, iron block, steel block, brick block"},
	{"paint", "red paint, yellow paint, blue paint, green paint, orange paint, violet paint, brown paint, white paint, blue-violet paint, green-blue paint, yellow-green paint, green-yellow paint, " +
		"yellow-orange paint, red-orange paint, violet-red paint, red paper, blue paper, green paper, orange paper, violet paper, yellow paper"},
	{"food", "bread, flour, dough, jam, peanut, peanuts, peanut butter, almond, almonds, cashew, cashews, mixed nuts, potato, onion, garlic, fruit salad, smores, sandwich, banana sandwich, jam sandwich, " +
		"peanut butter sandwich, peanut butter with banana sandwich, peanut butter with jam sandwich"},
	{"item", "metal fork, plastic fork, fork, aluminum foil, foil, paper clip"},
	{"fruit", "apple, red apple, apricot, avocado, banana, cherry, grapefruit, lemon, orange, pea, peach, pear"},
	{"tree", "apple tree, apricot tree, avocado tree, banana tree, cherry tree, grapefruit tree, lemon tree, orange tree, pea plant, peach tree, pear tree, apple plant, apricot plant, avocado plant, " +
		"banana plant, cherry plant, grapefruit plant, lemon plant, orange plant, peach plant, pear plant, unknown, tree"},
	{"seed", "seed, apple seed, apricot seed, avocado seed, banana seed, cherry seed, grapefruit seed, lemon seed, orange seed, pea seed, peach seed, pear seed, flower, pollen"},
	{"animal", "ant, bee, beaver, blue jay, brown bear, butterfly, chameleon, chipmunk, common toad, crocodile, dove, dragonfly, elephant, frog, giant tortoise, hedgehog, moth, mouse, parrot, rabbit, turtle, wolf"},
	{"stage", "egg, baby, hatchling, juvenile, adult, caterpillar, pupa, tadpole, dead, seedling, reproducing, in the seed stage, in the seedling stage, in the adult stage, in the reproducing stage, " +
		"in the dead stage"},
	{"state", "solid, liquid, gaseous, burned, dried, broken, unwell, sick, wilting"},
	{"trait", "red, green, blue, yellow, violet, purple, white, black, brown, pink, clear, tall, short, height, leaves, leaf, elliptical, linear, pointed, ovate, spherical, round, square, wrinkly, small, medium, large, " +
		"shape, size, color"},
	{"letter", "b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y, z"},
}

// Phrases that say the same as a word of the vocabulary, as the simulator's texts have them: "" for those
// that say nothing of their own. Further down, commands under other names.
var (
	sayings = map[string]string{
		"which is on": "is on", "which is turned on": "is on", "which is activated": "is on", "activated": "is on",
		"which is off": "is off", "which is turned off": "is off", "which is deactivated": "is off", "deactivated": "is off",
		"closed": "is closed", "door is open": "", "door is closed": "is closed", "which is closed": "is closed", "which is open": "is open",
		"change the state of matter of": "change state", "crosspollinated": "crosspollinate",
		"longest life span": "longest life", "shortest life span": "shortest life",
		"measure the temperature of": "temperature", "temperature of": "", "a boiling point": "",
		"a(n)": "", "looks unwell": "unwell", "on fire": "is on fire", "this outside location": "", "plants are located": "", "powers it on": "",
		"thermometer measures": "", "can't be activated or deactivated": "", "beowulf poet": "", "inclined planes": "inclined plane", "down the plane": "",
	}
	otherVerbs = map[string]string{
		"look": "look around", "view inventory": "inventory", "task description": "task", "wait10": "wait", "examine": "look at", "look on": "look at",
		"get": "pick up", "take": "pick up", "drop": "put down", "put": "move", "stir": "mix", "focus": "focus on", "turn on": "activate",
		"turn off": "deactivate", "connect electrically": "connect", "disconnect electrically": "disconnect", "consume": "eat", "go": "go to", "walk to": "go to",
	}
)

// degrees are the lower bounds of the words of temperature, in degrees Celsius. The thresholds that tasks
// ask about are among them.
var degrees = []int{
	-273, -100, -80, -60, -50, -40, -30, -20, -10, 0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 110, 120, 130, 140, 150, 160, 170, 180, 190, 200,
	225, 250, 300, 350, 400, 500, 600, 700, 800, 1000, 1250, 1500, 2000,
}

// maxNumber is the largest whole number with a word of its own; it stands for larger ones, too.
const maxNumber = 100

// term is a word of the view.
type term struct {
	word string // without blanks
	text string // as a command has it
	kind string
}

// names says that the word can stand in a command behind its verb.
func (t *term) names() bool {
	switch t.kind {
	case kindThought, kindResult, kindTask, kindVerb, kindDegrees:
		return false
	}
	return true
}

// lexicon is the vocabulary, ready for use.
type lexicon struct {
	words  []registry.Word
	terms  map[string]*term // by word
	seen   *phrases         // of observations
	verbs  *phrases         // at the beginning of commands
	things *phrases         // behind it
}

// theLexicon builds the lexicon once.
var theLexicon = sync.OnceValue(func() *lexicon {
	l := &lexicon{terms: map[string]*term{}, seen: newPhrases(), verbs: newPhrases(), things: newPhrases()}
	for _, group := range vocabulary {
		for text := range strings.SplitSeq(group.phrases, ", ") {
			l.add(&term{word: wordOf(text), text: text, kind: group.kind}, "")
		}
	}
	for n := range maxNumber + 1 {
		text := strconv.Itoa(n)
		l.add(&term{word: "#" + text, text: text, kind: kindNumber}, text)
	}
	for i, d := range degrees {
		l.add(&term{word: "t" + strconv.Itoa(d), kind: kindDegrees}, "d"+strconv.Itoa(i))
	}
	for _, w := range []string{"living_thing", "plant", "animal"} {
		l.seen.add(l.terms[w].text, l.terms[w]) // what tasks ask for
	}
	l.verbs.add("inventory", l.terms["inventory"])
	for saying, text := range sayings {
		l.seen.add(saying, l.terms[wordOf(text)])
	}
	for saying, text := range otherVerbs {
		l.verbs.add(saying, l.terms[wordOf(text)])
	}
	return l
})

// add puts a word into the vocabulary.
func (l *lexicon) add(t *term, number string) {
	l.terms[t.word] = t
	l.words = append(l.words, registry.Word{Text: t.word, Type: t.kind, Number: number})
	switch t.kind {
	case kindThought, kindResult, kindNumber, kindDegrees:
		return
	case kindVerb:
		l.verbs.add(t.text, t)
		return
	}
	if t.kind != kindJoint && t.kind != kindGeneral {
		l.seen.add(t.text, t)
	}
	if t.kind != kindTask {
		l.things.add(t.text, t)
	}
}

// wordOf is the word of a phrase.
func wordOf(text string) string { return strings.ReplaceAll(text, " ", "_") }

// number is the word of a whole number, which is not negative.
func (l *lexicon) number(n int) *term { return l.terms["#"+strconv.Itoa(min(n, maxNumber))] }

// temperature is the word of the step that a temperature lies on.
func (l *lexicon) temperature(d float64) *term {
	i := 0
	for i+1 < len(degrees) && float64(degrees[i+1]) <= d {
		i++
	}
	return l.terms["t"+strconv.Itoa(degrees[i])]
}
