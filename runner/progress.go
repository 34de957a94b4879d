package runner

import (
	"encoding/json"
	"fmt"
	"math"
)

// Progress is how far an attempt is. It is for displays only.
type Progress struct {
	Done    int
	Total   int // 0: unknown
	Note    string
	Metrics map[string]float64
}

// progressJSON is Progress in JSON.
type progressJSON struct {
	Done    int               `json:"done"`
	Total   int               `json:"total"`
	Note    string            `json:"note,omitempty"`
	Metrics map[string]number `json:"metrics,omitempty"`
}

// MarshalJSON writes metrics that are not finite as strings, "nan", "+inf" or "-inf".
func (p Progress) MarshalJSON() ([]byte, error) {
	return json.Marshal(progressJSON{p.Done, p.Total, p.Note, convert[number](p.Metrics)})
}

// UnmarshalJSON reads what MarshalJSON writes.
func (p *Progress) UnmarshalJSON(b []byte) error {
	var j progressJSON
	if err := json.Unmarshal(b, &j); err != nil {
		return err
	}
	*p = Progress{j.Done, j.Total, j.Note, convert[float64](j.Metrics)}
	return nil
}

func convert[To, From ~float64](values map[string]From) map[string]To {
	if len(values) == 0 {
		return nil
	}
	converted := make(map[string]To, len(values))
	for name, v := range values {
		converted[name] = To(v)
	}
	return converted
}

// number is a float64 that survives JSON when it is not finite: as a string.
type number float64

var nonFinite = map[string]float64{"nan": math.NaN(), "+inf": math.Inf(1), "-inf": math.Inf(-1)}

// MarshalJSON writes a number, or the name of what is none.
func (n number) MarshalJSON() ([]byte, error) {
	switch v := float64(n); {
	case math.IsNaN(v):
		return []byte(`"nan"`), nil
	case math.IsInf(v, 1):
		return []byte(`"+inf"`), nil
	case math.IsInf(v, -1):
		return []byte(`"-inf"`), nil
	default:
		return json.Marshal(v)
	}
}

// UnmarshalJSON reads what MarshalJSON writes.
func (n *number) UnmarshalJSON(b []byte) error {
	var v float64
	if err := json.Unmarshal(b, &v); err == nil {
		*n = number(v)
		return nil
	}
	var name string
	if err := json.Unmarshal(b, &name); err != nil {
		return fmt.Errorf("read number %s: %w", b, err)
	}
	v, ok := nonFinite[name]
	if !ok {
		return fmt.Errorf("read number: %q is none", name)
	}
	*n = number(v)
	return nil
}
