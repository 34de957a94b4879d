package experiments

import (
	"reflect"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
)

// finding is a broken rule of a settings struct.
type finding struct {
	setting, message, suggestion string
	missing                      bool // a file that the setting names is not there
}

// checkRules asks a settings struct for its own rules and reports what they find at the setting, or at the block
// where the setting is inherited or at its default.
func (l *loader) checkRules(ptr any, effective map[string]written, blocks map[string][]*hclsyntax.Block, about subject) bool {
	if about.inheritsMistakes {
		return false
	}
	found := validate(ptr)
	if l.opts.IgnoreMissingData {
		found = slices.DeleteFunc(found, func(f finding) bool { return f.missing })
	}
	for _, f := range found {
		// What a block inherits is right where it was written; it is this block that it does not suit.
		at := about.at
		if a, ok := effective[f.setting]; ok && a.owner == about.title {
			at = a.Expr.Range()
		} else if b := blocks[f.setting]; len(b) > 0 {
			at = b[0].DefRange()
		}
		detail := capital(about.title) + ": " + sentence(f.message)
		if f.setting != "" {
			detail = "Setting " + quoted(f.setting) + " of " + about.title + ": " + sentence(f.message)
		}
		if f.suggestion != "" {
			if strings.ContainsAny(f.suggestion, " ?") {
				detail += " " + sentence(f.suggestion)
			} else {
				detail += " Did you mean " + quoted(f.suggestion) + "?"
			}
		}
		l.add(&hcl.Diagnostic{Severity: hcl.DiagError, Summary: "Unsuitable setting", Detail: detail, Subject: &at})
	}
	return len(found) == 0
}

func sentence(s string) string {
	if s == "" || strings.HasSuffix(s, ".") || strings.HasSuffix(s, "?") {
		return s
	}
	return s + "."
}

// validate calls a Validate method of either form that Catalog.Settings describes. It goes by shape, because the
// structs come from packages that know nothing of this one.
func validate(ptr any) []finding {
	method := reflect.ValueOf(ptr).MethodByName("Validate")
	if !method.IsValid() || method.Type().NumIn() != 0 || method.Type().NumOut() != 1 {
		return nil
	}
	out := method.Call(nil)[0]
	if out.Kind() == reflect.Slice {
		var found []finding
		for i := range out.Len() {
			if f, ok := findingIn(out.Index(i)); ok {
				found = append(found, f)
			}
		}
		return found
	}
	err, ok := out.Interface().(error)
	if !ok || err == nil {
		return nil
	}
	return findingsOf(err)
}

// findingsOf takes an error apart where it joins several or wraps one that names a setting.
func findingsOf(err error) []finding {
	if f, ok := findingIn(reflect.ValueOf(err)); ok {
		return []finding{f}
	}
	switch e := err.(type) {
	case interface{ Unwrap() []error }:
		var found []finding
		for _, inner := range e.Unwrap() {
			found = append(found, findingsOf(inner)...)
		}
		return found
	case interface{ Unwrap() error }:
		if inner := e.Unwrap(); inner != nil {
			found := findingsOf(inner)
			if len(found) > 0 && found[0].setting != "" {
				return found
			}
		}
	}
	return []finding{{message: err.Error()}}
}

// findingIn reads the fields of a struct that describes a finding.
func findingIn(v reflect.Value) (finding, bool) {
	for v.Kind() == reflect.Pointer || v.Kind() == reflect.Interface {
		if v.IsNil() {
			return finding{}, false
		}
		v = v.Elem()
	}
	if v.Kind() != reflect.Struct {
		return finding{}, false
	}
	text := func(name string) string {
		if f := v.FieldByName(name); f.IsValid() && f.Kind() == reflect.String {
			return f.String()
		}
		return ""
	}
	missing := v.FieldByName("Missing")
	f := finding{
		setting: text("Setting"), message: text("Message"), suggestion: text("Suggestion"),
		missing: missing.IsValid() && missing.Kind() == reflect.Bool && missing.Bool(),
	}
	return f, f.setting != "" || f.message != ""
}
