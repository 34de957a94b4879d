package experiments

import (
	"errors"
	"fmt"
	"math/big"
	"regexp"

	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/function"
	"github.com/zclconf/go-cty/cty/function/stdlib"
)

// maxElements bounds what functions can build, so that a slip in a number is an error and
// not an exhausted memory.
const maxElements = 100_000

// Published names a table of published numbers.
type Published struct {
	Paper string
	Table string
}

func functions(l *loader) map[string]function.Function {
	return map[string]function.Function{
		"abs":        stdlib.AbsoluteFunc,
		"ceil":       stdlib.CeilFunc,
		"concat":     stdlib.ConcatFunc,
		"contains":   stdlib.ContainsFunc,
		"distinct":   stdlib.DistinctFunc,
		"flatten":    stdlib.FlattenFunc,
		"floor":      stdlib.FloorFunc,
		"format":     formatFunc,
		"join":       stdlib.JoinFunc,
		"keys":       stdlib.KeysFunc,
		"length":     lengthFunc,
		"lookup":     stdlib.LookupFunc,
		"lower":      stdlib.LowerFunc,
		"max":        stdlib.MaxFunc,
		"merge":      stdlib.MergeFunc,
		"min":        stdlib.MinFunc,
		"pow":        stdlib.PowFunc,
		"published":  publishedFunc(l),
		"range":      rangeFunc,
		"replace":    stdlib.ReplaceFunc,
		"reverse":    stdlib.ReverseListFunc,
		"setproduct": setProductFunc,
		"slice":      stdlib.SliceFunc,
		"sort":       stdlib.SortFunc,
		"split":      stdlib.SplitFunc,
		"tolist":     stdlib.MakeToFunc(cty.List(cty.DynamicPseudoType)),
		"tonumber":   stdlib.MakeToFunc(cty.Number),
		"toset":      stdlib.MakeToFunc(cty.Set(cty.DynamicPseudoType)),
		"tostring":   stdlib.MakeToFunc(cty.String),
		"upper":      stdlib.UpperFunc,
		"values":     stdlib.ValuesFunc,
		"zipmap":     stdlib.ZipmapFunc,
	}
}

// rangeFunc counts like stdlib's but beyond 1,024 values.
var rangeFunc = function.New(&function.Spec{
	Description: "The numbers from start (0 when left out) up to but without limit, in steps of 1 or step.",
	VarParam:    &function.Parameter{Name: "bounds", Type: cty.Number},
	Type:        function.StaticReturnType(cty.List(cty.Number)),
	Impl: func(args []cty.Value, _ cty.Type) (cty.Value, error) {
		start, step := cty.Zero, cty.NumberIntVal(1)
		var limit cty.Value
		switch len(args) {
		case 1:
			limit = args[0]
			if limit.LessThan(start).True() {
				step = cty.NumberIntVal(-1)
			}
		case 2:
			start, limit = args[0], args[1]
			if limit.LessThan(start).True() {
				step = cty.NumberIntVal(-1)
			}
		case 3:
			start, limit, step = args[0], args[1], args[2]
		default:
			return cty.NilVal, errors.New("range takes limit, or start and limit, or start, limit and step")
		}
		for i, a := range append(args, step) {
			if a.AsBigFloat().IsInf() {
				return cty.NilVal, function.NewArgErrorf(min(i, len(args)-1), "must be finite")
			}
		}
		down := step.LessThan(cty.Zero).True()
		switch {
		case step.RawEquals(cty.Zero):
			return cty.NilVal, function.NewArgErrorf(2, "step must not be zero")
		case down && start.LessThan(limit).True(), !down && limit.LessThan(start).True():
			return cty.NilVal, function.NewArgErrorf(2, "step leads away from limit")
		}
		if limit.Subtract(start).Divide(step).GreaterThan(cty.NumberIntVal(maxElements)).True() {
			return cty.NilVal, fmt.Errorf("more than %d values", maxElements)
		}
		var numbers []cty.Value
		for v := start; !down && v.LessThan(limit).True() || down && limit.LessThan(v).True(); v = v.Add(step) {
			numbers = append(numbers, v)
		}
		if len(numbers) == 0 {
			return cty.ListValEmpty(cty.Number), nil
		}
		return cty.ListVal(numbers), nil
	},
})

// lengthFunc counts elements, and letters of a text.
var lengthFunc = function.New(&function.Spec{
	Description: "The number of elements of a collection, or of characters of a text.",
	Params:      []function.Parameter{{Name: "value", Type: cty.DynamicPseudoType, AllowDynamicType: true}},
	Type: func(args []cty.Value) (cty.Type, error) {
		ty := args[0].Type()
		if ty == cty.String || ty.IsTupleType() || ty.IsObjectType() || ty.IsCollectionType() || ty == cty.DynamicPseudoType {
			return cty.Number, nil
		}
		return cty.NilType, function.NewArgErrorf(0, "a collection or a text is required")
	},
	Impl: func(args []cty.Value, _ cty.Type) (cty.Value, error) {
		switch ty := args[0].Type(); {
		case ty == cty.String:
			return stdlib.Strlen(args[0])
		case ty.IsObjectType():
			return cty.NumberIntVal(int64(len(ty.AttributeTypes()))), nil
		default:
			return args[0].Length(), nil
		}
	},
})

// setProductFunc is stdlib's with a bound.
var setProductFunc = function.New(&function.Spec{
	Description: stdlib.SetProductFunc.Description(),
	Params:      stdlib.SetProductFunc.Params(),
	VarParam:    stdlib.SetProductFunc.VarParam(),
	Type:        stdlib.SetProductFunc.ReturnTypeForValues,
	Impl: func(args []cty.Value, _ cty.Type) (cty.Value, error) {
		product := 1
		for _, a := range args {
			if a.CanIterateElements() && a.LengthInt() > 0 {
				product *= a.LengthInt()
			}
			if product > maxElements {
				return cty.NilVal, fmt.Errorf("more than %d combinations", maxElements)
			}
		}
		return stdlib.SetProductFunc.Call(args)
	},
})

var wideVerb = regexp.MustCompile(`%[^%a-zA-Z]*[0-9]{4}`)

// formatFunc is stdlib's without widths that fill the memory.
var formatFunc = function.New(&function.Spec{
	Description: stdlib.FormatFunc.Description(),
	Params:      stdlib.FormatFunc.Params(),
	VarParam:    stdlib.FormatFunc.VarParam(),
	Type:        function.StaticReturnType(cty.String),
	Impl: func(args []cty.Value, _ cty.Type) (cty.Value, error) {
		if wideVerb.MatchString(args[0].AsString()) {
			return cty.NilVal, function.NewArgErrorf(0, "a width or precision has at most three digits")
		}
		return stdlib.FormatFunc.Call(args)
	},
})

// publishedFunc names a table of published numbers and checks the name where the catalogue knows some.
func publishedFunc(l *loader) function.Function {
	return function.New(&function.Spec{
		Description: "The published numbers of a paper's table.",
		Params: []function.Parameter{
			{Name: "paper", Type: cty.String},
			{Name: "table", Type: cty.String},
		},
		Type: function.StaticReturnType(publishedType),
		Impl: func(args []cty.Value, _ cty.Type) (cty.Value, error) {
			p := &Published{Paper: args[0].AsString(), Table: args[1].AsString()}
			full := p.Paper + "/" + p.Table
			if known := l.catalog.Names(KindPublished); len(known) > 0 {
				found := false
				for _, name := range known {
					found = found || name == full
				}
				if !found {
					return cty.NilVal, fmt.Errorf("there are no published numbers %q.%s", full, orElse(didYouMean(full, known, quoted), "tables", known))
				}
			}
			return cty.CapsuleVal(publishedType, p), nil
		},
	})
}

// shortNumber is a number in the shortest form that reads back to the same float64.
func shortNumber(f *big.Float) string {
	if i, accuracy := f.Int64(); accuracy == big.Exact {
		return fmt.Sprint(i)
	}
	v, _ := f.Float64()
	return fmt.Sprint(v)
}
