package shop

import (
	"strings"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/environments/tau2/engine"
	"github.com/retort-ml/retort/registry/environments/tau2/little"
	"github.com/retort-ml/retort/registry/environments/tau2/py"
)

// Expert serves a customer as the policy says, knowing only what it has read: who, find, look
// through the orders until the one is there, search for another item where one is wanted, agree,
// write, close. What the policy forbids it refuses. It has no choices to make, so that no seed
// changes it, and it never hesitates.
type Expert struct {
	reader                                  reader
	found, agreed, written, refused, failed bool
	looked                                  bool
	fresh                                   string // the item in the wanted colour
}

var _ registry.Expert = (*Expert)(nil)

// NewExpert starts the expert on an introduction.
func NewExpert(introduction string) *Expert {
	x := &Expert{}
	x.reader.memory.begin(introduction)
	return x
}

// allowed is the state of an order in which the policy allows a request.
var allowed = map[string]string{"cancel": "pending", "change": "pending", "move": "pending", "return": "delivered", "exchange": "delivered"}

// Act implements [registry.Expert].
func (x *Expert) Act() registry.Response {
	m := &x.reader.memory
	w := m.want
	o, have := m.target()
	say := func(thought, action string) registry.Response {
		return registry.Response{Thought: thought, Action: action}
	}
	switch {
	case w.verb == "" || x.written || x.refused || x.failed:
		return say("close", little.AskMore)
	case m.first == "":
		return say("who", little.AskWho)
	case !x.found:
		return say("find", call("find_user_id_by_name_zip", "first_name", m.first, "last_name", m.last, "zip", m.zip))
	case m.own == nil:
		return say("look", call("get_user_details", "user_id", m.user))
	case !have:
		for _, id := range m.own {
			if m.order(id).status == "" {
				return say("look", call("get_order_details", "order_id", id))
			}
		}
		return say("refuse", little.Sorry)
	case o.status != allowed[w.verb]:
		return say("refuse", little.Sorry)
	case w.colour != "" && !x.looked:
		return say("search", call("get_product_details", "product_id", o.product))
	case w.colour != "" && x.fresh == "":
		return say("refuse", little.Sorry)
	case !x.agreed:
		return say("agree", little.AskYes)
	}
	return say("write", x.write(w, o))
}

func (x *Expert) write(w request, o order) string {
	switch w.verb {
	case "cancel":
		return call("cancel_pending_order", "order_id", o.id, "reason", w.reason)
	case "move":
		return call("modify_pending_order_address", "order_id", o.id, "address1", w.house+" Harbour Street", "address2", "", "city", w.city,
			"state", "DK", "country", "Denmark", "zip", w.zip)
	case "return":
		return call("return_delivered_order_items", "order_id", o.id, "item_ids", py.Strings(o.item), "payment_method_id", o.method)
	case "change":
		return call("modify_pending_order_items", "order_id", o.id, "item_ids", py.Strings(o.item), "new_item_ids", py.Strings(x.fresh), "payment_method_id", o.method)
	}
	return call("exchange_delivered_order_items", "order_id", o.id, "item_ids", py.Strings(o.item), "new_item_ids", py.Strings(x.fresh), "payment_method_id", o.method)
}

// Observe implements [registry.Expert].
func (x *Expert) Observe(command, observation string) {
	m := &x.reader.memory
	target, have := m.target()
	x.reader.Observe(observation)
	refusal := strings.HasPrefix(observation, "Error: ")
	switch command {
	case little.AskYes:
		x.agreed = x.agreed || strings.HasPrefix(observation, "Yes")
		return
	case little.Sorry:
		x.refused = true
		return
	}
	c, err := engine.ParseCall(command)
	if err != nil {
		return
	}
	switch verbs[c.Name] {
	case "find":
		x.found = x.found || !refusal
		x.failed = x.failed || refusal && little.Text(c.Arguments, "zip") == m.zip && m.zip != ""
	case "account":
		x.failed = x.failed || refusal && little.Text(c.Arguments, "user_id") == m.user && m.user != ""
	case "product":
		if !refusal && have && little.Text(c.Arguments, "product_id") == target.product {
			x.looked = true
			x.fresh = x.offer(observation)
		}
	case m.want.verb:
		if have && little.Text(c.Arguments, "order_id") == target.id {
			x.written, x.failed = x.written || !refusal, x.failed || refusal
		}
	}
}

// offer finds the item in the wanted colour when it is in stock.
func (x *Expert) offer(observation string) string {
	v, err := py.Parse(observation)
	if err != nil {
		return ""
	}
	variants, ok := little.At(v, "variants").(*py.Dict)
	if !ok {
		return ""
	}
	for i := range variants.Len() {
		if little.Text(variants.At(i), "options", "colour") == x.reader.memory.want.colour && py.Truth(little.At(variants.At(i), "available")) {
			return variants.Key(i)
		}
	}
	return ""
}

// Reference implements [registry.Expert]. The expert knows the way from what it reads, so another's
// commands teach it nothing.
func (x *Expert) Reference([]string) {}

// Fork implements [registry.Expert].
func (x *Expert) Fork(uint64) registry.Expert {
	c := *x
	c.reader.memory = x.reader.memory.fork()
	return &c
}
