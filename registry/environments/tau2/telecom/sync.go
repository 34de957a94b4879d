package telecom

import (
	"github.com/retort-ml/retort/registry/environments/tau2/engine"
	"github.com/retort-ml/retort/registry/environments/tau2/py"
)

// sync carries the state of the user's line over to the phone, a payment of the user to the
// bill, and a bill that awaits payment to the user.
func sync(s *engine.State) error {
	around := s.Device.Dict("surroundings")
	number := around.Field("phone_number")
	if _, unknown := number.(py.None); unknown {
		return nil
	}
	_, l, err := find(s, "lines", "phone_number", number, "Line with phone number")
	if err != nil {
		return err
	}
	around = change(around, "line_active", py.Bool(l.Text("status") == active))
	around = change(around, "roaming_allowed", py.Bool(py.Truth(l.Field("roaming_enabled"))))
	p, err := findPlan(s, l.Field("plan_id"))
	if err != nil {
		s.Device = s.Device.With("surroundings", around)
		return err
	}
	limit, err := py.Add(p.Field("data_limit_gb"), l.Field("data_refueling_gb"))
	if err != nil {
		return err
	}
	order, comparable := py.Compare(l.Field("data_used_gb"), limit)
	around = change(around, "mobile_data_usage_exceeded", py.Bool(comparable && order >= 0))

	request := around.Field("payment_request")
	if r, ok := request.(*py.Dict); ok && py.Truth(r.Field("paid")) {
		at, b, err := findBill(s, r.Field("bill_id"))
		if err != nil {
			s.Device = s.Device.With("surroundings", around)
			return err
		}
		put(s, "bills", at, b.With("status", py.Str(paidBill)))
		request = py.None{}
		around = change(around, "payment_request", request)
	}
	if _, free := request.(py.None); free {
		_, c, err := customerByPhone(s, number)
		if err != nil {
			s.Device = s.Device.With("surroundings", around)
			return err
		}
		b, err := firstBill(s, c, awaitingPayment)
		if err != nil {
			s.Device = s.Device.With("surroundings", around)
			return err
		}
		if b != nil {
			around = around.With("payment_request", paymentRequest.Make(b.Field("bill_id"), b.Field("total_due"), no))
		}
	}
	if around != s.Device.Dict("surroundings") {
		s.Device = s.Device.With("surroundings", around)
	}
	return nil
}

// change sets a field and returns the record itself when it has that value already.
func change(d *py.Dict, key string, v py.Value) *py.Dict {
	if d.Field(key) == v {
		return d
	}
	return d.With(key, v)
}
