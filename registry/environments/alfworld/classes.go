package alfworld

import "strings"

// receptacleClass is a class of places. The name is the one in texts, the key the one in
// game files (without the suffix "Type").
type receptacleClass struct {
	key      string
	openable bool
	// holds lists the keys of the object classes that fit, as in ALFWorld's layouts.
	holds string
}

// receptacleClasses lists every receptacle class of ALFWorld's rooms.
var receptacleClasses = []receptacleClass{
	{"ArmChair", false, "Book Box CellPhone Cloth CreditCard KeyChain Laptop Newspaper Pillow RemoteControl"},
	{"BathtubBasin", false, "Cloth DishSponge HandTowel SoapBar"},
	{"Bed", false, "BaseballBat BasketBall Book CellPhone Laptop Pillow TennisRacket"},
	{"Cabinet", true, "Book Bowl Box CD Candle Cloth Cup DishSponge Glassbottle HandTowel Kettle Ladle Mug Newspaper Pan PepperShaker Plate Plunger Pot SaltShaker SoapBar SoapBottle SprayBottle TissueBox ToiletPaper Vase WateringCan WineBottle"},
	{"Cart", false, "Candle Cloth DishSponge HandTowel Plunger SoapBar SoapBottle SprayBottle TissueBox ToiletPaper"},
	{"CoffeeMachine", false, "Mug"},
	{"CoffeeTable", false, "Book Bowl Box Candle CellPhone CreditCard KeyChain Laptop Newspaper Pen Pencil Plate RemoteControl Statue TissueBox Vase Watch WateringCan"},
	{"CounterTop", false, "AlarmClock Apple Book Bowl Bread ButterKnife CD Candle CellPhone Cloth CreditCard Cup DishSponge Egg Fork Glassbottle HandTowel Kettle KeyChain Knife Ladle Laptop Lettuce Mug Pan Pen Pencil PepperShaker Plate Pot Potato RemoteControl SaltShaker SoapBar SoapBottle Spatula Spoon SprayBottle Statue TissueBox ToiletPaper Tomato Vase WineBottle"},
	{"Desk", false, "AlarmClock BasketBall Book Bowl Box CD CellPhone Cloth CreditCard KeyChain Laptop Mug Pen Pencil RemoteControl Statue TennisRacket TissueBox Vase Watch WateringCan"},
	{"DiningTable", false, "AlarmClock Apple BaseballBat Book Bowl Box Bread ButterKnife CD Candle CellPhone CreditCard Cup DishSponge Egg Fork Glassbottle Kettle KeyChain Knife Ladle Laptop Lettuce Mug Newspaper Pan Pen Pencil PepperShaker Plate Pot Potato RemoteControl SaltShaker SoapBottle Spatula Spoon SprayBottle Statue TissueBox Tomato Vase Watch WateringCan WineBottle"},
	{"Drawer", true, "Book ButterKnife CD Candle CellPhone Cloth CreditCard DishSponge Fork HandTowel KeyChain Knife Ladle Newspaper Pen Pencil PepperShaker RemoteControl SaltShaker SoapBar SoapBottle Spatula Spoon SprayBottle TissueBox ToiletPaper Watch WateringCan"},
	{"Dresser", false, "AlarmClock BasketBall Book Bowl Box CD Candle CellPhone Cloth CreditCard KeyChain Laptop Mug Newspaper Pen Pencil RemoteControl SprayBottle Statue TennisRacket TissueBox ToiletPaper Vase Watch WateringCan"},
	{"Fridge", true, "Apple Bowl Bread Cup Egg Glassbottle Lettuce Mug Pan Plate Pot Potato Tomato WineBottle"},
	{"GarbageCan", false, "Apple Bread CD Cloth DishSponge Egg HandTowel Lettuce Newspaper Pen Pencil Potato SoapBar SoapBottle SprayBottle TissueBox ToiletPaper Tomato WineBottle"},
	{"HandTowelHolder", false, "HandTowel"},
	{"LaundryHamper", false, "Cloth"},
	{"Microwave", true, "Apple Bowl Bread Cup Egg Glassbottle Mug Plate Potato Tomato"},
	{"Ottoman", false, "Book Box CellPhone CreditCard KeyChain Laptop Newspaper Pillow RemoteControl"},
	{"Safe", true, "CD CellPhone CreditCard KeyChain Statue Vase Watch"},
	{"Shelf", false, "AlarmClock Book Bowl Box CD Candle CellPhone Cloth CreditCard Cup DishSponge Glassbottle HandTowel Kettle KeyChain Mug Newspaper Pen Pencil PepperShaker Plate Pot RemoteControl SaltShaker SoapBar SoapBottle SprayBottle Statue TissueBox ToiletPaper Vase Watch WateringCan WineBottle"},
	{"SideTable", false, "AlarmClock Apple BaseballBat BasketBall Book Bowl Box Bread ButterKnife CD Candle CellPhone Cloth CreditCard Cup DishSponge Egg Fork HandTowel Kettle KeyChain Knife Laptop Lettuce Mug Newspaper Pan Pen Pencil PepperShaker Plate Pot Potato RemoteControl SaltShaker SoapBar SoapBottle Spatula Spoon SprayBottle Statue TennisRacket TissueBox ToiletPaper Tomato Vase Watch WateringCan WineBottle"},
	{"SinkBasin", false, "Apple Bowl ButterKnife Cloth Cup DishSponge Egg Fork Glassbottle HandTowel Kettle Knife Ladle Lettuce Mug Pan Plate Pot Potato SoapBar Spatula Spoon Tomato"},
	{"Sofa", false, "Book Box CellPhone CreditCard KeyChain Laptop Newspaper Pillow RemoteControl"},
	{"StoveBurner", false, "Kettle Pan Pot"},
	{"Toaster", false, ""},
	{"Toilet", false, "Candle Cloth DishSponge HandTowel SoapBar SoapBottle SprayBottle TissueBox ToiletPaper"},
	{"ToiletPaperHanger", false, "ToiletPaper"},
	{"TowelHolder", false, "Towel"},
	{"TVStand", false, "TissueBox"},
}

// objectClass is a class of things with what can be done to it.
type objectClass struct {
	key string
	// can holds letters: p pick up, w clean (wash), h heat, c cool, s slice, t toggle,
	// b is itself a receptacle (box, bowl).
	can string
}

// objectClasses lists the object classes of ALFWorld that can be seen in a list.
var objectClasses = []objectClass{
	{"AlarmClock", "p"}, {"Apple", "pwhcs"}, {"BaseballBat", "p"}, {"BasketBall", "p"}, {"Bathtub", ""},
	{"Book", "p"}, {"Boots", "p"}, {"Bowl", "pwcb"}, {"Box", "pb"}, {"Bread", "phcs"},
	{"ButterKnife", "pw"}, {"Candle", "p"}, {"CD", "p"}, {"CellPhone", "p"}, {"Cloth", "pw"},
	{"CreditCard", "p"}, {"Cup", "pwhcb"}, {"DeskLamp", "t"}, {"DishSponge", "pw"},
	{"Egg", "pwhcs"}, {"FloorLamp", "t"}, {"Footstool", "p"}, {"Fork", "pw"},
	{"Glassbottle", "p"}, {"HandTowel", "p"}, {"HousePlant", ""}, {"Kettle", "pw"},
	{"KeyChain", "p"}, {"Knife", "pw"}, {"Ladle", "pw"}, {"Laptop", "p"},
	{"Lettuce", "pwcs"}, {"Mirror", ""}, {"Mug", "pwhcb"},
	{"Newspaper", "p"}, {"Pan", "pwcb"}, {"PaperTowelRoll", "p"},
	{"Pen", "p"}, {"Pencil", "p"}, {"PepperShaker", "p"}, {"Pillow", "p"},
	{"Plate", "pwhcb"}, {"Plunger", "p"}, {"Pot", "pwcb"},
	{"Potato", "pwhcs"}, {"RemoteControl", "p"}, {"SaltShaker", "p"}, {"ScrubBrush", "p"},
	{"ShowerGlass", ""}, {"Sink", ""}, {"SoapBar", "pw"},
	{"SoapBottle", "p"}, {"Spatula", "pw"}, {"Spoon", "pw"}, {"SprayBottle", "p"},
	{"Statue", "p"}, {"TeddyBear", "p"}, {"Television", ""},
	{"TennisRacket", "p"}, {"TissueBox", "p"}, {"ToiletPaper", "p"}, {"Tomato", "pwhcs"},
	{"Towel", "p"}, {"Vase", "p"}, {"Watch", "p"}, {"WateringCan", "p"}, {"Window", ""},
	{"WineBottle", "pc"},
}

func (c receptacleClass) name() string { return strings.ToLower(c.key) }
func (c objectClass) name() string     { return strings.ToLower(c.key) }

func (c objectClass) allows(letter byte) bool { return strings.IndexByte(c.can, letter) >= 0 }

// receptacleOf and objectOf find a class by its key.
var (
	receptacleOf = indexBy(len(receptacleClasses), func(i int) string { return receptacleClasses[i].key })
	objectOf     = indexBy(len(objectClasses), func(i int) string { return objectClasses[i].key })
)

// layouts says by indices which receptacle class holds which object class.
var layouts = func() [][]bool {
	table := make([][]bool, len(receptacleClasses))
	for i, r := range receptacleClasses {
		table[i] = make([]bool, len(objectClasses))
		for key := range strings.FieldsSeq(r.holds) {
			table[i][objectOf[key]] = true
		}
	}
	return table
}()

func indexBy(n int, key func(int) string) map[string]int {
	m := make(map[string]int, n)
	for i := range n {
		m[key(i)] = i
	}
	return m
}
