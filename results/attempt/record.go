package attempt

import (
	"bytes"
	"encoding/json"
	"fmt"
	"hash/crc32"
	"strconv"
)

// Record is one line of an append-only file:
//
//	{"n":12,"t":"metric","v":{"name":"loss","step":3,"value":0.5},"crc":"9f3c41d0"}
//
// The checksum is CRC-32C over the bytes before `,"crc"`, in eight lower-case digits; n counts the
// lines of the file from 1, so that a line that is missing or doubled is noticed as well. The
// spelling is fixed: no blanks, keys in this order.
type Record struct {
	N     int
	Kind  string
	Value json.RawMessage
}

// The kinds that every reader knows. Stages may record others.
const (
	KindMetric  = "metric"
	KindEpisode = "episode"
	KindWarning = "warning"
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

const sealBytes = len(`,"crc":"00000000"}`)

func appendRecord(dst []byte, n int, kind string, value json.RawMessage) []byte {
	start := len(dst)
	dst = append(dst, `{"n":`...)
	dst = strconv.AppendInt(dst, int64(n), 10)
	dst = append(dst, `,"t":"`...)
	dst = append(dst, kind...)
	dst = append(dst, `","v":`...)
	dst = append(dst, value...)
	return append(appendSeal(dst, dst[start:]), '\n')
}

// appendSeal appends the checksum of body, which ends a line.
func appendSeal(dst, body []byte) []byte {
	return fmt.Appendf(dst, ",\"crc\":\"%08x\"}", crc32.Checksum(body, castagnoli))
}

// parseRecord reads a line without its line feed. The value is part of the line, not a copy; that it is JSON
// rests on the checksum, and whoever decodes it sees.
func parseRecord(line []byte) (Record, error) {
	if len(line) < sealBytes {
		return Record{}, fmt.Errorf("%d bytes are too few for a record", len(line))
	}
	body, seal := line[:len(line)-sealBytes], line[len(line)-sealBytes:]
	want := appendSeal(nil, body)
	if !bytes.Equal(seal, want) {
		return Record{}, fmt.Errorf("checksum is %q, content gives %q", seal, want)
	}
	rest, ok := bytes.CutPrefix(body, []byte(`{"n":`))
	number, rest, ok2 := bytes.Cut(rest, []byte(`,"t":"`))
	kind, value, ok3 := bytes.Cut(rest, []byte(`","v":`))
	n, err := strconv.Atoi(string(number))
	switch {
	case !ok || !ok2 || !ok3 || err != nil || n < 1 || string(number) != strconv.Itoa(n):
		return Record{}, fmt.Errorf("not spelt like a record: %.60q", line)
	case !isKind(string(kind)):
		return Record{}, fmt.Errorf("%q is no kind of record", kind)
	}
	return Record{N: n, Kind: string(kind), Value: value}, nil
}

func isKind(s string) bool {
	for _, c := range []byte(s) {
		if (c < 'a' || c > 'z') && (c < '0' || c > '9') && c != '_' {
			return false
		}
	}
	return s != ""
}

// encode writes v as JSON in one line, texts as they are.
func encode(v any) (json.RawMessage, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}
