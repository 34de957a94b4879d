package airline

import (
	"github.com/retort-ml/retort/registry/environments/tau2/engine"
	"github.com/retort-ml/retort/registry/environments/tau2/py"
)

// cancelReservation notes the refunds and frees no seats.
func cancelReservation(s *engine.State, a []py.Value) (py.Value, error) {
	id, r, err := findReservation(s, a[0])
	if err != nil {
		return nil, err
	}
	history := r.List("payment_history")
	var refunds []py.Value
	for _, v := range history.Items() {
		p := v.(*py.Dict)
		back, err := py.Sub(py.Int(0), p.Field("amount"))
		if err != nil {
			return nil, err
		}
		refunds = append(refunds, payment.Make(p.Field("payment_id"), back))
	}
	r = r.With("payment_history", history.Append(refunds...)).With("status", py.Str("cancelled"))
	s.DB = s.DB.Put(r, "reservations", id)
	return r, nil
}

// sendCertificate gives a user a certificate under the first of three ids that is free.
func sendCertificate(s *engine.State, a []py.Value) (py.Value, error) {
	userID, u, err := findUser(s, a[0])
	if err != nil {
		return nil, err
	}
	for _, id := range [...]string{"certificate_3221322", "certificate_3221323", "certificate_3221324"} {
		if u.Dict("payment_methods").Has(id) {
			continue
		}
		made, err := certificate.Check(certificate.Make(py.Str("certificate"), py.Str(id), a[1]))
		if err != nil {
			return nil, err
		}
		s.DB = s.DB.Put(made, "users", userID, "payment_methods", id)
		return py.Str("Certificate " + id + " added to user " + py.Text(a[0]) + " with amount " + py.Text(a[1]) + "."), nil
	}
	return nil, py.Raise("Too many certificates")
}

// settle pays the price of a change, which is negative for a refund, from a user's payment
// method. It returns the payment to note, nil for none.
func settle(s *engine.State, userID string, u *py.Dict, methodID, price py.Value) (py.Value, error) {
	key, m, err := engine.Lookup(u.Dict("payment_methods"), methodID, "Payment method not found")
	if err != nil {
		return nil, err
	}
	switch m.Text("source") {
	case "certificate":
		return nil, py.Raise("Certificate cannot be used to update reservation")
	case "gift_card":
		if order, ok := py.Compare(m.Field("amount"), price); ok && order < 0 {
			return nil, py.Raise("Gift card balance is not enough")
		}
		left := py.Float(py.Real(m.Field("amount")) - py.Real(price))
		s.DB = s.DB.Put(left, "users", userID, "payment_methods", key, "amount")
	}
	if py.Equal(price, py.Int(0)) {
		return nil, nil
	}
	made, err := payment.Check(payment.Make(methodID, price))
	if err != nil {
		return nil, err
	}
	return made, nil
}

// ownerOf finds a reservation and its user.
func ownerOf(s *engine.State, key py.Value) (id string, r *py.Dict, userID string, u *py.Dict, err error) {
	if id, r, err = findReservation(s, key); err != nil {
		return "", nil, "", nil, err
	}
	userID, u, err = findUser(s, r.Field("user_id"))
	return id, r, userID, u, err
}

// note adds a payment, if there is one, to a reservation.
func note(r *py.Dict, paid py.Value) *py.Dict {
	if paid == nil {
		return r
	}
	return r.With("payment_history", r.List("payment_history").Append(paid))
}

// updateReservationBaggages takes the numbers as they are given, whatever their type.
func updateReservationBaggages(s *engine.State, a []py.Value) (py.Value, error) {
	id, r, userID, u, err := ownerOf(s, a[0])
	if err != nil {
		return nil, err
	}
	more, err := py.Sub(a[2], r.Field("nonfree_baggages"))
	if err != nil {
		return nil, err
	}
	if order, ok := py.Compare(more, py.Int(0)); !ok || order <= 0 {
		more = py.Int(0)
	}
	price, err := py.Mul(py.Int(50), more)
	if err != nil {
		return nil, err
	}
	paid, err := settle(s, userID, u, a[3], price)
	if err != nil {
		return nil, err
	}
	r = note(r, paid).With("total_baggages", a[1]).With("nonfree_baggages", a[2])
	s.DB = s.DB.Put(r, "reservations", id)
	return r, nil
}

// updateReservationFlights prices flights anew except those that stay in the same cabin. No
// seats change.
func updateReservationFlights(s *engine.State, a []py.Value) (py.Value, error) {
	flightList, flights, err := records(flightInfo, a[2])
	if err != nil {
		return nil, err
	}
	id, r, userID, u, err := ownerOf(s, a[0])
	if err != nil {
		return nil, err
	}
	if plain(flightList, a[2]) && len(flights) > 0 {
		return nil, attribute(flights[0], "flight_number")
	}
	count, err := py.Len(r.Field("passengers"))
	if err != nil {
		return nil, err
	}
	var price int64
	var booked []py.Value
	for _, v := range flights {
		info := v.(*py.Dict)
		if kept := same(r, info, a[1]); kept != nil {
			price += number(kept.Field("price")) * int64(count)
			booked = append(booked, kept)
			continue
		}
		_, f, on, err := findInstance(s, info.Field("flight_number"), info.Field("date"))
		if err != nil {
			return nil, err
		}
		cost, err := seat(on, info, a[1], int64(count))
		if err != nil {
			return nil, err
		}
		price += number(cost) * int64(count)
		booked = append(booked, reservationFlight.Make(info.Field("flight_number"), f.Field("origin"), f.Field("destination"), info.Field("date"), cost))
	}
	for _, v := range r.List("flights").Items() {
		price -= number(v.(*py.Dict).Field("price")) * int64(count)
	}
	paid, err := settle(s, userID, u, a[3], py.Int(price))
	if err != nil {
		return nil, err
	}
	r = note(r, paid).With("flights", py.NewList(booked...)).With("cabin", a[1])
	s.DB = s.DB.Put(r, "reservations", id)
	return r, nil
}

// same returns the reservation's flight that a wanted one is, in the same cabin.
func same(r, info *py.Dict, cabin py.Value) *py.Dict {
	for _, v := range r.List("flights").Items() {
		f := v.(*py.Dict)
		if py.Equal(f.Field("flight_number"), info.Field("flight_number")) && py.Equal(f.Field("date"), info.Field("date")) && py.Equal(cabin, r.Field("cabin")) {
			return f
		}
	}
	return nil
}

// updateReservationPassengers replaces the passengers by as many others. What is no list of
// objects is kept as it is, as in the original.
func updateReservationPassengers(s *engine.State, a []py.Value) (py.Value, error) {
	passengerList, items, err := records(passenger, a[1])
	if err != nil {
		return nil, err
	}
	id, r, err := findReservation(s, a[0])
	if err != nil {
		return nil, err
	}
	count, err := py.Len(r.Field("passengers"))
	if err != nil {
		return nil, err
	}
	if len(items) != count {
		return nil, py.Raise("Number of passengers does not match")
	}
	r = r.With("passengers", passengerList)
	s.DB = s.DB.Put(r, "reservations", id)
	return r, nil
}
