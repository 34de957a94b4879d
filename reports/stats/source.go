package stats

import (
	"crypto/sha256"
	"encoding/binary"
	"math/rand/v2"
)

// Source returns a random source for a purpose under a key, usually the hash of a plan. Equal arguments give
// equal streams; another purpose does not shift them.
func Source(key, purpose string) *rand.Rand {
	var length [8]byte
	binary.LittleEndian.PutUint64(length[:], uint64(len(key)))
	h := sha256.New()
	h.Write(length[:])
	h.Write([]byte(key))
	h.Write([]byte(purpose))
	sum := h.Sum(nil)
	return rand.New(rand.NewPCG(binary.LittleEndian.Uint64(sum), binary.LittleEndian.Uint64(sum[8:])))
}
