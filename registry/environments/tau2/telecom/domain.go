package telecom

import (
	"github.com/retort-ml/retort/registry/environments/tau2/engine"
	"github.com/retort-ml/retort/registry/environments/tau2/py"
)

// Domain returns the domain.
func Domain() *engine.Domain {
	return &engine.Domain{
		Name:        "telecom",
		Model:       database,
		DeviceModel: phoneDatabase,
		Tools:       tools(),
		Device:      phoneTools(),
		Sync:        sync,
	}
}

func tools() *engine.Kit {
	return engine.NewKit("TelecomTools",
		&engine.Func{Name: "get_customer_by_phone", Kind: engine.Read, Params: engine.Params("phone_number"), Run: getCustomerByPhone},
		&engine.Func{Name: "get_customer_by_id", Kind: engine.Read, Params: engine.Params("customer_id"), Run: getCustomerByID},
		&engine.Func{Name: "get_customer_by_name", Kind: engine.Read, Params: engine.Params("full_name", "dob"), Run: getCustomerByName},
		&engine.Func{Name: "get_details_by_id", Kind: engine.Read, Params: engine.Params("id"), Run: getDetailsByID},
		&engine.Func{Name: "suspend_line", Kind: engine.Write, Params: engine.Params("customer_id", "line_id", "reason"), Run: suspendLine},
		&engine.Func{Name: "resume_line", Kind: engine.Write, Params: engine.Params("customer_id", "line_id"), Run: resumeLine},
		&engine.Func{Name: "get_bills_for_customer", Kind: engine.Read, Params: append(engine.Params("customer_id"), engine.Param{Name: "limit", Default: py.Int(12)}), Run: getBillsForCustomer},
		&engine.Func{Name: "send_payment_request", Kind: engine.Write, Params: engine.Params("customer_id", "bill_id"), Run: sendPaymentRequest},
		&engine.Func{Name: "get_data_usage", Kind: engine.Read, Params: engine.Params("customer_id", "line_id"), Run: getDataUsage},
		&engine.Func{Name: "enable_roaming", Kind: engine.Write, Params: engine.Params("customer_id", "line_id"), Run: enableRoaming},
		&engine.Func{Name: "disable_roaming", Kind: engine.Write, Params: engine.Params("customer_id", "line_id"), Run: disableRoaming},
		&engine.Func{Name: "transfer_to_human_agents", Kind: engine.Generic, Params: engine.Params("summary"), Run: engine.Transfer},
		&engine.Func{Name: "refuel_data", Kind: engine.Write, Params: engine.Params("customer_id", "line_id", "gb_amount"), Run: refuelData},
		&engine.Func{Name: "set_data_usage", Kind: engine.Hidden, Params: engine.Params("customer_id", "line_id", "data_used_gb"), Run: setDataUsage},
		&engine.Func{Name: "suspend_line_for_overdue_bill", Kind: engine.Hidden, Params: engine.Params("customer_id", "line_id", "new_bill_id", "contract_ended"), Run: suspendLineForOverdueBill},
		&engine.Func{Name: "assert_data_refueling_amount", Kind: engine.Hidden, Params: engine.Params("customer_id", "line_id", "expected_amount"), Run: assertDataRefuelingAmount},
		&engine.Func{Name: "assert_line_status", Kind: engine.Hidden, Params: engine.Params("customer_id", "line_id", "expected_status"), Run: assertLineStatus},
		&engine.Func{Name: "assert_overdue_bill_exists", Kind: engine.Hidden, Params: engine.Params("customer_id", "overdue_bill_id"), Run: assertOverdueBillExists},
		&engine.Func{Name: "assert_no_overdue_bill", Kind: engine.Hidden, Params: engine.Params("overdue_bill_id"), Run: assertNoOverdueBill},
	)
}

// Days of the episode, which is always 25 February 2025.
const (
	today         = "2025-02-25"
	cycleEnd      = "2025-02-28"
	nextMonth     = "2025-03-01"
	nextMonthEnd  = "2025-03-31"
	nextMonthDue  = "2025-03-15"
	lastMonth     = "2025-01-01"
	lastMonthEnd  = "2025-01-31"
	lastMonthsDue = "2025-01-15"
)

// find returns the position and the record of a collection whose field equals a key, or the
// error that says there is none.
func find(s *engine.State, collection, id string, key py.Value, kind string) (int, *py.Dict, error) {
	records := s.DB.List(collection)
	for i := range records.Len() {
		if r := records.At(i).(*py.Dict); py.Equal(r.Field(id), key) {
			return i, r, nil
		}
	}
	return -1, nil, py.Raise("%s %s not found", kind, py.Text(key))
}

// put replaces a record of a collection.
func put(s *engine.State, collection string, at int, r *py.Dict) {
	s.DB = s.DB.With(collection, s.DB.List(collection).With(at, r))
}

func findCustomer(s *engine.State, id py.Value) (int, *py.Dict, error) {
	return find(s, "customers", "customer_id", id, "Customer with ID")
}

func findLine(s *engine.State, id py.Value) (int, *py.Dict, error) {
	return find(s, "lines", "line_id", id, "Line with ID")
}

func findPlan(s *engine.State, id py.Value) (*py.Dict, error) {
	_, p, err := find(s, "plans", "plan_id", id, "Plan with ID")
	return p, err
}

func findBill(s *engine.State, id py.Value) (int, *py.Dict, error) {
	return find(s, "bills", "bill_id", id, "Bill with ID")
}

// targetLine returns a line that belongs to a customer.
func targetLine(s *engine.State, customerID, lineID py.Value) (int, *py.Dict, error) {
	_, c, err := findCustomer(s, customerID)
	if err != nil {
		return -1, nil, err
	}
	if !contains(c.List("line_ids"), lineID) {
		return -1, nil, py.Raise("Line %s not found for customer %s", py.Text(lineID), py.Text(customerID))
	}
	return findLine(s, lineID)
}

func contains(l *py.List, v py.Value) bool {
	for _, item := range l.Items() {
		if py.Equal(item, v) {
			return true
		}
	}
	return false
}
