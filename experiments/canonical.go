package experiments

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
)

// CanonicalJSON encodes v so that equal values give equal bytes: keys sorted, no white space, floats in the
// shortest form that reads back, no escapes that JSON does not need. The json tags of structs
// decide the names; fields tagged "-" are left out and so are no part of an identity. Values that JSON
// cannot hold (NaN, infinities, channels) are an error.
func CanonicalJSON(v any) ([]byte, error) {
	raw, err := json.Marshal(v)
	if err != nil {
		return nil, fmt.Errorf("encode canonical JSON: %w", err)
	}
	// Through maps, whose keys the encoder sorts; numbers keep their digits.
	var tree any
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	if err := dec.Decode(&tree); err != nil {
		return nil, fmt.Errorf("encode canonical JSON: %w", err)
	}
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(positiveZero(tree)); err != nil {
		return nil, fmt.Errorf("encode canonical JSON: %w", err)
	}
	return bytes.TrimSuffix(out.Bytes(), []byte("\n")), nil
}

// positiveZero drops the sign of zeros: -0.0 and 0 compare equal, so they have to hash equal.
func positiveZero(v any) any {
	switch v := v.(type) {
	case map[string]any:
		for k, e := range v {
			v[k] = positiveZero(e)
		}
	case []any:
		for i, e := range v {
			v[i] = positiveZero(e)
		}
	case json.Number:
		if v == "-0" {
			return json.Number("0")
		}
	}
	return v
}

// Hash is the SHA-256 of CanonicalJSON in hexadecimal. It panics where CanonicalJSON fails: what is hashed
// is decoded and checked before.
func Hash(v any) string {
	return hash(canonical(v))
}

func hash(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}

func canonical(v any) []byte {
	b, err := CanonicalJSON(v)
	if err != nil {
		panic(fmt.Sprintf("experiments: %T has no canonical form: %v", v, err))
	}
	return b
}
