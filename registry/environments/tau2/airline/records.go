package airline

import (
	"github.com/retort-ml/retort/registry/environments/tau2/py"
	"github.com/retort-ml/retort/registry/environments/tau2/schema"
)

func str(name string) schema.Field { return schema.Field{Name: name, Type: schema.Str} }

func field(name string, t schema.Type) schema.Field { return schema.Field{Name: name, Type: t} }

func maybe(name string, t schema.Type) schema.Field {
	return schema.Field{Name: name, Type: schema.Maybe(t), Default: py.None{}}
}

var (
	cabins  = schema.Literal("business", "economy", "basic_economy")
	byCabin = schema.Keyed(cabins, schema.Int)

	name    = schema.New("Name", str("first_name"), str("last_name"))
	address = schema.New("Address", str("address1"), maybe("address2", schema.Str), str("city"), str("country"), str("state"), str("zip"))

	payment     = schema.New("Payment", str("payment_id"), field("amount", schema.Int))
	creditCard  = schema.New("CreditCard", field("source", schema.Literal("credit_card")), str("id"), str("brand"), str("last_four"))
	giftCard    = schema.New("GiftCard", field("source", schema.Literal("gift_card")), str("id"), field("amount", schema.Float))
	certificate = schema.New("Certificate", field("source", schema.Literal("certificate")), str("id"), field("amount", schema.Float))

	passenger = schema.New("Passenger", str("first_name"), str("last_name"), str("dob"))

	user = schema.New("User", str("user_id"), field("name", name), field("address", address), str("email"), str("dob"),
		field("payment_methods", schema.Dict(schema.Union(creditCard, giftCard, certificate))), field("saved_passengers", schema.List(passenger)),
		field("membership", schema.Literal("gold", "silver", "regular")), field("reservations", schema.List(schema.Str)))

	available = schema.New("FlightDateStatusAvailable", field("status", schema.Literal("available")), field("available_seats", byCabin), field("prices", byCabin))
	landed    = schema.New("FlightDateStatusLanded", field("status", schema.Literal("landed")), str("actual_departure_time_est"), str("actual_arrival_time_est"))
	cancelled = schema.New("FlightDateStatusCancelled", field("status", schema.Literal("cancelled")))
	delayed   = schema.New("FlightDateStatusDelayed", field("status", schema.Literal("delayed")), str("estimated_departure_time_est"), str("estimated_arrival_time_est"))
	flying    = schema.New("FlightDataStatusFlying", field("status", schema.Literal("flying")), str("actual_departure_time_est"), str("estimated_arrival_time_est"))
	onTime    = schema.New("FlightDataStatusOnTime", field("status", schema.Literal("on time")), str("estimated_departure_time_est"), str("estimated_arrival_time_est"))

	flight = schema.New("Flight", str("flight_number"), str("origin"), str("destination"), str("scheduled_departure_time_est"), str("scheduled_arrival_time_est"),
		field("dates", schema.Dict(schema.Union(available, landed, cancelled, delayed, flying, onTime))))

	directFlight = schema.New("DirectFlight", str("flight_number"), str("origin"), str("destination"), field("status", schema.Literal("available")),
		str("scheduled_departure_time_est"), str("scheduled_arrival_time_est"), maybe("date", schema.Str), field("available_seats", byCabin), field("prices", byCabin))

	reservationFlight = schema.New("ReservationFlight", str("flight_number"), str("origin"), str("destination"), str("date"), field("price", schema.Int))
	flightInfo        = schema.New("FlightInfo", str("flight_number"), str("date"))

	reservation = schema.New("Reservation", str("reservation_id"), str("user_id"), str("origin"), str("destination"),
		field("flight_type", schema.Literal("round_trip", "one_way")), field("cabin", cabins), field("flights", schema.List(reservationFlight)),
		field("passengers", schema.List(passenger)), field("payment_history", schema.List(payment)), str("created_at"),
		field("total_baggages", schema.Int), field("nonfree_baggages", schema.Int), field("insurance", schema.Literal("yes", "no")),
		maybe("status", schema.Literal("cancelled")))

	database = schema.Strict("FlightDB", field("flights", schema.Dict(flight)), field("users", schema.Dict(user)), field("reservations", schema.Dict(reservation)))
)
