package local

import "math"

// toHalf rounds to the nearest 16-bit float, ties to even. What is too large
// becomes infinite; NaN stays NaN.
func toHalf(f float32) uint16 {
	b := math.Float32bits(f)
	sign := uint16(b >> 16 & 0x8000)
	b &= 0x7fffffff
	switch {
	case b > 0x7f800000: // NaN: keep the top of its payload, and something of it
		return sign | 0x7e00 | uint16(b>>13&0x3ff)
	case b >= 0x477ff000: // 65520 and above round to infinity
		return sign | 0x7c00
	case b >= 0x38800000: // normal: rebias the exponent, round the mantissa
		return sign | uint16((b-0x38000000+0xfff+b>>13&1)>>13)
	case b < 0x33000000: // below half of the smallest subnormal
		return sign
	}
	// Subnormal: shift the mantissa, with its hidden bit, to units of 2^-24.
	shift := 126 - b>>23
	mantissa := b&0x7fffff | 0x800000
	half := uint32(1) << (shift - 1)
	return sign | uint16((mantissa+half-1+mantissa>>shift&1)>>shift)
}

// fromHalf is exact.
func fromHalf(h uint16) float32 {
	sign, exponent, mantissa := uint32(h&0x8000)<<16, uint32(h>>10&0x1f), uint32(h&0x3ff)
	switch exponent {
	case 0:
		f := float32(mantissa) / (1 << 24)
		return math.Float32frombits(math.Float32bits(f) | sign)
	case 0x1f:
		return math.Float32frombits(sign | 0x7f800000 | mantissa<<13)
	}
	return math.Float32frombits(sign | (exponent+112)<<23 | mantissa<<13)
}
