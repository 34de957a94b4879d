package py

import (
	"bytes"
	"crypto/sha256"
	"encoding"
	"encoding/hex"
	"hash"
)

// digest is what a dictionary remembers of its last hashing: the state of the sum before it
// and after it. A part of a database that did not change since is not written again.
type digest struct{ before, after []byte }

// Hash is the hexadecimal SHA-256 of json.dumps(d, sort_keys=True).
//
// The dictionaries right under d remember the sum's state and those under them their text, so
// that hashing again after a change costs the sum from the first changed one on.
func Hash(d *Dict) string {
	sum := sha256.New()
	var buf []byte
	buf = append(buf, '{')
	for n, i := range d.shape.order() {
		if n > 0 {
			buf = append(buf, ", "...)
		}
		buf = d.shape.appendLabel(buf, i)
		part, ok := d.val(i).(*Dict)
		if !ok {
			buf = AppendSortedJSON(buf, d.val(i))
			continue
		}
		sum.Write(buf)
		part.hashThrough(sum)
		buf = buf[:0]
	}
	sum.Write(append(buf, '}'))
	return hex.EncodeToString(sum.Sum(nil))
}

// hashThrough writes the dictionary's sorted JSON into the sum, or sets the sum to the state
// that it would have.
func (d *Dict) hashThrough(sum hash.Hash) {
	before := must(sum.(encoding.BinaryAppender).AppendBinary(nil))
	if m := d.memo.Load(); m != nil && bytes.Equal(m.before, before) {
		if err := sum.(encoding.BinaryUnmarshaler).UnmarshalBinary(m.after); err != nil {
			panic(err)
		}
		return
	}
	lent := buffers.Get().(*[]byte)
	buf := append((*lent)[:0], '{')
	for n, i := range d.shape.order() {
		if n > 0 {
			buf = append(buf, ", "...)
		}
		buf = d.shape.appendLabel(buf, i)
		if record, ok := d.val(i).(*Dict); ok {
			buf = append(buf, record.sortedText()...)
		} else {
			buf = AppendSortedJSON(buf, d.val(i))
		}
		if len(buf) > 1<<15 {
			sum.Write(buf)
			buf = buf[:0]
		}
	}
	buf = append(buf, '}')
	sum.Write(buf)
	giveBack(lent, buf)
	d.memo.Store(&digest{before, must(sum.(encoding.BinaryAppender).AppendBinary(nil))})
}

// sortedText returns the dictionary's sorted JSON and remembers it.
func (d *Dict) sortedText() []byte {
	if text := d.text.Load(); text != nil {
		return *text
	}
	text := AppendSortedJSON(nil, d)
	d.text.Store(&text)
	return text
}

// must unwraps the state of a sum, which the standard library's SHA-256 always has.
func must(b []byte, err error) []byte {
	if err != nil {
		panic(err)
	}
	return b
}
