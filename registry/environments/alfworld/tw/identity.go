package tw

import (
	"crypto/sha256"
	"encoding/binary"
	"sync"
)

// identity tells games apart. It is computed when a signature is first asked for: most games are played without.
type identity struct {
	source Source // domain, grammar and problem; dropped when the digest is there
	// setup is what the source is made of, with the goal sentence, when it is one of our own.
	setup  *Setup
	task   string
	once   sync.Once
	digest [sha256.Size]byte
}

func (d *identity) get() *[sha256.Size]byte {
	d.once.Do(func() {
		h := sha256.New()
		if d.setup != nil {
			d.source = NewSource(d.task, d.setup.Problem())
		}
		for _, text := range [...]string{d.source.Domain, d.source.Grammar, d.source.Problem} {
			var size [8]byte
			binary.LittleEndian.PutUint64(size[:], uint64(len(text)))
			h.Write(size[:])
			h.Write([]byte(text))
		}
		h.Sum(d.digest[:0])
		d.source, d.setup = Source{}, nil
	})
	return &d.digest
}
