// Package pyrandom reproduces the numbers of Python's random module, so that
// data made by Python programs from a seed can be made again: identifiers of
// tool worlds, shuffled goal lists, sampled subsets. It follows CPython 3.2 and
// later and is exact for every method but Gauss, which may differ in the last
// bit. It is no source of randomness for
// anything of our own, which uses math/rand/v2.
package pyrandom

import (
	"crypto/sha512"
	"math"
	"math/big"
	"math/bits"
)

// Rand is one generator, like an instance of random.Random. It is not safe for
// concurrent use.
type Rand struct {
	twister   twister
	nextGauss float64
	hasGauss  bool
}

// New is random.Random(seed) for a non-negative integer.
func New(seed uint64) *Rand {
	return newFromKey([]uint32{uint32(seed), uint32(seed >> 32)})
}

// NewBig is random.Random(seed) for an integer of any size; Python ignores
// the sign.
func NewBig(seed *big.Int) *Rand {
	var key []uint32
	magnitude := seed.Bytes()
	for end := len(magnitude); end > 0; end -= 4 {
		var word uint32
		for _, b := range magnitude[max(0, end-4):end] {
			word = word<<8 | uint32(b)
		}
		key = append(key, word)
	}
	return newFromKey(key)
}

// NewString is random.Random(seed) for a string.
func NewString(seed string) *Rand {
	digest := sha512.Sum512([]byte(seed))
	return NewBig(new(big.Int).SetBytes(append([]byte(seed), digest[:]...)))
}

// newFromKey seeds from a number's 32-bit words, lowest first.
func newFromKey(key []uint32) *Rand {
	for len(key) > 1 && key[len(key)-1] == 0 {
		key = key[:len(key)-1]
	}
	if len(key) == 0 {
		key = []uint32{0}
	}
	r := &Rand{}
	r.twister.seed(key)
	return r
}

// Random returns a float in [0, 1) with 53 random bits.
func (r *Rand) Random() float64 {
	a, b := r.twister.next()>>5, r.twister.next()>>6
	return (float64(a)*67108864 + float64(b)) / 9007199254740992
}

// Getrandbits returns k random bits, 0 <= k <= 64. It panics on other k.
func (r *Rand) Getrandbits(k int) uint64 {
	switch {
	case k < 0 || k > 64:
		panic("getrandbits: number of bits must be in [0, 64]")
	case k == 0:
		return 0
	case k <= 32:
		return uint64(r.twister.next() >> (32 - k))
	}
	low := uint64(r.twister.next())
	return low | uint64(r.twister.next()>>(64-k))<<32
}

// Randbelow returns an integer in [0, n). It panics when n is 0.
func (r *Rand) Randbelow(n uint64) uint64 {
	if n == 0 {
		panic("randbelow: empty range")
	}
	k := bits.Len64(n)
	for {
		if v := r.Getrandbits(k); v < n {
			return v
		}
	}
}

// Randrange returns an integer in [start, stop). It panics on an empty range.
func (r *Rand) Randrange(start, stop int64) int64 {
	if stop <= start {
		panic("randrange: empty range")
	}
	return start + int64(r.Randbelow(uint64(stop)-uint64(start)))
}

// Randint returns an integer in [a, b]. It panics when b < a, and when the
// range holds all 64-bit integers.
func (r *Rand) Randint(a, b int64) int64 {
	if b < a {
		panic("randint: empty range")
	}
	return a + int64(r.Randbelow(uint64(b)-uint64(a)+1))
}

// Uniform returns a float between a and b.
func (r *Rand) Uniform(a, b float64) float64 {
	return a + float64((b-a)*r.Random())
}

// Choice returns the index that random.choice takes from n elements.
func (r *Rand) Choice(n int) int {
	return int(r.Randbelow(length(n)))
}

// length checks the length of a sequence to draw from.
func length(n int) uint64 {
	if n <= 0 {
		panic("choice: empty sequence")
	}
	return uint64(n)
}

// Shuffle permutes n elements as random.shuffle does, by swapping pairs.
func (r *Rand) Shuffle(n int, swap func(i, j int)) {
	for i := n - 1; i > 0; i-- {
		swap(i, int(r.Randbelow(uint64(i)+1)))
	}
}

// Sample returns the k indices that random.sample takes from n elements, in
// its order. It panics unless 0 <= k <= n.
func (r *Rand) Sample(n, k int) []int {
	if k < 0 || k > n {
		panic("sample: size must be in [0, population]")
	}
	// Python keeps a pool for small populations and a set for large ones; the
	// draws differ, so the same size decides.
	setSize := 21
	if k > 5 {
		setSize += int(math.Pow(4, math.Ceil(logBase4(float64(k)*3))))
	}
	out := make([]int, k)
	if n <= setSize {
		pool := make([]int, n)
		for i := range pool {
			pool[i] = i
		}
		for i := range out {
			j := int(r.Randbelow(uint64(n - i)))
			out[i] = pool[j]
			pool[j] = pool[n-i-1]
		}
		return out
	}
	taken := make(map[int]bool, k)
	for i := range out {
		j := int(r.Randbelow(uint64(n)))
		for taken[j] {
			j = int(r.Randbelow(uint64(n)))
		}
		taken[j] = true
		out[i] = j
	}
	return out
}

// logBase4 is math.log(x, 4), a quotient of logarithms.
func logBase4(x float64) float64 {
	return math.Log(x) / math.Log(4)
}

// Choices returns the k indices that random.choices takes from n elements with
// replacement. weights are relative and may be nil for equal ones; otherwise
// there must be n of them with a positive sum, else it panics.
func (r *Rand) Choices(n, k int, weights []float64) []int {
	out := make([]int, k)
	if weights == nil {
		for i := range out {
			out[i] = int(r.Random() * float64(length(n)))
		}
		return out
	}
	if len(weights) != n {
		panic("choices: number of weights must equal the population")
	}
	cumulative := make([]float64, n)
	total := 0.0
	for i, w := range weights {
		total += w
		cumulative[i] = total
	}
	if !(total > 0) {
		panic("choices: total of weights must be positive")
	}
	for i := range out {
		x := r.Random() * total
		lo, hi := 0, n-1
		for lo < hi {
			if mid := (lo + hi) / 2; x < cumulative[mid] {
				hi = mid
			} else {
				lo = mid + 1
			}
		}
		out[i] = lo
	}
	return out
}

// Gauss returns a normally distributed float as random.gauss does: the values
// come in pairs. It is exact up to the last bit of the machine's logarithm and
// trigonometric functions.
func (r *Rand) Gauss(mu, sigma float64) float64 {
	z := r.nextGauss
	if r.hasGauss {
		r.hasGauss = false
	} else {
		angle := r.Random() * 2 * math.Pi
		radius := math.Sqrt(-2 * math.Log(1-r.Random()))
		z = math.Cos(angle) * radius
		r.nextGauss = math.Sin(angle) * radius
		r.hasGauss = true
	}
	return mu + float64(z*sigma)
}
