package py_test

import (
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/registry/environments/tau2/py"
)

func parse(t testing.TB, text string) py.Value {
	t.Helper()
	v, err := py.Parse(text)
	require.NoError(t, err, text)
	return v
}

// The expected texts are those of CPython 3.11.
func TestTexts(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ in, json, repr string }{
		{`null`, `null`, `None`},
		{`[true, false]`, `[true, false]`, `[True, False]`},
		{`1.0`, `1.0`, `1.0`},
		{`100000000000000000000`, `100000000000000000000`, `100000000000000000000`},
		{`1e16`, `1e+16`, `1e+16`},
		{`1e15`, `1000000000000000.0`, `1000000000000000.0`},
		{`0.0001`, `0.0001`, `0.0001`},
		{`0.00001`, `1e-05`, `1e-05`},
		{`-0.0`, `-0.0`, `-0.0`},
		{`1e999`, `Infinity`, `inf`},
		{`NaN`, `NaN`, `nan`},
		{`-Infinity`, `-Infinity`, `-inf`},
		{`"a'b"`, `"a'b"`, `"a'b"`},
		{`"a'\"b"`, `"a'\"b"`, `'a\'"b'`},
		{`"é\u0000\u007f\n"`, `"\u00e9\u0000\u007f\n"`, `'é\x00\x7f\n'`},
		{`"\ud83d\ude00"`, `"\ud83d\ude00"`, `'😀'`},
		{`"\ud800x"`, `"\ud800x"`, `'\ud800x'`},
		{`"1234567\u007f"`, `"1234567\u007f"`, `'1234567\x7f'`},
		{`"12345678~}!#[]^ "`, `"12345678~}!#[]^ "`, `'12345678~}!#[]^ '`},
		{`"1234567\\1234567\"é234567\u001f"`, `"1234567\\1234567\"\u00e9234567\u001f"`, `'1234567\\1234567"é234567\x1f'`},
		{`"\u200b\u00ad"`, `"\u200b\u00ad"`, `'\u200b\xad'`},
		{`{"b": 1, "a": [], "b": {}}`, `{"b": {}, "a": []}`, `{'b': {}, 'a': []}`},
	} {
		v := parse(t, c.in)
		require.Equal(t, c.json, py.JSON(v), c.in)
		require.Equal(t, c.repr, py.Repr(v), c.in)
	}
	require.Equal(t, `{"a": {"x": 2, "y": 1}, "\u00e9": 0}`, string(py.AppendSortedJSON(nil, parse(t, `{"é": 0, "a": {"y": 1, "x": 2}}`))))
}

// TestJSON_Bytes writes every character of ASCII at every place of a text as it writes it alone.
func TestJSON_Bytes(t *testing.T) {
	t.Parallel()
	for c := range 128 {
		alone := strings.Trim(py.JSON(py.Str(rune(c))), `"`)
		if c == '"' {
			alone = `\"`
		}
		for at := range 17 {
			before, after := strings.Repeat("a", at), strings.Repeat("~", 16-at)
			require.Equal(t, `"`+before+alone+after+`"`, py.JSON(py.Str(before+string(rune(c))+after)))
		}
	}
}

func TestParse_Faults(t *testing.T) {
	t.Parallel()
	deep := make([]byte, 2000)
	for i := range deep {
		deep[i] = '['
	}
	for _, text := range []string{``, ` `, `{`, `[1,]`, `{"a"}`, `{"a":1,}`, `{a:1}`, `01`, `-`, `1.`, `1e`, `"a`, `"\x"`, `"\u12"`, "\"\n\"", `tru`, `1 2`, `'a'`, string(deep)} {
		_, err := py.Parse(text)
		require.Error(t, err, text)
	}
}

func TestEqual(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		a, b        string
		equal, same bool
	}{
		{`1`, `1.0`, true, false},
		{`1`, `true`, true, false},
		{`0`, `false`, true, false},
		{`9007199254740993`, `9007199254740992.0`, false, false},
		{`NaN`, `NaN`, false, true},
		{`0.0`, `-0.0`, true, false},
		{`{"a": 1, "b": 2}`, `{"b": 2, "a": 1}`, true, true},
		{`[1, 2]`, `[2, 1]`, false, false},
		{`"1"`, `1`, false, false},
		{`null`, `false`, false, false},
		{`100000000000000000000`, `1e20`, true, false},
	} {
		require.Equal(t, c.equal, py.Equal(parse(t, c.a), parse(t, c.b)), "%s %s", c.a, c.b)
		require.Equal(t, c.same, py.Same(parse(t, c.a), parse(t, c.b)), "%s %s", c.a, c.b)
	}
}

func TestRound2(t *testing.T) {
	t.Parallel()
	for in, want := range map[float64]float64{2.675: 2.67, 0.125: 0.12, 0.375: 0.38, -1.005: -1, 1e300: 1e300} {
		require.Equal(t, want, py.Round2(in), "%v", in)
	}
	require.True(t, math.IsNaN(py.Round2(math.NaN())))
}

// TestDict_Large walks a dictionary through the sizes at which its representation changes.
func TestDict_Large(t *testing.T) {
	t.Parallel()
	d := py.Empty()
	var versions []*py.Dict
	name := func(i int) string { return "k" + py.Text(py.Int(i)) }
	for i := range 300 {
		versions = append(versions, d)
		d = d.With(name(i), py.Int(i))
	}
	for i, v := range versions {
		require.Equal(t, i, v.Len())
		require.False(t, v.Has(name(i)), "a version does not see later keys")
		if i > 0 {
			require.Equal(t, py.Value(py.Int(i-1)), v.Field(name(i-1)))
		}
	}
	changed := d.With(name(150), py.Str("new"))
	require.Equal(t, py.Value(py.Int(150)), d.Field(name(150)))
	require.False(t, py.Same(d, changed))
	require.True(t, py.Same(d, changed.With(name(150), py.Int(150))))
	require.Equal(t, 299, changed.Without(name(3)).Len())
	require.Equal(t, name(4), changed.Without(name(3)).Key(3))
}

// TestDict_WithAll sets keys that are there, that are not, and some twice, one after the other and at once.
func TestDict_WithAll(t *testing.T) {
	t.Parallel()
	small := parse(t, `{"a": 1, "b": 2}`).(*py.Dict)
	large := small
	for i := range 200 {
		large = large.With("k"+py.Text(py.Int(i)), py.Int(i))
	}
	for _, d := range []*py.Dict{py.Empty(), small, large} {
		before := py.JSON(d)
		for _, keys := range [][]string{{}, {"b"}, {"b", "a"}, {"x", "a", "y"}, {"a", "x", "a", "x"}} {
			want, vals := d, make([]py.Value, len(keys))
			for i, k := range keys {
				vals[i] = py.Str("new " + py.Text(py.Int(i)))
				want = want.With(k, vals[i])
			}
			require.Equal(t, py.JSON(want), py.JSON(d.WithAll(keys, vals...)))
		}
		require.Equal(t, before, py.JSON(d), "a change makes a new dictionary")
	}
	require.Panics(t, func() { small.WithAll([]string{"a"}) })
}

// TestDict_Rows adds the same keys to a dictionary again and again, and others between.
func TestDict_Rows(t *testing.T) {
	t.Parallel()
	base := parse(t, `{"a": 1}`).(*py.Dict)
	for round := range 3 {
		for _, first := range []string{"x", "y"} {
			d := base
			for i := range 30 {
				key := first + py.Text(py.Int(i))
				require.False(t, d.Has(key))
				d = d.With(key, py.Int(round))
				require.Equal(t, py.Value(py.Int(round)), d.Field(key))
				require.Equal(t, i+2, d.Len())
				require.Equal(t, key, d.Key(i+1))
			}
			require.Equal(t, py.Hash(parse(t, py.JSON(d)).(*py.Dict)), py.Hash(d))
		}
	}
	require.Equal(t, `{"a": 1}`, py.JSON(base))
}

// TestJSON_Remembered asks for the text of a dictionary several times, and for those of what comes of it.
func TestJSON_Remembered(t *testing.T) {
	t.Parallel()
	for _, text := range []string{`{"a": {"b": [1, "\u00e9"]}}`, `{"a": {"b": "` + strings.Repeat("x", 1<<16) + `"}}`} {
		d := parse(t, text).(*py.Dict)
		for range 3 {
			require.True(t, text == py.JSON(d))
		}
		require.Equal(t, `{"a": 2}`, py.JSON(d.With("a", py.Int(2))))
		require.Equal(t, `{"a": {"b": 2}}`, py.JSON(d.Put(py.Int(2), "a", "b")))
	}
}

// TestParse_Long reads records with equal and unequal keys, some twice in one record, as a part of a long text and alone.
func TestParse_Long(t *testing.T) {
	t.Parallel()
	records := []string{`{"a": 1, "b": "x"}`, `{"b": 1, "a": "x"}`, `{"a": "x", "b": null}`, `{"a": 1, "c": 2, "b": 3}`, `{"a": 1, "d": 2, "b": 3}`, `{"a": 1, "a": 2, "b": 3}`, `{"a": 1, "b": 2, "b": 3}`, `{"a": {"a": {}, "b": []}, "b": {"b": 1}}`, `{}`, `{"a": 0}`}
	var all []string
	for range 200 {
		all = append(all, records...)
	}
	l := parse(t, "["+strings.Join(all, ", ")+"]").(*py.List)
	require.Equal(t, len(all), l.Len())
	for i, text := range all {
		alone := parse(t, text)
		require.Equal(t, py.JSON(alone), py.JSON(l.At(i)))
		require.True(t, py.Same(alone, l.At(i)))
		require.Equal(t, string(py.AppendSortedJSON(nil, alone)), string(py.AppendSortedJSON(nil, l.At(i))))
	}
	require.Equal(t, `{"a": 1, "b": "y"}`, py.JSON(l.At(0).(*py.Dict).With("b", py.Str("y"))))
	require.Equal(t, `{"a": 1, "b": "x"}`, py.JSON(l.At(10)), "records share their keys and nothing else")
}

// TestIterate goes through the characters of texts.
func TestIterate(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ text, want string }{{`""`, `[]`}, {`"a1"`, `["a", "1"]`}, {`"\u00e9\u0000x\ud83d\ude00"`, `["\u00e9", "\u0000", "x", "\ud83d\ude00"]`}, {`"\ud800x"`, `["\ud800", "x"]`}} {
		items, err := py.Iterate(parse(t, c.text))
		require.NoError(t, err)
		require.Equal(t, c.want, py.JSON(py.NewList(items...)))
	}
}

// TestHash_Memo compares the remembered hash with that of a fresh copy.
func TestHash_Memo(t *testing.T) {
	t.Parallel()
	d := parse(t, `{"b": {"y": {"q": 1}, "x": {"q": 2}}, "a": {"z": {"q": 3}}, "c": 4}`).(*py.Dict)
	for _, path := range [][]string{{"b", "x", "q"}, {"a", "z", "q"}, {"b", "y", "q"}} {
		py.Hash(d)
		d = d.Put(py.Str(path[1]), path...)
		require.Equal(t, py.Hash(parse(t, py.JSON(d)).(*py.Dict)), py.Hash(d))
	}
}

// TestHash is a value of Python's hashlib.
func TestHash(t *testing.T) {
	t.Parallel()
	d := parse(t, `{"b": {"y": 1.50, "x": "é"}, "a": [null, true]}`).(*py.Dict)
	require.Equal(t, "4f8016d4cdf2755b7c634ee3eb1337948bf0441acd2fd973eabee61cc77c31ea", py.Hash(d))
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{`{"a": [1, 2.5, "x\u00e9\ud800"], "a": null}`, `[NaN, -Infinity, 1e5, -0]`, `"\\\"\/"`, `[[[`, `{"": {}}`, "\xff", `"` + "\xed\xa0\x80" + `"`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		v, err := py.Parse(s)
		if err != nil {
			return
		}
		text := py.JSON(v)
		again, err := py.Parse(text)
		require.NoError(t, err)
		require.Equal(t, text, py.JSON(again), "what is written reads back")
		require.True(t, py.Same(v, again))
		_ = py.Repr(v)
	})
}
