package experiments_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/experiments"
)

func TestCanonicalJSON(t *testing.T) {
	type inner struct {
		B float64 `json:"b"`
		A float32 `json:"a"`
	}
	for _, test := range []struct {
		name string
		v    any
		want string
	}{
		{"keys are sorted", struct {
			Z int            `json:"z"`
			M map[string]int `json:"m"`
			A inner          `json:"a"`
		}{1, map[string]int{"y": 2, "x": 1}, inner{0.1, 0.1}}, `{"a":{"a":0.1,"b":0.1},"m":{"x":1,"y":2},"z":1}`},
		{"fields that are no identity", &opdSettings{Budget: Budget{Steps: 1}, Threads: 8}, `{"clip":null,"horizons":null,"learning_rate":0,"steps":1,"tasks_a_step":0}`},
		{"shortest floats", []float64{2e-3, 1, 1e21, 1.0 / 3, math.Copysign(0, -1)}, `[0.002,1,1e+21,0.3333333333333333,0]`},
		{"integers keep their digits", []any{int64(math.MaxInt64), uint64(math.MaxUint64)}, `[9223372036854775807,18446744073709551615]`},
		{"no escapes that JSON does not need", "<a & b>", `"<a & b>"`},
		{"null", nil, `null`},
	} {
		t.Run(test.name, func(t *testing.T) {
			got, err := experiments.CanonicalJSON(test.v)
			require.NoError(t, err)
			require.Equal(t, test.want, string(got))
		})
	}
	_, err := experiments.CanonicalJSON(math.NaN())
	require.ErrorContains(t, err, "encode canonical JSON")
}

func TestHash(t *testing.T) {
	require.Equal(t, "44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a", experiments.Hash(struct{}{}), "SHA-256 of {}")
	require.Equal(t, experiments.Hash(&opdSettings{Threads: 1}), experiments.Hash(&opdSettings{Threads: 2}))
	require.NotEqual(t, experiments.Hash(&opdSettings{Budget: Budget{Steps: 1}}), experiments.Hash(&opdSettings{Budget: Budget{Steps: 2}}))
	require.Panics(t, func() { experiments.Hash(math.Inf(1)) })
}

func TestDeclaration_Canonical(t *testing.T) {
	e := load(t, "testdata/valid/r2s", experiments.Options{})
	require.JSONEq(t, `{"use":"tiny","settings":{"heads":4,"layers":3,"scale":0,"width":64}}`, string(e.Models[0].Canonical()))
	require.Equal(t,
		`{"model":{"settings":{"heads":4,"layers":3,"scale":0,"width":64},"use":"tiny"},"warmup":{"settings":{"demonstrations":"expert","episodes":1000,"reference_share":0},"use":"none"}}`,
		string(e.Students[0].Canonical()))
	renamed := parse(t, "method \"other\" {\n use = \"opd\"\n steps = 150\n}")
	require.Equal(t, renamed.Methods[0].Canonical(), renamed.Methods[2].Canonical(), "neither names nor written defaults matter")
}
