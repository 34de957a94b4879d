package safetensors_test

import (
	"bytes"
	"encoding/binary"
	"io"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/backends/local/safetensors"
)

func example() safetensors.File {
	return safetensors.File{
		Metadata: map[string]string{"format": "pt", "quote": `a "b"`},
		Tensors: []safetensors.Tensor{
			{Name: "b", DType: "F32", Shape: []int{2, 1}, Data: []byte{1, 2, 3, 4, 5, 6, 7, 8}},
			{Name: "a", DType: "F16", Shape: []int{3}, Data: []byte{1, 2, 3, 4, 5, 6}},
			{Name: "empty", DType: "I64", Shape: []int{0, 7}, Data: []byte{}},
			{Name: "scalar", DType: "U8", Shape: []int{}, Data: []byte{9}},
		},
	}
}

func encode(t testing.TB, f safetensors.File) []byte {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, safetensors.Write(&b, f))
	return b.Bytes()
}

func TestRoundTrip(t *testing.T) {
	text := encode(t, example())
	require.Zero(t, binary.LittleEndian.Uint64(text)%8)
	f, err := safetensors.Read(iotest.OneByteReader(bytes.NewReader(text)))
	require.NoError(t, err)
	require.Equal(t, example(), *f)
	require.Equal(t, text, encode(t, *f))
	a, ok := f.Tensor("a")
	require.True(t, ok)
	require.Equal(t, "F16", a.DType)
	_, ok = f.Tensor("c")
	require.False(t, ok)
}

func TestWriteChecksLengths(t *testing.T) {
	for _, bad := range []safetensors.Tensor{
		{Name: "x", DType: "F32", Shape: []int{2}, Data: make([]byte, 7)},
		{Name: "x", DType: "F31", Shape: []int{2}, Data: make([]byte, 8)},
		{Name: "x", DType: "F32", Shape: []int{-2}, Data: nil},
	} {
		require.ErrorContains(t, safetensors.Write(io.Discard, safetensors.File{Tensors: []safetensors.Tensor{bad}}), `"x"`)
	}
}

// header frames JSON text and some data.
func header(text string, data int) []byte {
	out := binary.LittleEndian.AppendUint64(nil, uint64(len(text)))
	return append(append(out, text...), make([]byte, data)...)
}

func TestReadRefuses(t *testing.T) {
	for name, data := range map[string][]byte{
		"nothing":           nil,
		"huge header":       binary.LittleEndian.AppendUint64(nil, 1<<60),
		"short header":      header("{}", 0)[:9],
		"no JSON":           header("{", 0),
		"overlap":           header(`{"a":{"dtype":"U8","shape":[2],"data_offsets":[0,2]},"b":{"dtype":"U8","shape":[2],"data_offsets":[1,3]}}`, 3),
		"gap":               header(`{"a":{"dtype":"U8","shape":[2],"data_offsets":[1,3]}}`, 3),
		"wrong length":      header(`{"a":{"dtype":"U8","shape":[3],"data_offsets":[0,2]}}`, 2),
		"overflow":          header(`{"a":{"dtype":"U8","shape":[4294967296,4294967296,4294967296],"data_offsets":[0,0]}}`, 0),
		"negative":          header(`{"a":{"dtype":"U8","shape":[-1],"data_offsets":[0,-1]}}`, 0),
		"unknown type":      header(`{"a":{"dtype":"X9","shape":[1],"data_offsets":[0,1]}}`, 1),
		"data missing":      header(`{"a":{"dtype":"U8","shape":[1000000000000],"data_offsets":[0,1000000000000]}}`, 3),
		"data left over":    header(`{"a":{"dtype":"U8","shape":[2],"data_offsets":[0,2]}}`, 3),
		"metadata no text":  header(`{"__metadata__":{"a":1}}`, 0),
		"tensor no object":  header(`{"a":[]}`, 0),
		"fractional offset": header(`{"a":{"dtype":"U8","shape":[2],"data_offsets":[0.5,2]}}`, 2),
	} {
		_, err := safetensors.Read(bytes.NewReader(data))
		require.ErrorContains(t, err, "read safetensors: ", name)
	}
	_, err := safetensors.Read(iotest.ErrReader(io.ErrClosedPipe))
	require.ErrorIs(t, err, io.ErrClosedPipe)
}

// What Read accepts, Write writes so that Read gives the same.
func FuzzRead(f *testing.F) {
	f.Add(encode(f, example()))
	f.Add(header(`{}`, 0))
	f.Add(header(`{"a":{"dtype":"U8","shape":[2],"data_offsets":[0,2]}}  `, 2))
	f.Fuzz(func(t *testing.T, data []byte) {
		file, err := safetensors.Read(bytes.NewReader(data))
		if err != nil {
			return
		}
		again, err := safetensors.Read(bytes.NewReader(encode(t, *file)))
		require.NoError(t, err)
		require.Equal(t, len(file.Tensors), len(again.Tensors))
	})
}
