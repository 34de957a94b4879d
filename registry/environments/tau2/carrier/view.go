package carrier

import (
	"slices"
	"strconv"
	"strings"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/environments/tau2/engine"
	"github.com/retort-ml/retort/registry/environments/tau2/little"
	"github.com/retort-ml/retort/registry/environments/tau2/py"
)

// View is the compact form of a little airline's texts. Of a reservation it reads the place, the day, the
// cabin, the insurance and the bags, of a search which flight leaves when. Payment, names and
// what a flight costs have no words: a command takes them from the texts.
type View struct{}

var _ registry.View = View{}

// Words implements [registry.View].
func (View) Words() []registry.Word { return vocabulary() }

// Begin implements [registry.View].
func (View) Begin(introduction string) (registry.Reader, []string) {
	r := &reader{}
	return r, r.memory.begin(introduction)
}

// reader reads one episode.
type reader struct{ memory memory }

// Observe implements [registry.Reader].
func (r *reader) Observe(observation string) []string { return r.memory.observe(observation) }

// Fork implements [registry.Reader].
func (r *reader) Fork() registry.Reader { return &reader{r.memory.fork()} }

// call writes a call of the assistant with arguments in turn of name and value.
func call(name string, arguments ...any) string {
	return engine.Call{Name: name, Requestor: engine.Assistant, Arguments: little.Record(arguments...)}.Text()
}

// Command implements [registry.Reader]. Since any text is a message to the customer, words that
// make no command come back as the beginning of a call, which the world refuses.
func (r *reader) Command(words []string) string {
	if c, ok := r.memory.command(words); ok {
		return c
	}
	return "{ " + strings.Join(words, " ")
}

func (m *memory) command(words []string) (string, bool) {
	if len(words) == 0 {
		return "", false
	}
	verb, rest := words[0], words[1:]
	switch s, said := little.Sentences[verb]; {
	case len(rest) == 0 && said:
		return s, true
	case len(rest) == 0 && verb == "list":
		return call("list_all_airports"), true
	case len(rest) == 0 && verb == "account":
		return call("get_user_details", "user_id", m.user), true
	case len(rest) == 0:
		return "", false
	case verb == "search" && len(rest) == 2:
		day, ok := known.Cut(rest[1], "day")
		return call("search_direct_flight", "origin", hub, "destination", rest[0], "date", "2024-05-"+day), ok && slices.Contains(places, rest[0])
	case verb == "book" && len(rest) == 3:
		return m.book(rest[0], rest[1], rest[2])
	}
	id, ok := m.names.Name("reservation", rest[0])
	if !ok {
		return "", false
	}
	r, _ := m.reservation(id)
	switch {
	case verb == "get" && len(rest) == 1:
		return call("get_reservation_details", "reservation_id", id), true
	case verb == "cancel" && len(rest) == 1:
		return call("cancel_reservation", "reservation_id", id), true
	case verb == "cabin" && len(rest) == 2:
		return m.change(id, rest[1], r.flight, r.date), isCabin(rest[1])
	case verb == "move" && len(rest) == 3:
		flight, given := m.flights.Name("flight", rest[1])
		day, ok := known.Cut(rest[2], "day")
		return m.change(id, r.cabin, flight, "2024-05-"+day), ok && given
	case verb == "bags" && len(rest) == 3:
		all, ok := number(rest[1])
		paid, also := number(rest[2])
		return call("update_reservation_baggages", "reservation_id", id, "total_baggages", py.Int(all), "nonfree_baggages", py.Int(paid), "payment_id", m.card()), ok && also
	}
	return "", false
}

func isCabin(word string) bool { return slices.Contains(cabins, word) }

// number reads a word such as n_2.
func number(word string) (int, bool) {
	text, ok := known.Cut(word, "n")
	n, err := strconv.Atoi(text)
	return n, ok && err == nil
}

// change writes the call that puts a reservation on a flight in a cabin.
func (m *memory) change(id, cabin, flight, date string) string {
	return call("update_reservation_flights", "reservation_id", id, "cabin", cabin,
		"flights", py.NewList(little.Record("flight_number", flight, "date", date)), "payment_id", m.card())
}

// book writes the call that books a flight that a search found for the user alone.
func (m *memory) book(flightWord, cabin, dayWord string) (string, bool) {
	flight, named := m.flights.Name("flight", flightWord)
	o, found := m.offer(flight)
	day, ok := known.Cut(dayWord, "day")
	if !named || !found || !ok || !isCabin(cabin) || m.account == nil {
		return "", false
	}
	price := py.Value(py.Int(0))
	if o.prices != nil && o.prices.Has(cabin) {
		price = o.prices.Field(cabin)
	}
	passenger := little.Record("first_name", little.Text(m.account, "name", "first_name"), "last_name", little.Text(m.account, "name", "last_name"), "dob", little.Text(m.account, "dob"))
	return call("book_reservation", "user_id", m.user, "origin", hub, "destination", o.to, "flight_type", "one_way", "cabin", cabin,
		"flights", py.NewList(little.Record("flight_number", flight, "date", "2024-05-"+day)), "passengers", py.NewList(passenger),
		"payment_methods", py.NewList(little.Record("payment_id", m.card(), "amount", price)), "total_baggages", py.Int(0), "nonfree_baggages", py.Int(0), "insurance", "no"), true
}

// Action implements [registry.Reader].
func (r *reader) Action(command string) []string { return r.memory.action(command) }

func (m *memory) action(command string) []string {
	for w, s := range little.Sentences {
		if command == s {
			return []string{w}
		}
	}
	c, err := engine.ParseCall(command)
	if err != nil {
		return []string{little.Other}
	}
	a := c.Arguments
	id := func() string { return m.names.Word("reservation", little.Text(a, "reservation_id")) }
	flight := func() string { return m.flights.Word("flight", little.Text(a, "flights", 0, "flight_number")) }
	on := func() string { return known.Word("day_" + day(little.Text(a, "flights", 0, "date"))) }
	switch c.Name {
	case "list_all_airports":
		return []string{"list"}
	case "get_user_details":
		if m.user != "" && little.Text(a, "user_id") != m.user {
			return []string{little.Other}
		}
		return []string{"account"}
	case "get_reservation_details":
		return []string{"get", id()}
	case "search_direct_flight":
		return []string{"search", known.Word(little.Text(a, "destination")), known.Word("day_" + day(little.Text(a, "date")))}
	case "cancel_reservation":
		return []string{"cancel", id()}
	case "update_reservation_baggages":
		return []string{"bags", id(), known.Word("n_" + little.Text(a, "total_baggages")), known.Word("n_" + little.Text(a, "nonfree_baggages"))}
	case "update_reservation_flights":
		if r, _ := m.reservation(little.Text(a, "reservation_id")); r.flight == little.Text(a, "flights", 0, "flight_number") && r.date == little.Text(a, "flights", 0, "date") {
			return []string{"cabin", id(), known.Word(little.Text(a, "cabin"))}
		}
		return []string{"move", id(), flight(), on()}
	case "book_reservation":
		return []string{"book", flight(), known.Word(little.Text(a, "cabin")), on()}
	}
	return []string{little.Other}
}
