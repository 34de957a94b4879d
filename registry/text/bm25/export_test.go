package bm25

// The rule of lengths, for comparison with recordings.
var (
	EncodeLength = encodeLength
	DecodeLength = decodeLength
)
