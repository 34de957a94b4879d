package py

import "math"

// Equal is Python's a == b: numbers by value whatever their type, dictionaries without
// regard to order, NaN unequal to itself.
func Equal(a, b Value) bool {
	switch x := a.(type) {
	case Str:
		y, ok := b.(Str)
		return ok && x == y
	case None:
		_, ok := b.(None)
		return ok
	case *List:
		y, ok := b.(*List)
		if !ok || len(x.items) != len(y.items) {
			return false
		}
		for i := range x.items {
			if !Equal(x.items[i], y.items[i]) {
				return false
			}
		}
		return true
	case *Dict:
		y, ok := b.(*Dict)
		if !ok || x.Len() != y.Len() {
			return false
		}
		for i := range x.Len() {
			v, there := y.Get(x.Key(i))
			if !there || !Equal(x.val(i), v) {
				return false
			}
		}
		return true
	}
	order, ok := Compare(a, b)
	return ok && order == 0
}

// Same says whether two values have the same sorted JSON text: numbers of the same type
// and value, dictionaries without regard to order. Parts that the values share are
// compared by their address alone.
func Same(a, b Value) bool {
	switch x := a.(type) {
	case *List:
		y, ok := b.(*List)
		if !ok || len(x.items) != len(y.items) {
			return false
		}
		if x == y {
			return true
		}
		for i := range x.items {
			if !Same(x.items[i], y.items[i]) {
				return false
			}
		}
		return true
	case *Dict:
		y, ok := b.(*Dict)
		if !ok || x.Len() != y.Len() {
			return false
		}
		if x == y {
			return true
		}
		if x.chunk != nil && x.shape == y.shape {
			return sameChunks(x, y)
		}
		for i := range x.Len() {
			v := y.val(i)
			if x.shape != y.shape && x.Key(i) != y.Key(i) {
				var there bool
				if v, there = y.Get(x.Key(i)); !there {
					return false
				}
			}
			if !Same(x.val(i), v) {
				return false
			}
		}
		return true
	case Float:
		y, ok := b.(Float)
		return ok && (x == y && math.Signbit(float64(x)) == math.Signbit(float64(y)) || x != x && y != y)
	case Big:
		y, ok := b.(Big)
		return ok && x.n.Cmp(y.n) == 0
	}
	return a == b
}

// sameChunks compares large dictionaries with the same keys and passes over shared chunks.
func sameChunks(x, y *Dict) bool {
	for c := range x.chunk {
		if x.chunk[c] == y.chunk[c] {
			continue
		}
		for i := c * chunkSize; i < min((c+1)*chunkSize, x.Len()); i++ {
			if !Same(x.val(i), y.val(i)) {
				return false
			}
		}
	}
	return true
}
