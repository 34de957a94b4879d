package bm25

import "math/bits"

// exactLengths is the number of lengths that the byte holds exactly.
const exactLengths = 24

// encodeLength maps a document length to its byte (Lucene's SmallFloat
// intToByte4): lengths below 40 exactly, longer ones with four significant
// bits of what exceeds 24, rounded down.
func encodeLength(n int) byte {
	if n < exactLengths {
		return byte(n)
	}
	v := uint64(n - exactLengths)
	size := bits.Len64(v)
	if size < 4 {
		return byte(exactLengths + v)
	}
	shift := size - 4
	mantissa := (v >> shift) & 7
	return byte(exactLengths + (uint64(shift+1)<<3 | mantissa))
}

// decodeLength is the length that a byte stands for.
func decodeLength(b byte) int {
	if b < exactLengths {
		return int(b)
	}
	v := uint64(b - exactLengths)
	mantissa, shift := v&7, int(v>>3)-1
	if shift < 0 {
		return exactLengths + int(mantissa)
	}
	return exactLengths + int((mantissa|8)<<shift)
}
