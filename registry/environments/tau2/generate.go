package tau2

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/retort-ml/retort/registry/environments/tau2/engine"
	"github.com/retort-ml/retort/registry/environments/tau2/py"
	"github.com/retort-ml/retort/registry/environments/tau2/retail"
	"github.com/retort-ml/retort/registry/environments/tau2/shop"
)

// Generate draws a little shop with so many tasks in the sets "train" and "test", on the tools
// of the retail domain. The same arguments give the same shop.
func Generate(seed uint64, train, test int) (*Dataset, error) {
	files := shop.Draw(seed, train, test)
	d := &Dataset{Domain: retail.Domain(), Policy: files.Policy, SoloPolicy: files.Policy}
	var err error
	if d.Base.DB, err = d.Domain.Model.Check(files.Database); err != nil {
		return nil, fmt.Errorf("draw shop: %w", err)
	}
	if d.Tasks, err = engine.DecodeTasks(files.Tasks); err != nil {
		return nil, fmt.Errorf("draw shop: %w", err)
	}
	if err := d.split(files.Splits); err != nil {
		return nil, fmt.Errorf("draw shop: %w", err)
	}
	return d, nil
}

// WriteShop writes the shop that Generate draws as a folder that [Load] reads.
func WriteShop(folder string, seed uint64, train, test int) error {
	files := shop.Draw(seed, train, test)
	for name, text := range map[string]string{
		"db.json":          py.JSON(files.Database),
		"tasks.json":       py.JSON(files.Tasks),
		"split_tasks.json": py.JSON(files.Splits),
		"policy.md":        files.Policy,
	} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o644); err != nil {
			return fmt.Errorf("write shop: %w", err)
		}
	}
	return nil
}

// schemas are the tools of a kit in OpenAI's format, with what the code knows of them: names and
// parameters.
func schemas(kit *engine.Kit) *py.List {
	var list []py.Value
	dict := func(keys []string, vals ...py.Value) *py.Dict { return py.NewDict(keys, vals) }
	for _, f := range kit.Tools() {
		properties := py.Empty()
		var required []string
		for _, p := range f.Params {
			properties = properties.With(p.Name, py.Empty())
			if p.Default == nil {
				required = append(required, p.Name)
			}
		}
		parameters := dict([]string{"type", "properties", "required"}, py.Str("object"), properties, py.Strings(required...))
		list = append(list, dict([]string{"type", "function"}, py.Str("function"), dict([]string{"name", "parameters"}, py.Str(f.Name), parameters)))
	}
	return py.NewList(list...)
}
