package tau2

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/retort-ml/retort/registry/environments/tau2/engine"
	"github.com/retort-ml/retort/registry/environments/tau2/little"
	"github.com/retort-ml/retort/registry/environments/tau2/py"
)

// Generate draws a little domain, "retail" or "airline", with so many tasks in the sets "train" and "test", on the tools
// of the real one. The same arguments give the same domain.
func Generate(domain string, seed uint64, train, test int) (*Dataset, error) {
	files, err := drawFiles(domain, seed, train, test)
	if err != nil {
		return nil, err
	}
	d := &Dataset{Domain: domainNamed(domain), Policy: files.Policy, SoloPolicy: files.Policy}
	if d.Base.DB, err = d.Domain.Model.Check(files.Database); err != nil {
		return nil, fmt.Errorf("draw %s: %w", domain, err)
	}
	if d.Tasks, err = engine.DecodeTasks(files.Tasks); err != nil {
		return nil, fmt.Errorf("draw %s: %w", domain, err)
	}
	if err := d.split(files.Splits); err != nil {
		return nil, fmt.Errorf("draw %s: %w", domain, err)
	}
	return d, nil
}

func drawFiles(domain string, seed uint64, train, test int) (little.Files, error) {
	d, ok := drawingOf(domain)
	if !ok {
		return little.Files{}, fmt.Errorf("draw %s: there is no little one", domain)
	}
	return d.draw(seed, train, test), nil
}

// Write writes what [Generate] draws as a folder that [Load] reads.
func Write(folder, domain string, seed uint64, train, test int) error {
	files, err := drawFiles(domain, seed, train, test)
	if err != nil {
		return err
	}
	for name, text := range map[string]string{
		"db.json":          py.JSON(files.Database),
		"tasks.json":       py.JSON(files.Tasks),
		"split_tasks.json": py.JSON(files.Splits),
		"policy.md":        files.Policy,
		"tools.json":       py.JSON(py.NewDict([]string{engine.Assistant}, []py.Value{schemas(domainNamed(domain).Tools)})),
	} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o644); err != nil {
			return fmt.Errorf("write %s: %w", domain, err)
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
