package tw

import "hash/maphash"

// textIndex finds the numbers of texts that lie elsewhere. Half the size of a map and built in one
// allocation, which counts for a game that is played once. The seed, and so the order inside, differs from
// run to run; nothing depends on it.
type textIndex struct {
	seed  maphash.Seed
	slots []uint32 // number+1, 0 for free; a power of two of them
}

// newTextIndex is an index for n texts, in the memory of slots if that suffices.
func newTextIndex(slots []uint32, n int) textIndex {
	size := 16
	for size < 2*n {
		size *= 2
	}
	return textIndex{seed: maphash.MakeSeed(), slots: resized(slots, size)}
}

// slot is where the text with a hash is or would be; same compares it with the text of a number.
func (x *textIndex) slot(hash uint64, same func(number uint32) bool) int {
	at := int(hash & uint64(len(x.slots)-1))
	for x.slots[at] != 0 && !same(x.slots[at]-1) {
		at = (at + 1) & (len(x.slots) - 1)
	}
	return at
}

// find is the number of a text among those indexed.
func (x *textIndex) find(texts []string, text string) (uint32, bool) {
	at := int(maphash.String(x.seed, text) & uint64(len(x.slots)-1))
	for {
		n := x.slots[at]
		if n == 0 {
			return 0, false
		}
		if texts[n-1] == text {
			return n - 1, true
		}
		at = (at + 1) & (len(x.slots) - 1)
	}
}

// indexTexts is an index of different texts.
func indexTexts(texts []string) textIndex {
	x := newTextIndex(nil, len(texts))
	for i, text := range texts {
		at := x.slot(maphash.String(x.seed, text), func(uint32) bool { return false })
		x.slots[at] = uint32(i + 1)
	}
	return x
}
