package webshop

import (
	"slices"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/environments/webshop/shop"
)

// world is a session behind the registry's interface.
type world struct {
	session *shop.Session
	queries []string // searches that the instruction suggests
}

var _ registry.Typed = (*world)(nil)

func newWorld(s *shop.Shop) *world {
	w := &world{session: s.Start()}
	v := compactView(false, false)
	r, _ := v.Begin(w.Observation())
	asked := v.parseWant(s.Goal.Instruction)
	for _, q := range asked.queries() {
		if r.Command(r.Action(shop.Search(q))) == shop.Search(q) {
			w.queries = append(w.queries, q)
		}
	}
	return w
}

// TaskType implements [registry.Typed]: the category of the product asked for.
func (w *world) TaskType() string { return w.session.Shop().Goal.Category }

// Observation implements [registry.World].
func (w *world) Observation() string { return w.session.Observation() }

// Step implements [registry.World]. A purchase ends the episode: won when it earns everything, else failed
// with its reward as the score. Before it the score is 0. Info has the parts of the reward.
func (w *world) Step(action string) registry.Outcome {
	o := registry.Outcome{Valid: w.session.Step(action), Observation: w.session.Observation(), Done: w.session.Done()}
	if o.Done {
		r := w.session.Reward()
		o.Score = r.Total()
		o.Won = o.Score == 1
		o.Info = map[string]any{
			"type": r.Type, "attributes": r.Attributes, "options": r.Options, "price": r.Price, "wanted": r.Wanted, "approximate": r.Approximate,
		}
	}
	return o
}

// Admissible implements [registry.World]: what can be clicked, in the page's order. Where the page has a search
// bar also searches for what the instruction says; any other text can be searched for too.
func (w *world) Admissible() []string {
	clickables := w.session.Clickables()
	list := make([]string, 0, len(clickables)+len(w.queries))
	if w.session.CanSearch() {
		for _, q := range w.queries {
			list = append(list, shop.Search(q))
		}
	}
	for _, x := range clickables {
		list = append(list, shop.Click(x))
	}
	return list
}

// Signature implements [registry.World].
func (w *world) Signature() string { return w.session.Signature() }

// Fork implements [registry.World].
func (w *world) Fork() registry.World {
	return &world{session: w.session.Fork(), queries: slices.Clip(w.queries)}
}
