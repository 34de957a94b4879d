package local

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"

	"github.com/retort-ml/retort/backends"
	"github.com/retort-ml/retort/backends/local/safetensors"
)

// Keys of the metadata in files of this package. The checksum is the SHA-256 of configuration and
// tensor bytes.
const (
	keyKind     = "retort"
	keyConfig   = "config"
	keyChecksum = "sha256"
	keySteps    = "steps"

	kindWeights = "weights"
	kindState   = "state"
)

// Prefixes of the optimiser's moments in a state file.
const (
	firstPrefix  = "adam.first."
	secondPrefix = "adam.second."
)

// WriteWeights writes a safetensors file with the names of the Qwen3 family and the
// configuration in its metadata. Float16 fails on weights that do not fit.
func (m *model) WriteWeights(w io.Writer, precision backends.Precision) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.closed {
		return fmt.Errorf("write weights: %w", errClosed)
	}
	tensors, err := m.tensors("", m.download(), precision)
	if err == nil {
		err = m.writeFile(w, kindWeights, tensors, nil)
	}
	if err != nil {
		return fmt.Errorf("write weights: %w", err)
	}
	return nil
}

func (m *model) download() []float32 {
	host := make([]float32, m.length)
	m.streams[0].Download(host, m.weights)
	return host
}

// tensors cuts a flat buffer into named tensors.
func (m *model) tensors(prefix string, host []float32, precision backends.Precision) ([]safetensors.Tensor, error) {
	var out []safetensors.Tensor
	for _, t := range m.all {
		at := t.offset
		for _, p := range t.parts {
			values := host[at : at+p.rows*t.cols]
			at += len(values)
			out = append(out, safetensors.Tensor{Name: prefix + p.name, Shape: shapeOf(t, p)})
			last := &out[len(out)-1]
			switch precision {
			case backends.Float32:
				last.DType, last.Data = "F32", encodeFloat32(values)
			case backends.Float16:
				last.DType, last.Data = "F16", encodeFloat16(values)
				if last.Data == nil {
					return nil, fmt.Errorf("tensor %s holds values too large for %s", p.name, precision)
				}
			default:
				return nil, fmt.Errorf("unknown precision %q", precision)
			}
		}
	}
	return out, nil
}

// shapeOf is the shape of a part in a file.
func shapeOf(t tensor, p part) []int {
	if t.vector {
		return []int{t.cols}
	}
	return []int{p.rows, t.cols}
}

// writeFile adds configuration and checksum.
func (m *model) writeFile(w io.Writer, kind string, tensors []safetensors.Tensor, more map[string]string) error {
	config, err := json.Marshal(m.config)
	if err != nil {
		return err
	}
	f := safetensors.File{Tensors: tensors, Metadata: map[string]string{
		keyKind:   kind,
		keyConfig: string(config),
	}}
	for k, v := range more {
		f.Metadata[k] = v
	}
	f.Metadata[keyChecksum] = checksum(f)
	return safetensors.Write(w, f)
}

// checksum covers everything but itself.
func checksum(f safetensors.File) string {
	h := sha256.New()
	for _, k := range []string{keyKind, keyConfig, keySteps} {
		fmt.Fprintf(h, "%s=%d:%s\n", k, len(f.Metadata[k]), f.Metadata[k])
	}
	for _, t := range f.Tensors {
		fmt.Fprintf(h, "%s %s %v\n", t.Name, t.DType, t.Shape)
		h.Write(t.Data)
	}
	return hex.EncodeToString(h.Sum(nil))
}

// readFile reads a file of a kind and checks all that does not depend on the
// configuration.
func readFile(r io.Reader, kind string) (*safetensors.File, backends.Config, error) {
	f, err := safetensors.Read(r)
	if err != nil {
		return nil, backends.Config{}, err
	}
	if have := f.Metadata[keyKind]; have != kind {
		return nil, backends.Config{}, fmt.Errorf("the file's kind is %q, not %q", have, kind)
	}
	if f.Metadata[keyChecksum] != checksum(*f) {
		return nil, backends.Config{}, errors.New("the checksum does not match: the file is damaged")
	}
	var config backends.Config
	decoder := json.NewDecoder(bytes.NewReader([]byte(f.Metadata[keyConfig])))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&config); err != nil {
		return nil, backends.Config{}, fmt.Errorf("config: %w", err)
	}
	if err := CheckConfig(config); err != nil {
		return nil, backends.Config{}, err
	}
	return f, config, nil
}

// readWeights gives the configuration and the flat weights of a file.
func readWeights(r io.Reader) (backends.Config, []float32, error) {
	f, config, err := readFile(r, kindWeights)
	if err != nil {
		return config, nil, err
	}
	l := newLayout(config)
	if n := l.parts(); n != len(f.Tensors) {
		return config, nil, fmt.Errorf("%d tensors, the config has %d", len(f.Tensors), n)
	}
	host, err := l.collect(f, "")
	return config, host, err
}

// parts is the number of named tensors.
func (l *layout) parts() int {
	n := 0
	for _, t := range l.all {
		n += len(t.parts)
	}
	return n
}

// collect puts named tensors into a flat buffer. The file's shapes are checked before the
// buffer is made, so that it is never larger than the file.
func (l *layout) collect(f *safetensors.File, prefix string) ([]float32, error) {
	byName := make(map[string]safetensors.Tensor, len(f.Tensors))
	for _, t := range f.Tensors {
		byName[t.Name] = t
	}
	for _, t := range l.all {
		for _, p := range t.parts {
			have, ok := byName[prefix+p.name]
			want := shapeOf(t, p)
			if !ok {
				return nil, fmt.Errorf("tensor %s is missing", prefix+p.name)
			}
			if fmt.Sprint(have.Shape) != fmt.Sprint(want) || (have.DType != "F32" && have.DType != "F16") {
				return nil, fmt.Errorf("tensor %s is %s %v, must be F32 or F16 %v", have.Name, have.DType, have.Shape, want)
			}
		}
	}
	host := make([]float32, l.length)
	for _, t := range l.all {
		at := t.offset
		for _, p := range t.parts {
			n := p.rows * t.cols
			have := byName[prefix+p.name]
			decode(host[at:at+n], have)
			for i, v := range host[at : at+n] {
				if v != v || math.IsInf(float64(v), 0) {
					return nil, fmt.Errorf("tensor %s: element %d is %g", have.Name, i, v)
				}
			}
			at += n
		}
	}
	return host, nil
}

func encodeFloat32(values []float32) []byte {
	out := make([]byte, 0, 4*len(values))
	for _, v := range values {
		out = binary.LittleEndian.AppendUint32(out, math.Float32bits(v))
	}
	return out
}

// encodeFloat16 gives nil when a finite value becomes infinite.
func encodeFloat16(values []float32) []byte {
	out := make([]byte, 0, 2*len(values))
	for _, v := range values {
		h := toHalf(v)
		if h&0x7fff == 0x7c00 && !math.IsInf(float64(v), 0) {
			return nil
		}
		out = binary.LittleEndian.AppendUint16(out, h)
	}
	return out
}

func decode(dst []float32, t safetensors.Tensor) {
	for i := range dst {
		if t.DType == "F16" {
			dst[i] = fromHalf(binary.LittleEndian.Uint16(t.Data[2*i:]))
		} else {
			dst[i] = math.Float32frombits(binary.LittleEndian.Uint32(t.Data[4*i:]))
		}
	}
}
