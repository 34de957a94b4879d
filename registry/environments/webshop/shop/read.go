package shop

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// errEnough stops a reader early.
var errEnough = errors.New("enough")

// maxASIN is the length beyond which WebShop takes an identifier for broken.
const maxASIN = 10

// ReadProducts reads a products file (items_shuffle*.json): a list of objects. Only the first most
// records are read, all with 0. Records without a usable identifier and repeated ones are left
// out, as WebShop does. An error names the record.
func ReadProducts(r io.Reader, most int) ([]*Product, error) {
	var products []*Product
	seen := map[string]bool{}
	err := eachElement(r, func(record int, value []byte) error {
		if most > 0 && record >= most {
			return errEnough
		}
		p, err := readProduct(value)
		if err != nil {
			return fmt.Errorf("record %d: %w", record, err)
		}
		if p.ASIN == "" || p.ASIN == "nan" || utf8.RuneCountInString(p.ASIN) > maxASIN || seen[p.ASIN] {
			return nil
		}
		seen[p.ASIN] = true
		products = append(products, p)
		return nil
	})
	if err != nil && !errors.Is(err, errEnough) {
		return nil, fmt.Errorf("read products: %w", err)
	}
	return products, nil
}

func readProduct(value []byte) (*Product, error) {
	p := &Product{Attributes: []string{dummyAttribute}}
	pricing := ""
	s := &scanner{b: value}
	err := s.object(func(key []byte) (err error) {
		switch string(key) {
		case "asin":
			p.ASIN, err = s.text()
		case "name":
			p.Title, err = s.text()
		case "full_description":
			p.Description, err = s.text()
		case "small_description":
			p.Bullets, err = s.bullets()
		case "pricing":
			pricing, err = s.text()
		case "category":
			p.Category, err = s.text()
		case "query":
			p.Query, err = s.text()
			p.Query = strings.TrimSpace(pythonLower(p.Query))
		case "product_category":
			p.ProductCategory, err = s.text()
		case "customization_options":
			p.Options, err = s.options()
		default:
			err = s.skip(0)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", key, err)
		}
		return nil
	})
	if err == nil {
		err = s.end()
	}
	if err == nil {
		p.Pricing, err = parsePricing(pricing)
	}
	if err != nil && p.ASIN != "" {
		err = fmt.Errorf("%s: %w", p.ASIN, err)
	}
	return p, err
}

// bullets reads a list of strings, or one string.
func (s *scanner) bullets() ([]string, error) {
	if s.next() == '[' {
		return s.texts()
	}
	t, err := s.text()
	return []string{t}, err
}

// options reads an object of lists of objects with a value each; null stands for nothing.
func (s *scanner) options() (list []Option, err error) {
	switch s.next() {
	case '{':
	case '"', '[': // an empty text or list in some records
		return nil, s.skip(0)
	default:
		return nil, s.literal("null")
	}
	at := map[string]int{}
	err = s.object(func(key []byte) error {
		if s.next() == 'n' {
			return s.literal("null")
		}
		o := Option{Name: pythonLower(string(key))}
		err := s.array(func() error {
			return s.object(func(key []byte) error {
				if string(key) != "value" {
					return s.skip(0)
				}
				v, err := s.text()
				v = pythonLower(strings.ReplaceAll(strings.TrimSpace(v), "/", " | "))
				o.Values = append(o.Values, v)
				return err
			})
		})
		if i, twice := at[o.Name]; twice {
			list[i] = o
		} else {
			at[o.Name] = len(list)
			list = append(list, o)
		}
		return err
	})
	return list, err
}

// Annotation is what the attributes file says of a product.
type Annotation struct {
	Attributes            []string
	Instruction           string // of the synthetic goals; empty for none
	InstructionAttributes []string
}

// ReadAnnotations reads an attributes file (items_ins_v2*.json): an object from identifiers.
func ReadAnnotations(r io.Reader) (map[string]Annotation, error) {
	found := map[string]Annotation{}
	err := readIdentified(r, func(asin string, s *scanner) error {
		var a Annotation
		err := s.object(func(key []byte) (err error) {
			switch string(key) {
			case "attributes":
				a.Attributes, err = s.texts()
			case "instruction":
				a.Instruction, err = s.text()
			case "instruction_attributes":
				a.InstructionAttributes, err = s.texts()
			default:
				err = s.skip(0)
			}
			return err
		})
		found[asin] = a
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("read attributes: %w", err)
	}
	return found, nil
}

// HumanInstruction is a goal that a person wrote for a product.
type HumanInstruction struct {
	Instruction string
	Attributes  []string
	Options     []string
}

// ReadHumanInstructions reads an instructions file (items_human_ins.json): an object from
// identifiers to lists.
func ReadHumanInstructions(r io.Reader) (map[string][]HumanInstruction, error) {
	found := map[string][]HumanInstruction{}
	err := readIdentified(r, func(asin string, s *scanner) error {
		return s.array(func() error {
			var h HumanInstruction
			err := s.object(func(key []byte) (err error) {
				switch string(key) {
				case "instruction":
					h.Instruction, err = s.text()
				case "instruction_attributes":
					h.Attributes, err = s.texts()
				case "instruction_options":
					h.Options, err = s.texts()
				default:
					err = s.skip(0)
				}
				return err
			})
			found[asin] = append(found[asin], h)
			return err
		})
	})
	if err != nil {
		return nil, fmt.Errorf("read instructions: %w", err)
	}
	return found, nil
}

// readIdentified reads an object whose keys are identifiers.
func readIdentified(r io.Reader, f func(asin string, s *scanner) error) error {
	content, err := io.ReadAll(r)
	if err != nil {
		return err
	}
	s := &scanner{b: content}
	err = s.object(func(key []byte) error {
		asin := string(key)
		if err := f(asin, s); err != nil {
			return fmt.Errorf("record %q: %w", asin, err)
		}
		return nil
	})
	if err != nil {
		return err
	}
	return s.end()
}

// Annotate gives products their attributes.
func Annotate(products []*Product, found map[string]Annotation) {
	for _, p := range products {
		if a, ok := found[p.ASIN]; ok {
			p.Attributes = a.Attributes
		}
	}
}
