package experiments

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/function"
)

// roots are the words that references begin with.
var roots = []string{"var", "local", "environment", "model", "teacher", "student", "method", "ablation", "metric", "grid", "evaluation"}

// scope finds the values of references, in any order of declaration.
type scope struct {
	l         *loader
	functions map[string]function.Function
	nodes     map[string]map[string]*node // by root and name
	order     map[string][]string         // names of a root in file order
	path      []*node                     // being computed, outermost first
	// environment is the name that the word "environment" alone means, where it means one.
	environment *string
}

// node is something that has a value. A node without one has failed, which has been reported.
type node struct {
	address string
	compute func() (cty.Value, bool)
	state   int
	val     cty.Value
	ok      bool
	cyclic  bool
}

const (
	waiting = iota
	computing
	computed
)

func newScope(l *loader) *scope {
	s := &scope{l: l, functions: functions(l), nodes: map[string]map[string]*node{}, order: map[string][]string{}}
	for _, r := range roots {
		s.nodes[r] = map[string]*node{}
	}
	for _, name := range l.catalog.Names(KindMetric) {
		s.declareValue("metric", name, cty.CapsuleVal(metricType, &Metric{Name: name}))
	}
	return s
}

// declare makes a name known; compute is called when its value is first asked for.
func (s *scope) declare(root, name string, compute func() (cty.Value, bool)) {
	if s.nodes[root][name] == nil {
		s.order[root] = append(s.order[root], name)
	}
	s.nodes[root][name] = &node{address: root + "." + name, compute: compute}
}

func (s *scope) declareValue(root, name string, val cty.Value) {
	s.declare(root, name, func() (cty.Value, bool) { return val, true })
}

// value computes a node once. from is the reference that asks, nil where none does.
func (s *scope) value(n *node, from *hcl.Range) (cty.Value, bool) {
	switch n.state {
	case computed:
		return n.val, n.ok
	case computing:
		s.reportCycle(n, from)
		return cty.DynamicVal, false
	}
	n.state = computing
	s.path = append(s.path, n)
	// What is computed here stands in no block of an environment.
	outer := s.environment
	s.environment = nil
	n.val, n.ok = n.compute()
	s.environment = outer
	s.path = s.path[:len(s.path)-1]
	n.state = computed
	if n.cyclic || !n.ok {
		n.val, n.ok = cty.DynamicVal, false
	}
	return n.val, n.ok
}

// reportCycle reports that n depends on itself and marks all nodes of the circle as failed.
func (s *scope) reportCycle(n *node, from *hcl.Range) {
	start := slices.Index(s.path, n)
	circle := s.path[start:]
	var names []string
	for _, m := range circle {
		m.cyclic = true
		names = append(names, m.address)
	}
	names = append(names, n.address)
	s.l.add(&hcl.Diagnostic{
		Severity: hcl.DiagError,
		Summary:  "Circular reference",
		Detail:   fmt.Sprintf("The value of %s depends on itself: %s.", n.address, strings.Join(names, " -> ")),
		Subject:  from,
	})
}

// eval evaluates an expression. False means that it has no value and that the reason has been reported,
// here or where something it refers to failed.
func (s *scope) eval(expr hcl.Expression) (cty.Value, bool) {
	hclCtx, ok := s.context(expr)
	val, diags := expr.Value(hclCtx)
	if diags.HasErrors() {
		if ok {
			s.l.add(explainEntries(diags)...)
		} else {
			// Unknown stand-ins for what failed cause no errors of their own; what is left has
			// another cause unless the reference was not found at all.
			for _, d := range diags {
				if d.Summary != "Unknown variable" && d.Summary != "Unsupported attribute" {
					s.l.add(d)
				}
			}
		}
		return cty.DynamicVal, false
	}
	if !ok || !val.IsWhollyKnown() {
		return cty.DynamicVal, false
	}
	return val, true
}

// context collects the values of everything an expression refers to; false means that some failed.
func (s *scope) context(expr hcl.Expression) (*hcl.EvalContext, bool) {
	ok := true
	wanted := map[string]map[string]cty.Value{}
	if s.environment != nil {
		nameTrialEnvironment(expr)
	}
	hclCtx := &hcl.EvalContext{Variables: map[string]cty.Value{}, Functions: s.functions}
	for _, t := range expr.Variables() {
		root := t.RootName()
		if root == trialEnvironment {
			hclCtx.Variables[root] = cty.StringVal(*s.environment)
			continue
		}
		if s.nodes[root] == nil {
			ok = false
			s.l.fail(t.SourceRange(), "Unknown reference", "There is no %q. References begin with %s.%s", root, list(roots), didYouMean(root, roots, quoted))
			continue
		}
		if wanted[root] == nil {
			wanted[root] = map[string]cty.Value{}
		}
		if !s.want(t, wanted[root]) {
			ok = false
		}
	}
	for root, values := range wanted {
		hclCtx.Variables[root] = cty.ObjectVal(values)
	}
	return hclCtx, ok
}

// want adds the values that one reference needs.
func (s *scope) want(t hcl.Traversal, values map[string]cty.Value) bool {
	root, at := t.RootName(), t.SourceRange()
	name, named := "", false
	if len(t) > 1 {
		switch step := t[1].(type) {
		case hcl.TraverseAttr:
			name, named = step.Name, true
		case hcl.TraverseIndex:
			if step.Key.Type() == cty.String && !step.Key.IsNull() && step.Key.IsKnown() {
				name, named = step.Key.AsString(), true
			}
		}
	}
	if !named {
		// The whole collection: keys(method), var[local.name].
		ok := true
		for _, name := range s.order[root] {
			val, valOK := s.value(s.nodes[root][name], &at)
			values[name] = val
			ok = ok && valOK
		}
		return ok
	}
	n := s.nodes[root][name]
	if n == nil {
		known := s.order[root]
		hint := didYouMean(name, known, func(n string) string { return root + "." + n })
		s.l.fail(at, "Unknown reference", "There is no %s.%s.%s", root, name, orElse(hint, plural(root), known))
		values[name] = cty.DynamicVal
		return false
	}
	val, ok := s.value(n, &at)
	values[name] = val
	return ok
}

// plural names the things behind a root.
func plural(root string) string {
	switch root {
	case "var":
		return "variables"
	case "local":
		return "locals"
	}
	return root + "s"
}
