package attempt

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestRecord_Spelling(t *testing.T) {
	line := appendRecord(nil, 12, "metric", json.RawMessage(`{"name":"loss","step":3,"value":0.5}`))
	require.Equal(t, `{"n":12,"t":"metric","v":{"name":"loss","step":3,"value":0.5},"crc":"d3de13ba"}`+"\n", string(line))
	require.True(t, json.Valid(line))
}

func TestParseRecord_Refuses(t *testing.T) {
	seal := func(body string) string { return string(appendSeal([]byte(body), []byte(body))) }
	for _, tt := range []struct{ name, line, want string }{
		{"empty", "", "too few"},
		{"no seal", strings.Repeat("x", 40), "checksum"},
		{"capital digits", strings.Replace(seal(`{"n":1,"t":"a","v":1`), "crc", "CRC", 1), "checksum"},
		{"zero", seal(`{"n":0,"t":"a","v":1`), "not spelt"},
		{"leading zero", seal(`{"n":01,"t":"a","v":1`), "not spelt"},
		{"sign", seal(`{"n":+1,"t":"a","v":1`), "not spelt"},
		{"blank", seal(`{"n": 1,"t":"a","v":1`), "not spelt"},
		{"no kind", seal(`{"n":1,"t":"","v":1`), "no kind"},
		{"odd kind", seal(`{"n":1,"t":"A b","v":1`), "no kind"},
		{"no value", seal(`{"n":1,"t":"a"`), "not spelt"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := parseRecord([]byte(tt.line))
			require.ErrorContains(t, err, tt.want)
		})
	}
}

func write(t testing.TB, data []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "records.jsonl")
	require.NoError(t, os.WriteFile(path, data, 0o644))
	return path
}

// read collects the records of a file up to the first error.
func read(path string) (list []Record, err error) {
	for r, err := range ReadRecords(path) {
		if err != nil {
			return list, err
		}
		r.Value = bytes.Clone(r.Value)
		list = append(list, r)
	}
	return list, nil
}

func TestReadRecords_NamesTheLine(t *testing.T) {
	var data []byte
	for n := range 9 {
		data = appendRecord(data, n+1, "metric", json.RawMessage(fmt.Sprint(n)))
	}
	lines := bytes.SplitAfter(data, []byte("\n"))
	join := func(keep ...int) []byte {
		var out []byte
		for _, n := range keep {
			out = append(out, lines[n]...)
		}
		return out
	}
	flipped := bytes.Clone(data)
	flipped[len(lines[0])+len(lines[1])+10] ^= 4
	for _, tt := range []struct {
		name  string
		data  []byte
		whole int    // records before the error
		want  string // "": none
	}{
		{"sound", data, 9, ""},
		{"torn", data[:len(data)-3], 8, ""},
		{"torn inside the first", data[:5], 0, ""},
		{"empty", nil, 0, ""},
		{"flipped", flipped, 2, ":3: checksum"},
		{"line lost", join(0, 1, 3), 2, ":3: holds record 4"},
		{"line doubled", join(0, 1, 1), 2, ":3: holds record 2"},
		{"empty line", append(join(0), '\n'), 1, ":2: 0 bytes"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			path := write(t, tt.data)
			list, err := read(path)
			require.Len(t, list, tt.whole)
			if tt.want == "" {
				require.NoError(t, err)
				return
			}
			require.ErrorContains(t, err, path+tt.want)
			require.True(t, IsCorrupt(err))
		})
	}
}

func TestReadRecords_LongLine(t *testing.T) {
	long, err := encode(strings.Repeat("x", 300_000))
	require.NoError(t, err)
	list, err := read(write(t, appendRecord(appendRecord(nil, 1, "a", long), 2, "b", long)))
	require.NoError(t, err)
	require.Len(t, list, 2)
	require.Equal(t, string(long), string(list[1].Value))
}

// What was written is read back; of a file that was cut, whole records from the start; and no flipped
// bit goes unnoticed but in the line feed at the very end, which makes the last line a torn one.
func FuzzRecordRoundTrip(f *testing.F) {
	f.Add("metric", "loss", 0.5, uint(10), uint(77))
	f.Add("warning", "a \"quoted\" <text>\n\u2028", math.Copysign(0, -1), uint(0), uint(0))
	f.Add("episode", "", 1e-320, uint(200), uint(1<<20))
	f.Fuzz(func(t *testing.T, kind, text string, value float64, cut, flip uint) {
		if !isKind(kind) {
			t.Skip()
		}
		var data []byte
		var want []Record
		for n := range 3 {
			v, err := encode(map[string]any{"text": strings.Repeat(text, n), "value": number(value)})
			require.NoError(t, err)
			data = appendRecord(data, n+1, kind, v)
			want = append(want, Record{N: n + 1, Kind: kind, Value: v})
		}
		collect := func(data []byte) (list []Record, err error) {
			for r, err := range readRecords(bytes.NewReader(data), "records.jsonl") {
				if err != nil {
					return list, err
				}
				r.Value = bytes.Clone(r.Value)
				list = append(list, r)
			}
			return list, nil
		}
		got, err := collect(data)
		require.NoError(t, err)
		require.Equal(t, want, got)

		end := int(cut % uint(len(data)))
		got, err = collect(data[:end])
		require.NoError(t, err)
		require.Equal(t, want[:bytes.Count(data[:end], []byte("\n"))], append(want[:0:0], got...))

		bit := int(flip % uint(8*len(data)))
		damaged := bytes.Clone(data)
		damaged[bit/8] ^= 1 << (bit % 8)
		got, err = collect(damaged)
		line := bytes.Count(data[:bit/8], []byte("\n"))
		require.Equal(t, want[:line], append(want[:0:0], got...))
		if bit/8 < len(data)-1 {
			require.ErrorContains(t, err, fmt.Sprintf("records.jsonl:%d:", line+1))
		}
	})
}

// Any bytes give records or an error, never a panic, and what is accepted is spelt as it would be written.
func FuzzReadRecords(f *testing.F) {
	f.Add(appendRecord(nil, 1, "metric", json.RawMessage(`{"value":"nan"}`)))
	f.Add([]byte("{\"n\":1,\"t\":\"a\",\"v\":1,\"crc\":\"00000000\"}\n"))
	f.Add([]byte("\n\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		var again []byte
		for r, err := range readRecords(bytes.NewReader(data), "records.jsonl") {
			if err != nil {
				break
			}
			again = appendRecord(again, r.N, r.Kind, r.Value)
		}
		require.True(t, bytes.HasPrefix(data, again))
	})
}
