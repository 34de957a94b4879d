package experiments

import (
	"fmt"
	"slices"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/convert"
	"github.com/zclconf/go-cty/cty/gocty"
)

// blockTypes are the blocks of the language with the number of their labels; evaluation may have one.
var blockTypes = map[string]int{
	"experiment":  1,
	"variable":    1,
	"locals":      0,
	"environment": 1,
	"model":       1,
	"teacher":     1,
	"student":     1,
	"method":      1,
	"ablation":    1,
	"grid":        1,
	"evaluation":  0,
	"table":       1,
	"plot":        1,
}

// collect sorts the blocks of all files by type, in file order.
func (l *loader) collect(bodies []*hclsyntax.Body) map[string][]*hclsyntax.Block {
	types := make([]string, 0, len(blockTypes))
	for t := range blockTypes {
		types = append(types, t)
	}
	slices.Sort(types)
	blocks := map[string][]*hclsyntax.Block{}
	for _, body := range bodies {
		for _, a := range byPosition(body.Attributes) {
			l.fail(a.NameRange, "Unexpected attribute", "A file consists of blocks; %q has to stand inside one. Values with a name of their own belong in a locals block.", a.Name)
		}
		for _, b := range body.Blocks {
			labels, known := blockTypes[b.Type]
			switch {
			case !known:
				l.fail(b.TypeRange, "Unknown block", "There are no %q blocks.%s", b.Type, orElse(didYouMean(b.Type, types, quoted), "blocks", types))
				continue
			case len(b.Labels) < labels:
				l.fail(b.DefRange(), "Missing name", "A block of type %s needs a name: %s \"NAME\" { ... }.", b.Type, b.Type)
				continue
			case len(b.Labels) > max(labels, optionalLabels(b.Type)):
				l.fail(b.LabelRanges[len(b.LabelRanges)-1], "Too many names", "%s", tooManyNames(b.Type, labels))
				continue
			}
			blocks[b.Type] = append(blocks[b.Type], b)
		}
	}
	return blocks
}

func optionalLabels(blockType string) int {
	if blockType == "evaluation" {
		return 1
	}
	return 0
}

func tooManyNames(blockType string, labels int) string {
	if labels == 0 && optionalLabels(blockType) == 0 {
		return fmt.Sprintf("A block of type %s has no name.", blockType)
	}
	return fmt.Sprintf("A block of type %s has one name.", blockType)
}

// label returns the name of a block and reports names that no expression could refer to.
func (l *loader) label(b *hclsyntax.Block) string {
	if len(b.Labels) == 0 {
		return ""
	}
	name := b.Labels[0]
	if !hclsyntax.ValidIdentifier(name) {
		l.fail(b.LabelRanges[0], "Invalid name", "%q cannot be used in expressions. A name starts with a letter and goes on with letters, digits, underscores and dashes.", name)
	}
	return name
}

// title is how messages call a block: method "opd".
func title(b *hclsyntax.Block) string {
	if len(b.Labels) == 0 {
		return b.Type
	}
	return fmt.Sprintf("%s %q", b.Type, b.Labels[0])
}

// content returns the attributes and blocks of a block of the language and reports all others.
func (l *loader) content(b *hclsyntax.Block, attributes, blocks []string) *hcl.BodyContent {
	schema := &hcl.BodySchema{}
	for _, name := range attributes {
		schema.Attributes = append(schema.Attributes, hcl.AttributeSchema{Name: name})
	}
	content := &hcl.BodyContent{Attributes: hcl.Attributes{}}
	for _, name := range attributes {
		if a := b.Body.Attributes[name]; a != nil {
			content.Attributes[name] = a.AsHCLAttribute()
		}
	}
	for _, inner := range b.Body.Blocks {
		if slices.Contains(blocks, inner.Type) {
			content.Blocks = append(content.Blocks, inner.AsHCLBlock())
		}
	}
	l.rejectOthers(b, title(b), attributes, blocks, nil)
	return content
}

// rejectOthers reports what a block has beyond the given attributes, blocks and settings (nil for a
// block without settings).
func (l *loader) rejectOthers(b *hclsyntax.Block, title string, attributes, blocks []string, settings *settingNames) {
	known := slices.Clone(attributes)
	if settings != nil {
		known = append(known, settings.attributes...)
	}
	for _, a := range byPosition(b.Body.Attributes) {
		if slices.Contains(known, a.Name) {
			continue
		}
		summary, what := "Unknown attribute", "attribute"
		if settings != nil {
			summary, what = "Unknown setting", "setting"
		}
		hint := didYouMean(a.Name, known, quoted)
		if slices.Contains(blocks, a.Name) || settings != nil && slices.Contains(settings.blocks, a.Name) {
			hint = fmt.Sprintf(" It is a block: %s { ... }, without the equals sign.", a.Name)
		}
		l.fail(a.NameRange, summary, "%s has no %s %q.%s", capital(title), what, a.Name, orElse(hint, what+"s", known))
	}
	knownBlocks := slices.Clone(blocks)
	if settings != nil {
		knownBlocks = append(knownBlocks, settings.blocks...)
	}
	for _, inner := range b.Body.Blocks {
		if slices.Contains(knownBlocks, inner.Type) {
			continue
		}
		hint := didYouMean(inner.Type, knownBlocks, quoted)
		if slices.Contains(known, inner.Type) {
			hint = fmt.Sprintf(" It is a value: %s = ...", inner.Type)
		}
		l.fail(inner.TypeRange, "Unknown block", "%s has no block %q.%s", capital(title), inner.Type, hint)
	}
}

func capital(s string) string {
	if s == "" {
		return s
	}
	return string(s[0]-'a'+'A') + s[1:]
}

// require returns an attribute or reports that it is missing.
func (l *loader) require(b *hclsyntax.Block, content *hcl.BodyContent, name, example string) *hcl.Attribute {
	if a := content.Attributes[name]; a != nil {
		return a
	}
	l.fail(b.DefRange(), "Missing attribute", "%s needs %q, as in %s.", capital(title(b)), name, example)
	return nil
}

// byPosition lists attributes as they stand in the file.
func byPosition(attributes hclsyntax.Attributes) []*hclsyntax.Attribute {
	sorted := make([]*hclsyntax.Attribute, 0, len(attributes))
	for _, a := range attributes {
		sorted = append(sorted, a)
	}
	slices.SortFunc(sorted, func(a, b *hclsyntax.Attribute) int { return a.SrcRange.Start.Byte - b.SrcRange.Start.Byte })
	return sorted
}

// into evaluates an attribute into a Go value (a pointer to a basic type or a slice of them).
func (l *loader) into(a *hcl.Attribute, target any) bool {
	val, ok := l.eval(a.Expr)
	if !ok {
		return false
	}
	if err := assign(val, target); err != nil {
		l.fail(a.Expr.Range(), "Unsuitable value", "The value of %q is unsuitable: %s.", a.Name, err)
		return false
	}
	return true
}

func assign(val cty.Value, target any) error {
	want, err := gocty.ImpliedType(target)
	if err != nil {
		panic(fmt.Sprintf("experiments: %T cannot be decoded into: %v", target, err))
	}
	if val.IsNull() {
		return fmt.Errorf("null is not allowed")
	}
	if val, err = convert.Convert(val, want); err != nil {
		return err
	}
	return gocty.FromCtyValue(val, target)
}
