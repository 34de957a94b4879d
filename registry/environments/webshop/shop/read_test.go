package shop

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"
)

const records = `[
  {"asin": "B000000001", "name": "Sofa \u00e9t\u00e9", "brand": {"a": [1, null, NaN]}, "full_description": "One\ntwo", "small_description": ["first", "second"],
   "pricing": "$1,019.99 - $2,000", "customization_options": {"Color": [{"value": " Red/Blue ", "image": null, "is_selected": true}], "Size": null, "fit": [{"value": "King"}]},
   "category": "garden", "query": " Sofas ", "product_category": "A › B", "images": ["x"]},
  {"asin": "nan", "name": "no"},
  {"asin": "B000000001", "name": "again"},
  {"asin": "B00000000012", "name": "too long"},
  {"asin": "B000000002", "name": "Lamp", "small_description": "only", "pricing": null, "customization_options": ""},
  {"asin": "B000000003", "name": "Rug", "small_description": null, "pricing": "$5"}
]`

func TestReadProducts(t *testing.T) {
	products, broken, err := ReadProducts(strings.NewReader(records), 0)
	require.NoError(t, err)
	require.Empty(t, broken)
	require.Equal(t, []*Product{
		{
			ASIN: "B000000001", Title: "Sofa été", Description: "One\ntwo", Bullets: []string{"first", "second"}, Pricing: []float64{1019.99, 2000},
			Options:  []Option{{"color", []string{"red | blue"}}, {"fit", []string{"king"}}},
			Category: "garden", Query: "sofas", ProductCategory: "A › B", Attributes: []string{dummyAttribute},
		},
		{ASIN: "B000000002", Title: "Lamp", Bullets: []string{"only"}, Pricing: []float64{100}, Attributes: []string{dummyAttribute}},
		{ASIN: "B000000003", Title: "Rug", Bullets: []string{""}, Pricing: []float64{5}, Attributes: []string{dummyAttribute}},
	}, products)
	require.Equal(t, "$1019.99 to $2000.0", products[0].PriceTag())
	require.Equal(t, "$100.0", products[1].PriceTag())
	require.Equal(t, "sofa été one\ntwo first color: red | blue, and fit: king", products[0].Text())

	some, _, err := ReadProducts(strings.NewReader(records), 5)
	require.NoError(t, err)
	require.Len(t, some, 2)
}

func TestReadProducts_Broken(t *testing.T) {
	for text, want := range map[string]string{
		``:                     "record 0",
		`{}`:                   "no list",
		`[{"asin":"B1"}] x`:    "behind the list",
		`[{"asin":"B1"},`:      "record 1",
		`[{"asin":"B1"},{"a":`: "record 1: the file ends in the middle",
	} {
		_, _, err := ReadProducts(strings.NewReader(text), 0)
		require.ErrorContains(t, err, want, text)
	}
}

// A record that cannot be read is named; the others are there.
func TestReadProducts_BrokenRecord(t *testing.T) {
	for record, want := range map[string]string{
		`{"asin":"B1","name":"","pricing":"$x"}`:                                      `record 1: B1: pricing "$x"`,
		`{"asin":"B1","name":"","pricing":"12"}`:                                      "no dollar sign",
		`{"asin":"B2","name":3}`:                                                      "record 1: B2: name: no string",
		`{"asin":"B1","x":` + strings.Repeat("[", 99) + strings.Repeat("]", 99) + `}`: "nested too deep",
		`{"name":"Lamp"}`:                                                             "record 1: asin is missing",
		`{"asin":"B2"}`:                                                               "record 1: B2: name is missing",
		`{"asin":"B1",}`:                                                              "no string",
		`{"asin":"\ud83d"x}`:                                                          "neither a comma",
		`{"x":"\q"}`:                                                                  "unknown escape",
		"{\"x\":\"a\nb\"}":                                                            "control character",
	} {
		products, broken, err := ReadProducts(strings.NewReader(`[{"asin":"B7","name":""},`+record+`,{"asin":"B8","name":""}]`), 0)
		require.NoError(t, err, record)
		require.Len(t, broken, 1, record)
		require.ErrorContains(t, broken[0], want)
		require.Len(t, products, 2)
		require.Equal(t, "B8", products[1].ASIN)
	}
}

// Elements of the list that are no objects are left out and named as well, also those behind which the comma is missing.
func TestReadProducts_NoObject(t *testing.T) {
	for _, element := range []string{`null`, `1`, `-2.5e3`, `true`, `"a \"],{ text"`, `""`, `[]`, `[{"asin":"B9"}, "]"]`, `oops`, `}`} {
		for _, joint := range []string{",", " ,\n", " "} {
			file := `[{"asin":"B7","name":""},` + element + joint + `{"asin":"B8","name":""}` + joint + element + `]`
			products, broken, err := ReadProducts(iotest.OneByteReader(strings.NewReader(file)), 0)
			require.NoError(t, err, file)
			require.Len(t, products, 2, file)
			require.Equal(t, "B8", products[1].ASIN)
			require.Len(t, broken, 2, file)
			require.EqualError(t, broken[0], "record 1: no object at byte 0")
			require.EqualError(t, broken[1], "record 3: no object at byte 0")
			some, broken, err := ReadProducts(strings.NewReader(file), 2)
			require.NoError(t, err)
			require.Len(t, some, 1, "one that is broken counts")
			require.Len(t, broken, 1)
		}
		_, _, err := ReadProducts(strings.NewReader(`[{"asin":"B7","name":""},`+element), 0)
		require.ErrorContains(t, err, "the file ends in the middle")
	}
}

// Elements across the ends of reads.
func TestReadProducts_NoObjectAcrossReads(t *testing.T) {
	for gap := range 12 {
		file := `[{"asin":"B7","name":""},` + strings.Repeat(" ", chunkSize-16-gap) + `"\\\"x",null,{"asin":"B8","name":""}]`
		products, broken, err := ReadProducts(strings.NewReader(file), 0)
		require.NoError(t, err)
		require.Len(t, products, 2)
		require.Len(t, broken, 2)
	}
}

// A file of many reads is read as one of few: records across the ends of reads, longer than a read, with
// quotes and backslashes there.
func TestReadProducts_Long(t *testing.T) {
	var file strings.Builder
	file.WriteString("[")
	var want []*Product
	for i := range 3000 {
		p := &Product{
			ASIN: fmt.Sprintf("B%d", i), Title: strings.Repeat(`\"]}`, i%53) + "end", Description: strings.Repeat("x\\", 1+i*7%1999),
			Bullets: []string{""}, Pricing: []float64{100}, Attributes: []string{dummyAttribute},
		}
		if i == 1500 {
			p.Description = strings.Repeat(`long \\ "`, 1<<18)
		}
		if i > 0 {
			file.WriteString(" ,\n")
		}
		fmt.Fprintf(&file, `{"name":%s,"asin":%q,"full_description":%s,"small_description":null}`, quote(p.Title), p.ASIN, quote(p.Description))
		want = append(want, p)
	}
	file.WriteString("]\n")
	require.Greater(t, file.Len(), 4*chunkSize)
	for _, threads := range []int{1, 2, 5} {
		got, broken, err := readProducts(iotest.HalfReader(strings.NewReader(file.String())), 0, threads)
		require.NoError(t, err)
		require.Empty(t, broken)
		require.Len(t, got, len(want))
		for i, p := range want {
			require.True(t, reflect.DeepEqual(p, got[i]), "%d threads, product %d", threads, i)
		}
	}
	some, _, err := readProducts(strings.NewReader(file.String()[:file.Len()-10]), 2000, 3)
	require.NoError(t, err, "what stands behind those asked for does not count")
	require.Len(t, some, 2000)
	_, _, err = readProducts(iotest.TimeoutReader(iotest.HalfReader(strings.NewReader(file.String()))), 0, 3)
	require.ErrorIs(t, err, iotest.ErrTimeout)
}

func TestReadAnnotations(t *testing.T) {
	found, broken, err := ReadAnnotations(strings.NewReader(`{"B1": {"attributes": []}, "B2": {"attributes": ["a b"], "instruction": "Find me", "instruction_attributes": ["a b"], "more": {}}}`))
	require.NoError(t, err)
	require.Empty(t, broken)
	require.Equal(t, map[string]Annotation{"B1": {}, "B2": {[]string{"a b"}, "Find me", []string{"a b"}}}, found)
	found, broken, err = ReadAnnotations(strings.NewReader(`{"B1": {"attributes": 1}, "B2": {"attributes": ["x"]}}`))
	require.NoError(t, err)
	require.Equal(t, map[string]Annotation{"B2": {Attributes: []string{"x"}}}, found)
	require.Len(t, broken, 1)
	require.ErrorContains(t, broken[0], `record "B1"`)
	_, _, err = ReadAnnotations(strings.NewReader(`{"B1": {"attributes": }}`))
	require.ErrorContains(t, err, `record "B1"`)
}

func TestReadHumanInstructions(t *testing.T) {
	found, broken, err := ReadHumanInstructions(strings.NewReader(`{"B1": [{"asin": "B1", "instruction": "i want it.", "instruction_attributes": ["x"], "instruction_options": ["red"], "worker_id": "w"}]}`))
	require.NoError(t, err)
	require.Empty(t, broken)
	require.Equal(t, map[string][]HumanInstruction{"B1": {{"i want it.", []string{"x"}, []string{"red"}}}}, found)
}

func TestWrite_ReadsBack(t *testing.T) {
	products, broken, err := ReadProducts(strings.NewReader(records), 0)
	require.NoError(t, err)
	require.Empty(t, broken)
	var b strings.Builder
	w := NewProductWriter(&b)
	for _, p := range products {
		require.NoError(t, w.Write(p))
	}
	require.NoError(t, w.Close())
	require.True(t, json.Valid([]byte(b.String())))
	again, _, err := ReadProducts(strings.NewReader(b.String()), 0)
	require.NoError(t, err)
	require.Equal(t, products, again)
}

// Any text either reads or fails with an error; what encoding/json writes reads as it was.
func FuzzReadProducts(f *testing.F) {
	f.Add(records, "name")
	f.Add(`[{"asin":"B1","name":"\ud83e\udd8a"}]`, "a\\\"\x00\u2028🦊")
	f.Add(`[[[{{{"`, "\xff")
	f.Fuzz(func(t *testing.T, file, text string) {
		ReadProducts(strings.NewReader(file), 3)
		ReadAnnotations(strings.NewReader(file))
		ReadHumanInstructions(strings.NewReader(file))
		ReadNouns(strings.NewReader(file))
		record, err := json.Marshal([]map[string]any{{"asin": "B1", "name": text, "junk": []any{text, 1.5, nil, map[string]any{text: true}}, "small_description": []string{text}}})
		require.NoError(t, err)
		products, broken, err := ReadProducts(strings.NewReader(string(record)), 0)
		require.NoError(t, err)
		require.Empty(t, broken)
		var back []struct{ Name string }
		require.NoError(t, json.Unmarshal(record, &back))
		require.Equal(t, back[0].Name, products[0].Title)
		require.Len(t, products[0].Bullets, 1)
	})
}
