package handcoded

import "strings"

// The tables below are what the original believes of a house before it looks. They are data of its
// constants, where one comma is missing between two classes (see unsearchable).

// objectClasses are the classes that a task may name; others keep their capitals, and are then never found.
var objectClasses = set(`
	alarmclock apple armchair baseballbat basketball bathtub bathtubbasin bed blinds book boots bowl box bread
	butterknife cabinet candle cart cd cellphone chair cloth coffeemachine coffeetable countertop creditcard cup
	curtains desk desklamp diningtable dishsponge drawer dresser egg floorlamp footstool fork fridge garbagecan
	glassbottle handtowel handtowelholder houseplant kettle keychain knife ladle laptop laundryhamper
	laundryhamperlid lettuce lightswitch microwave mirror mug newspaper ottoman painting pan papertowel
	papertowelroll pen pencil peppershaker pillow plate plunger poster pot potato remotecontrol safe saltshaker
	scrubbrush shelf showerdoor showerglass sidetable sink sinkbasin soapbar soapbottle sofa spatula spoon
	spraybottle statue stoveburner stoveknob teddybear television tennisracket tissuebox toaster toilet
	toiletpaper toiletpaperhanger toiletpaperroll tomato towel towelholder tvstand vase watch wateringcan window
	winebottle
`)

// receptacleClasses are the classes that are looked for among the receptacles of the introduction, not inside them.
var receptacleClasses = set(`
	armchair bathtubbasin bed bowl box cabinet cart coffeemachine coffeetable countertop cup desk diningtable
	drawer dresser fridge garbagecan handtowelholder laundryhamper microwave mug ottoman paintinghanger pan plate
	pot safe shelf sidetable sinkbasin sofa stoveburner toaster toilet toiletpaperhanger towelholder tvstand
`)

// openable are the classes of receptacles with a door.
var openable = set("fridge cabinet microwave drawer safe box")

// unsearchable are the classes that the missing comma makes one word of: looking for them fails.
var unsearchable = set("sidetable teddybear")

// likelyPlaces are, by class of object, the classes of receptacles to look into first.
var likelyPlaces = func() map[string]map[string]bool {
	out := map[string]map[string]bool{}
	for object, places := range map[string]string{
		"alarmclock":      "box coffeetable countertop desk diningtable dresser plate shelf sidetable",
		"apple":           "bowl coffeetable countertop diningtable fridge garbagecan microwave pan plate pot sidetable sinkbasin",
		"baseballbat":     "bed coffeetable countertop diningtable sidetable",
		"basketball":      "armchair bed coffeetable countertop desk diningtable dresser ottoman sidetable sofa",
		"book":            "armchair bed box cabinet coffeetable countertop desk diningtable drawer dresser ottoman plate shelf sidetable sofa",
		"bowl":            "cabinet coffeetable countertop desk diningtable dresser fridge microwave shelf sidetable sinkbasin",
		"box":             "armchair cabinet coffeetable countertop desk diningtable dresser ottoman shelf sidetable sofa",
		"bread":           "coffeetable countertop diningtable fridge garbagecan microwave sidetable",
		"butterknife":     "bowl coffeetable countertop cup diningtable drawer mug pan plate pot sidetable sinkbasin",
		"candle":          "bowl box cabinet cart coffeetable countertop desk diningtable drawer dresser plate shelf sidetable toilet",
		"cd":              "bowl box cabinet coffeetable countertop desk diningtable drawer dresser garbagecan plate safe shelf sidetable",
		"cellphone":       "armchair bed bowl box coffeetable countertop desk diningtable drawer dresser ottoman plate safe shelf sidetable sofa",
		"cloth":           "armchair bathtubbasin bowl box cabinet cart coffeetable countertop desk diningtable drawer dresser garbagecan laundryhamper ottoman plate shelf sidetable sinkbasin sofa toilet",
		"creditcard":      "armchair bowl box coffeetable countertop desk diningtable drawer dresser ottoman plate safe shelf sidetable sofa",
		"cup":             "cabinet coffeetable countertop desk diningtable dresser fridge microwave shelf sidetable sinkbasin",
		"dishsponge":      "bathtubbasin bowl box cabinet cart coffeetable countertop diningtable drawer garbagecan pan plate pot shelf sidetable sinkbasin toilet",
		"egg":             "bowl coffeetable countertop diningtable fridge garbagecan microwave pan plate pot sidetable sinkbasin",
		"fork":            "bowl coffeetable countertop cup diningtable drawer mug pan plate pot sidetable sinkbasin",
		"glassbottle":     "box cabinet coffeetable countertop desk diningtable dresser fridge microwave plate shelf sidetable sinkbasin",
		"handtowel":       "bathtubbasin cabinet cart coffeetable countertop diningtable drawer garbagecan handtowelholder shelf sidetable sinkbasin toilet",
		"kettle":          "cabinet coffeetable countertop diningtable shelf sidetable sinkbasin stoveburner",
		"keychain":        "armchair bowl box coffeetable countertop desk diningtable drawer dresser mug ottoman plate safe shelf sidetable sofa",
		"knife":           "bowl coffeetable countertop diningtable drawer mug pan plate pot sidetable sinkbasin",
		"ladle":           "bowl cabinet coffeetable countertop diningtable drawer pan plate pot sidetable sinkbasin",
		"laptop":          "armchair bed coffeetable countertop desk diningtable dresser ottoman sidetable sofa",
		"lettuce":         "bowl coffeetable countertop diningtable fridge garbagecan pan plate pot sidetable sinkbasin",
		"mug":             "bowl box cabinet cart coffeemachine coffeetable countertop desk diningtable dresser fridge microwave plate shelf sidetable sinkbasin",
		"newspaper":       "armchair bed cabinet coffeetable countertop desk diningtable drawer dresser garbagecan ottoman shelf sidetable sofa toilet",
		"pan":             "cabinet coffeetable countertop diningtable fridge sidetable sinkbasin stoveburner",
		"papertowel":      "bowl box cart coffeetable countertop diningtable garbagecan plate shelf sidetable toilet",
		"pen":             "bowl box coffeetable countertop desk diningtable drawer dresser garbagecan mug plate shelf sidetable",
		"pencil":          "bowl box coffeetable countertop desk diningtable drawer dresser garbagecan mug plate shelf sidetable",
		"peppershaker":    "cabinet coffeetable countertop diningtable drawer shelf sidetable",
		"pillow":          "armchair bed ottoman sofa",
		"plate":           "cabinet coffeetable countertop desk diningtable dresser fridge microwave shelf sidetable sinkbasin",
		"plunger":         "cabinet cart",
		"pot":             "cabinet coffeetable countertop diningtable fridge shelf sidetable sinkbasin stoveburner",
		"potato":          "bowl coffeetable countertop diningtable fridge garbagecan microwave pan plate pot sidetable sinkbasin",
		"remotecontrol":   "armchair bowl box coffeetable countertop desk diningtable drawer dresser ottoman shelf sidetable sofa",
		"saltshaker":      "cabinet coffeetable countertop diningtable drawer shelf sidetable",
		"soapbar":         "bathtubbasin cabinet cart coffeetable countertop diningtable drawer garbagecan shelf sidetable sinkbasin toilet",
		"soapbottle":      "cabinet cart coffeetable countertop desk diningtable drawer garbagecan shelf sidetable toilet",
		"spatula":         "bowl coffeetable countertop diningtable drawer pan plate pot sidetable sinkbasin",
		"spoon":           "bowl coffeetable countertop cup diningtable drawer mug pan plate pot sidetable sinkbasin",
		"spraybottle":     "cabinet cart coffeetable countertop desk diningtable drawer dresser garbagecan shelf sidetable toilet",
		"statue":          "box cart coffeetable countertop desk diningtable dresser safe shelf sidetable",
		"tennisracket":    "bed coffeetable countertop desk diningtable dresser sidetable",
		"tissuebox":       "box cabinet cart coffeetable countertop desk diningtable drawer dresser garbagecan plate shelf sidetable toilet tvstand",
		"toiletpaper":     "cabinet cart coffeetable countertop desk diningtable drawer dresser garbagecan shelf sidetable toilet toiletpaperhanger",
		"toiletpaperroll": "cabinet cart coffeetable countertop desk diningtable drawer dresser garbagecan shelf sidetable toilet toiletpaperhanger",
		"tomato":          "bowl coffeetable countertop diningtable fridge garbagecan microwave pan plate pot sidetable sinkbasin",
		"towel":           "towelholder",
		"vase":            "box cabinet cart coffeetable countertop desk diningtable dresser safe shelf sidetable",
		"watch":           "bowl box coffeetable countertop desk diningtable drawer dresser mug plate safe shelf sidetable",
		"wateringcan":     "cabinet coffeetable countertop desk diningtable drawer dresser shelf sidetable",
		"winebottle":      "cabinet coffeetable countertop desk diningtable dresser fridge garbagecan shelf sidetable",
	} {
		out[object] = set(places)
	}
	return out
}()

func set(words string) map[string]bool {
	out := map[string]bool{}
	for w := range strings.FieldsSeq(words) {
		out[w] = true
	}
	return out
}
