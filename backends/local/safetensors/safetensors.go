// Package safetensors reads and writes the container in which the field keeps
// model weights: eight bytes of header length, a JSON header that names each
// tensor's type, shape and byte range, then the bytes. It knows nothing of what
// the tensors mean. Write and Read are the entry points.
package safetensors

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
)

// Tensor is a named array: DType is "F32", "F16" and the like, Data its little-endian elements in
// row-major order.
type Tensor struct {
	Name  string
	DType string
	Shape []int
	Data  []byte
}

// File is the content of a container. Tensors are in the order of their bytes.
type File struct {
	Metadata map[string]string
	Tensors  []Tensor
}

// Tensor finds a tensor by name.
func (f *File) Tensor(name string) (Tensor, bool) {
	i := slices.IndexFunc(f.Tensors, func(t Tensor) bool { return t.Name == name })
	if i < 0 {
		return Tensor{}, false
	}
	return f.Tensors[i], true
}

// mostHeader bounds the JSON header, as the format's definition does.
const mostHeader = 100 << 20

// sizes are the bytes of one element.
var sizes = map[string]int{
	"F64": 8, "F32": 4, "F16": 2, "BF16": 2, "I64": 8, "I32": 4, "I16": 2, "I8": 1, "U8": 1, "BOOL": 1,
}

type entry struct {
	DType   string   `json:"dtype"`
	Shape   []int    `json:"shape"`
	Offsets [2]int64 `json:"data_offsets"`
}

// Write writes a container. Equal input gives equal bytes. It fails when
// a tensor's data does not have the length of its shape.
func Write(w io.Writer, f File) error {
	var header bytes.Buffer
	header.WriteByte('{')
	if len(f.Metadata) > 0 {
		text, err := json.Marshal(f.Metadata)
		if err != nil {
			return fmt.Errorf("write safetensors: %w", err)
		}
		fmt.Fprintf(&header, `"__metadata__":%s`, text)
	}
	at := int64(0)
	for _, t := range f.Tensors {
		n, err := byteLen(t.DType, t.Shape)
		if err != nil || n != int64(len(t.Data)) {
			return fmt.Errorf("write safetensors: tensor %q of type %s and shape %v has %d bytes", t.Name, t.DType, t.Shape, len(t.Data))
		}
		name, err := json.Marshal(t.Name)
		if err != nil {
			return fmt.Errorf("write safetensors: %w", err)
		}
		text, err := json.Marshal(entry{t.DType, t.Shape, [2]int64{at, at + n}})
		if err != nil {
			return fmt.Errorf("write safetensors: %w", err)
		}
		if header.Len() > 1 {
			header.WriteByte(',')
		}
		fmt.Fprintf(&header, `%s:%s`, name, text)
		at += n
	}
	header.WriteByte('}')
	for header.Len()%8 != 0 {
		header.WriteByte(' ')
	}
	if err := binary.Write(w, binary.LittleEndian, uint64(header.Len())); err != nil {
		return fmt.Errorf("write safetensors: %w", err)
	}
	if _, err := w.Write(header.Bytes()); err != nil {
		return fmt.Errorf("write safetensors: %w", err)
	}
	for _, t := range f.Tensors {
		if _, err := w.Write(t.Data); err != nil {
			return fmt.Errorf("write safetensors: %w", err)
		}
	}
	return nil
}

// byteLen is the length of a tensor; it fails on unknown types and on overflow.
func byteLen(dtype string, shape []int) (int64, error) {
	size, ok := sizes[dtype]
	if !ok {
		return 0, fmt.Errorf("unknown type %q", dtype)
	}
	n := int64(size)
	for _, d := range shape {
		if d < 0 || (d > 0 && n > (1<<62)/int64(d)) {
			return 0, fmt.Errorf("shape %v is out of range", shape)
		}
		n *= int64(d)
	}
	return n, nil
}

// Read reads a whole container. It fails on anything that is not exactly one: a short file, bytes
// left over, ranges that do not tile the data, lengths that contradict shapes. It holds no more
// memory than the reader has delivered.
func Read(r io.Reader) (*File, error) {
	f, err := read(r)
	if err != nil {
		return nil, fmt.Errorf("read safetensors: %w", err)
	}
	return f, nil
}

func read(r io.Reader) (*File, error) {
	var length uint64
	if err := binary.Read(r, binary.LittleEndian, &length); err != nil {
		return nil, fmt.Errorf("header length: %w", unexpected(err))
	}
	if length > mostHeader {
		return nil, fmt.Errorf("header of %d bytes, at most %d", length, mostHeader)
	}
	header, err := take(r, int64(length))
	if err != nil {
		return nil, fmt.Errorf("header: %w", err)
	}
	metadata, found, err := parse(header)
	if err != nil {
		return nil, fmt.Errorf("header: %w", err)
	}
	total := int64(0)
	if len(found) > 0 {
		total = found[len(found)-1].to
	}
	data, err := take(r, total)
	if err != nil {
		return nil, fmt.Errorf("data: %w", err)
	}
	f := &File{Metadata: metadata}
	for _, t := range found {
		t.tensor.Data = data[t.from:t.to:t.to]
		f.Tensors = append(f.Tensors, t.tensor)
	}
	if n, err := r.Read(make([]byte, 1)); n > 0 || (err != nil && !errors.Is(err, io.EOF)) {
		return nil, errors.New("more bytes than the header says")
	}
	return f, nil
}

// take reads exactly n bytes, growing as they arrive.
func take(r io.Reader, n int64) ([]byte, error) {
	var b bytes.Buffer
	got, err := io.CopyN(&b, r, n)
	if err != nil {
		return nil, fmt.Errorf("%d of %d bytes: %w", got, n, unexpected(err))
	}
	return b.Bytes(), nil
}

func unexpected(err error) error {
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}

// ranged is a tensor of a header with its byte range.
type ranged struct {
	tensor   Tensor
	from, to int64
}

// parse decodes a header into its metadata and its tensors in the order of their bytes, which it
// checks to follow one another without gap.
func parse(header []byte) (map[string]string, []ranged, error) {
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(header, &fields); err != nil {
		return nil, nil, err
	}
	var metadata map[string]string
	var found []ranged
	for name, raw := range fields {
		if name == "__metadata__" {
			if err := json.Unmarshal(raw, &metadata); err != nil {
				return nil, nil, fmt.Errorf("metadata: %w", err)
			}
			continue
		}
		var e entry
		if err := json.Unmarshal(raw, &e); err != nil {
			return nil, nil, fmt.Errorf("tensor %q: %w", name, err)
		}
		n, err := byteLen(e.DType, e.Shape)
		if err != nil {
			return nil, nil, fmt.Errorf("tensor %q: %w", name, err)
		}
		if e.Offsets[0] < 0 || e.Offsets[1] < e.Offsets[0] || e.Offsets[1]-e.Offsets[0] != n {
			return nil, nil, fmt.Errorf("tensor %q: range %v for %d bytes", name, e.Offsets, n)
		}
		found = append(found, ranged{Tensor{Name: name, DType: e.DType, Shape: e.Shape}, e.Offsets[0], e.Offsets[1]})
	}
	slices.SortFunc(found, func(a, b ranged) int {
		return cmp.Or(cmp.Compare(a.from, b.from), cmp.Compare(a.to, b.to), strings.Compare(a.tensor.Name, b.tensor.Name))
	})
	at := int64(0)
	for _, t := range found {
		if t.from != at {
			return nil, nil, fmt.Errorf("tensor %q begins at byte %d, not at %d", t.tensor.Name, t.from, at)
		}
		at = t.to
	}
	return metadata, found, nil
}
