package carrier

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/retort-ml/retort/registry/environments/tau2/little"
	"github.com/retort-ml/retort/registry/environments/tau2/py"
)

// perCustomer is how many reservations a customer has.
const perCustomer = 3

// policy is the policy of every little airline.
const policy = `# Policy of the little airline

You serve one customer at a time. Every reservation is one flight for the customer alone. All flights start in SFO.

- Ask for the user id first. The account tells the membership and the reservations.
- Cancel only reservations in business and those with insurance.
- Change the flight of a reservation only when its cabin is economy or business, and only to one to the same place.
- The cabin of every reservation may be changed, the flight stays.
- Checked bags may be added and not removed. Free are, in basic economy, none for regular members, one for silver and two for gold ones; one
  more in economy and two more in business. What is more than that is not free.
- Book only flights that a search finds, paid by a card of the account.
- Say what you are about to change and get a yes before you change it.
- Refuse everything else.
- Ask whether there is anything else when you are done.
`

var (
	firstNames = []string{"Ane", "Bo", "Carl", "Dina", "Else", "Finn", "Grete", "Hans", "Ida", "Jens", "Kaja", "Lars", "Mona", "Nils", "Oda", "Per"}
	lastNames  = []string{"Holm", "Lund", "Berg", "Dahl", "Friis", "Krogh", "Lind", "Moen", "Nyberg", "Strand", "Vik", "Winther"}
	places     = []string{"JFK", "LAX", "ORD", "DFW", "DEN", "SEA", "ATL", "MIA"}
	times      = []string{"morning", "evening"}
	cabins     = []string{"basic_economy", "economy", "business"}
	members    = []string{"regular", "silver", "gold"}
)

// hub is where every flight starts.
const hub = "SFO"

// The days of the flights, all in May 2024 and after the day on which every episode plays.
const firstDay, lastDay = 16, 25

func date(day int) string { return fmt.Sprintf("2024-05-%d", day) }

// free is how many bags cost nothing, by the member's and the cabin's place in its list.
func free(member, cabin string) int {
	return max(0, slices.Index(members, member)) + max(0, slices.Index(cabins, cabin))
}

// carrier is an airline while it is drawn.
type carrier struct {
	rng                          *rand.Rand
	flights, users, reservations *py.Dict
	tasks                        []py.Value
	train, test                  []string
}

// Draw draws an airline with so many tasks for training and for testing. The same arguments give
// the same files.
func Draw(seed uint64, train, test int) little.Files {
	c := &carrier{rng: rand.New(rand.NewPCG(seed, 0xf117)), flights: py.Empty(), users: py.Empty(), reservations: py.Empty()}
	for _, to := range places {
		c.connect(to)
	}
	for i := range train {
		c.train = append(c.train, c.task("train", i))
	}
	for i := range test {
		c.test = append(c.test, c.task("test", i))
	}
	return little.Files{
		Database: little.Record("flights", c.flights, "users", c.users, "reservations", c.reservations),
		Tasks:    py.NewList(c.tasks...),
		Splits:   little.Record("train", py.Strings(c.train...), "test", py.Strings(c.test...)),
		Policy:   policy,
	}
}

func pick[T any](c *carrier, from []T) T { return from[c.rng.IntN(len(from))] }

// connect adds a flight in the morning and one in the evening, in any order. Four of five days of
// each are on sale.
func (c *carrier) connect(to string) {
	order := []int{0, 1}
	c.rng.Shuffle(2, func(i, j int) { order[i], order[j] = order[j], order[i] })
	for _, half := range order {
		hour := 8 + 10*half
		days := py.Empty()
		for day := firstDay; day <= lastDay; day++ {
			on := little.Record("status", "cancelled")
			if c.rng.IntN(5) > 0 {
				price := func(from, to int) py.Value { return py.Int(from + c.rng.IntN(to-from)) }
				on = little.Record("status", "available",
					"available_seats", little.Record("basic_economy", py.Int(2000), "economy", py.Int(2000), "business", py.Int(2000)),
					"prices", little.Record("basic_economy", price(50, 100), "economy", price(100, 200), "business", price(300, 600)))
			}
			days = days.With(date(day), on)
		}
		id := fmt.Sprintf("HAT%03d", c.flights.Len()+1)
		c.flights = c.flights.With(id, little.Record("flight_number", id, "origin", hub, "destination", to,
			"scheduled_departure_time_est", fmt.Sprintf("%02d:00:00", hour), "scheduled_arrival_time_est", fmt.Sprintf("%02d:30:00", hour+2), "dates", days))
	}
}

// trip is a flight on a day, on sale.
type trip struct {
	flight, to, when string
	day              int
	prices           *py.Dict
}

// trip draws a flight that is on sale.
func (c *carrier) trip() trip {
	for {
		f := c.flights.At(c.rng.IntN(c.flights.Len())).(*py.Dict)
		day := firstDay + c.rng.IntN(lastDay-firstDay+1)
		if t, ok := onSale(f, day); ok {
			return t
		}
	}
}

// onSale returns the trip that a flight makes on a day, when it is on sale.
func onSale(f *py.Dict, day int) (trip, bool) {
	on := f.Dict("dates").Dict(date(day))
	if on.Text("status") != "available" {
		return trip{}, false
	}
	return trip{f.Text("flight_number"), f.Text("destination"), when(f.Text("scheduled_departure_time_est")), day, on.Dict("prices")}, true
}

// when is the half of the day of a time.
func when(clock string) string {
	if clock < "12" {
		return times[0]
	}
	return times[1]
}

// customer adds a customer with reservations to different places and returns the one that
// is in a given cabin and insured or not, at any place among the others.
func (c *carrier) customer(cabin, insurance string) (user, target *py.Dict) {
	n := c.users.Len()
	id, card := fmt.Sprintf("user_%d", n+1), fmt.Sprintf("credit_card_%d", n+1)
	member := pick(c, members)
	born := fmt.Sprintf("19%d-0%d-1%d", 50+c.rng.IntN(50), 1+c.rng.IntN(9), c.rng.IntN(10))
	name := little.Record("first_name", pick(c, firstNames), "last_name", pick(c, lastNames))
	self := name.With("dob", py.Str(born))
	place := c.rng.IntN(perCustomer)
	var own, have []string
	for i := range perCustomer {
		class, insured := pick(c, cabins), pick(c, []string{"yes", "no"})
		if i == place {
			class, insured = cabin, insurance
		}
		t := c.trip()
		for slices.Contains(have, t.to) {
			t = c.trip()
		}
		have = append(have, t.to)
		reservation := fmt.Sprintf("R%05d", c.reservations.Len()+1)
		bags := c.rng.IntN(2)
		price := t.prices.Field(class)
		r := little.Record("reservation_id", reservation, "user_id", id, "origin", hub, "destination", t.to, "flight_type", "one_way", "cabin", class,
			"flights", py.NewList(little.Record("flight_number", t.flight, "origin", hub, "destination", t.to, "date", date(t.day), "price", price)),
			"passengers", py.NewList(self), "payment_history", py.NewList(little.Record("payment_id", card, "amount", price)), "created_at", "2024-05-01T10:00:00",
			"total_baggages", py.Int(bags), "nonfree_baggages", py.Int(max(0, bags-free(member, class))), "insurance", insured)
		c.reservations = c.reservations.With(reservation, r)
		own = append(own, reservation)
		if i == place {
			target = r
		}
	}
	address := little.Record("address1", fmt.Sprintf("%d Harbour Street", 1+n%99), "address2", "", "city", "San Francisco", "country", "USA", "state", "CA", "zip", fmt.Sprint(10000+n))
	user = little.Record("user_id", id, "name", name, "address", address, "email", id+"@example.com", "dob", born,
		"payment_methods", py.Empty().With(card, little.Record("source", "credit_card", "id", card, "brand", "visa", "last_four", fmt.Sprintf("%04d", n%10000))),
		"saved_passengers", py.NewList(), "membership", member, "reservations", py.Strings(own...))
	c.users = c.users.With(id, user)
	return user, target
}
