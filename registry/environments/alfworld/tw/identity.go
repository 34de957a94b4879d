package tw

import (
	"crypto/sha256"
	"encoding/binary"
	"sync"
)

// identity tells games apart. It is computed when a signature is first asked for: most games are played without.
type identity struct {
	texts  [3]string // domain, grammar and problem; dropped when the digest is there
	once   sync.Once
	digest [sha256.Size]byte
}

func (d *identity) get() *[sha256.Size]byte {
	d.once.Do(func() {
		h := sha256.New()
		for _, text := range d.texts {
			var size [8]byte
			binary.LittleEndian.PutUint64(size[:], uint64(len(text)))
			h.Write(size[:])
			h.Write([]byte(text))
		}
		h.Sum(d.digest[:0])
		d.texts = [3]string{}
	})
	return &d.digest
}
