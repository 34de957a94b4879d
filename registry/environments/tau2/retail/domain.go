package retail

import (
	"github.com/retort-ml/retort/registry/environments/tau2/calc"
	"github.com/retort-ml/retort/registry/environments/tau2/engine"
	"github.com/retort-ml/retort/registry/environments/tau2/py"
)

// Domain returns the domain.
func Domain() *engine.Domain {
	return &engine.Domain{
		Name:  "retail",
		Model: database,
		Tools: engine.NewKit("RetailTools",
			&engine.Func{Name: "calculate", Kind: engine.Generic, Params: engine.Params("expression"), Run: calculate},
			&engine.Func{Name: "cancel_pending_order", Kind: engine.Write, Params: engine.Params("order_id", "reason"), Run: cancelPendingOrder},
			&engine.Func{Name: "exchange_delivered_order_items", Kind: engine.Write, Params: engine.Params("order_id", "item_ids", "new_item_ids", "payment_method_id"), Run: exchangeDeliveredOrderItems},
			&engine.Func{Name: "find_user_id_by_name_zip", Kind: engine.Read, Params: engine.Params("first_name", "last_name", "zip"), Run: findUserByNameZip},
			&engine.Func{Name: "find_user_id_by_email", Kind: engine.Read, Params: engine.Params("email"), Run: findUserByEmail},
			&engine.Func{Name: "get_order_details", Kind: engine.Read, Params: engine.Params("order_id"), Run: getOrderDetails},
			&engine.Func{Name: "get_product_details", Kind: engine.Read, Params: engine.Params("product_id"), Run: getProductDetails},
			&engine.Func{Name: "get_user_details", Kind: engine.Read, Params: engine.Params("user_id"), Run: getUserDetails},
			&engine.Func{Name: "list_all_product_types", Kind: engine.Read, Run: listAllProductTypes},
			&engine.Func{Name: "modify_pending_order_address", Kind: engine.Write, Params: engine.Params("order_id", "address1", "address2", "city", "state", "country", "zip"), Run: modifyPendingOrderAddress},
			&engine.Func{Name: "modify_pending_order_items", Kind: engine.Write, Params: engine.Params("order_id", "item_ids", "new_item_ids", "payment_method_id"), Run: modifyPendingOrderItems},
			&engine.Func{Name: "modify_pending_order_payment", Kind: engine.Write, Params: engine.Params("order_id", "payment_method_id"), Run: modifyPendingOrderPayment},
			&engine.Func{Name: "modify_user_address", Kind: engine.Write, Params: engine.Params("user_id", "address1", "address2", "city", "state", "country", "zip"), Run: modifyUserAddress},
			&engine.Func{Name: "return_delivered_order_items", Kind: engine.Write, Params: engine.Params("order_id", "item_ids", "payment_method_id"), Run: returnDeliveredOrderItems},
			&engine.Func{Name: "transfer_to_human_agents", Kind: engine.Generic, Params: engine.Params("summary"), Run: engine.Transfer},
		),
	}
}

func calculate(_ *engine.State, a []py.Value) (py.Value, error) { return calc.Evaluate(a[0]) }

func findOrder(s *engine.State, key py.Value) (string, *py.Dict, error) {
	return engine.Lookup(s.DB.Dict("orders"), key, "Order not found")
}

func findUser(s *engine.State, key py.Value) (string, *py.Dict, error) {
	return engine.Lookup(s.DB.Dict("users"), key, "User not found")
}

func findProduct(s *engine.State, key py.Value) (*py.Dict, error) {
	_, p, err := engine.Lookup(s.DB.Dict("products"), key, "Product not found")
	return p, err
}

// findVariant returns a variant of the product with an id.
func findVariant(s *engine.State, productID, variantID py.Value) (*py.Dict, error) {
	p, err := findProduct(s, productID)
	if err != nil {
		return nil, err
	}
	_, v, err := engine.Lookup(p.Dict("variants"), variantID, "Variant not found")
	return v, err
}

// findMethod returns a user's payment method and its key.
func findMethod(s *engine.State, userID, methodID py.Value) (string, *py.Dict, error) {
	_, u, err := findUser(s, userID)
	if err != nil {
		return "", nil, err
	}
	return engine.Lookup(u.Dict("payment_methods"), methodID, "Payment method not found")
}

func isGiftCard(method *py.Dict) bool { return method.Text("source") == "gift_card" }

func balance(card *py.Dict) float64 { return py.Real(card.Field("balance")) }

// credit adds an amount to the balance of a user's gift card, rounded to cents; other payment
// methods keep no balance.
func credit(s *engine.State, userID, methodID string, amount float64) {
	method := s.DB.Dict("users").Dict(userID).Dict("payment_methods").Dict(methodID)
	if isGiftCard(method) {
		s.DB = s.DB.Put(py.Float(py.Round2(balance(method)+amount)), "users", userID, "payment_methods", methodID, "balance")
	}
}
