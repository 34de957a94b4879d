package telecom

import (
	"github.com/retort-ml/retort/registry/environments/tau2/engine"
	"github.com/retort-ml/retort/registry/environments/tau2/py"
)

// getCustomerByPhone takes the number of the customer or of any of the customer's lines.
func getCustomerByPhone(s *engine.State, a []py.Value) (py.Value, error) {
	_, c, err := customerByPhone(s, a[0])
	return c, err
}

func customerByPhone(s *engine.State, number py.Value) (int, *py.Dict, error) {
	customers := s.DB.List("customers")
	for i := range customers.Len() {
		c := customers.At(i).(*py.Dict)
		if py.Equal(c.Field("phone_number"), number) {
			return i, c, nil
		}
		for _, id := range c.List("line_ids").Items() {
			_, l, err := findLine(s, id)
			if err != nil {
				return -1, nil, err
			}
			if py.Equal(l.Field("phone_number"), number) {
				return i, c, nil
			}
		}
	}
	return -1, nil, py.Raise("Customer with phone number %s not found", py.Text(number))
}

func getCustomerByID(s *engine.State, a []py.Value) (py.Value, error) {
	_, c, err := findCustomer(s, a[0])
	return c, err
}

// getCustomerByName lists all customers of a name, whatever its case, and a date of birth.
func getCustomerByName(s *engine.State, a []py.Value) (py.Value, error) {
	customers := s.DB.List("customers").Items()
	if len(customers) == 0 {
		return py.NewList(), nil
	}
	full, err := engine.Lower(a[0])
	if err != nil {
		return nil, err
	}
	var found []py.Value
	for _, v := range customers {
		c := v.(*py.Dict)
		if engine.EqualLower(c.Text("full_name"), full) && py.Equal(c.Field("date_of_birth"), a[1]) {
			found = append(found, c)
		}
	}
	return py.NewList(found...), nil
}

// getDetailsByID tells the kind of a record by the first letter of its id.
func getDetailsByID(s *engine.State, a []py.Value) (py.Value, error) {
	id, ok := a[0].(py.Str)
	if !ok {
		return nil, py.Raise("'%s' object has no attribute 'startswith'", a[0].Type())
	}
	var r *py.Dict
	var err error
	switch {
	case id != "" && id[0] == 'L':
		_, r, err = findLine(s, id)
	case id != "" && id[0] == 'D':
		_, r, err = find(s, "devices", "device_id", id, "Device with ID")
	case id != "" && id[0] == 'B':
		_, r, err = findBill(s, id)
	case id != "" && id[0] == 'C':
		_, r, err = findCustomer(s, id)
	case id != "" && id[0] == 'P':
		r, err = findPlan(s, id)
	default:
		return nil, py.Raise("Unknown ID format or type: %s", string(id))
	}
	if err != nil {
		return nil, err
	}
	return r, nil
}
