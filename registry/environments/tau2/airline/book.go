package airline

import (
	"github.com/retort-ml/retort/registry/environments/tau2/engine"
	"github.com/retort-ml/retort/registry/environments/tau2/py"
)

// now is when every episode plays.
const now = "2024-05-15T15:00:00"

// leg is one flight of a booking.
type leg struct {
	number, date string
	cabin        string
}

// bookReservation checks everything before it pays, with one exception of the original: a
// certificate that stands twice among the payments fails on its second use, the first spent.
func bookReservation(s *engine.State, a []py.Value) (py.Value, error) {
	flightList, flights, err := records(flightInfo, a[5])
	if err != nil {
		return nil, err
	}
	passengerList, passengers, err := records(passenger, a[6])
	if err != nil {
		return nil, err
	}
	paymentList, payments, err := records(payment, a[7])
	if err != nil {
		return nil, err
	}
	userID, u, err := findUser(s, a[0])
	if err != nil {
		return nil, err
	}
	id, err := newReservationID(s)
	if err != nil {
		return nil, err
	}
	made, err := reservation.Check(reservation.Make(py.Str(id), a[0], a[1], a[2], a[3], a[4], py.NewList(), passengerList, paymentList,
		py.Str(now), a[8], a[9], a[10], py.None{}))
	if err != nil {
		return nil, err
	}
	if plain(flightList, a[5]) && len(flights) > 0 {
		return nil, attribute(flights[0], "flight_number")
	}

	count := py.Int(len(passengers))
	price := py.Value(py.Int(0))
	var legs []leg
	var booked []py.Value
	for _, v := range flights {
		info := v.(*py.Dict)
		key, f, on, err := findInstance(s, info.Field("flight_number"), info.Field("date"))
		if err != nil {
			return nil, err
		}
		cost, err := seat(on, info, a[4], int64(count))
		if err != nil {
			return nil, err
		}
		booked = append(booked, reservationFlight.Make(info.Field("flight_number"), f.Field("origin"), f.Field("destination"), info.Field("date"), cost))
		legs = append(legs, leg{key, info.Text("date"), py.Text(a[4])})
		price = py.Int(number(price) + number(cost)*int64(count))
	}
	made = made.With("flights", py.NewList(booked...))
	if py.Equal(a[10], py.Str("yes")) {
		price = py.Int(number(price) + 30*int64(count))
	}
	if price, err = addBags(price, a[9]); err != nil {
		return nil, err
	}
	if err := checkPayments(u, payments, price); err != nil {
		return nil, err
	}
	if err := pay(s, userID, payments); err != nil {
		return nil, err
	}
	for _, l := range legs {
		path := []string{"flights", l.number, "dates", l.date, "available_seats", l.cabin}
		free := s.DB.Dict("flights").Dict(l.number).Dict("dates").Dict(l.date).Dict("available_seats").Field(l.cabin)
		s.DB = s.DB.Put(py.Int(number(free)-int64(count)), path...)
	}
	s.DB = s.DB.Put(made, "reservations", id)
	mine := s.DB.Dict("users").Dict(userID).List("reservations").Append(py.Str(id))
	s.DB = s.DB.Put(mine, "users", userID, "reservations")
	return made, nil
}

// newReservationID returns the first of three ids that is free.
func newReservationID(s *engine.State) (string, error) {
	for _, id := range [...]string{"HATHAT", "HATHAU", "HATHAV"} {
		if !s.DB.Dict("reservations").Has(id) {
			return id, nil
		}
	}
	return "", py.Raise("Too many reservations")
}

// seat returns the price of a seat in a cabin when there are enough.
func seat(on, info *py.Dict, cabin py.Value, passengers int64) (py.Value, error) {
	flightNumber := info.Text("flight_number")
	if on.Text("status") != "available" {
		return nil, py.Raise("Flight %s not available on date %s", flightNumber, info.Text("date"))
	}
	free, err := inCabin(on.Dict("available_seats"), cabin)
	if err != nil {
		return nil, err
	}
	if number(free) < passengers {
		return nil, py.Raise("Not enough seats on flight %s", flightNumber)
	}
	return inCabin(on.Dict("prices"), cabin)
}

// addBags adds the fee for paid bags, whose number is the argument as it was given.
func addBags(price, bags py.Value) (py.Value, error) {
	if !py.IsNumber(bags) {
		return nil, py.Raise("unsupported operand type(s) for +=: 'int' and '%s'", bags.Type())
	}
	fee, err := py.Mul(py.Int(50), bags)
	if err != nil {
		return nil, err
	}
	return py.Add(price, fee)
}

// checkPayments says whether the payments are covered and add up to the price.
func checkPayments(u *py.Dict, payments []py.Value, price py.Value) error {
	paid := py.Value(py.Int(0))
	for _, v := range payments {
		p := v.(*py.Dict)
		method, ok := u.Dict("payment_methods").Get(p.Text("payment_id"))
		if !ok {
			return py.Raise("Payment method %s not found", p.Text("payment_id"))
		}
		m := method.(*py.Dict)
		if source := m.Text("source"); source == "gift_card" || source == "certificate" {
			if order, ok := py.Compare(m.Field("amount"), p.Field("amount")); ok && order < 0 {
				return py.Raise("Not enough balance in payment method %s", p.Text("payment_id"))
			}
		}
	}
	for _, v := range payments {
		sum, err := py.Add(paid, v.(*py.Dict).Field("amount"))
		if err != nil {
			return err
		}
		paid = sum
	}
	if !py.Equal(paid, price) {
		return py.Raise("Payment amount does not add up, total price is %s, but paid %s", py.Text(price), py.Text(paid))
	}
	return nil
}

// pay takes gift cards' amounts and uses certificates up.
func pay(s *engine.State, userID string, payments []py.Value) error {
	for _, v := range payments {
		id := v.(*py.Dict).Text("payment_id")
		methods := s.DB.Dict("users").Dict(userID).Dict("payment_methods")
		if !methods.Has(id) {
			return py.Raise("%s", py.Repr(py.Str(id)))
		}
		switch m := methods.Dict(id); m.Text("source") {
		case "gift_card":
			left := py.Real(m.Field("amount")) - py.Real(v.(*py.Dict).Field("amount"))
			s.DB = s.DB.Put(py.Float(left), "users", userID, "payment_methods", id, "amount")
		case "certificate":
			s.DB = s.DB.Put(methods.Without(id), "users", userID, "payment_methods")
		}
	}
	return nil
}
