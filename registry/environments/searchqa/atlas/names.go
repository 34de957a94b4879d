package atlas

import "strings"

// kind is a kind of entity.
type kind uint8

const (
	person kind = iota
	company
	city
	film
	kinds
)

var kindNames = [kinds]string{"person", "company", "city", "film"}

// Entity is something the encyclopedia has documents about, by its number in entities.
type Entity int

// entity is a name. No two names share a word.
type entity struct {
	name   string
	kind   kind
	number int // among its kind, from 0
	word   string
}

// pools are the names of each kind. Weights depend on their order.
var pools = [kinds][]string{
	person: {
		"Alma Reyes", "Boris Quill", "Clara Voss", "Dario Penn", "Edith Marlow", "Felix Stroud", "Greta Lund", "Hugo Brandt",
		"Irene Castle", "Jonas Wilde", "Klara Dahl", "Leo Farrow", "Mira Sorel", "Nils Okafor", "Olga Tremain", "Pavel Ross",
	},
	company: {
		"Norvik Steel", "Quantara Foods", "Helixor Glass", "Brightwell Tea", "Corvane Ships", "Dynamar Tools", "Elbrook Paper",
		"Fentora Wool", "Galvex Rail", "Harrowgate Salt", "Ionwerk Clocks", "Jadestone Paint",
	},
	city: {
		"Lindholm Bay", "Marzen Cross", "Tarvos Ferry", "Oakmere Heath", "Pellaro Mill", "Rivenna Point", "Soltara Vale", "Umbrel Wells",
		"Vostria Moor", "Westray Bridge", "Yarrowby Cliff", "Zelkova Harbour",
	},
	film: {
		"Halcyon Days", "Moonfall Road", "Driftwood Hotel", "Emberlight Hymn", "Nightjar Song", "Paperwing Waltz", "Redshift Letters",
		"Saltwater Kings", "Thornfield Ghost", "Undertow Blues", "Windrose Club", "Wolfsong Trail",
	},
}

// entities lists every name, kind by kind.
var entities = func() (list []entity) {
	for k, pool := range pools {
		for i, name := range pool {
			list = append(list, entity{name: name, kind: kind(k), number: i, word: strings.ReplaceAll(strings.ToLower(name), " ", "_")})
		}
	}
	return list
}()

// smallestPool bounds how many entities of a kind an encyclopedia can have.
const smallestPool = 12

// first is the number of the first entity of a kind.
func first(k kind) Entity {
	n := 0
	for _, pool := range pools[:k] {
		n += len(pool)
	}
	return Entity(n)
}
