package retail

import (
	"github.com/retort-ml/retort/registry/environments/tau2/engine"
	"github.com/retort-ml/retort/registry/environments/tau2/py"
)

// exchangeDeliveredOrderItems notes the exchange on the order; nothing is paid yet.
func exchangeDeliveredOrderItems(s *engine.State, a []py.Value) (py.Value, error) {
	id, o, err := findOrder(s, a[0])
	if err != nil {
		return nil, err
	}
	if o.Text("status") != "delivered" {
		return nil, py.Raise("Non-delivered order cannot be exchanged")
	}
	old, err := owned(o, a[1], "Number of %s not found.")
	if err != nil {
		return nil, err
	}
	fresh, err := pairs(old, a[2], "The number of items to be exchanged should match.")
	if err != nil {
		return nil, err
	}
	sum := 0.0
	for i := range old {
		was, is, err := offer(s, o, old[i], fresh[i])
		if err != nil {
			return nil, err
		}
		sum += py.Real(is.Field("price")) - py.Real(was.Field("price"))
	}
	sum = py.Round2(sum)
	difference := py.Value(py.Float(sum))
	if len(old) == 0 {
		difference = py.Int(0) // the sum's start, which no price made a float
	}
	_, method, err := findMethod(s, o.Field("user_id"), a[3])
	if err != nil {
		return nil, err
	}
	if isGiftCard(method) && balance(method) < sum {
		return nil, py.Raise("Insufficient gift card balance to pay for the price difference")
	}
	o = o.WithAll([]string{"status", "exchange_items", "exchange_new_items", "exchange_payment_method_id", "exchange_price_difference"},
		py.Str("exchange requested"), sorted(old), sorted(fresh), a[3], difference)
	s.DB = s.DB.Put(o, "orders", id)
	return o, nil
}

// returnDeliveredOrderItems notes the return on the order. The refund goes to a gift card or to
// the method of the first payment.
func returnDeliveredOrderItems(s *engine.State, a []py.Value) (py.Value, error) {
	id, o, err := findOrder(s, a[0])
	if err != nil {
		return nil, err
	}
	if o.Text("status") != "delivered" {
		return nil, py.Raise("Non-delivered order cannot be returned")
	}
	_, method, err := findMethod(s, o.Field("user_id"), a[2])
	if err != nil {
		return nil, err
	}
	if history := o.List("payment_history"); !isGiftCard(method) {
		if history.Len() == 0 {
			return nil, py.Raise("list index out of range")
		}
		if !py.Equal(history.At(0).(*py.Dict).Field("payment_method_id"), a[2]) {
			return nil, py.Raise("Payment method should be the original payment method")
		}
	}
	ids, err := owned(o, a[1], "Some item not found")
	if err != nil {
		return nil, err
	}
	o = o.WithAll([]string{"status", "return_items", "return_payment_method_id"}, py.Str("return requested"), sorted(ids), a[2])
	s.DB = s.DB.Put(o, "orders", id)
	return o, nil
}
