package retail

import (
	"github.com/retort-ml/retort/registry/environments/tau2/engine"
	"github.com/retort-ml/retort/registry/environments/tau2/py"
)

// findUserByNameZip ignores the case of names; the zip code must be equal.
func findUserByNameZip(s *engine.State, a []py.Value) (py.Value, error) {
	users := s.DB.Dict("users")
	if users.Len() == 0 {
		return nil, py.Raise("User not found")
	}
	first, err := engine.Lower(a[0])
	if err != nil {
		return nil, err
	}
	last, badLast := engine.Lower(a[1])
	for i := range users.Len() {
		u := users.At(i).(*py.Dict)
		n := u.Dict("name")
		if !engine.EqualLower(n.Text("first_name"), first) {
			continue
		}
		if badLast != nil {
			return nil, badLast
		}
		if engine.EqualLower(n.Text("last_name"), last) && py.Equal(u.Dict("address").Field("zip"), a[2]) {
			return py.Str(users.Key(i)), nil
		}
	}
	return nil, py.Raise("User not found")
}

// findUserByEmail ignores case.
func findUserByEmail(s *engine.State, a []py.Value) (py.Value, error) {
	users := s.DB.Dict("users")
	email, err := engine.Lower(a[0])
	if err != nil {
		return nil, err
	}
	for i := range users.Len() {
		if engine.EqualLower(users.At(i).(*py.Dict).Text("email"), email) {
			return py.Str(users.Key(i)), nil
		}
	}
	return nil, py.Raise("User not found")
}

func getOrderDetails(s *engine.State, a []py.Value) (py.Value, error) {
	_, o, err := findOrder(s, a[0])
	return o, err
}

func getProductDetails(s *engine.State, a []py.Value) (py.Value, error) {
	return findProduct(s, a[0])
}

func getUserDetails(s *engine.State, a []py.Value) (py.Value, error) {
	_, u, err := findUser(s, a[0])
	return u, err
}

// listAllProductTypes is the sorted JSON of names and product ids; of equal names the last
// counts.
func listAllProductTypes(s *engine.State, _ []py.Value) (py.Value, error) {
	products := s.DB.Dict("products")
	names := make([]string, products.Len())
	ids := make([]py.Value, products.Len())
	for i := range names {
		p := products.At(i).(*py.Dict)
		names[i], ids[i] = p.Text("name"), p.Field("product_id")
	}
	return py.Str(py.AppendSortedJSON(nil, py.NewDict(names, ids))), nil
}
