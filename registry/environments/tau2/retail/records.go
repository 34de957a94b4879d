package retail

import (
	"github.com/retort-ml/retort/registry/environments/tau2/py"
	"github.com/retort-ml/retort/registry/environments/tau2/schema"
)

func str(name string) schema.Field { return schema.Field{Name: name, Type: schema.Str} }

func field(name string, t schema.Type) schema.Field { return schema.Field{Name: name, Type: t} }

func maybe(name string, t schema.Type) schema.Field {
	return schema.Field{Name: name, Type: schema.Maybe(t), Default: py.None{}}
}

var texts = schema.List(schema.Str)

var (
	variant = schema.New("Variant", str("item_id"), field("options", schema.Dict(schema.Str)), field("available", schema.Bool), field("price", schema.Float))
	product = schema.New("Product", str("name"), str("product_id"), field("variants", schema.Dict(variant)))

	name    = schema.New("UserName", str("first_name"), str("last_name"))
	address = schema.New("UserAddress", str("address1"), str("address2"), str("city"), str("country"), str("state"), str("zip"))

	creditCard = schema.New("CreditCard", field("source", schema.Literal("credit_card")), str("id"), str("brand"), str("last_four"))
	giftCard   = schema.New("GiftCard", field("source", schema.Literal("gift_card")), str("id"), field("balance", schema.Float))
	paypal     = schema.New("Paypal", field("source", schema.Literal("paypal")), str("id"))

	user = schema.New("User", str("user_id"), field("name", name), field("address", address), str("email"),
		field("payment_methods", schema.Dict(schema.Union(creditCard, giftCard, paypal))), field("orders", texts))

	fulfillment = schema.New("OrderFullfilment", field("tracking_id", texts), field("item_ids", texts))
	item        = schema.New("OrderItem", str("name"), str("product_id"), str("item_id"), field("price", schema.Float), field("options", schema.Dict(schema.Str)))
	payment     = schema.New("OrderPayment", field("transaction_type", schema.Literal("payment", "refund")), field("amount", schema.Float), str("payment_method_id"))

	order = schema.New("Order", str("order_id"), str("user_id"), field("address", address), field("items", schema.List(item)),
		field("status", schema.Literal("processed", "pending", "pending (item modified)", "delivered", "cancelled", "exchange requested", "return requested")),
		field("fulfillments", schema.List(fulfillment)), field("payment_history", schema.List(payment)),
		maybe("cancel_reason", schema.Literal("no longer needed", "ordered by mistake")),
		maybe("exchange_items", texts), maybe("exchange_new_items", texts), maybe("exchange_payment_method_id", schema.Str),
		maybe("exchange_price_difference", schema.Float), maybe("return_items", texts), maybe("return_payment_method_id", schema.Str))

	database = schema.Strict("RetailDB", field("products", schema.Dict(product)), field("users", schema.Dict(user)), field("orders", schema.Dict(order)))
)
