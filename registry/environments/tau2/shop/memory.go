package shop

import (
	"fmt"
	"slices"
	"strings"

	"github.com/retort-ml/retort/registry/environments/tau2/py"
)

// memory is what the texts of an episode have said.
type memory struct {
	orders, zips []string // names of the slots
	seen         []order
	first, last  string
	zip, user    string
	own          []string // the customer's orders
	want         request
}

// order is an order that was read.
type order struct {
	id, status, item, good, colour, product, method string
}

func (m *memory) fork() memory {
	c := *m
	c.orders, c.zips, c.seen, c.own = slices.Clone(m.orders), slices.Clone(m.zips), slices.Clone(m.seen), slices.Clone(m.own)
	return c
}

// slot returns the word of a name, which gets a new slot when it has none. When the slots have run
// out it is "other".
func slot(names *[]string, kind, name string) string {
	i := slices.Index(*names, name)
	if i < 0 {
		if len(*names) == slots {
			return "other"
		}
		*names = append(*names, name)
		i = len(*names) - 1
	}
	return fmt.Sprintf("%s_%d", kind, i+1)
}

// named returns the name in a slot.
func named(names []string, kind, text string) (string, bool) {
	for i, n := range names {
		if text == fmt.Sprintf("%s_%d", kind, i+1) {
			return n, true
		}
	}
	return "", false
}

// begin reads an introduction.
func (m *memory) begin(introduction string) []string {
	m.want = readRequest(introduction)
	w := m.want
	if w.verb == "" {
		return []string{"other"}
	}
	words := []string{w.verb, word(w.good)}
	switch w.verb {
	case "cancel":
		return append(words, reasonWord(w.reason))
	case "move":
		return append(words, word("house_"+w.house), word(w.city), slot(&m.zips, "zip", w.zip))
	case "change", "exchange":
		return append(words, word(w.colour))
	}
	return words
}

func reasonWord(reason string) string {
	if reason == reasons[1] {
		return "mistake"
	}
	return "unneeded"
}

// observe reads an answer.
func (m *memory) observe(text string) []string {
	text = strings.TrimSpace(text)
	if p := person.FindStringSubmatch(text); p != nil {
		m.first, m.last, m.zip = p[1], p[2], p[3]
		return []string{"user", word(p[1]), word(p[2]), slot(&m.zips, "zip", p[3])}
	}
	switch {
	case strings.HasPrefix(text, "Error: "):
		return []string{"error"}
	case strings.HasPrefix(text, "Yes"):
		return []string{"user", "yes"}
	case strings.Contains(text, "###STOP###"):
		return []string{"user", "bye"}
	case strings.HasPrefix(text, "user_"):
		m.user = text
		return []string{"found"}
	case strings.HasPrefix(text, "I do not know"), strings.HasPrefix(text, "That I cannot"), strings.HasPrefix(text, "I have no such"):
		return []string{"user", "unknown"}
	case !strings.HasPrefix(text, "{"):
		return []string{"other"}
	}
	v, err := py.Parse(text)
	d, ok := v.(*py.Dict)
	if err != nil || !ok {
		return []string{"other"}
	}
	switch {
	case d.Has("order_id"):
		return m.readOrder(d)
	case d.Has("payment_methods"):
		return m.readAccount(d)
	case d.Has("variants"):
		return readProduct(d)
	case d.Has(goods[0]):
		return []string{"products"}
	}
	return []string{"other"}
}

// at follows keys and positions into a value; what is not there is empty.
func at(v py.Value, path ...any) py.Value {
	for _, step := range path {
		switch key := step.(type) {
		case string:
			d, ok := v.(*py.Dict)
			if !ok {
				return py.Str("")
			}
			if v, ok = d.Get(key); !ok {
				return py.Str("")
			}
		case int:
			l, ok := v.(*py.List)
			if !ok || key >= l.Len() {
				return py.Str("")
			}
			v = l.At(key)
		}
	}
	return v
}

func text(v py.Value, path ...any) string { return py.Text(at(v, path...)) }

func (m *memory) readOrder(d *py.Dict) []string {
	o := order{
		id: text(d, "order_id"), status: text(d, "status"), item: text(d, "items", 0, "item_id"), good: text(d, "items", 0, "name"),
		colour: text(d, "items", 0, "options", "colour"), product: text(d, "items", 0, "product_id"), method: text(d, "payment_history", 0, "payment_method_id"),
	}
	if i := slices.IndexFunc(m.seen, func(s order) bool { return s.id == o.id }); i >= 0 {
		m.seen[i] = o
	} else {
		m.seen = append(m.seen, o)
	}
	status := statuses[o.status]
	if status == "" {
		status = "other"
	}
	return []string{slot(&m.orders, "order", o.id), status, word(o.good), word(o.colour), word("item_" + o.item), word("product_" + strings.TrimPrefix(o.product, "p"))}
}

// readAccount reads a user's orders.
func (m *memory) readAccount(d *py.Dict) []string {
	words := []string{"orders"}
	m.own = nil
	list, _ := at(d, "orders").(*py.List)
	if list == nil {
		return words
	}
	for _, v := range list.Items()[:min(list.Len(), slots)] {
		m.own = append(m.own, py.Text(v))
		words = append(words, slot(&m.orders, "order", py.Text(v)))
	}
	return words
}

// target is the order with what the customer talks about, when it was read.
func (m *memory) target() (order, bool) {
	i := slices.IndexFunc(m.seen, func(o order) bool { return o.good == m.want.good })
	if i < 0 {
		return order{}, false
	}
	return m.seen[i], true
}

func readProduct(d *py.Dict) []string {
	words := []string{"product", word(text(d, "name"))}
	variants, _ := at(d, "variants").(*py.Dict)
	if variants == nil {
		return words
	}
	for i := range min(variants.Len(), len(colours)) {
		stock := "out"
		if py.Truth(at(variants.At(i), "available")) {
			stock = "in"
		}
		words = append(words, word("item_"+variants.Key(i)), word(text(variants.At(i), "options", "colour")), stock)
	}
	return words
}

// order returns what was read of an order.
func (m *memory) order(id string) order {
	if i := slices.IndexFunc(m.seen, func(o order) bool { return o.id == id }); i >= 0 {
		return m.seen[i]
	}
	return order{id: id}
}
