package shop

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/retort-ml/retort/registry/environments/tau2/little"
	"github.com/retort-ml/retort/registry/environments/tau2/py"
)

// perCustomer is how many orders a customer has.
const perCustomer = 3

// policy is the policy of every little shop.
const policy = `# Policy of the little shop

You serve one customer at a time.

- Find out who the customer is first, by name and zip code, even when you were told a user id.
- Cancel only orders that are pending; the reason is 'no longer needed' or 'ordered by mistake'.
- Change the items or the address of pending orders only; items only for others of the same product that are available.
- Return and exchange only items of orders that are delivered.
- Say what you are about to change and get a yes before you change it.
- Refuse everything else.
- Ask whether there is anything else when you are done.
`

var (
	firstNames = []string{"Ane", "Bo", "Carl", "Dina", "Else", "Finn", "Grete", "Hans", "Ida", "Jens", "Kaja", "Lars", "Mona", "Nils", "Oda", "Per"}
	lastNames  = []string{"Holm", "Lund", "Berg", "Dahl", "Friis", "Krogh", "Lind", "Moen", "Nyberg", "Strand", "Vik", "Winther"}
	cities     = []string{"Aarhus", "Bergen", "Malmo", "Oslo", "Turku", "Visby"}
	goods      = []string{"lamp", "chair", "kettle", "blanket", "mirror", "basket", "clock", "vase"}
	colours    = []string{"red", "blue", "green", "white", "black"}
	reasons    = []string{"no longer needed", "ordered by mistake"}
)

// shop is a shop while it is drawn.
type shop struct {
	rng                     *rand.Rand
	products, users, orders *py.Dict
	tasks                   []py.Value
	train, test             []string
}

// Draw draws a shop with so many tasks for training and for testing. The same arguments give
// the same files.
func Draw(seed uint64, train, test int) little.Files {
	s := &shop{rng: rand.New(rand.NewPCG(seed, 0x7a75)), products: py.Empty(), users: py.Empty(), orders: py.Empty()}
	for i, name := range goods {
		s.product(i, name)
	}
	for i := range train {
		s.train = append(s.train, s.task("train", i))
	}
	for i := range test {
		s.test = append(s.test, s.task("test", i))
	}
	return little.Files{
		Database: little.Record("products", s.products, "users", s.users, "orders", s.orders),
		Tasks:    py.NewList(s.tasks...),
		Splits:   little.Record("train", py.Strings(s.train...), "test", py.Strings(s.test...)),
		Policy:   policy,
	}
}

func pick[T any](s *shop, from []T) T { return from[s.rng.IntN(len(from))] }

// product adds a product with a variant in each colour; at least two are available.
func (s *shop) product(i int, name string) {
	id := fmt.Sprintf("p%d", i+1)
	variants := py.Empty()
	for j, c := range colours {
		item := fmt.Sprintf("%d%d", i+1, j+1)
		variants = variants.With(item, little.Record("item_id", item, "options", little.Record("colour", c), "available", py.Bool(j < 2 || s.rng.IntN(3) > 0),
			"price", py.Float(float64(1000+s.rng.IntN(9000))/100)))
	}
	s.products = s.products.With(id, little.Record("name", name, "product_id", id, "variants", variants))
}

// item draws an item of a product.
func (s *shop) item() *py.Dict {
	p := s.products.At(s.rng.IntN(s.products.Len())).(*py.Dict)
	v := p.Dict("variants").At(s.rng.IntN(len(colours))).(*py.Dict)
	return little.Record("name", p.Text("name"), "product_id", p.Text("product_id"), "item_id", v.Text("item_id"), "price", v.Field("price"), "options", v.Field("options"))
}

func (s *shop) address(zip string) *py.Dict {
	return little.Record("address1", fmt.Sprintf("%d Harbour Street", 1+s.rng.IntN(99)), "address2", "", "city", pick(s, cities), "country", "Denmark", "state", "DK", "zip", zip)
}

// customer adds a customer with orders of different goods and returns the one that is in the
// given state, at any place among the others.
func (s *shop) customer(status string) (user, target *py.Dict) {
	n := s.users.Len()
	name := little.Record("first_name", pick(s, firstNames), "last_name", pick(s, lastNames))
	id := fmt.Sprintf("user_%d", n+1)
	zip := fmt.Sprintf("%d", 10000+n)
	home := s.address(zip)
	method := fmt.Sprintf("credit_card_%d", n+1)
	card := little.Record("source", "credit_card", "id", method, "brand", "visa", "last_four", fmt.Sprintf("%04d", n%10000))
	place := s.rng.IntN(perCustomer)
	var own, have []string
	for i := range perCustomer {
		state := pick(s, []string{"pending", "processed", "delivered"})
		if i == place {
			state = status
		}
		order := fmt.Sprintf("#W%d", 1000+s.orders.Len())
		item := s.item()
		for slices.Contains(have, item.Text("name")) {
			item = s.item()
		}
		have = append(have, item.Text("name"))
		o := little.Record("order_id", order, "user_id", id, "address", home, "items", py.NewList(item), "status", state, "fulfillments", py.NewList(),
			"payment_history", py.NewList(little.Record("transaction_type", "payment", "amount", item.Field("price"), "payment_method_id", method)))
		s.orders = s.orders.With(order, o)
		own = append(own, order)
		if i == place {
			target = o
		}
	}
	user = little.Record("user_id", id, "name", name, "address", home, "email", id+"@example.com", "payment_methods", py.Empty().With(method, card), "orders", py.Strings(own...))
	s.users = s.users.With(id, user)
	return user, target
}
