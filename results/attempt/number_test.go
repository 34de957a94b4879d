package attempt

import (
	"encoding/json"
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestNumbers_ExactRoundTrip(t *testing.T) {
	want := numbers{
		0, math.Copysign(0, -1), 0.1, 1.0 / 3, -1e-7, 1e21, 123456789012345678, math.MaxFloat64, math.SmallestNonzeroFloat64,
		math.NaN(), math.Inf(1), math.Inf(-1), math.Nextafter(1, 2),
	}
	text, err := json.Marshal(want)
	require.NoError(t, err)
	var got numbers
	require.NoError(t, json.Unmarshal(text, &got))
	require.Len(t, got, len(want))
	for i := range want {
		if math.IsNaN(want[i]) {
			require.True(t, math.IsNaN(got[i]))
			continue
		}
		require.Equal(t, math.Float64bits(want[i]), math.Float64bits(got[i]), "%v", want[i])
	}
}

func TestFloats_ExactRoundTrip(t *testing.T) {
	var want floats
	// A walk over bit patterns of all exponents and signs.
	for bits := uint32(0); bits < 0xff000000; bits += 0x00012345 {
		if v := math.Float32frombits(bits); v == v {
			want = append(want, v)
		}
	}
	text, err := json.Marshal(want)
	require.NoError(t, err)
	var got floats
	require.NoError(t, json.Unmarshal(text, &got))
	require.Len(t, got, len(want))
	for i := range want {
		require.Equal(t, math.Float32bits(want[i]), math.Float32bits(got[i]), "%v", want[i])
	}
}

func TestNumbers_Refuse(t *testing.T) {
	for _, text := range []string{`["NaN"]`, `[null]`, `[true]`, `{"a":1}`, `[1e999]`, `[[1]]`, `["1"]`} {
		var got numbers
		require.Error(t, json.Unmarshal([]byte(text), &got), text)
	}
	var one number
	require.Error(t, json.Unmarshal([]byte(`"inf"`), &one))
	var empty numbers
	require.NoError(t, json.Unmarshal([]byte(` [ ] `), &empty))
	require.Empty(t, empty)
	require.NotNil(t, empty)
}
