package reports

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"strconv"

	"github.com/retort-ml/retort/registry"
)

// FormatVersion is that of the JSON documents. It grows when a reader of the old one could go wrong.
const FormatVersion = 1

// JSON prints tables as one document: an object a table, rows and columns with their names, and for each value
// its number, interval, n and planned trials, and published numbers. Numbers are in the metric's unit, rates in
// per cent, with six decimals. What is not there is null or absent, never NaN.
func JSON(tables ...*Table) ([]byte, error) {
	doc := jsonDocument{FormatVersion: FormatVersion, Tables: []jsonTable{}}
	for _, t := range tables {
		doc.Tables = append(doc.Tables, t.json())
	}
	return encode(doc)
}

func encode(v any) ([]byte, error) {
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(v); err != nil {
		return nil, fmt.Errorf("encode tables: %w", err)
	}
	return out.Bytes(), nil
}

type jsonDocument struct {
	FormatVersion int         `json:"format_version"`
	Tables        []jsonTable `json:"tables"`
}

type jsonTable struct {
	Name       string        `json:"name"`
	Title      string        `json:"title"`
	Experiment string        `json:"experiment,omitempty"`
	Plan       string        `json:"plan"`
	Version    string        `json:"version,omitempty"`
	Command    string        `json:"command,omitempty"`
	Metric     *jsonMetric   `json:"metric,omitempty"` // absent where columns have their own
	RowAxes    []string      `json:"row_axes"`
	ColumnAxes []string      `json:"column_axes"`
	Columns    []jsonColumn  `json:"columns"`
	Rows       []jsonRow     `json:"rows"`
	Compare    string        `json:"compare,omitempty"`
	Baseline   string        `json:"baseline,omitempty"`
	Overall    []jsonOverall `json:"overall,omitempty"`
	Caption    []string      `json:"caption"`
	Notes      []string      `json:"notes,omitempty"`
	Warnings   []string      `json:"warnings,omitempty"`
}

type jsonMetric struct {
	Name           string `json:"name"`
	Title          string `json:"title"`
	Unit           string `json:"unit"`
	HigherIsBetter bool   `json:"higher_is_better"`
	Undirected     bool   `json:"undirected,omitempty"`
}

type jsonColumn struct {
	Name   string            `json:"name"`
	Labels map[string]string `json:"labels"`
	Mean   bool              `json:"mean,omitempty"`
	Metric jsonMetric        `json:"metric"`
}

type jsonRow struct {
	Name      string              `json:"name"`
	Labels    map[string]string   `json:"labels"`
	Reference bool                `json:"reference,omitempty"`
	Cells     map[string]jsonCell `json:"cells"` // by column name
}

type jsonCell struct {
	Value      *jsonNumber       `json:"value"`
	Interval   *jsonInterval     `json:"interval"`
	N          int               `json:"n"`
	Planned    int               `json:"planned"`
	Tasks      int               `json:"tasks"`
	Seeds      int               `json:"seeds"`
	Episodes   int               `json:"episodes"`
	SeedValues []jsonSeedValue   `json:"seed_values,omitempty"`
	Bold       bool              `json:"bold,omitempty"`
	Hole       string            `json:"hole,omitempty"`
	Missing    string            `json:"missing,omitempty"`
	Difference *jsonDifference   `json:"difference,omitempty"`
	Against    *jsonDifference   `json:"against_best,omitempty"`
	Published  []jsonPublication `json:"published"`
	Warnings   []string          `json:"warnings,omitempty"`
}

type jsonSeedValue struct {
	Seed  string      `json:"seed"`
	Value *jsonNumber `json:"value"`
}

type jsonInterval struct {
	Lo        *jsonNumber `json:"lo"`
	Hi        *jsonNumber `json:"hi"`
	Level     float64     `json:"level"`
	How       string      `json:"how"`
	Resamples int         `json:"resamples,omitempty"`
}

type jsonDifference struct {
	To         string        `json:"to"`
	Value      *jsonNumber   `json:"value"`
	Interval   *jsonInterval `json:"interval"`
	P          *jsonNumber   `json:"p"`
	PCorrected *jsonNumber   `json:"p_corrected,omitempty"`
	Family     int           `json:"family,omitempty"`
	Test       string        `json:"test"`
	Tasks      int           `json:"tasks"`
	Seeds      int           `json:"seeds"`
	Detectable *jsonNumber   `json:"detectable,omitempty"`
	Warnings   []string      `json:"warnings,omitempty"`
}

type jsonOverall struct {
	Name       string         `json:"name"`
	Difference jsonDifference `json:"difference"`
	Better     int            `json:"better"`
	Cells      int            `json:"cells"`
	Planned    int            `json:"planned"`
}

type jsonPublication struct {
	// Value is null where the source has only words; Text is what it prints.
	Value       *jsonNumber `json:"value"`
	Text        string      `json:"text"`
	Paper       string      `json:"paper"`
	Table       string      `json:"table"`
	Method      string      `json:"method"`
	Teacher     string      `json:"teacher"`
	Student     string      `json:"student"`
	Environment string      `json:"environment"`
	Metric      string      `json:"metric"`
	Source      string      `json:"source"`
}

// jsonNumber prints with six decimals, trailing zeros cut, so that documents do not depend on the last bits.
type jsonNumber float64

// MarshalJSON prints the number.
func (n jsonNumber) MarshalJSON() ([]byte, error) {
	text := round(float64(n), 0, 6)
	v, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return nil, fmt.Errorf("print number: %w", err)
	}
	return strconv.AppendFloat(nil, v, 'f', -1, 64), nil
}

// scaled is a value in the metric's unit, nil for what is not finite.
func scaled(m registry.Metric, v float64) *jsonNumber {
	if m.Rate {
		v *= 100
	}
	return plain(v)
}

func plain(v float64) *jsonNumber {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return nil
	}
	n := jsonNumber(v)
	return &n
}

func labelMap(axes, labels []string) map[string]string {
	m := make(map[string]string, len(axes))
	for i, a := range axes {
		m[a] = labels[i]
	}
	return m
}
