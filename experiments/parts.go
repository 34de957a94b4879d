package experiments

import (
	"reflect"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/gohcl"
	"github.com/hashicorp/hcl/v2/hclsyntax"
)

// settingParts returns a settings struct and the structs embedded in it, outermost last: methods of one family
// embed what they set alike, and a file sees one flat list of settings.
func settingParts(ptr any) []any {
	var parts []any
	v := reflect.ValueOf(ptr).Elem()
	for i := range v.NumField() {
		f := v.Type().Field(i)
		if f.Anonymous && f.IsExported() && f.Type.Kind() == reflect.Struct {
			parts = append(parts, settingParts(v.Field(i).Addr().Interface())...)
		}
	}
	return append(parts, ptr)
}

// decodeParts decodes a body of literals into a settings struct, each part from what belongs to it.
func decodeParts(body *hclsyntax.Body, ptr any) hcl.Diagnostics {
	var diags hcl.Diagnostics
	for _, part := range settingParts(ptr) {
		schema, _ := gohcl.ImpliedBodySchema(part)
		own := &hclsyntax.Body{Attributes: hclsyntax.Attributes{}, SrcRange: body.SrcRange, EndRange: body.EndRange}
		for _, a := range schema.Attributes {
			if attribute, ok := body.Attributes[a.Name]; ok {
				own.Attributes[a.Name] = attribute
			}
		}
		for _, b := range schema.Blocks {
			for _, block := range body.Blocks {
				if block.Type == b.Type {
					own.Blocks = append(own.Blocks, block)
				}
			}
		}
		diags = append(diags, gohcl.DecodeBody(own, nil, part)...)
	}
	return diags
}
