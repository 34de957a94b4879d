package pyrandom_test

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"errors"
	"io/fs"
	"math/big"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/registry/text/pyrandom"
)

// identity returns 0..n-1.
func identity(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i
	}
	return out
}

func shuffled(r *pyrandom.Rand, n int) []int {
	out := identity(n)
	r.Shuffle(n, func(i, j int) { out[i], out[j] = out[j], out[i] })
	return out
}

// repeat calls draw n times.
func repeat[T any](n int, draw func() T) []T {
	out := make([]T, n)
	for i := range out {
		out[i] = draw()
	}
	return out
}

// The expected values are recorded from CPython.
func TestRecordedSeed42(t *testing.T) {
	require.Equal(t, []uint64{2746317213, 478163327, 107420369},
		repeat(3, func() func() uint64 { r := pyrandom.New(42); return func() uint64 { return r.Getrandbits(32) } }()))
	r := pyrandom.New(42)
	require.Equal(t, []float64{0.6394267984578837, 0.025010755222666936, 0.27502931836911926}, repeat(3, r.Random))
	r = pyrandom.New(42)
	require.Equal(t, []int64{93810, 24592, 13278}, repeat(3, func() int64 { return r.Randint(10000, 99999) }))
	r = pyrandom.New(42)
	require.Equal(t, []int64{223005401501, 911856239313}, repeat(2, func() int64 { return r.Randrange(1e11, 1e12) }))
	r = pyrandom.New(42)
	require.Equal(t, []float64{21.971339922894188, -8.749462238866654}, repeat(2, func() float64 { return r.Uniform(-10, 40) }))
	require.Equal(t, []int{19, 5, 14, 4, 9, 13, 15, 18, 6, 12, 17, 10, 1, 11, 2, 16, 7, 8, 0, 3}, shuffled(pyrandom.New(42), 20))
	require.Equal(t, []int{81, 14, 3, 94, 35, 31, 28, 17, 13, 86}, pyrandom.New(42).Sample(100, 10))
}

// row is one seed of the recording.
type row struct {
	Seed    uint64    `json:"seed"`
	Bits    []uint64  `json:"getrandbits32"`
	Random  []float64 `json:"random"`
	Small   []int64   `json:"randint_10000_99999"`
	Large   []int64   `json:"randint_1e11_1e12m1"`
	Uniform []float64 `json:"uniform_m10_40"`
	Shuffle []int     `json:"shuffle20"`
	Sample  []int     `json:"sample_100_10"`
	Choice  string    `json:"choice_abcdefghij"`
	S6910   []int     `json:"shuffle6910_first50"`
	Sum6910 int       `json:"shuffle6910_sum_i_xi"`
	S1000   []int     `json:"shuffle1000"`
}

func TestMatchesRecording(t *testing.T) {
	f, err := os.Open("../../../../shared/data/text/python_random_golden.jsonl.gz")
	if errors.Is(err, fs.ErrNotExist) {
		t.Skip("recording absent: ../shared/data/text/python_random_golden.jsonl.gz")
	}
	require.NoError(t, err)
	defer f.Close()
	z, err := gzip.NewReader(f)
	require.NoError(t, err)
	lines := bufio.NewScanner(z)
	rows := 0
	for lines.Scan() {
		var want row
		require.NoError(t, json.Unmarshal(lines.Bytes(), &want))
		compare(t, want)
		rows++
	}
	require.NoError(t, lines.Err())
	require.Positive(t, rows)
}

func compare(t *testing.T, want row) {
	t.Helper()
	fresh := func() *pyrandom.Rand { return pyrandom.New(want.Seed) }
	switch {
	case want.S6910 != nil:
		got := shuffled(fresh(), 6910)
		require.Equal(t, want.S6910, got[:50])
		sum := 0
		for i, v := range got {
			sum += i * v
		}
		require.Equal(t, want.Sum6910, sum)
		return
	case want.S1000 != nil:
		require.Equal(t, want.S1000, shuffled(fresh(), 1000))
		return
	}
	r := fresh()
	require.Equal(t, want.Bits, repeat(len(want.Bits), func() uint64 { return r.Getrandbits(32) }))
	r = fresh()
	require.Equal(t, want.Random, repeat(len(want.Random), r.Random))
	r = fresh()
	require.Equal(t, want.Small, repeat(len(want.Small), func() int64 { return r.Randint(10000, 99999) }))
	r = fresh()
	require.Equal(t, want.Large, repeat(len(want.Large), func() int64 { return r.Randint(1e11, 1e12-1) }))
	r = fresh()
	require.Equal(t, want.Uniform, repeat(len(want.Uniform), func() float64 { return r.Uniform(-10, 40) }))
	require.Equal(t, want.Shuffle, shuffled(fresh(), 20))
	require.Equal(t, want.Sample, fresh().Sample(100, 10))
	r = fresh()
	require.Equal(t, want.Choice, string(repeat(len(want.Choice), func() byte { return "abcdefghij"[r.Choice(10)] })))
}

func TestOtherSeedsAndDraws(t *testing.T) {
	r := pyrandom.NewString("webshop")
	require.Equal(t, []float64{0.7642059408062103, 0.9028855602921627}, repeat(2, r.Random))
	big1, ok := new(big.Int).SetString("-12345678901234567890123", 10)
	require.True(t, ok)
	require.Equal(t, uint64(18031596263588569029), pyrandom.NewBig(big1).Getrandbits(64))
	require.Equal(t, pyrandom.New(0).Random(), pyrandom.NewBig(new(big.Int)).Random())

	r = pyrandom.New(7)
	require.InDeltaSlice(t, []float64{0.4882394231047992, 2.022863025033028, 0.5478076704337906},
		repeat(3, func() float64 { return r.Gauss(1, 2) }), 1e-14)
	require.Equal(t, []int{5, 3, 0, 5, 0, 4}, r.Choices(10, 6, nil))
	require.Equal(t, []int{0, 0, 1, 1, 0, 0, 1, 3}, r.Choices(4, 8, []float64{1, 2, 0, .5}))
	require.Equal(t, []int{18, 29, 12, 1, 7, 26, 17, 4}, r.Sample(30, 8))
	require.Equal(t, []int{296, 429, 147, 553, 120, 584, 315, 573}, r.Sample(1000, 8))
}

func TestProgrammersMistakesPanic(t *testing.T) {
	r := pyrandom.New(1)
	for name, draw := range map[string]func(){
		"bits":    func() { r.Getrandbits(65) },
		"below":   func() { r.Randbelow(0) },
		"range":   func() { r.Randrange(3, 3) },
		"int":     func() { r.Randint(3, 2) },
		"choice":  func() { r.Choice(0) },
		"sample":  func() { r.Sample(3, 4) },
		"weights": func() { r.Choices(2, 1, []float64{1}) },
		"total":   func() { r.Choices(2, 1, []float64{0, 0}) },
	} {
		require.Panics(t, draw, name)
	}
}

func BenchmarkRandom(b *testing.B) {
	r := pyrandom.New(1)
	b.ReportAllocs()
	for b.Loop() {
		r.Random()
	}
}
