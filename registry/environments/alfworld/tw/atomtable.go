package tw

// atomTable numbers ground atoms in the order in which they come. Grounding looks atoms up more often
// than it does anything else, so this is open addressing over packed keys instead of a map. The zero
// value is empty.
type atomTable struct {
	keys  []uint64 // in the order of the numbers
	slots []uint32 // number+1, 0 for free; a power of two of them, at most half taken
	shift uint     // 64 minus the binary logarithm of len(slots)
}

// termBits is the room for an entity in a key: maxEntities and the mark for none fit.
const termBits = 13

// atomKey packs a ground atom. Keys of one predicate are ordered like their arguments.
func atomKey(pred int, t tuple) uint64 {
	key := uint64(pred)
	for _, e := range t {
		key = key<<termBits | uint64(e&(1<<termBits-1))
	}
	return key
}

func keyPred(key uint64) int { return int(key >> (maxArity * termBits)) }

// keyArg is an argument that the predicate has.
func keyArg(key uint64, position int) uint16 {
	return uint16(key >> uint((maxArity-1-position)*termBits) & (1<<termBits - 1))
}

// keyTuple is the arguments of a key of a predicate of the given arity.
func keyTuple(key uint64, arity int) tuple {
	t := tuple{unbound, unbound, unbound}
	for p := range arity {
		t[p] = keyArg(key, p)
	}
	return t
}

// reset empties the table and keeps its memory.
func (t *atomTable) reset() {
	t.keys = t.keys[:0]
	clear(t.slots)
}

// slot is where the key is or would be.
func (t *atomTable) slot(key uint64) int {
	// Fibonacci hashing: the high bits of the product depend on all bits of the key.
	at := int(key * 0x9e3779b97f4a7c15 >> t.shift)
	for t.slots[at] != 0 && t.keys[t.slots[at]-1] != key {
		at = (at + 1) & (len(t.slots) - 1)
	}
	return at
}

func (t *atomTable) has(key uint64) bool {
	return len(t.slots) > 0 && t.slots[t.slot(key)] != 0
}

// add returns the number of the key, and whether it is new.
func (t *atomTable) add(key uint64) (number uint32, isNew bool) {
	if 2*len(t.keys) >= len(t.slots) {
		t.grow()
	}
	at := t.slot(key)
	if n := t.slots[at]; n != 0 {
		return n - 1, false
	}
	t.keys = append(t.keys, key)
	t.slots[at] = uint32(len(t.keys))
	return uint32(len(t.keys) - 1), true
}

func (t *atomTable) grow() {
	size := max(1024, 2*len(t.slots))
	t.slots = make([]uint32, size)
	t.shift = 65 // 64 - log2(size)
	for ; size > 0; size >>= 1 {
		t.shift--
	}
	for i, key := range t.keys {
		t.slots[t.slot(key)] = uint32(i + 1)
	}
}
