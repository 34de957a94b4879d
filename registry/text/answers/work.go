package answers

import "math/big"

// maxWork bounds what a check may do, in operations: an elementary step of
// reading, or of computing with numbers of one machine word, counts as one.
// Ordinary answers need some hundreds. It is a count and not a time, so that
// verdicts are the same on every machine.
const maxWork = 120_000

// meter counts down the operations that a check has left. Beyond its end
// nothing is understood and nothing is equal.
type meter struct{ left int }

func newMeter() *meter { return &meter{left: maxWork} }

// spend takes n operations; false when there are not so many.
func (m *meter) spend(n int) bool {
	if m.left < n {
		m.left = -1
		return false
	}
	m.left -= n
	return true
}

// exceeded reports whether the check wanted more than it had.
func (m *meter) exceeded() bool { return m.left < 0 }

// exact takes what an operation on fractions costs, whose sum of lengths in
// words enters squared: reducing the result takes a greatest common divisor.
func (m *meter) exact(numbers ...*big.Rat) bool {
	bits := 0
	for _, r := range numbers {
		bits += r.Num().BitLen() + r.Denom().BitLen()
	}
	words := bits / 64
	return m.spend(8 + words + words*words/8)
}
