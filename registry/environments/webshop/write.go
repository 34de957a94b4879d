package webshop

import (
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"

	"github.com/retort-ml/retort/registry/environments/webshop/shop"
)

// WriteCatalog writes the catalogues of the first generated tasks of a split into a folder, as one catalogue in
// WebShop's files: products, attributes with synthetic instructions, instructions in the manner of
// people, and the table of nouns. The setting "catalog" reads it back. An environment that is not
// generated, or a split with fewer tasks, is an error.
func (e *Environment) WriteCatalog(folder, split string, tasks int) error {
	if e.settings.Catalog != "" {
		return fmt.Errorf("write catalog: this one was read from %s", e.settings.Catalog)
	}
	if tasks < 1 || tasks > e.settings.Tasks[split] {
		return fmt.Errorf("write catalog: %d tasks of split %q, which has %d", tasks, split, e.settings.Tasks[split])
	}
	g := newGenerator(e.settings)
	all := draft{annotations: map[string]shop.Annotation{}, nouns: shop.Nouns{}}
	human := map[string][]shop.HumanInstruction{}
	for index := range tasks {
		d, _, err := g.draft(split, index)
		if err != nil {
			return err
		}
		all.products = append(all.products, d.products...)
		maps.Copy(all.annotations, d.annotations)
		maps.Copy(all.nouns, d.nouns)
		target := d.products[d.target]
		a := d.annotations[target.ASIN]
		if d.human != nil {
			human[target.ASIN] = []shop.HumanInstruction{*d.human}
			continue
		}
		human[target.ASIN] = []shop.HumanInstruction{{
			Instruction: fmt.Sprintf("i need a %s %s that is %s, in %s.", a.Attributes[0], d.nouns[target.Title][0], a.Attributes[1], d.option),
			Attributes:  a.Attributes, Options: []string{d.option},
		}}
	}
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return err
	}
	for _, f := range []struct {
		name string
		fill func(io.Writer) error
	}{
		{productFiles[0], all.write},
		{attributeFiles[0], func(w io.Writer) error { return shop.WriteAnnotations(w, all.annotations) }},
		{instructionFiles[0], func(w io.Writer) error { return shop.WriteHumanInstructions(w, human) }},
		{nounFiles[0], func(w io.Writer) error { return shop.WriteNouns(w, all.nouns) }},
	} {
		if err := writeFile(filepath.Join(folder, f.name), f.fill); err != nil {
			return fmt.Errorf("write catalog: %w", err)
		}
	}
	return nil
}

// write writes the products.
func (d *draft) write(w io.Writer) error {
	out := shop.NewProductWriter(w)
	for _, p := range d.products {
		if err := out.Write(p); err != nil {
			return err
		}
	}
	return out.Close()
}

func writeFile(path string, fill func(io.Writer) error) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	if err := fill(f); err != nil {
		f.Close()
		return err
	}
	return f.Close()
}
