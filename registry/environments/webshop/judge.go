package webshop

import "slices"

// reasons are the thought words for what is wrong with a product, in the order in which they are
// looked at.
var reasons = []string{"kind", "attr_a", "attr_b", "price", "option"}

// judge compares what is known of a product with what is asked. Missing are the reasons against it,
// each as often as it applies, in order; unsure says that its texts may still tell more.
func (x *expert) judge(f facts) (missing []string, unsure bool) {
	m := x.memory
	says := m.says(f)
	count := map[string]int{}
	for _, t := range m.asked.terms {
		if slices.Contains(says, t.word) || m.valueFor(f, t) != "" {
			continue
		}
		switch {
		case t.class == classColor || t.class == classSize:
			if f.opened && m.chooses(f, t.class) {
				count["option"]++
			}
		case t.class == classKind:
			if !m.kindIs(f.title) {
				count["kind"] = 1
			}
		case !x.titlesTell && !f.features && !m.rival(says, t):
			unsure = true
		case t.class == classB:
			count["attr_b"]++
		default:
			count["attr_a"]++
		}
	}
	if !m.affordable(f) {
		count["price"]++
	}
	for _, t := range m.asked.options {
		if !m.offers(f, t) {
			count["option"]++
		}
	}
	for _, r := range reasons {
		for range count[r] {
			missing = append(missing, r)
		}
	}
	return missing, unsure
}

// rival says that another attribute of the same family was told: a product has one of each.
func (m *memory) rival(says []string, t term) bool {
	return (t.class == classA || t.class == classB) && slices.ContainsFunc(says, func(word string) bool {
		i, ok := m.lexicon.byWord[word]
		return ok && m.lexicon.lexemes[i].class == t.class && word != t.word
	})
}

// good says that an opened product is known to be what is asked.
func (x *expert) good(asin string) bool {
	f := x.memory.of(asin)
	missing, unsure := x.judge(f)
	return f.opened && len(missing) == 0 && !unsure
}

// target is the product to buy as far as the expert knows or was told; "" for none.
func (x *expert) target() string {
	if x.hint != "" {
		return x.hint
	}
	for _, asin := range slices.Backward(x.memory.order) {
		if x.good(asin) {
			return asin
		}
	}
	return ""
}

// best is the product with the fewest reasons against it; of equal ones the one opened first, then by
// identifier. It is what remains when nothing fits.
func (x *expert) best() string {
	m := x.memory
	found, fewest := "", 0
	try := func(asin string) {
		missing, _ := x.judge(m.of(asin))
		if found == "" || len(missing) < fewest {
			found, fewest = asin, len(missing)
		}
	}
	for _, asin := range m.order {
		try(asin)
	}
	for _, asin := range m.asins {
		try(asin)
	}
	return found
}
