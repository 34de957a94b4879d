package telecom

import (
	"slices"

	"github.com/retort-ml/retort/registry/environments/tau2/engine"
	"github.com/retort-ml/retort/registry/environments/tau2/py"
)

// getBillsForCustomer lists the newest bills first, as many as asked for.
func getBillsForCustomer(s *engine.State, a []py.Value) (py.Value, error) {
	_, c, err := findCustomer(s, a[0])
	if err != nil {
		return nil, err
	}
	bills, err := billsOf(s, c)
	if err != nil {
		return nil, err
	}
	slices.SortStableFunc(bills, func(x, y py.Value) int {
		switch i, j := x.(*py.Dict).Text("issue_date"), y.(*py.Dict).Text("issue_date"); {
		case i > j:
			return -1
		case i < j:
			return 1
		}
		return 0
	})
	end, err := slice(a[1], len(bills))
	if err != nil {
		return nil, err
	}
	return py.NewList(bills[:end]...), nil
}

// slice is the end of a Python slice of n items that starts at 0.
func slice(limit py.Value, n int) (int, error) {
	switch l := limit.(type) {
	case py.None:
		return n, nil
	case py.Int:
		if l < 0 {
			l += py.Int(n)
		}
		return int(max(0, min(l, py.Int(n)))), nil
	case py.Bool:
		if l {
			return min(1, n), nil
		}
		return 0, nil
	case py.Big:
		if py.Real(l) > 0 {
			return n, nil
		}
		return 0, nil
	}
	return 0, py.Raise("slice indices must be integers or None or have an __index__ method")
}

func billsOf(s *engine.State, c *py.Dict) ([]py.Value, error) {
	var bills []py.Value
	for _, id := range c.List("bill_ids").Items() {
		_, b, err := findBill(s, id)
		if err != nil {
			return nil, err
		}
		bills = append(bills, b)
	}
	return bills, nil
}

// firstBill returns a customer's first bill of a status, nil when there is none.
func firstBill(s *engine.State, c *py.Dict, status string) (*py.Dict, error) {
	bills, err := billsOf(s, c)
	if err != nil {
		return nil, err
	}
	for _, v := range bills {
		if b := v.(*py.Dict); b.Text("status") == status {
			return b, nil
		}
	}
	return nil, nil
}

// sendPaymentRequest asks for one bill at a time.
func sendPaymentRequest(s *engine.State, a []py.Value) (py.Value, error) {
	_, c, err := findCustomer(s, a[0])
	if err != nil {
		return nil, err
	}
	waiting, err := firstBill(s, c, awaitingPayment)
	if err != nil {
		return nil, err
	}
	if waiting != nil {
		return nil, py.Raise("A bill is already awaiting payment for this customer")
	}
	if !contains(c.List("bill_ids"), a[1]) {
		return nil, py.Raise("Bill %s not found for customer %s", py.Text(a[1]), py.Text(a[0]))
	}
	at, b, err := findBill(s, a[1])
	if err != nil {
		return nil, err
	}
	put(s, "bills", at, b.With("status", py.Str(awaitingPayment)))
	return py.Str("Payment request sent to the customer for bill " + b.Text("bill_id")), nil
}

// suspendLineForOverdueBill gives a customer an unpaid bill of last month for a line.
func suspendLineForOverdueBill(s *engine.State, a []py.Value) (py.Value, error) {
	lineAt, l, err := findLine(s, a[1])
	if err != nil {
		return nil, err
	}
	if l.Text("status") != active {
		return nil, py.Raise("Line must be active to suspend for unpaid bill")
	}
	p, err := findPlan(s, l.Field("plan_id"))
	if err != nil {
		return nil, err
	}
	if py.Real(p.Field("price_per_month")) <= 0 {
		return nil, py.Raise("Amount must be positive for overdue bill")
	}
	customerAt, c, err := findCustomer(s, a[0])
	if err != nil {
		return nil, err
	}
	unpaid, err := firstBill(s, c, overdue)
	if err != nil {
		return nil, err
	}
	if unpaid != nil {
		return nil, py.Raise("Customer already has an overdue bill")
	}
	item := lineItem.Make(py.Str("Charge for line "+l.Text("line_id")), p.Field("price_per_month"), py.Str(today), py.Str("Charge"))
	b, err := bill.Check(bill.Make(a[2], a[0], py.Str(lastMonth), py.Str(lastMonthEnd), py.Str(lastMonth), p.Field("price_per_month"), py.Str(lastMonthsDue), py.NewList(item), py.Str(overdue)))
	if err != nil {
		return nil, err
	}
	s.DB = s.DB.With("bills", s.DB.List("bills").Append(b))
	put(s, "customers", customerAt, c.With("bill_ids", c.List("bill_ids").Append(a[2])))
	l = l.With("status", py.Str(suspended)).With("suspension_start_date", py.Str(today))
	if py.Truth(a[3]) {
		l = l.With("contract_end_date", py.Str(lastMonthEnd))
	}
	put(s, "lines", lineAt, l)
	return py.Str("Line " + py.Text(a[1]) + " suspended for unpaid bill " + py.Text(a[2]) + ". Contract ended: " + py.Text(a[3])), nil
}

func assertOverdueBillExists(s *engine.State, a []py.Value) (py.Value, error) {
	_, c, err := findCustomer(s, a[0])
	if err != nil {
		return nil, err
	}
	if !contains(c.List("bill_ids"), a[1]) {
		return nil, py.Raise("Overdue bill %s not found", py.Text(a[1]))
	}
	_, b, err := findBill(s, a[1])
	if err != nil {
		return nil, err
	}
	if b.Text("status") != overdue {
		return nil, py.Raise("Overdue bill %s is not overdue", py.Text(a[1]))
	}
	return yes, nil
}

// assertNoOverdueBill holds for a bill that is paid and for one that is not there.
func assertNoOverdueBill(s *engine.State, a []py.Value) (py.Value, error) {
	_, b, err := findBill(s, a[0])
	return py.Bool(err != nil || b.Text("status") == paidBill), nil
}
