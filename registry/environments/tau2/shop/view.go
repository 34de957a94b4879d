package shop

import (
	"slices"
	"strings"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/environments/tau2/engine"
	"github.com/retort-ml/retort/registry/environments/tau2/little"
	"github.com/retort-ml/retort/registry/environments/tau2/py"
)

// View is the compact form of a little shop's texts. Of an order it reads the status and the
// only item, of a product what is in stock in which colour.
type View struct{}

var _ registry.View = View{}

// Words implements [registry.View].
func (View) Words() []registry.Word { return vocabulary() }

// Begin implements [registry.View].
func (View) Begin(introduction string) (registry.Reader, []string) {
	r := &reader{}
	return r, r.memory.begin(introduction)
}

// reader reads one episode.
type reader struct{ memory memory }

// Observe implements [registry.Reader].
func (r *reader) Observe(observation string) []string { return r.memory.observe(observation) }

// Fork implements [registry.Reader].
func (r *reader) Fork() registry.Reader { return &reader{r.memory.fork()} }

// call writes a call of the assistant with arguments in turn of name and value.
func call(name string, arguments ...any) string {
	return engine.Call{Name: name, Requestor: engine.Assistant, Arguments: little.Record(arguments...)}.Text()
}

// Command implements [registry.Reader]. Since any text is a message to the customer, words that
// make no command come back as the beginning of a call, which the world refuses.
func (r *reader) Command(words []string) string {
	if len(words) == 1 {
		if s, ok := little.Sentences[words[0]]; ok {
			return s
		}
		switch words[0] {
		case "list":
			return call("list_all_product_types")
		case "account":
			return call("get_user_details", "user_id", r.memory.user)
		}
	}
	if c, ok := r.memory.command(words); ok {
		return c
	}
	return "{ " + strings.Join(words, " ")
}

func (m *memory) command(words []string) (string, bool) {
	if len(words) < 2 {
		return "", false
	}
	rest := words[2:]
	switch words[0] {
	case "find":
		if len(rest) != 2 {
			return "", false
		}
		zip, ok := m.zips.Name("zip", rest[1])
		return call("find_user_id_by_name_zip", "first_name", words[1], "last_name", rest[0], "zip", zip), ok
	case "product":
		n, ok := known.Cut(words[1], "product")
		return call("get_product_details", "product_id", "p"+n), ok && len(rest) == 0
	}
	id, ok := m.orders.Name("order", words[1])
	if !ok {
		return "", false
	}
	o := m.order(id)
	switch {
	case words[0] == "get" && len(rest) == 0:
		return call("get_order_details", "order_id", id), true
	case words[0] == "cancel" && len(rest) == 1 && (rest[0] == "unneeded" || rest[0] == "mistake"):
		reason := reasons[0]
		if rest[0] == "mistake" {
			reason = reasons[1]
		}
		return call("cancel_pending_order", "order_id", id, "reason", reason), true
	case words[0] == "move" && len(rest) == 3:
		house, ok := known.Cut(rest[0], "house")
		zip, given := m.zips.Name("zip", rest[2])
		return call("modify_pending_order_address", "order_id", id, "address1", house+" Harbour Street", "address2", "", "city", rest[1],
			"state", "DK", "country", "Denmark", "zip", zip), ok && given && slices.Contains(cities, rest[1])
	case words[0] == "return" && len(rest) == 1:
		item, ok := known.Cut(rest[0], "item")
		return call("return_delivered_order_items", "order_id", id, "item_ids", py.Strings(item), "payment_method_id", o.method), ok
	case (words[0] == "change" || words[0] == "exchange") && len(rest) == 2:
		item, ok := known.Cut(rest[0], "item")
		fresh, also := known.Cut(rest[1], "item")
		name := "modify_pending_order_items"
		if words[0] == "exchange" {
			name = "exchange_delivered_order_items"
		}
		return call(name, "order_id", id, "item_ids", py.Strings(item), "new_item_ids", py.Strings(fresh), "payment_method_id", o.method), ok && also
	}
	return "", false
}

// verbs are the words of the tools that change something or look something up.
var verbs = map[string]string{
	"cancel_pending_order": "cancel", "modify_pending_order_items": "change", "modify_pending_order_address": "move", "return_delivered_order_items": "return",
	"exchange_delivered_order_items": "exchange", "get_order_details": "get", "get_product_details": "product", "find_user_id_by_name_zip": "find",
	"list_all_product_types": "list", "get_user_details": "account",
}

// Action implements [registry.Reader].
func (r *reader) Action(command string) []string {
	for w, s := range little.Sentences {
		if command == s {
			return []string{w}
		}
	}
	c, err := engine.ParseCall(command)
	if err != nil {
		return []string{"other"}
	}
	verb := verbs[c.Name]
	m := &r.memory
	a := c.Arguments
	id := func() string { return m.orders.Word("order", little.Text(a, "order_id")) }
	switch verb {
	case "":
		return []string{"other"}
	case "account":
		if little.Text(a, "user_id") != m.user {
			return []string{"other"}
		}
		return []string{verb}
	case "list":
		return []string{verb}
	case "find":
		return []string{verb, known.Word(little.Text(a, "first_name")), known.Word(little.Text(a, "last_name")), m.zips.Word("zip", little.Text(a, "zip"))}
	case "product":
		return []string{verb, known.Word("product_" + strings.TrimPrefix(little.Text(a, "product_id"), "p"))}
	case "get":
		return []string{verb, id()}
	case "cancel":
		return []string{verb, id(), reasonWord(little.Text(a, "reason"))}
	case "move":
		return []string{verb, id(), known.Word("house_" + strings.TrimSuffix(little.Text(a, "address1"), " Harbour Street")), known.Word(little.Text(a, "city")), m.zips.Word("zip", little.Text(a, "zip"))}
	case "return":
		return []string{verb, id(), known.Word("item_" + little.Text(a, "item_ids", 0))}
	}
	return []string{verb, id(), known.Word("item_" + little.Text(a, "item_ids", 0)), known.Word("item_" + little.Text(a, "new_item_ids", 0))}
}
