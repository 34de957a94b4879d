package airline

import (
	"strconv"
	"strings"

	"github.com/retort-ml/retort/registry/environments/tau2/engine"
	"github.com/retort-ml/retort/registry/environments/tau2/py"
)

func getReservationDetails(s *engine.State, a []py.Value) (py.Value, error) {
	_, r, err := findReservation(s, a[0])
	return r, err
}

func getUserDetails(s *engine.State, a []py.Value) (py.Value, error) {
	_, u, err := findUser(s, a[0])
	return u, err
}

func getFlightStatus(s *engine.State, a []py.Value) (py.Value, error) {
	_, _, on, err := findInstance(s, a[0], a[1])
	if err != nil {
		return nil, err
	}
	return on.Field("status"), nil
}

// airports are the airports served, in the tool's order.
var airports = func() *py.List {
	shape := py.NewShape("iata", "city")
	var items []py.Value
	for _, a := range [][2]string{
		{"SFO", "San Francisco"}, {"JFK", "New York"}, {"LAX", "Los Angeles"}, {"ORD", "Chicago"}, {"DFW", "Dallas"},
		{"DEN", "Denver"}, {"SEA", "Seattle"}, {"ATL", "Atlanta"}, {"MIA", "Miami"}, {"BOS", "Boston"},
		{"PHX", "Phoenix"}, {"IAH", "Houston"}, {"LAS", "Las Vegas"}, {"MCO", "Orlando"}, {"EWR", "Newark"},
		{"CLT", "Charlotte"}, {"MSP", "Minneapolis"}, {"DTW", "Detroit"}, {"PHL", "Philadelphia"}, {"LGA", "LaGuardia"},
	} {
		items = append(items, shape.New([]py.Value{py.Str(a[0]), py.Str(a[1])}))
	}
	return py.NewList(items...)
}()

func listAllAirports(*engine.State, []py.Value) (py.Value, error) { return airports, nil }

// query is a search for direct flights; None in origin or destination means any, an empty
// after any time.
type query struct {
	date, origin, destination py.Value
	after                     string
}

func (q query) wants(end py.Value, airport py.Value) bool {
	if _, any := end.(py.None); any {
		return true
	}
	return py.Equal(end, airport)
}

// direct lists flights with seats on sale, in the order of the database, dated as told.
func direct(s *engine.State, q query, dated py.Value) ([]*py.Dict, error) {
	flights := s.DB.Dict("flights")
	var found []*py.Dict
	for i := range flights.Len() {
		f := flights.At(i).(*py.Dict)
		if !q.wants(q.origin, f.Field("origin")) || !q.wants(q.destination, f.Field("destination")) {
			continue
		}
		date, text, err := py.Key(q.date)
		if err != nil {
			return nil, err
		}
		v, there := f.Dict("dates").Get(date)
		if !text || !there {
			continue
		}
		on := v.(*py.Dict)
		departure := f.Field("scheduled_departure_time_est")
		if on.Text("status") != "available" || q.after != "" && py.Text(departure) < q.after {
			continue
		}
		found = append(found, directFlight.Make(f.Field("flight_number"), f.Field("origin"), f.Field("destination"), py.Str("available"),
			departure, f.Field("scheduled_arrival_time_est"), dated, on.Field("available_seats"), on.Field("prices")))
	}
	return found, nil
}

// searchDirectFlight leaves the date of its results empty, as the original does.
func searchDirectFlight(s *engine.State, a []py.Value) (py.Value, error) {
	found, err := direct(s, query{date: a[2], origin: a[0], destination: a[1]}, py.None{})
	if err != nil {
		return nil, err
	}
	items := make([]py.Value, len(found))
	for i := range items {
		items[i] = found[i]
	}
	return py.NewList(items...), nil
}

// searchOnestopFlight joins flights from the origin with later ones to the destination. The day
// after is written without a leading zero, so some connections over midnight are never found.
func searchOnestopFlight(s *engine.State, a []py.Value) (py.Value, error) {
	firsts, err := direct(s, query{date: a[2], origin: a[0], destination: py.None{}}, a[2])
	if err != nil {
		return nil, err
	}
	var pairs []py.Value
	for _, first := range firsts {
		arrival := first.Text("scheduled_arrival_time_est")
		date := a[2]
		if strings.Contains(arrival, "+1") {
			if date, err = dayAfter(py.Text(a[2])); err != nil {
				return nil, err
			}
		}
		seconds, err := direct(s, query{date: date, origin: first.Field("destination"), destination: a[1], after: arrival}, date)
		if err != nil {
			return nil, err
		}
		for _, second := range seconds {
			pairs = append(pairs, py.NewList(first, second))
		}
	}
	return py.NewList(pairs...), nil
}

// dayAfter adds one to the last two characters of a date, in May 2024.
func dayAfter(date string) (py.Value, error) {
	day := date[max(0, len(date)-2):]
	n, ok := py.ParseInt(day)
	if !ok {
		return nil, py.Raise("invalid literal for int() with base 10: %s", py.Repr(py.Str(day)))
	}
	return py.Str("2024-05-" + strconv.FormatInt(number(n)+1, 10)), nil
}
