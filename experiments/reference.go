package experiments

import (
	"reflect"

	"github.com/zclconf/go-cty/cty"
)

// References are capsules around the pointers of the declared things, so that conditionals, lists and for
// expressions work with them and == compares identities.
var (
	environmentType = cty.Capsule("environment", reflect.TypeFor[Environment]())
	modelType       = cty.Capsule("model", reflect.TypeFor[Model]())
	policyType      = cty.Capsule("policy", reflect.TypeFor[Policy]())
	methodType      = cty.Capsule("method", reflect.TypeFor[Method]())
	metricType      = cty.Capsule("metric", reflect.TypeFor[Metric]())
	gridType        = cty.Capsule("grid", reflect.TypeFor[Grid]())
	evaluationType  = cty.Capsule("evaluation", reflect.TypeFor[Evaluation]())
	publishedType   = cty.Capsule("published table", reflect.TypeFor[Published]())
)

// Metric is a number that the catalogue knows by name.
type Metric struct{ Name string }

// describe says what a value is, for messages about a value that should be something else.
func describe(val cty.Value) string {
	switch {
	case val.IsNull():
		return "null"
	case val.Type() == cty.String:
		return "the text " + quoted(val.AsString())
	case val.Type() == cty.Number:
		return "the number " + val.AsBigFloat().Text('g', 10)
	case val.Type().IsCapsuleType():
		switch v := val.EncapsulatedValue().(type) {
		case *Environment:
			return "environment." + v.Name
		case *Model:
			return "model." + v.Name
		case *Policy:
			return v.Role + "." + v.Name
		case *Method:
			return "method " + quoted(v.Name)
		case *Metric:
			return "metric." + v.Name
		case *Grid:
			return "grid." + v.Name
		case *Evaluation:
			return "evaluation." + v.Name
		}
	}
	return "a value of type " + val.Type().FriendlyName()
}

// refer returns the thing that val refers to.
func refer[T any](val cty.Value) (*T, bool) {
	if val.IsNull() || !val.Type().IsCapsuleType() {
		return nil, false
	}
	p, ok := val.EncapsulatedValue().(*T)
	return p, ok
}
