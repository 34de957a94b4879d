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
	given                        string   // what the setting, or a part of it, says
	choices                      []string // what it could say instead
	missing                      bool     // a file that the setting names is not there
}

// same says whether two findings say the same of one setting.
func (f finding) same(g finding) bool { return f.setting == g.setting && f.message == g.message }

// checkRules asks a settings struct for its own rules and reports what they find at the setting, or at the block
// where the setting is inherited or at its default.
func (l *loader) checkRules(ptr any, effective map[string]written, blocks map[string][]*hclsyntax.Block, about subject) bool {
	if about.inheritsMistakes {
		return false
	}
	found := l.findings(ptr)
	for _, f := range found {
		l.report(f, effective, blocks, about)
	}
	return len(found) == 0
}

// checkOtherRules reports what rules find about the settings that are right in themselves, where others are not: what they find
// whatever the faulty ones would be.
func (l *loader) checkOtherRules(ptr any, faulty map[string]bool, effective map[string]written, blocks map[string][]*hclsyntax.Block, about subject) {
	if about.inheritsMistakes || len(faulty) == 0 {
		return
	}
	found := l.findings(ptr)
	for _, size := range []int64{0, 1, 1 << 20} {
		if len(found) == 0 {
			return
		}
		for name := range faulty {
			if _, isBlock := blocks[name]; !isBlock {
				resize(settingField(ptr, name), size)
			}
		}
		now := l.findings(ptr)
		found = slices.DeleteFunc(found, func(f finding) bool { return f.setting == "" || faulty[f.setting] || !slices.ContainsFunc(now, f.same) })
	}
	for _, f := range found {
		l.report(f, effective, blocks, about)
	}
}

// resize gives a field a value of some size: the number, as many letters, false only for zero. Others become zero.
func resize(field reflect.Value, size int64) {
	field.SetZero()
	switch {
	case field.CanInt() && !field.OverflowInt(size):
		field.SetInt(size)
	case field.CanUint() && !field.OverflowUint(uint64(size)):
		field.SetUint(uint64(size))
	case field.CanFloat():
		field.SetFloat(float64(size))
	case field.Kind() == reflect.Bool:
		field.SetBool(size > 0)
	}
}

// findings lists the broken rules of a settings struct.
func (l *loader) findings(ptr any) []finding {
	found := validate(ptr)
	if l.opts.IgnoreMissingData {
		found = slices.DeleteFunc(found, func(f finding) bool { return f.missing })
	}
	return found
}

// report adds the diagnostic of a finding.
func (l *loader) report(f finding, effective map[string]written, blocks map[string][]*hclsyntax.Block, about subject) {
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
	if f.suggestion != "" && strings.ContainsAny(f.suggestion, " ?") {
		detail += " " + sentence(f.suggestion)
	} else if f.suggestion != "" {
		detail += " Did you mean " + quoted(f.suggestion) + "?"
	} else {
		detail += didYouMean(f.given, f.choices, quoted)
	}
	l.add(&hcl.Diagnostic{Severity: hcl.DiagError, Summary: "Unsuitable setting", Detail: detail, Subject: &at})
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
		setting: text("Setting"), message: text("Message"), suggestion: text("Suggestion"), given: text("Given"),
		missing: missing.IsValid() && missing.Kind() == reflect.Bool && missing.Bool(),
	}
	if c := v.FieldByName("Choices"); c.IsValid() && c.Type() == reflect.TypeFor[[]string]() {
		f.choices = c.Interface().([]string)
	}
	return f, f.setting != "" || f.message != ""
}
