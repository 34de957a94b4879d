package tw

// names numbers names from 0. An extension goes on where its base ends, which must not grow any more.
type names struct {
	base *names
	list []string // without the base's
	byID map[string]int
}

func (n *names) find(name string) (int, bool) {
	if n.base != nil {
		if id, ok := n.base.find(name); ok {
			return id, true
		}
	}
	id, ok := n.byID[name]
	return id, ok
}

func (n *names) intern(name string) int {
	id, ok := n.find(name)
	if !ok {
		id = n.count()
		if n.byID == nil {
			n.byID = map[string]int{}
		}
		n.byID[name] = id
		n.list = append(n.list, name)
	}
	return id
}

func (n *names) count() int {
	if n.base != nil {
		return n.base.count() + len(n.list)
	}
	return len(n.list)
}

func (n *names) name(id int) string {
	if n.base != nil {
		if id < n.base.count() {
			return n.base.name(id)
		}
		id -= n.base.count()
	}
	return n.list[id]
}

// extend empties the names and continues base.
func (n *names) extend(base *names) {
	n.base = base
	clear(n.list)
	n.list = n.list[:0]
	clear(n.byID)
}

// vocabulary is the names that formulas use. The rules have one; the vocabulary of a game extends it, so
// that formulas resolved once for the rules serve every game.
type vocabulary struct {
	preds   names
	types   names // of variables
	objects names // constants in formulas
}

func (v *vocabulary) extend(base *vocabulary) {
	v.preds.extend(&base.preds)
	v.types.extend(&base.types)
	v.objects.extend(&base.objects)
}
