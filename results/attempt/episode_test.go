package attempt

import (
	"fmt"
	"math"
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/registry"
)

// fill sets every field that can be set to something that is not its zero value, numbers to what is not finite.
func fill(v reflect.Value, n *int) {
	*n++
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			fill(v.Field(i), n)
		}
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 3, 3))
		for i := range v.Len() {
			fill(v.Index(i), n)
		}
	case reflect.Float32, reflect.Float64:
		v.SetFloat([]float64{math.Inf(1), math.Inf(-1), math.NaN(), -0.1}[*n%4])
	case reflect.Int, reflect.Int32, reflect.Int64:
		v.SetInt(int64(*n))
	case reflect.String:
		v.SetString(fmt.Sprintf("text <%d> & \u2028", *n))
	case reflect.Bool:
		v.SetBool(true)
	default:
		panic(fmt.Sprintf("a field of kind %s needs a case here and in the encoding", v.Kind()))
	}
}

// A field that registry gains later is covered too, or fails here.
func TestEpisode_EveryFieldRoundTrips(t *testing.T) {
	var want registry.Episode
	n := 0
	fill(reflect.ValueOf(&want).Elem(), &n)
	text, err := encodeEpisode(&want)
	require.NoError(t, err)
	got, err := decodeEpisode(text)
	require.NoError(t, err)
	require.Equal(t, fmt.Sprintf("%#v", want), fmt.Sprintf("%#v", *got))

	empty, err := encodeEpisode(&registry.Episode{})
	require.NoError(t, err)
	got, err = decodeEpisode(empty)
	require.NoError(t, err)
	require.Equal(t, &registry.Episode{}, got)
}

func TestSummary_EveryFieldRoundTrips(t *testing.T) {
	want := EpisodeRecord{Phase: "evaluation", At: 5, Bytes: 7}
	n := 0
	fill(reflect.ValueOf(&want.Summary).Elem(), &n)
	text, err := encode(want)
	require.NoError(t, err)
	got, err := ParseEpisode(text)
	require.NoError(t, err)
	require.Equal(t, fmt.Sprintf("%#v", want), fmt.Sprintf("%#v", got))
}

// A frame depends on its episode alone, not on what the encoder has seen before.
func TestFrames_DoNotDependOnEachOther(t *testing.T) {
	used := newEncoder()
	for n := range 60 {
		e := registry.Episode{Actor: "student"}
		for k := range 1 + (n*37)%50 {
			e.Turns = append(e.Turns, registry.Turn{
				Observation: fmt.Sprintf("you see cabinet %d and a mug %d", k, n*k), LogProbs: []float32{float32(k) / float32(n+1), -3}, Tokens: []int32{int32(n), 2},
			})
		}
		text, err := encodeEpisode(&e)
		require.NoError(t, err)
		require.Equal(t, newEncoder().EncodeAll(text, nil), used.EncodeAll(text, nil))
	}
}
