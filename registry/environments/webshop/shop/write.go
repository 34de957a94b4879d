package shop

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"strings"
)

// ProductWriter writes a products file that ReadProducts reads, record by record.
type ProductWriter struct {
	w     *bufio.Writer
	wrote bool
}

// NewProductWriter starts a file on w.
func NewProductWriter(w io.Writer) *ProductWriter {
	return &ProductWriter{w: bufio.NewWriterSize(w, 1<<16)}
}

// Write appends a product. What the reader does not keep, such as pictures, is written empty.
func (w *ProductWriter) Write(p *Product) error {
	start := ",\n"
	if !w.wrote {
		start, w.wrote = "[\n", true
	}
	prices := make([]string, len(p.Pricing))
	for i, v := range p.Pricing {
		prices[i] = "$" + pythonFloat(v)
	}
	var options []string
	for _, o := range p.Options {
		values := make([]map[string]any, len(o.Values))
		for i, v := range o.Values {
			values[i] = map[string]any{"value": strings.ReplaceAll(v, " | ", "/"), "image": nil}
		}
		options = append(options, quote(o.Name)+":"+quote(values))
	}
	_, err := fmt.Fprintf(w.w, `%s{"asin":%s,"name":%s,"full_description":%s,"small_description":%s,"pricing":%s,"customization_options":{%s},"category":%s,"query":%s,"product_category":%s,"images":[""]}`,
		start, quote(p.ASIN), quote(p.Title), quote(p.Description), quote(p.Bullets), quote(strings.Join(prices, " - ")),
		strings.Join(options, ","), quote(p.Category), quote(p.Query), quote(p.ProductCategory))
	return err
}

// Close ends the file; it does not close what it writes to.
func (w *ProductWriter) Close() error {
	end := "\n]\n"
	if !w.wrote {
		end = "[]\n"
	}
	if _, err := w.w.WriteString(end); err != nil {
		return err
	}
	return w.w.Flush()
}

// quote writes a value as JSON; the values written here always can be.
func quote(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		panic(fmt.Sprintf("write %T as JSON: %v", v, err))
	}
	return string(b)
}

// WriteAnnotations writes an attributes file that ReadAnnotations reads.
func WriteAnnotations(w io.Writer, found map[string]Annotation) error {
	type record struct {
		Attributes            []string `json:"attributes"`
		Instruction           string   `json:"instruction,omitempty"`
		InstructionAttributes []string `json:"instruction_attributes,omitempty"`
	}
	all := make(map[string]record, len(found))
	for asin, a := range found {
		all[asin] = record(a)
	}
	return json.NewEncoder(w).Encode(all)
}

// WriteHumanInstructions writes an instructions file that ReadHumanInstructions reads.
func WriteHumanInstructions(w io.Writer, found map[string][]HumanInstruction) error {
	type record struct {
		ASIN        string   `json:"asin"`
		Instruction string   `json:"instruction"`
		Attributes  []string `json:"instruction_attributes"`
		Options     []string `json:"instruction_options"`
	}
	all := make(map[string][]record, len(found))
	for asin, list := range found {
		for _, h := range list {
			all[asin] = append(all[asin], record{asin, h.Instruction, h.Attributes, h.Options})
		}
	}
	return json.NewEncoder(w).Encode(all)
}

// WriteNouns writes a table that ReadNouns reads.
func WriteNouns(w io.Writer, n Nouns) error { return json.NewEncoder(w).Encode(n) }
