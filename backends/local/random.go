package local

import "math/bits"

// uniform is the random number in [0, 1) of a stream's position: the first 24
// bits of Philox4x32-10 (Salmon et al. 2011) with the seed as key and the position as
// counter.
func uniform(seed uint64, position int) float32 {
	const (
		multiplier0, multiplier1 = 0xD2511F53, 0xCD9E8D57
		weyl0, weyl1             = 0x9E3779B9, 0xBB67AE85
	)
	k0, k1 := uint32(seed), uint32(seed>>32)
	c0, c1, c2, c3 := uint32(position), uint32(uint64(position)>>32), uint32(0), uint32(0)
	for range 10 {
		hi0, lo0 := bits.Mul32(multiplier0, c0)
		hi1, lo1 := bits.Mul32(multiplier1, c2)
		c0, c1, c2, c3 = hi1^c1^k0, lo1, hi0^c3^k1, lo0
		k0 += weyl0
		k1 += weyl1
	}
	return float32(c0>>8) / (1 << 24)
}
