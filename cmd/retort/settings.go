package main

import (
	"fmt"
	"reflect"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/gohcl"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/hashicorp/hcl/v2/hclwrite"
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/gocty"

	"github.com/retort-ml/retort/cmd/retort/views"
)

// describeSettings lists the attributes of a settings struct with their values, which are the defaults in a fresh one.
func describeSettings(ptr any) []views.Setting {
	var list []views.Setting
	v := reflect.ValueOf(ptr).Elem()
	for i := range v.NumField() {
		if f := v.Type().Field(i); f.Anonymous && f.Type.Kind() == reflect.Struct {
			list = append(list, describeSettings(v.Field(i).Addr().Interface())...)
			continue
		}
		name, option, _ := strings.Cut(v.Type().Field(i).Tag.Get("hcl"), ",")
		if name == "" || option == "block" || option == "remain" {
			continue
		}
		list = append(list, views.Setting{Name: name, Type: typeName(v.Field(i)), Value: hclText(v.Field(i))})
	}
	return list
}

func typeName(v reflect.Value) string {
	ty, err := gocty.ImpliedType(v.Interface())
	if err != nil {
		return v.Type().String()
	}
	return ty.FriendlyName()
}

// hclText writes a value as an experiment would.
func hclText(v reflect.Value) string {
	ty, err := gocty.ImpliedType(v.Interface())
	if err != nil {
		return fmt.Sprint(v.Interface())
	}
	val, err := gocty.ToCtyValue(v.Interface(), ty)
	switch {
	case err != nil:
		return fmt.Sprint(v.Interface())
	case val.IsNull() && (ty.IsListType() || ty.IsSetType()):
		return "[]"
	case val.IsNull() && ty.IsMapType():
		return "{}"
	}
	return strings.Join(strings.Fields(string(hclwrite.TokensForValue(val).Bytes())), " ")
}

// settingParts returns a settings struct and, before it, the structs embedded in it: their settings are written side by side.
func settingParts(ptr any) []any {
	var parts []any
	v := reflect.ValueOf(ptr).Elem()
	for i := range v.NumField() {
		if f := v.Type().Field(i); f.Anonymous && f.Type.Kind() == reflect.Struct {
			parts = append(parts, settingParts(v.Field(i).Addr().Interface())...)
		}
	}
	return append(parts, ptr)
}

// setSettings decodes NAME=VALUE pairs into a settings struct as an experiment's attributes would be. Text for a setting
// that is a text needs no quotes.
func setSettings(ptr any, pairs assignments) error {
	var names []string
	known := map[string]bool{}
	bodies := map[any]*hclsyntax.Body{}
	parts := settingParts(ptr)
	for _, part := range parts {
		body := &hclsyntax.Body{Attributes: hclsyntax.Attributes{}}
		bodies[part] = body
		schema, _ := gohcl.ImpliedBodySchema(part)
		for _, a := range schema.Attributes {
			names = append(names, a.Name)
			known[a.Name] = true
			text, given := pairs[a.Name]
			if !given {
				continue
			}
			val, err := settingValue(part, a.Name, text)
			if err != nil {
				return err
			}
			at := hcl.Range{Filename: "-set " + a.Name, Start: hcl.InitialPos, End: hcl.InitialPos}
			body.Attributes[a.Name] = &hclsyntax.Attribute{Name: a.Name, Expr: &hclsyntax.LiteralValueExpr{Val: val, SrcRange: at}, SrcRange: at, NameRange: at}
		}
	}
	for name := range pairs {
		if !known[name] {
			return usageError("-set %s: there is no such setting.%s", name, didYouMean(name, names, "", " The settings are "+strings.Join(names, ", ")))
		}
	}
	for _, part := range parts {
		if diags := gohcl.DecodeBody(bodies[part], nil, part); diags.HasErrors() {
			d := diags.Errs()[0].(*hcl.Diagnostic)
			return usageError("%s: %s", d.Subject.Filename, d.Detail)
		}
	}
	if v, ok := ptr.(interface{ Validate() error }); ok {
		if err := v.Validate(); err != nil {
			return configError(err)
		}
	}
	return nil
}

// settingValue evaluates the text of one setting.
func settingValue(ptr any, name, text string) (cty.Value, error) {
	var field reflect.Value
	v := reflect.ValueOf(ptr).Elem()
	for i := range v.NumField() {
		if tag, _, _ := strings.Cut(v.Type().Field(i).Tag.Get("hcl"), ","); tag == name {
			field = v.Field(i)
		}
	}
	if field.Kind() == reflect.String && !strings.HasPrefix(text, `"`) {
		return cty.StringVal(text), nil
	}
	expr, diags := hclsyntax.ParseExpression([]byte(text), "-set "+name, hcl.InitialPos)
	if !diags.HasErrors() {
		var val cty.Value
		if val, diags = expr.Value(nil); !diags.HasErrors() {
			return val, nil
		}
	}
	return cty.NilVal, usageError("-set %s: %q is no %s", name, text, typeName(field))
}
