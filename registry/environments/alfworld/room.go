package alfworld

import (
	"math/rand/v2"
	"slices"
	"strings"
)

// group is a number of receptacles of one class that a room may have.
type group struct {
	key      string
	min, max int
}

// roomKind is a kind of room: its receptacles, and the object classes that lie about in it.
type roomKind struct {
	name        string
	receptacles []group
	objects     []string
	lamp        bool // a desk lamp stands in it
	anything    bool // every object may be put everywhere, else by ALFWorld's layouts
}

// smallRoom is the room of tiny models: a kitchen with a desk. Appliances and desk are
// always there, the others are drawn.
var smallRoom = roomKind{
	name: "small",
	receptacles: []group{
		{"Fridge", 1, 1}, {"Microwave", 1, 1}, {"SinkBasin", 1, 1}, {"Desk", 1, 1},
		{"CounterTop", 0, 2}, {"Cabinet", 0, 3}, {"Drawer", 0, 3}, {"Shelf", 0, 2}, {"SideTable", 0, 1},
	},
	objects:  strings.Fields("Apple Book CellPhone Cup Egg KeyChain Mug Pen Plate Potato Spoon Tomato"),
	lamp:     true,
	anything: true,
}

// fullRooms are rooms like ALFWorld's.
var fullRooms = []roomKind{
	{
		name: "kitchen",
		receptacles: []group{
			{"Cabinet", 2, 27}, {"CoffeeMachine", 1, 1}, {"CounterTop", 1, 4}, {"Drawer", 1, 13}, {"Fridge", 1, 1},
			{"GarbageCan", 1, 1}, {"Microwave", 1, 1}, {"SinkBasin", 1, 1}, {"StoveBurner", 4, 6}, {"Toaster", 1, 1},
			{"DiningTable", 0, 3}, {"Shelf", 0, 4}, {"SideTable", 0, 1},
		},
		objects: strings.Fields("Apple Bowl Bread ButterKnife Cup DishSponge Egg Fork Kettle Knife Ladle Lettuce Mug Pan PepperShaker " +
			"Plate Pot Potato SaltShaker SoapBottle Spatula Spoon Statue Tomato Vase WineBottle"),
	},
	{
		name: "living room",
		receptacles: []group{
			{"Sofa", 1, 2}, {"CoffeeTable", 1, 2}, {"SideTable", 1, 4}, {"GarbageCan", 1, 1}, {"ArmChair", 0, 3}, {"Cabinet", 0, 6},
			{"Desk", 0, 1}, {"DiningTable", 0, 1}, {"Drawer", 0, 10}, {"Dresser", 0, 2}, {"Ottoman", 0, 1}, {"Safe", 0, 1},
			{"Shelf", 0, 14}, {"TVStand", 0, 1},
		},
		objects: strings.Fields("Book Box CellPhone CreditCard KeyChain Laptop Newspaper Pillow Pencil Pen RemoteControl Statue TissueBox " +
			"Vase Watch WateringCan"),
		lamp: true,
	},
	{
		name: "bedroom",
		receptacles: []group{
			{"Bed", 1, 2}, {"Desk", 1, 2}, {"Drawer", 2, 14}, {"GarbageCan", 1, 1}, {"ArmChair", 0, 1}, {"Dresser", 0, 2},
			{"LaundryHamper", 0, 1}, {"Safe", 0, 1}, {"Shelf", 0, 14}, {"SideTable", 0, 3},
		},
		objects: strings.Fields("AlarmClock BaseballBat BasketBall Book Bowl Box CD CellPhone Cloth CreditCard KeyChain Laptop Mug Pen " +
			"Pencil Pillow Statue TennisRacket TissueBox Vase Watch"),
		lamp: true,
	},
	{
		name: "bathroom",
		receptacles: []group{
			{"SinkBasin", 1, 2}, {"Toilet", 1, 1}, {"CounterTop", 1, 1}, {"GarbageCan", 1, 1}, {"ToiletPaperHanger", 1, 1},
			{"BathtubBasin", 0, 1}, {"Cabinet", 0, 8}, {"Cart", 0, 1}, {"Drawer", 0, 6}, {"HandTowelHolder", 0, 4}, {"Shelf", 0, 4},
			{"SideTable", 0, 1}, {"TowelHolder", 0, 2},
		},
		objects: strings.Fields("Candle Cloth DishSponge HandTowel SoapBar SoapBottle SprayBottle TissueBox ToiletPaper"),
	},
}

// lampStands are the receptacles a desk lamp can stand on, the likelier first.
var lampStands = []string{"Desk", "SideTable", "Dresser", "Shelf"}

const lampKey = "DeskLamp"

// most is the number of receptacles of the kind's largest room.
func (k roomKind) most() int {
	n := 0
	for _, g := range k.receptacles {
		n += g.max
	}
	return n
}

// least is the number of receptacles that every room of the kind has.
func (k roomKind) least() int {
	n := 0
	for _, g := range k.receptacles {
		n += g.min
	}
	return n
}

// has says that the room can have the receptacle class.
func (k roomKind) has(key string) bool {
	return slices.ContainsFunc(k.receptacles, func(g group) bool { return g.key == key && g.max > 0 })
}

// fits says that the object class may be put into the receptacle class in this room.
func (k roomKind) fits(object, receptacle string) bool {
	if k.anything {
		return true
	}
	return layouts[receptacleOf[receptacle]][objectOf[object]]
}

// draw returns the receptacles of a room of n, sorted by class: every class its minimum, the
// wanted class (may be "") at least once, the others drawn evenly among what is left.
func (k roomKind) draw(rng *rand.Rand, n int, wanted string) []string {
	var keys, pool []string
	for _, g := range k.receptacles {
		for range g.min {
			keys = append(keys, g.key)
		}
		for range g.max - g.min {
			pool = append(pool, g.key)
		}
	}
	if wanted != "" && !slices.Contains(keys, wanted) {
		at := slices.Index(pool, wanted)
		keys, pool = append(keys, wanted), slices.Delete(pool, at, at+1)
	}
	for len(keys) < n && len(pool) > 0 {
		at := rng.IntN(len(pool))
		keys = append(keys, pool[at])
		pool[at] = pool[len(pool)-1]
		pool = pool[:len(pool)-1]
	}
	slices.Sort(keys)
	return keys
}
