package attempt

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

var sum = strings.Repeat("0123456789abcdef", 4)

func sealDone(t testing.TB, v any) []byte {
	t.Helper()
	value, err := encode(v)
	require.NoError(t, err)
	return appendRecord(nil, 1, "done", value)
}

func TestParseDone_Refuses(t *testing.T) {
	records := FileSum{Name: RecordsFile, SHA256: sum}
	for _, tt := range []struct {
		name string
		done DoneInfo
		want string
	}{
		{"sound", DoneInfo{Format: 1, Files: []FileSum{records}}, ""},
		{"format", DoneInfo{Format: 2, Files: []FileSum{records}}, "format 2"},
		{"no records", DoneInfo{Format: 1}, "must"},
		{"no episodes", DoneInfo{Format: 1, Records: 2, Episodes: 1, Files: []FileSum{records}}, "must"},
		{"more episodes than records", DoneInfo{Format: 1, Episodes: 1, Files: []FileSum{records}}, "1 episodes in 0"},
		{"way out", DoneInfo{Format: 1, Files: []FileSum{{Name: "../x", SHA256: sum}, records}}, "no name"},
		{"reserved", DoneInfo{Format: 1, Files: []FileSum{{Name: "log", SHA256: sum}, records}}, "taken"},
		{"order", DoneInfo{Format: 1, Files: []FileSum{records, {Name: "a", SHA256: sum}}}, "order"},
		{"twice", DoneInfo{Format: 1, Files: []FileSum{records, records}}, "order"},
		{"sum", DoneInfo{Format: 1, Files: []FileSum{{Name: RecordsFile, SHA256: strings.ToUpper(sum)}}}, "sum"},
		{"size", DoneInfo{Format: 1, Files: []FileSum{{Name: RecordsFile, SHA256: sum, Bytes: -1}}}, "size -1"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := parseDone(sealDone(t, tt.done))
			if tt.want == "" {
				require.NoError(t, err)
				return
			}
			require.ErrorContains(t, err, tt.want)
		})
	}
	_, err := parseDone([]byte("{}\n"))
	require.Error(t, err)
	_, err = parseDone(append(sealDone(t, DoneInfo{Format: 1, Files: []FileSum{records}}), '\n'))
	require.ErrorContains(t, err, "one line")
}

// Any bytes give a well-formed done.json or an error, never a panic, and what is accepted says the same when it
// is written again.
func FuzzParseDone(f *testing.F) {
	f.Add(string(sealDone(f, DoneInfo{Format: 1, Records: 3, Episodes: 1, Files: []FileSum{
		{Name: EpisodesFile, Bytes: 7, SHA256: sum}, {Name: RecordsFile, SHA256: sum}, {Name: "weights.safetensors", Bytes: 1 << 40, SHA256: sum},
	}})), true)
	f.Add(`{"format":1,"records":0,"episodes":0,"files":null}`, false)
	f.Add(`{"format":1,"records":0,"episodes":0,"files":[{"name":"records.jsonl","bytes":1,"sha256":"`+sum+`"}]}`, false)
	f.Fuzz(func(t *testing.T, text string, sealed bool) {
		data := []byte(text)
		if !sealed {
			// Behind a right checksum, so that the fuzzer gets past it.
			data = appendRecord(nil, 1, "done", json.RawMessage(text))
		}
		d, err := parseDone(data)
		if err != nil {
			return
		}
		again, err := parseDone(sealDone(t, d))
		require.NoError(t, err)
		require.Equal(t, d, again)
	})
}
