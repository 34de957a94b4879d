package shop

import (
	"slices"
	"strings"

	"github.com/retort-ml/retort/registry/environments/tau2/little"
	"github.com/retort-ml/retort/registry/environments/tau2/py"
)

// memory is what the texts of an episode have said.
type memory struct {
	orders, zips little.Slots
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

// begin reads an introduction.
func (m *memory) begin(introduction string) []string {
	m.want = readRequest(introduction)
	w := m.want
	if w.verb == "" {
		return []string{"other"}
	}
	words := []string{w.verb, known.Word(w.good)}
	switch w.verb {
	case "cancel":
		return append(words, reasonWord(w.reason))
	case "move":
		return append(words, known.Word("house_"+w.house), known.Word(w.city), m.zips.Word("zip", w.zip))
	case "change", "exchange":
		return append(words, known.Word(w.colour))
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
		return []string{"user", known.Word(p[1]), known.Word(p[2]), m.zips.Word("zip", p[3])}
	}
	if words, ok := little.Reply(text); ok {
		return words
	}
	switch {
	case strings.HasPrefix(text, "user_"):
		m.user = text
		return []string{"found"}
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

func (m *memory) readOrder(d *py.Dict) []string {
	o := order{
		id: little.Text(d, "order_id"), status: little.Text(d, "status"), item: little.Text(d, "items", 0, "item_id"), good: little.Text(d, "items", 0, "name"),
		colour: little.Text(d, "items", 0, "options", "colour"), product: little.Text(d, "items", 0, "product_id"), method: little.Text(d, "payment_history", 0, "payment_method_id"),
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
	return []string{m.orders.Word("order", o.id), status, known.Word(o.good), known.Word(o.colour), known.Word("item_" + o.item), known.Word("product_" + strings.TrimPrefix(o.product, "p"))}
}

// readAccount reads a user's orders.
func (m *memory) readAccount(d *py.Dict) []string {
	words := []string{"orders"}
	m.own = nil
	list, _ := little.At(d, "orders").(*py.List)
	if list == nil {
		return words
	}
	for _, v := range list.Items()[:min(list.Len(), little.SlotCount)] {
		m.own = append(m.own, py.Text(v))
		words = append(words, m.orders.Word("order", py.Text(v)))
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
	words := []string{"product", known.Word(little.Text(d, "name"))}
	variants, _ := little.At(d, "variants").(*py.Dict)
	if variants == nil {
		return words
	}
	for i := range min(variants.Len(), len(colours)) {
		stock := "out"
		if py.Truth(little.At(variants.At(i), "available")) {
			stock = "in"
		}
		words = append(words, known.Word("item_"+variants.Key(i)), known.Word(little.Text(variants.At(i), "options", "colour")), stock)
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
