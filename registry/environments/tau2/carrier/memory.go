package carrier

import (
	"slices"
	"strings"

	"github.com/retort-ml/retort/registry/environments/tau2/little"
	"github.com/retort-ml/retort/registry/environments/tau2/py"
)

// memory is what the texts of an episode have said.
type memory struct {
	names, flights little.Slots
	seen           []reservation
	offers         []offer
	user           string
	account        *py.Dict // the user's record; nil before it was read
	own            []string // the customer's reservations
	want           request
}

// reservation is a reservation that was read.
type reservation struct {
	id, to, flight, date, cabin, bags string
	insured, cancelled                bool
}

// offer is a flight that a search found, the last time that one did.
type offer struct {
	flight, to, when string
	prices           *py.Dict
}

func (m *memory) fork() memory {
	c := *m
	c.names, c.flights, c.seen = slices.Clone(m.names), slices.Clone(m.flights), slices.Clone(m.seen)
	c.offers, c.own = slices.Clone(m.offers), slices.Clone(m.own)
	return c
}

// begin reads an introduction.
func (m *memory) begin(introduction string) []string {
	m.want = readRequest(introduction)
	return m.want.words()
}

// observe reads an answer.
func (m *memory) observe(text string) []string {
	text = strings.TrimSpace(text)
	if p := person.FindStringSubmatch(text); p != nil {
		m.user = p[1]
		return []string{"user", "known"}
	}
	if words, ok := little.Reply(text); ok {
		return words
	}
	if !strings.HasPrefix(text, "{") && !strings.HasPrefix(text, "[") {
		return []string{little.Other}
	}
	v, err := py.Parse(text)
	if err != nil {
		return []string{little.Other}
	}
	switch v := v.(type) {
	case *py.Dict:
		switch {
		case v.Has("membership"):
			return m.readAccount(v)
		case v.Has("reservation_id"):
			return m.readReservation(v)
		}
	case *py.List:
		if v.Len() > 0 && little.Text(v, 0, "iata") != "" {
			return []string{"airports"}
		}
		return m.readFlights(v)
	}
	return []string{little.Other}
}

// readAccount reads a user's membership and reservations.
func (m *memory) readAccount(d *py.Dict) []string {
	m.account, m.own = d, nil
	words := []string{known.Word(little.Text(d, "membership")), "reservations"}
	list, _ := little.At(d, "reservations").(*py.List)
	if list == nil {
		return words
	}
	for _, v := range list.Items()[:min(list.Len(), little.SlotCount)] {
		m.own = append(m.own, py.Text(v))
		words = append(words, m.names.Word("reservation", py.Text(v)))
	}
	return words
}

func (m *memory) readReservation(d *py.Dict) []string {
	r := reservation{
		id: little.Text(d, "reservation_id"), to: little.Text(d, "destination"), cabin: little.Text(d, "cabin"),
		flight: little.Text(d, "flights", 0, "flight_number"), date: little.Text(d, "flights", 0, "date"), bags: little.Text(d, "total_baggages"),
		insured: little.Text(d, "insurance") == "yes", cancelled: little.Text(d, "status") == "cancelled",
	}
	if i := slices.IndexFunc(m.seen, func(s reservation) bool { return s.id == r.id }); i >= 0 {
		m.seen[i] = r
	} else {
		m.seen = append(m.seen, r)
	}
	insured := "plain"
	if r.insured {
		insured = "insured"
	}
	words := []string{
		m.names.Word("reservation", r.id), known.Word("day_" + day(r.date)), known.Word(r.cabin), insured,
		"bags", known.Word("n_" + r.bags),
	}
	if r.cancelled {
		words = append(words, "cancelled")
	}
	return append(words, known.Word(r.to))
}

// day is the day of a date.
func day(date string) string { return strings.TrimPrefix(date, "2024-05-") }

// readFlights reads what a search found. The result does not say for which day.
func (m *memory) readFlights(l *py.List) []string {
	words := []string{"flights"}
	for _, v := range l.Items()[:min(l.Len(), little.SlotCount)] {
		prices, _ := little.At(v, "prices").(*py.Dict)
		o := offer{little.Text(v, "flight_number"), little.Text(v, "destination"), when(little.Text(v, "scheduled_departure_time_est")), prices}
		if i := slices.IndexFunc(m.offers, func(s offer) bool { return s.flight == o.flight }); i >= 0 {
			m.offers[i] = o
		} else {
			m.offers = append(m.offers, o)
		}
		words = append(words, m.flights.Word("flight", o.flight), o.when)
	}
	if l.Len() == 0 {
		words = append(words, "none")
	}
	return words
}

// reservation returns what was read of a reservation.
func (m *memory) reservation(id string) (reservation, bool) {
	i := slices.IndexFunc(m.seen, func(r reservation) bool { return r.id == id })
	if i < 0 {
		return reservation{id: id}, false
	}
	return m.seen[i], true
}

// offer returns what a search found of a flight.
func (m *memory) offer(flight string) (offer, bool) {
	i := slices.IndexFunc(m.offers, func(o offer) bool { return o.flight == flight })
	if i < 0 {
		return offer{}, false
	}
	return m.offers[i], true
}

// target is the customer's reservation to the place that the customer talks about, when it was read.
func (m *memory) target() (reservation, bool) {
	i := slices.IndexFunc(m.seen, func(r reservation) bool {
		return r.to == m.want.to && slices.Contains(m.own, r.id)
	})
	if i < 0 {
		return reservation{}, false
	}
	return m.seen[i], true
}

// card is the first payment method of the account.
func (m *memory) card() string {
	if m.account == nil {
		return ""
	}
	methods, _ := little.At(m.account, "payment_methods").(*py.Dict)
	if methods == nil || methods.Len() == 0 {
		return ""
	}
	return methods.Key(0)
}
