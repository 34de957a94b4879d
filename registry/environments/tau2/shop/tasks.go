package shop

import (
	"fmt"

	"github.com/retort-ml/retort/registry/environments/tau2/little"
	"github.com/retort-ml/retort/registry/environments/tau2/py"
)

// goal is what a customer wants: the sentence, and the call that does it, nil when the policy
// forbids it.
type goal struct {
	purpose, want string
	call          *py.Dict
}

// kinds are the kinds of goals with the state that the order has.
var kinds = []struct {
	status string
	draw   func(s *shop, user, order *py.Dict) goal
}{
	{"pending", (*shop).cancel},
	{"pending", (*shop).change},
	{"pending", (*shop).move},
	{"delivered", (*shop).giveBack},
	{"delivered", (*shop).exchange},
	{"delivered", (*shop).tooLate},
	{"processed", (*shop).tooEarly},
}

// task adds a customer with a task and returns its id.
func (s *shop) task(set string, i int) string {
	kind := kinds[s.rng.IntN(len(kinds))]
	user, order := s.customer(kind.status)
	g := kind.draw(s, user, order)
	id := fmt.Sprintf("%s_%d", set, i)
	name := user.Dict("name")
	actions := []py.Value{
		little.Action("find", "find_user_id_by_name_zip", little.Record("first_name", name.Text("first_name"), "last_name", name.Text("last_name"), "zip", user.Dict("address").Text("zip"))),
		little.Action("look", "get_order_details", little.Record("order_id", order.Text("order_id"))),
	}
	if g.call != nil {
		actions = append(actions, g.call)
	}
	s.tasks = append(s.tasks, little.Record("id", id,
		"description", little.Record("purpose", g.purpose),
		"user_scenario", little.Record("instructions", little.Record("domain", "retail", "reason_for_call", g.want,
			"known_info", "You are "+name.Text("first_name")+" "+name.Text("last_name")+", zip code "+user.Dict("address").Text("zip")+".",
			"task_instructions", "Say yes when you are asked to confirm.")),
		"evaluation_criteria", little.Record("actions", py.NewList(actions...), "reward_basis", py.Strings("DB"))))
	return id
}

// itemOf is the only item of an order and its colour.
func itemOf(order *py.Dict) (item *py.Dict, colour string) {
	item = order.List("items").At(0).(*py.Dict)
	return item, item.Dict("options").Text("colour")
}

// good is what was ordered. No other order of the customer has it.
func good(order *py.Dict) string {
	item, _ := itemOf(order)
	return item.Text("name")
}

// other draws an available variant of an item's product in another colour.
func (s *shop) other(item *py.Dict) (id, colour string) {
	variants := s.products.Dict(item.Text("product_id")).Dict("variants")
	for {
		v := variants.At(s.rng.IntN(variants.Len())).(*py.Dict)
		if v.Text("item_id") != item.Text("item_id") && py.Truth(v.Field("available")) {
			return v.Text("item_id"), v.Dict("options").Text("colour")
		}
	}
}

func method(user *py.Dict) string { return user.Dict("payment_methods").Key(0) }

func (s *shop) cancel(_, order *py.Dict) goal {
	reason := pick(s, reasons)
	said := map[string]string{"no longer needed": "you no longer need it", "ordered by mistake": "you ordered it by mistake"}[reason]
	return goal{"Cancel a pending order.", "You want to cancel your order of the " + good(order) + ", " + said + ".",
		little.Action("write", "cancel_pending_order", little.Record("order_id", order.Text("order_id"), "reason", reason))}
}

func (s *shop) change(user, order *py.Dict) goal {
	item, colour := itemOf(order)
	id, wanted := s.other(item)
	return goal{"Change an item of a pending order.",
		fmt.Sprintf("You want the %s that you ordered in %s, not in %s. Your credit card shall pay the difference.", good(order), wanted, colour),
		little.Action("write", "modify_pending_order_items", little.Record("order_id", order.Text("order_id"), "item_ids", py.Strings(item.Text("item_id")), "new_item_ids", py.Strings(id), "payment_method_id", method(user)))}
}

func (s *shop) move(_, order *py.Dict) goal {
	to := s.address(order.Dict("address").Text("zip"))
	return goal{"Change the address of a pending order.",
		fmt.Sprintf("You want your order of the %s sent to %s, %s, Denmark, state DK, zip code %s.", good(order), to.Text("address1"), to.Text("city"), to.Text("zip")),
		little.Action("write", "modify_pending_order_address", little.Record("order_id", order.Text("order_id"), "address1", to.Text("address1"), "address2", "", "city", to.Text("city"), "state", "DK", "country", "Denmark", "zip", to.Text("zip")))}
}

func (s *shop) giveBack(user, order *py.Dict) goal {
	item, _ := itemOf(order)
	return goal{"Return an item of a delivered order.",
		fmt.Sprintf("You want to return the %s that you bought and get your money back on your credit card.", good(order)),
		little.Action("write", "return_delivered_order_items", little.Record("order_id", order.Text("order_id"), "item_ids", py.Strings(item.Text("item_id")), "payment_method_id", method(user)))}
}

func (s *shop) exchange(user, order *py.Dict) goal {
	item, colour := itemOf(order)
	id, wanted := s.other(item)
	return goal{"Exchange an item of a delivered order.",
		fmt.Sprintf("You want to exchange the %s %s that you bought for a %s one. Your credit card shall pay the difference.", colour, good(order), wanted),
		little.Action("write", "exchange_delivered_order_items", little.Record("order_id", order.Text("order_id"), "item_ids", py.Strings(item.Text("item_id")), "new_item_ids", py.Strings(id), "payment_method_id", method(user)))}
}

func (s *shop) tooLate(_, order *py.Dict) goal {
	return goal{"Refuse to cancel an order that was delivered.", "You want to cancel your order of the " + good(order) + ", you no longer need it.", nil}
}

func (s *shop) tooEarly(_, order *py.Dict) goal {
	return goal{"Refuse to take back what is on its way.", "You want to return the " + good(order) + " that you bought.", nil}
}
