package shop

import (
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strings"
	"unicode/utf8"
)

// maxASIN is the length beyond which WebShop takes an identifier for broken.
const maxASIN = 10

// ReadProducts reads a products file (items_shuffle*.json): a list of objects, parsed on as many cores as GOMAXPROCS grants.
// Only the first most records are read, all with 0. Records without a usable identifier and repeated ones are left
// out, as WebShop does; so are broken ones, for each of which broken has an error that names the record, counted from 0, and the
// reason. err is about the file as a whole.
func ReadProducts(r io.Reader, most int) (products []*Product, broken []error, err error) {
	return readProducts(r, most, min(runtime.GOMAXPROCS(0), mostParsers))
}

func readProducts(r io.Reader, most, threads int) (products []*Product, broken []error, err error) {
	seen := map[string]bool{}
	err = parseAll(r, most, threads, func(part parsedRun) {
		broken = append(broken, part.broken...)
		for _, p := range part.products {
			if p.ASIN == "" || p.ASIN == "nan" || utf8.RuneCountInString(p.ASIN) > maxASIN || seen[p.ASIN] {
				continue
			}
			seen[p.ASIN] = true
			products = append(products, p)
		}
	})
	if err != nil {
		return nil, nil, fmt.Errorf("read products: %w", err)
	}
	return products, broken, nil
}

// readProduct fills p from a record.
func readProduct(p *Product, value []byte, k *keeper) error {
	p.Attributes = unknownAttributes
	pricing, identified, named := "", false, false
	s := &scanner{b: value, keep: k}
	err := s.object(func(key []byte) (err error) {
		switch string(key) {
		case "asin":
			p.ASIN, err = s.text()
			identified = true
		case "name":
			p.Title, err = s.text()
			named = true
		case "full_description":
			p.Description, err = s.text()
		case "small_description":
			p.Bullets, err = s.bullets()
		case "pricing":
			pricing, err = s.text()
		case "category":
			p.Category, err = s.name()
		case "query":
			p.Query, err = s.name()
			p.Query = strings.TrimSpace(pythonLower(p.Query))
		case "product_category":
			p.ProductCategory, err = s.name()
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
	switch {
	case err != nil:
	case !identified:
		err = errors.New("asin is missing")
	case !named && p.ASIN != "nan":
		err = errors.New("name is missing")
	default:
		p.Pricing, err = parsePricing(pricing)
	}
	if err != nil && p.ASIN != "" {
		err = fmt.Errorf("%s: %w", p.ASIN, err)
	}
	return err
}

// bullets reads a list of strings, or one string.
func (s *scanner) bullets() ([]string, error) {
	if s.next() == '[' {
		return s.texts(s.text)
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
	err = s.object(func(key []byte) error {
		if s.next() == 'n' {
			return s.literal("null")
		}
		o := Option{Name: pythonLower(s.keep.name(key))}
		err := s.array(func() error {
			return s.object(func(key []byte) error {
				if string(key) != "value" {
					return s.skip(0)
				}
				v, err := s.name()
				v = pythonLower(strings.ReplaceAll(strings.TrimSpace(v), "/", " | "))
				o.Values = append(o.Values, v)
				return err
			})
		})
		if i := slices.IndexFunc(list, func(known Option) bool { return known.Name == o.Name }); i >= 0 {
			list[i] = o
		} else {
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

// ReadAnnotations reads an attributes file (items_ins_v2*.json): an object from identifiers. Broken records are left out, as
// in [ReadProducts].
func ReadAnnotations(r io.Reader) (found map[string]Annotation, broken []error, err error) {
	found = map[string]Annotation{}
	broken, err = readIdentified(r, func(asin string, s *scanner) error {
		var a Annotation
		err := s.object(func(key []byte) (err error) {
			switch string(key) {
			case "attributes":
				a.Attributes, err = s.texts(s.name)
			case "instruction":
				a.Instruction, err = s.text()
			case "instruction_attributes":
				a.InstructionAttributes, err = s.texts(s.name)
			default:
				err = s.skip(0)
			}
			return err
		})
		if err == nil {
			found[asin] = a
		}
		return err
	})
	if err != nil {
		return nil, nil, fmt.Errorf("read attributes: %w", err)
	}
	return found, broken, nil
}

// HumanInstruction is a goal that a person wrote for a product.
type HumanInstruction struct {
	Instruction string
	Attributes  []string
	Options     []string
}

// ReadHumanInstructions reads an instructions file (items_human_ins.json): an object from
// identifiers to lists. Broken lists are left out, as broken records in [ReadProducts].
func ReadHumanInstructions(r io.Reader) (found map[string][]HumanInstruction, broken []error, err error) {
	found = map[string][]HumanInstruction{}
	broken, err = readIdentified(r, func(asin string, s *scanner) error {
		var list []HumanInstruction
		err := s.array(func() error {
			var h HumanInstruction
			err := s.object(func(key []byte) (err error) {
				switch string(key) {
				case "instruction":
					h.Instruction, err = s.text()
				case "instruction_attributes":
					h.Attributes, err = s.texts(s.name)
				case "instruction_options":
					h.Options, err = s.texts(s.name)
				default:
					err = s.skip(0)
				}
				return err
			})
			list = append(list, h)
			return err
		})
		if err == nil {
			found[asin] = append(found[asin], list...)
		}
		return err
	})
	if err != nil {
		return nil, nil, fmt.Errorf("read instructions: %w", err)
	}
	return found, broken, nil
}

// readIdentified reads an object whose keys are identifiers. A record that f cannot read, but whose end can be found, is
// among broken.
func readIdentified(r io.Reader, f func(asin string, s *scanner) error) (broken []error, err error) {
	content, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	s := &scanner{b: content, keep: new(keeper)}
	err = s.object(func(key []byte) error {
		asin, start := s.keep.text(key), s.i
		err := f(asin, s)
		if err == nil {
			return nil
		}
		err = fmt.Errorf("record %q: %w", asin, err)
		if s.i = start; s.skip(0) != nil {
			return err
		}
		broken = append(broken, err)
		return nil
	})
	if err == nil {
		err = s.end()
	}
	return broken, err
}

// Annotate gives products their attributes.
func Annotate(products []*Product, found map[string]Annotation) {
	for _, p := range products {
		if a, ok := found[p.ASIN]; ok {
			p.Attributes = a.Attributes
		}
	}
}
