package sciencelab

// room is a place of the catalogue of rooms; plan says which a world has and where doors are.
type room int8

const (
	kitchen room = iota
	outside
	greenhouse
	hallway
	livingRoom
	workshop
	bathroom
	artStudio
	bedroom
	foundry
	roomCount
)

var roomNames = [roomCount]string{"kitchen", "outside", "greenhouse", "hallway", "living room", "workshop", "bathroom", "art studio", "bedroom", "foundry"}

func roomNamed(name string) (room, bool) {
	for i, n := range roomNames {
		if n == name {
			return room(i), true
		}
	}
	return 0, false
}

// plan is a floor plan: rooms in the order in which they are searched, doors between them, and where
// fixtures stand.
type plan struct {
	rooms    []room
	doors    [][2]room
	fixtures map[thing]room
	stores   [roomCount]thing
	door     [roomCount][roomCount]int8 // index of the door between two rooms, -1 for none
	next     [roomCount][]room          // neighbours in search order
	hop      [roomCount][roomCount]room // the first room on a shortest way
	far      [roomCount][roomCount]int8 // doors on it
}

// plans by size.
var plans = map[string]*plan{
	sizeSmall: newPlan(
		[]room{kitchen, outside, greenhouse, hallway, livingRoom, workshop},
		[][2]room{
			{kitchen, outside}, {outside, greenhouse}, {greenhouse, hallway}, {hallway, livingRoom}, {livingRoom, workshop}, {workshop, kitchen},
			{hallway, kitchen}, {hallway, workshop},
		},
		map[string]room{
			"stove": kitchen, "freezer": kitchen, "sink": kitchen, "blast furnace": workshop, "flower pot": greenhouse,
			"cupboard": kitchen, "closet": hallway, "cabinet": livingRoom, "drawer": workshop,
		}),
	sizeFull: newPlan(
		[]room{kitchen, bathroom, outside, foundry, greenhouse, hallway, artStudio, bedroom, livingRoom, workshop},
		[][2]room{
			{kitchen, bathroom}, {kitchen, hallway}, {kitchen, outside}, {outside, foundry}, {outside, greenhouse}, {greenhouse, hallway},
			{hallway, artStudio}, {hallway, bedroom}, {hallway, livingRoom}, {hallway, workshop},
		},
		map[string]room{
			"stove": kitchen, "freezer": kitchen, "sink": kitchen, "blast furnace": foundry, "flower pot": greenhouse,
			"cupboard": kitchen, "closet": bedroom, "cabinet": livingRoom, "drawer": workshop, "large cupboard": artStudio,
		}),
}

func newPlan(rooms []room, doors [][2]room, fixtures map[string]room) *plan {
	p := &plan{rooms: rooms, doors: doors, fixtures: map[thing]room{}}
	for r := range p.stores {
		p.stores[r] = nothing
	}
	for name, r := range fixtures {
		t := named(name)
		p.fixtures[t] = r
		if catalogue[t].group == groupStore {
			p.stores[r] = t
		}
	}
	for a := range p.door {
		for b := range p.door[a] {
			p.door[a][b] = -1
		}
	}
	for i, d := range doors {
		p.door[d[0]][d[1]], p.door[d[1]][d[0]] = int8(i), int8(i)
	}
	for i, a := range rooms {
		for k := 1; k < len(rooms); k++ {
			if b := rooms[(i+k)%len(rooms)]; p.door[a][b] >= 0 {
				p.next[a] = append(p.next[a], b)
			}
		}
	}
	for _, a := range rooms {
		for b := range p.far[a] {
			p.far[a][b] = -1
		}
		p.far[a][a] = 0
		for queue := []room{a}; len(queue) > 0; queue = queue[1:] {
			for _, c := range p.next[queue[0]] {
				if p.far[a][c] >= 0 {
					continue
				}
				p.far[a][c] = p.far[a][queue[0]] + 1
				p.hop[a][c] = p.hop[a][queue[0]]
				if queue[0] == a {
					p.hop[a][c] = c
				}
				queue = append(queue, c)
			}
		}
	}
	return p
}

// storeIn is the store that stands in a room, or nothing.
func (p *plan) storeIn(r room) thing { return p.stores[r] }

// electrics is where circuits are built in every plan.
const electrics = workshop
