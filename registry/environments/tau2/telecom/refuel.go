package telecom

import (
	"crypto/sha256"
	"encoding/hex"
	"math"
	"strconv"

	"github.com/retort-ml/retort/registry/environments/tau2/engine"
	"github.com/retort-ml/retort/registry/environments/tau2/py"
)

// refuelData adds data to a line and charges it to the customer's draft bill.
func refuelData(s *engine.State, a []py.Value) (py.Value, error) {
	at, l, err := targetLine(s, a[0], a[1])
	if err != nil {
		return nil, err
	}
	if !py.IsNumber(a[2]) {
		return nil, py.Raise("'<=' not supported between instances of '%s' and 'int'", a[2].Type())
	}
	if order, ok := py.Compare(a[2], py.Int(0)); ok && order <= 0 {
		return nil, py.Raise("Refuel amount must be positive")
	}
	p, err := findPlan(s, l.Field("plan_id"))
	if err != nil {
		return nil, err
	}
	if _, float := a[2].(py.Float); !float && math.IsInf(py.Real(a[2]), 0) {
		return nil, py.Raise("int too large to convert to float")
	}
	price := p.Field("data_refueling_price_per_gb")
	charge := py.Real(a[2]) * py.Real(price)
	filled := py.Float(py.Real(l.Field("data_refueling_gb")) + py.Real(a[2]))
	put(s, "lines", at, l.With("data_refueling_gb", filled))
	text := "Data refueling: " + py.Text(a[2]) + " GB at $" + py.Text(price) + "/GB"
	if err := chargeOnce(s, a[0], charge, text); err != nil {
		return nil, err
	}
	return py.NewDict([]string{"message", "new_data_refueling_gb", "charge"}, []py.Value{
		py.Str("Successfully added " + py.Text(a[2]) + " GB of data for line " + py.Text(a[1]) + " for $" + fixed(charge)),
		py.Str(py.Text(filled)), py.Str(py.FloatText(charge)),
	}), nil
}

// fixed writes a float with two decimals, as Python's format does.
func fixed(x float64) string {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return py.FloatText(x)
	}
	return strconv.FormatFloat(x, 'f', 2, 64)
}

// chargeOnce puts an item on a customer's draft bill, which is made when there is none.
func chargeOnce(s *engine.State, customerID py.Value, amount float64, text string) error {
	customerAt, c, err := findCustomer(s, customerID)
	if err != nil {
		return err
	}
	b, err := firstBill(s, c, draft)
	if err != nil {
		return err
	}
	if b == nil {
		id := newBillID(s, c)
		b = bill.Make(py.Str(id), customerID, py.Str(nextMonth), py.Str(nextMonthEnd), py.Str(nextMonth), py.Float(0), py.Str(nextMonthDue), py.NewList(), py.Str(draft))
		s.DB = s.DB.With("bills", s.DB.List("bills").Append(b))
		put(s, "customers", customerAt, c.With("bill_ids", c.List("bill_ids").Append(py.Str(id))))
	}
	kind := "Charge"
	if amount < 0 {
		kind = "Credit"
	}
	at, _, err := findBill(s, b.Field("bill_id"))
	if err != nil {
		return err
	}
	item := lineItem.Make(py.Str(text), py.Float(amount), py.Str(today), py.Str(kind))
	b = b.With("line_items", b.List("line_items").Append(item)).With("total_due", py.Float(py.Real(b.Field("total_due"))+amount))
	put(s, "bills", at, b)
	return nil
}

// newBillID stands for the original's random id: the same history gives the same id.
func newBillID(s *engine.State, c *py.Dict) string {
	sum := sha256.Sum256([]byte(c.Text("customer_id") + " " + strconv.Itoa(s.DB.List("bills").Len())))
	return "B" + hex.EncodeToString(sum[:4])
}
