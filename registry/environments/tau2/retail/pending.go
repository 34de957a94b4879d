package retail

import (
	"math"
	"strings"

	"github.com/retort-ml/retort/registry/environments/tau2/engine"
	"github.com/retort-ml/retort/registry/environments/tau2/py"
)

// cancelPendingOrder refunds every payment, gift cards at once.
func cancelPendingOrder(s *engine.State, a []py.Value) (py.Value, error) {
	id, o, err := findOrder(s, a[0])
	if err != nil {
		return nil, err
	}
	if o.Text("status") != "pending" {
		return nil, py.Raise("Non-pending order cannot be cancelled")
	}
	reason, _, err := py.Key(a[1])
	if err != nil {
		return nil, err
	}
	if reason != "no longer needed" && reason != "ordered by mistake" {
		return nil, py.Raise("Invalid reason")
	}
	history := o.List("payment_history")
	var refunds []py.Value
	for _, v := range history.Items() {
		p := v.(*py.Dict)
		refunds = append(refunds, payment.Make(py.Str("refund"), p.Field("amount"), p.Field("payment_method_id")))
		method, _, err := findMethod(s, o.Field("user_id"), p.Field("payment_method_id"))
		if err != nil {
			return nil, err
		}
		credit(s, o.Text("user_id"), method, py.Real(p.Field("amount")))
	}
	o = o.WithAll([]string{"status", "cancel_reason", "payment_history"}, py.Str("cancelled"), a[1], history.Append(refunds...))
	s.DB = s.DB.Put(o, "orders", id)
	return o, nil
}

// pendingOrder finds an order whose status says pending, modified or not.
func pendingOrder(s *engine.State, key py.Value) (string, *py.Dict, error) {
	id, o, err := findOrder(s, key)
	if err == nil && !strings.Contains(o.Text("status"), "pending") {
		err = py.Raise("Non-pending order cannot be modified")
	}
	return id, o, err
}

// checkAddress makes an address of address1, address2, city, state, country and zip.
func checkAddress(a []py.Value) (*py.Dict, error) {
	return address.Check(address.Make(a[0], a[1], a[2], a[4], a[3], a[5]))
}

func modifyPendingOrderAddress(s *engine.State, a []py.Value) (py.Value, error) {
	id, o, err := pendingOrder(s, a[0])
	if err != nil {
		return nil, err
	}
	to, err := checkAddress(a[1:])
	if err != nil {
		return nil, err
	}
	o = o.With("address", to)
	s.DB = s.DB.Put(o, "orders", id)
	return o, nil
}

func modifyUserAddress(s *engine.State, a []py.Value) (py.Value, error) {
	id, u, err := findUser(s, a[0])
	if err != nil {
		return nil, err
	}
	to, err := checkAddress(a[1:])
	if err != nil {
		return nil, err
	}
	u = u.With("address", to)
	s.DB = s.DB.Put(u, "users", id)
	return u, nil
}

// modifyPendingOrderItems pays the difference of prices at once. Every item gets the price
// and the options of the last new one: a fault of the original that its scores contain.
func modifyPendingOrderItems(s *engine.State, a []py.Value) (py.Value, error) {
	id, o, err := findOrder(s, a[0])
	if err != nil {
		return nil, err
	}
	if o.Text("status") != "pending" {
		return nil, py.Raise("Non-pending order cannot be modified")
	}
	old, err := owned(o, a[1], "%s not found")
	if err != nil {
		return nil, err
	}
	fresh, err := pairs(old, a[2], "The number of items to be exchanged should match")
	if err != nil {
		return nil, err
	}
	difference := 0.0
	var last *py.Dict
	for i := range old {
		if py.Equal(old[i], fresh[i]) {
			return nil, py.Raise("The new item id should be different from the old item id")
		}
		was, is, err := offer(s, o, old[i], fresh[i])
		if err != nil {
			return nil, err
		}
		last = is
		difference += py.Real(is.Field("price")) - py.Real(was.Field("price"))
	}
	methodID, method, err := findMethod(s, o.Field("user_id"), a[3])
	if err != nil {
		return nil, err
	}
	if isGiftCard(method) && balance(method) < difference {
		return nil, py.Raise("Insufficient gift card balance to pay for the new item")
	}
	kind := "refund"
	if difference > 0 {
		kind = "payment"
	}
	o = o.With("payment_history", o.List("payment_history").Append(payment.Make(py.Str(kind), py.Float(math.Abs(difference)), a[3])))
	credit(s, o.Text("user_id"), methodID, -difference)
	items := o.List("items")
	for i := range old {
		at := position(items, old[i])
		if at < 0 {
			s.DB = s.DB.Put(o.With("items", items), "orders", id)
			return nil, py.Raise("Item %s not found", py.Text(old[i]))
		}
		items = items.With(at, items.At(at).(*py.Dict).WithAll([]string{"item_id", "price", "options"}, fresh[i], last.Field("price"), last.Field("options")))
	}
	o = o.WithAll([]string{"items", "status"}, items, py.Str("pending (item modified)"))
	s.DB = s.DB.Put(o, "orders", id)
	return o, nil
}

// modifyPendingOrderPayment moves the only payment to another method.
func modifyPendingOrderPayment(s *engine.State, a []py.Value) (py.Value, error) {
	id, o, err := pendingOrder(s, a[0])
	if err != nil {
		return nil, err
	}
	methodID, method, err := findMethod(s, o.Field("user_id"), a[1])
	if err != nil {
		return nil, err
	}
	history := o.List("payment_history")
	if history.Len() != 1 || history.At(0).(*py.Dict).Text("transaction_type") != "payment" {
		return nil, py.Raise("There should be exactly one payment for a pending order")
	}
	paid := history.At(0).(*py.Dict)
	if py.Equal(paid.Field("payment_method_id"), a[1]) {
		return nil, py.Raise("The new payment method should be different from the current one")
	}
	amount := py.Real(paid.Field("amount"))
	if isGiftCard(method) && balance(method) < amount {
		return nil, py.Raise("Insufficient gift card balance to pay for the order")
	}
	o = o.With("payment_history", history.Append(
		payment.Make(py.Str("payment"), paid.Field("amount"), a[1]),
		payment.Make(py.Str("refund"), paid.Field("amount"), paid.Field("payment_method_id"))))
	s.DB = s.DB.Put(o, "orders", id)
	credit(s, o.Text("user_id"), methodID, -amount)
	oldID, _, err := findMethod(s, o.Field("user_id"), paid.Field("payment_method_id"))
	if err != nil {
		return nil, err
	}
	credit(s, o.Text("user_id"), oldID, amount)
	return o, nil
}
