package airline

import (
	"math"

	"github.com/retort-ml/retort/registry/environments/tau2/calc"
	"github.com/retort-ml/retort/registry/environments/tau2/engine"
	"github.com/retort-ml/retort/registry/environments/tau2/py"
	"github.com/retort-ml/retort/registry/environments/tau2/schema"
)

// Domain returns the domain.
func Domain() *engine.Domain {
	return &engine.Domain{
		Name:  "airline",
		Model: database,
		Tools: engine.NewKit("AirlineTools",
			&engine.Func{Name: "book_reservation", Kind: engine.Write, Params: engine.Params("user_id", "origin", "destination", "flight_type", "cabin", "flights", "passengers", "payment_methods", "total_baggages", "nonfree_baggages", "insurance"), Run: bookReservation},
			&engine.Func{Name: "calculate", Kind: engine.Generic, Params: engine.Params("expression"), Run: calculate},
			&engine.Func{Name: "cancel_reservation", Kind: engine.Write, Params: engine.Params("reservation_id"), Run: cancelReservation},
			&engine.Func{Name: "get_reservation_details", Kind: engine.Read, Params: engine.Params("reservation_id"), Run: getReservationDetails},
			&engine.Func{Name: "get_user_details", Kind: engine.Read, Params: engine.Params("user_id"), Run: getUserDetails},
			&engine.Func{Name: "list_all_airports", Kind: engine.Read, Run: listAllAirports},
			&engine.Func{Name: "search_direct_flight", Kind: engine.Read, Params: engine.Params("origin", "destination", "date"), Run: searchDirectFlight},
			&engine.Func{Name: "search_onestop_flight", Kind: engine.Read, Params: engine.Params("origin", "destination", "date"), Run: searchOnestopFlight},
			&engine.Func{Name: "send_certificate", Kind: engine.Write, Params: engine.Params("user_id", "amount"), Run: sendCertificate},
			&engine.Func{Name: "transfer_to_human_agents", Kind: engine.Generic, Params: engine.Params("summary"), Run: engine.Transfer},
			&engine.Func{Name: "update_reservation_baggages", Kind: engine.Write, Params: engine.Params("reservation_id", "total_baggages", "nonfree_baggages", "payment_id"), Run: updateReservationBaggages},
			&engine.Func{Name: "update_reservation_flights", Kind: engine.Write, Params: engine.Params("reservation_id", "cabin", "flights", "payment_id"), Run: updateReservationFlights},
			&engine.Func{Name: "update_reservation_passengers", Kind: engine.Write, Params: engine.Params("reservation_id", "passengers"), Run: updateReservationPassengers},
			&engine.Func{Name: "get_flight_status", Kind: engine.Read, Params: engine.Params("flight_number", "date"), Run: getFlightStatus},
		),
	}
}

func calculate(_ *engine.State, a []py.Value) (py.Value, error) { return calc.Evaluate(a[0]) }

func findUser(s *engine.State, key py.Value) (string, *py.Dict, error) {
	return engine.Lookup(s.DB.Dict("users"), key, "User %s not found")
}

func findReservation(s *engine.State, key py.Value) (string, *py.Dict, error) {
	return engine.Lookup(s.DB.Dict("reservations"), key, "Reservation %s not found")
}

// findInstance returns a flight, its key, and what happens to it on a date.
func findInstance(s *engine.State, number, date py.Value) (key string, f, on *py.Dict, err error) {
	key, f, err = engine.Lookup(s.DB.Dict("flights"), number, "Flight %s not found")
	if err != nil {
		return "", nil, nil, err
	}
	_, on, err = engine.Lookup(f.Dict("dates"), date, "Flight "+py.Text(number)+" not found on date %s")
	return key, f, on, err
}

// records turns a list of objects into records of a model. Unless all are objects the value
// stays as it is and only what uses it notices.
func records(m *schema.Model, v py.Value) (py.Value, []py.Value, error) {
	items, err := py.Iterate(v)
	if err != nil {
		return nil, nil, err
	}
	for _, item := range items {
		if _, ok := item.(*py.Dict); !ok {
			return v, items, nil
		}
	}
	made := make([]py.Value, len(items))
	for i, item := range items {
		if made[i], err = m.Check(item); err != nil {
			return nil, nil, err
		}
	}
	return py.NewList(made...), made, nil
}

// plain says whether records left a value as it was.
func plain(kept, given py.Value) bool { return kept == given }

// attribute is the error of reading a field of what is no record.
func attribute(v py.Value, name string) error {
	return py.Raise("'%s' object has no attribute '%s'", v.Type(), name)
}

// inCabin looks a cabin up in seats or prices.
func inCabin(of *py.Dict, cabin py.Value) (py.Value, error) {
	k, _, err := py.Key(cabin)
	if err != nil {
		return nil, err
	}
	v, ok := of.Get(k)
	if !ok {
		return nil, py.Raise("%s", py.Repr(cabin))
	}
	return v, nil
}

// number reads an integer of the database; those beyond 64 bits count as the largest.
func number(v py.Value) int64 {
	n, ok := v.(py.Int)
	if !ok {
		return math.MaxInt64
	}
	return int64(n)
}
