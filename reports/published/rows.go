package published

import (
	_ "embed"
	"encoding/csv"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"sync"
)

//go:embed published.csv
var embedded string

// Row is one published number.
type Row struct {
	Paper, Table, Method, Teacher, Student, Environment, Metric string
	// Value is the number as the source prints it, possibly words.
	Value  string
	Source string
}

// Number is the value as a number, and false when it is words.
func (r Row) Number() (float64, bool) {
	v, err := strconv.ParseFloat(r.Value, 64)
	return v, err == nil
}

// Delta says that the row is a difference between methods, not a value of one.
func (r Row) Delta() bool { return strings.HasPrefix(r.Metric, "delta_") }

var header = []string{"paper", "table", "method", "teacher", "student", "environment", "metric", "value", "source"}

// Parse reads rows in the format of published.csv. The error names the line.
func Parse(in io.Reader) ([]Row, error) {
	r := csv.NewReader(in)
	r.FieldsPerRecord = len(header)
	first, err := r.Read()
	if err != nil {
		return nil, fmt.Errorf("read published numbers: %w", err)
	}
	if !slices.Equal(first, header) {
		return nil, fmt.Errorf("read published numbers: columns %q, want %q", first, header)
	}
	var rows []Row
	for {
		f, err := r.Read()
		if err == io.EOF {
			return rows, nil
		}
		if err != nil {
			return nil, fmt.Errorf("read published numbers: %w", err)
		}
		row := Row{f[0], f[1], f[2], f[3], f[4], f[5], f[6], f[7], f[8]}
		if row.Paper == "" || row.Metric == "" || row.Value == "" || row.Source == "" {
			line, _ := r.FieldPos(0)
			return nil, fmt.Errorf("read published numbers: line %d: paper, metric, value and source must be given", line)
		}
		rows = append(rows, row)
	}
}

// All lists the shipped rows in file order. The caller must not change the slice.
var All = sync.OnceValue(func() []Row {
	rows, err := Parse(strings.NewReader(embedded))
	if err != nil {
		panic(err) // the file is part of the program
	}
	return rows
})

// Lookup lists the shipped rows of a paper's table in file order, of all its tables with table "". Case
// and punctuation of the names do not matter.
func Lookup(paper, table string) []Row {
	var rows []Row
	for _, r := range All() {
		if fold(r.Paper) == fold(paper) && (table == "" || fold(r.Table) == fold(table)) {
			rows = append(rows, r)
		}
	}
	return rows
}

// Papers lists the papers that have rows, in file order.
func Papers() []string {
	var names []string
	for _, r := range All() {
		if !slices.Contains(names, r.Paper) {
			names = append(names, r.Paper)
		}
	}
	return names
}

// Tables lists the tables of a paper, in file order.
func Tables(paper string) []string {
	var names []string
	for _, r := range Lookup(paper, "") {
		if !slices.Contains(names, r.Table) {
			names = append(names, r.Table)
		}
	}
	return names
}

// fold reduces a name to its lower-case letters, digits and the signs that distinguish names.
func fold(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r >= 'A' && r <= 'Z':
			return r + 'a' - 'A'
		case r >= 'a' && r <= 'z', r >= '0' && r <= '9', r == '+', r == '@', r == '^', r == '*', r == '=':
			return r
		}
		return -1
	}, s)
}
