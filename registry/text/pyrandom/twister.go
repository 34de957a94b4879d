package pyrandom

// Parameters of MT19937.
const (
	stateSize  = 624
	middleWord = 397
	matrixA    = 0x9908b0df
	upperMask  = 0x80000000
	lowerMask  = 0x7fffffff
)

// twister is the Mersenne Twister MT19937 (Matsumoto and Nishimura, 1998).
type twister struct {
	state [stateSize]uint32
	at    int
}

// seed initializes from an array of words, which must not be empty.
func (t *twister) seed(key []uint32) {
	s := &t.state
	s[0] = 19650218
	for i := uint32(1); i < stateSize; i++ {
		s[i] = 1812433253*(s[i-1]^s[i-1]>>30) + i
	}
	i, j := 1, 0
	for range max(stateSize, len(key)) {
		s[i] = (s[i] ^ (s[i-1]^s[i-1]>>30)*1664525) + key[j] + uint32(j)
		i, j = i+1, j+1
		if i >= stateSize {
			s[0] = s[stateSize-1]
			i = 1
		}
		if j >= len(key) {
			j = 0
		}
	}
	for range stateSize - 1 {
		s[i] = (s[i] ^ (s[i-1]^s[i-1]>>30)*1566083941) - uint32(i)
		i++
		if i >= stateSize {
			s[0] = s[stateSize-1]
			i = 1
		}
	}
	s[0] = 0x80000000
	t.at = stateSize
}

// next returns 32 random bits.
func (t *twister) next() uint32 {
	if t.at == stateSize {
		t.twist()
	}
	y := t.state[t.at]
	t.at++
	y ^= y >> 11
	y ^= y << 7 & 0x9d2c5680
	y ^= y << 15 & 0xefc60000
	return y ^ y>>18
}

// twist renews the state.
func (t *twister) twist() {
	s := &t.state
	for i := range s {
		y := s[i]&upperMask | s[(i+1)%stateSize]&lowerMask
		s[i] = s[(i+middleWord)%stateSize] ^ y>>1
		if y&1 == 1 {
			s[i] ^= matrixA
		}
	}
	t.at = 0
}
