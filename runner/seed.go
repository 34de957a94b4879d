package runner

import (
	"crypto/sha256"
	"encoding/binary"
	"hash"
	"math/rand/v2"
)

// seedDomain keeps seeds apart from every other use of SHA-256 in the program. Changing it changes
// every result.
const seedDomain = "retort seed 1"

// Seed derives the seed of one use of randomness: root is the seed of the experiment, identity says
// whose randomness it is (a stage's hash) and purpose what for ("initialisation", "data order"). The three are hashed
// with their lengths, so no two different triples meet by concatenation, and adding a consumer never
// moves another's stream.
func Seed(root uint64, identity, purpose string) uint64 {
	h := sha256.New()
	writeText(h, seedDomain)
	var b [8]byte
	binary.LittleEndian.PutUint64(b[:], root)
	h.Write(b[:])
	writeText(h, identity)
	writeText(h, purpose)
	return binary.LittleEndian.Uint64(h.Sum(nil))
}

// Source returns the stream of a seed. Its state can be marshalled, for checkpoints.
func Source(seed uint64) *rand.ChaCha8 {
	var b [8]byte
	binary.LittleEndian.PutUint64(b[:], seed)
	return rand.NewChaCha8(sha256.Sum256(b[:]))
}

func writeText(h hash.Hash, s string) {
	var b [8]byte
	binary.LittleEndian.PutUint64(b[:], uint64(len(s)))
	h.Write(b[:])
	h.Write([]byte(s))
}
