package carrier

import (
	"fmt"
	"strings"

	"github.com/retort-ml/retort/registry/environments/tau2/little"
	"github.com/retort-ml/retort/registry/environments/tau2/py"
)

// goal is what a customer wants: the sentence, and the call that does it, nil when the policy
// forbids it.
type goal struct {
	purpose, want string
	call          *py.Dict
}

// kinds are the kinds of goals with the cabins and the insurances that the reservation may have.
var kinds = []struct {
	cabins, insurances []string
	draw               func(c *carrier, user, reservation *py.Dict) goal
}{
	{cabins, []string{"yes"}, (*carrier).cancel},
	{cabins[1:], both, (*carrier).move},
	{cabins, both, (*carrier).seat},
	{cabins, both, (*carrier).load},
	{cabins, both, (*carrier).book},
	{cabins[:2], []string{"no"}, (*carrier).keep},
	{cabins[:1], both, (*carrier).stay},
}

var both = []string{"yes", "no"}

// task adds a customer with a task and returns its id.
func (c *carrier) task(set string, i int) string {
	kind := pick(c, kinds)
	user, reservation := c.customer(pick(c, kind.cabins), pick(c, kind.insurances))
	g := kind.draw(c, user, reservation)
	id := fmt.Sprintf("%s_%d", set, i)
	actions := []py.Value{
		little.Action("account", "get_user_details", little.Record("user_id", user.Text("user_id"))),
		little.Action("look", "get_reservation_details", little.Record("reservation_id", reservation.Text("reservation_id"))),
	}
	if g.call != nil {
		actions = append(actions, g.call)
	}
	name := user.Dict("name")
	c.tasks = append(c.tasks, little.Record("id", id,
		"description", little.Record("purpose", g.purpose),
		"user_scenario", little.Record("instructions", little.Record("domain", "airline", "reason_for_call", g.want,
			"known_info", "You are "+name.Text("first_name")+" "+name.Text("last_name")+", your user id is "+user.Text("user_id")+".",
			"task_instructions", "Say yes when you are asked to confirm.")),
		"evaluation_criteria", little.Record("actions", py.NewList(actions...), "reward_basis", py.Strings("DB"))))
	return id
}

func card(user *py.Dict) string { return user.Dict("payment_methods").Key(0) }

// flown names the only flight of a reservation as a call does.
func flown(reservation *py.Dict) *py.Dict {
	f := reservation.List("flights").At(0).(*py.Dict)
	return little.Record("flight_number", f.Text("flight_number"), "date", f.Text("date"))
}

// route is how a customer speaks of a reservation. No other one of the customer has it.
func route(reservation *py.Dict) string {
	return "flight to " + reservation.Text("destination")
}

// spoken is a cabin in a sentence.
func spoken(cabin string) string { return strings.ReplaceAll(cabin, "_", " ") }

func (c *carrier) cancel(_, r *py.Dict) goal {
	return goal{"Cancel a reservation.", "You want to cancel your " + route(r) + ", your plans have changed.",
		little.Action("write", "cancel_reservation", little.Record("reservation_id", r.Text("reservation_id")))}
}

// other draws a trip to the place of a reservation that is not the one it has.
func (c *carrier) other(r *py.Dict) trip {
	has := flown(r)
	for {
		f := c.flights.At(c.rng.IntN(c.flights.Len())).(*py.Dict)
		if f.Text("destination") != r.Text("destination") {
			continue
		}
		if t, ok := onSale(f, firstDay+c.rng.IntN(lastDay-firstDay+1)); ok && (t.flight != has.Text("flight_number") || date(t.day) != has.Text("date")) {
			return t
		}
	}
}

func (c *carrier) move(user, r *py.Dict) goal {
	t := c.other(r)
	return goal{"Change the flight of a reservation.",
		fmt.Sprintf("You want your %s moved to the %s of %s. Your credit card shall pay the difference.", route(r), t.when, date(t.day)),
		little.Action("write", "update_reservation_flights", little.Record("reservation_id", r.Text("reservation_id"), "cabin", r.Text("cabin"),
			"flights", py.NewList(little.Record("flight_number", t.flight, "date", date(t.day))), "payment_id", card(user)))}
}

func (c *carrier) seat(user, r *py.Dict) goal {
	cabin := pick(c, cabins)
	for cabin == r.Text("cabin") {
		cabin = pick(c, cabins)
	}
	return goal{"Change the cabin of a reservation.",
		fmt.Sprintf("You want your %s in %s. Your credit card shall pay the difference.", route(r), spoken(cabin)),
		little.Action("write", "update_reservation_flights", little.Record("reservation_id", r.Text("reservation_id"), "cabin", cabin,
			"flights", py.NewList(flown(r)), "payment_id", card(user)))}
}

func (c *carrier) load(user, r *py.Dict) goal {
	bags := int(r.Field("total_baggages").(py.Int)) + 1 + c.rng.IntN(3)
	paid := max(0, bags-free(user.Text("membership"), r.Text("cabin")))
	return goal{"Add checked bags to a reservation.",
		fmt.Sprintf("You want %d checked bags in all on your %s. Your credit card shall pay what they cost.", bags, route(r)),
		little.Action("write", "update_reservation_baggages", little.Record("reservation_id", r.Text("reservation_id"), "total_baggages", py.Int(bags),
			"nonfree_baggages", py.Int(paid), "payment_id", card(user)))}
}

func (c *carrier) book(user, _ *py.Dict) goal {
	t, cabin := c.trip(), pick(c, cabins)
	return goal{"Book a flight.",
		fmt.Sprintf("You want to book a flight to %s in the %s of %s, in %s, one way, for yourself alone, without checked bags and insurance. Your credit card shall pay.",
			t.to, t.when, date(t.day), spoken(cabin)),
		little.Action("write", "book_reservation", booking(user, t, cabin))}
}

// booking are the arguments that book a trip for a user alone.
func booking(user *py.Dict, t trip, cabin string) *py.Dict {
	name := user.Dict("name")
	return little.Record("user_id", user.Text("user_id"), "origin", hub, "destination", t.to, "flight_type", "one_way", "cabin", cabin,
		"flights", py.NewList(little.Record("flight_number", t.flight, "date", date(t.day))),
		"passengers", py.NewList(little.Record("first_name", name.Text("first_name"), "last_name", name.Text("last_name"), "dob", user.Text("dob"))),
		"payment_methods", py.NewList(little.Record("payment_id", card(user), "amount", t.prices.Field(cabin))),
		"total_baggages", py.Int(0), "nonfree_baggages", py.Int(0), "insurance", "no")
}

func (c *carrier) keep(_, r *py.Dict) goal {
	return goal{"Refuse to cancel what is neither in business nor insured.", "You want to cancel your " + route(r) + ", your plans have changed.", nil}
}

func (c *carrier) stay(_, r *py.Dict) goal {
	t := c.other(r)
	return goal{"Refuse to change a flight in basic economy.",
		fmt.Sprintf("You want your %s moved to the %s of %s. Your credit card shall pay the difference.", route(r), t.when, date(t.day)), nil}
}
