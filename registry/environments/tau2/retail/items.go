package retail

import (
	"slices"
	"strings"

	"github.com/retort-ml/retort/registry/environments/tau2/engine"
	"github.com/retort-ml/retort/registry/environments/tau2/py"
)

// owned reads the ids of items of an order: each may occur at most as often as in the order,
// else the text is the error, its %s the id.
func owned(o *py.Dict, ids py.Value, missing string) ([]py.Value, error) {
	items, err := py.Iterate(ids)
	if err != nil {
		return nil, err
	}
	if _, ok := ids.(*py.Dict); ok && len(items) > 0 {
		return nil, py.Raise("'dict' object has no attribute 'count'")
	}
	have := o.List("items")
	for _, id := range items {
		named, there := 0, 0
		for _, other := range items {
			if py.Equal(id, other) {
				named++
			}
		}
		for i := range have.Len() {
			if py.Equal(id, have.At(i).(*py.Dict).Field("item_id")) {
				there++
			}
		}
		if named > there {
			return nil, py.Raise("%s", strings.ReplaceAll(missing, "%s", py.Text(id)))
		}
	}
	return items, nil
}

// pairs reads the new ids that go with the old ones; the text is the error when there
// are not as many.
func pairs(old []py.Value, ids py.Value, unequal string) ([]py.Value, error) {
	fresh, err := py.Iterate(ids)
	if err != nil {
		return nil, py.Raise("object of type '%s' has no len()", ids.Type())
	}
	if len(old) != len(fresh) {
		return nil, py.Raise("%s", unequal)
	}
	return fresh, nil
}

// position returns where an item stands among those of an order, the first of equal ones, or -1.
func position(items *py.List, id py.Value) int {
	return slices.IndexFunc(items.Items(), func(it py.Value) bool {
		return py.Equal(it.(*py.Dict).Field("item_id"), id)
	})
}

// offer finds the variant that an item is to become, which must be available.
func offer(s *engine.State, o *py.Dict, id, newID py.Value) (old, fresh *py.Dict, err error) {
	items := o.List("items")
	at := position(items, id)
	if at < 0 {
		return nil, nil, py.Raise("Item %s not found", py.Text(id))
	}
	old = items.At(at).(*py.Dict)
	fresh, err = findVariant(s, old.Field("product_id"), newID)
	if err != nil {
		return nil, nil, err
	}
	if !py.Truth(fresh.Field("available")) {
		return nil, nil, py.Raise("New item %s not found or available", py.Text(newID))
	}
	return old, fresh, nil
}

// sorted is Python's sorted of ids, which are texts here.
func sorted(ids []py.Value) *py.List {
	out := slices.Clone(ids)
	slices.SortStableFunc(out, func(a, b py.Value) int {
		x, y := a.(py.Str), b.(py.Str)
		switch {
		case x < y:
			return -1
		case x > y:
			return 1
		}
		return 0
	})
	return py.NewList(out...)
}
