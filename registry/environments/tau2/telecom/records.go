package telecom

import (
	"github.com/retort-ml/retort/registry/environments/tau2/py"
	"github.com/retort-ml/retort/registry/environments/tau2/schema"
)

func str(name string) schema.Field { return schema.Field{Name: name, Type: schema.Str} }

func field(name string, t schema.Type) schema.Field { return schema.Field{Name: name, Type: t} }

func defaulted(name string, t schema.Type, v py.Value) schema.Field {
	return schema.Field{Name: name, Type: t, Default: v}
}

func maybe(name string, t schema.Type) schema.Field {
	return defaulted(name, schema.Maybe(t), py.None{})
}

func list(name string, t schema.Type) schema.Field {
	return defaulted(name, schema.List(t), py.NewList())
}

// States of lines and bills that tools read or set.
const (
	active          = "Active"
	suspended       = "Suspended"
	pending         = "Pending Activation"
	draft           = "Draft"
	awaitingPayment = "Awaiting Payment"
	paidBill        = "Paid"
	overdue         = "Overdue"
)

var (
	address = schema.Strict("Address", str("street"), str("city"), str("state"), str("zip_code"))

	plan = schema.Strict("Plan", str("plan_id"), str("name"), field("data_limit_gb", schema.Float), field("price_per_month", schema.Float), field("data_refueling_price_per_gb", schema.Float))

	device = schema.Strict("Device", str("device_id"), field("device_type", schema.Enum("phone", "router", "tablet", "watch", "other")), str("model"),
		maybe("imei", schema.Str), field("is_esim_capable", schema.Bool), defaulted("activated", schema.Bool, py.Bool(false)),
		maybe("activation_date", schema.Moment), maybe("last_esim_transfer_date", schema.Moment))

	line = schema.Strict("Line", str("line_id"), str("phone_number"),
		defaulted("status", schema.Enum(active, suspended, pending, "Closed"), py.Str(pending)), str("plan_id"), maybe("device_id", schema.Str),
		defaulted("data_used_gb", schema.Float, py.Float(0)), defaulted("data_refueling_gb", schema.Float, py.Float(0)), defaulted("roaming_enabled", schema.Bool, py.Bool(false)),
		maybe("contract_end_date", schema.Date), maybe("last_plan_change_date", schema.Date), maybe("last_sim_replacement_date", schema.Date), maybe("suspension_start_date", schema.Date))

	lineItem = schema.Strict("LineItem", str("description"), field("amount", schema.Float), field("date", schema.Date), str("item_type"))

	bill = schema.Strict("Bill", str("bill_id"), str("customer_id"), field("period_start", schema.Date), field("period_end", schema.Date), field("issue_date", schema.Date),
		field("total_due", schema.Float), field("due_date", schema.Date), list("line_items", lineItem),
		defaulted("status", schema.Enum(draft, "Issued", awaitingPayment, paidBill, overdue, "Disputed"), py.Str(draft)))

	paymentMethod = schema.Strict("PaymentMethod", field("method_type", schema.Enum("Credit Card", "Debit Card", "PayPal")), str("account_number_last_4"), str("expiration_date"))

	customer = schema.Strict("Customer", str("customer_id"), str("full_name"), str("date_of_birth"), str("email"), str("phone_number"), field("address", address),
		defaulted("account_status", schema.Enum(active, suspended, "Pending Verification", "Closed"), py.Str("Pending Verification")),
		list("payment_methods", paymentMethod), list("line_ids", schema.Str), list("bill_ids", schema.Str),
		defaulted("created_at", schema.Moment, py.Str("2025-01-01")), maybe("last_extension_date", schema.Date),
		defaulted("goodwill_credit_used_this_year", schema.Float, py.Float(0)))

	database = schema.Strict("TelecomDB", list("plans", plan), list("customers", customer), list("lines", line), list("bills", bill), list("devices", device))
)
