package shop

import (
	"encoding/json"
	"strings"
	"testing"

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
	products, err := ReadProducts(strings.NewReader(records), 0)
	require.NoError(t, err)
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

	some, err := ReadProducts(strings.NewReader(records), 5)
	require.NoError(t, err)
	require.Len(t, some, 2)
}

func TestReadProducts_Broken(t *testing.T) {
	for text, want := range map[string]string{
		``:                                       "record 0",
		`{}`:                                     "no list",
		`[1]`:                                    "record 0: no object",
		`[{"asin":"B1"}] x`:                      "behind the list",
		`[{"asin":"B1"},`:                        "record 1",
		`[{"asin":"B1","pricing":"$x"}]`:         `record 0: B1: pricing "$x"`,
		`[{"asin":"B1","pricing":"12"}]`:         "no dollar sign",
		`[{"asin":"B1"},{"asin":"B2","name":3}]`: "record 1: B2: name: no string",
		`[{"asin":"B1","x":` + strings.Repeat("[", 99) + strings.Repeat("]", 99) + `}]`: "nested too deep",
		`[{"asin":"B1",}]`:     "no string",
		`[{"asin":"\ud83d"x}]`: "neither a comma",
	} {
		_, err := ReadProducts(strings.NewReader(text), 0)
		require.ErrorContains(t, err, want, text)
	}
}

func TestReadAnnotations(t *testing.T) {
	found, err := ReadAnnotations(strings.NewReader(`{"B1": {"attributes": []}, "B2": {"attributes": ["a b"], "instruction": "Find me", "instruction_attributes": ["a b"], "more": {}}}`))
	require.NoError(t, err)
	require.Equal(t, map[string]Annotation{"B1": {}, "B2": {[]string{"a b"}, "Find me", []string{"a b"}}}, found)
	_, err = ReadAnnotations(strings.NewReader(`{"B1": {"attributes": 1}}`))
	require.ErrorContains(t, err, `record "B1"`)
}

func TestReadHumanInstructions(t *testing.T) {
	found, err := ReadHumanInstructions(strings.NewReader(`{"B1": [{"asin": "B1", "instruction": "i want it.", "instruction_attributes": ["x"], "instruction_options": ["red"], "worker_id": "w"}]}`))
	require.NoError(t, err)
	require.Equal(t, map[string][]HumanInstruction{"B1": {{"i want it.", []string{"x"}, []string{"red"}}}}, found)
}

func TestWrite_ReadsBack(t *testing.T) {
	products, err := ReadProducts(strings.NewReader(records), 0)
	require.NoError(t, err)
	var b strings.Builder
	w := NewProductWriter(&b)
	for _, p := range products {
		require.NoError(t, w.Write(p))
	}
	require.NoError(t, w.Close())
	require.True(t, json.Valid([]byte(b.String())))
	again, err := ReadProducts(strings.NewReader(b.String()), 0)
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
		products, err := ReadProducts(strings.NewReader(string(record)), 0)
		require.NoError(t, err)
		var back []struct{ Name string }
		require.NoError(t, json.Unmarshal(record, &back))
		require.Equal(t, back[0].Name, products[0].Title)
		require.Len(t, products[0].Bullets, 1)
	})
}
