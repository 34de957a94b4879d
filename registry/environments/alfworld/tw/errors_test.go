package tw_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/registry/environments/alfworld/tw"
)

// Broken games are refused with part, line and reason.
func TestLoader_Errors(t *testing.T) {
	t.Parallel()
	good := kitchenSource(kitchenGoals["place apple in drawer"])
	for _, c := range []struct {
		name, part, old, with, want string
	}{
		{"no domain", "domain", good.Domain, "", "domain line 1: is empty"},
		{"not PDDL", "domain", good.Domain, "hello", `domain line 1: want ( at the start, got "hello"`},
		{"not closed", "domain", "(isSliced ?co)))", "(isSliced ?co))", "domain line 4: list is not closed"},
		{"text after the end", "problem", "(define", "(define) x (define", `problem line 3: want the end after the last ), got "x"`},
		{"unknown section", "domain", "(:types", "(:sorts", `unknown section ":sorts"`},
		{"unknown keyword", "domain", ":effect (isClean ?o)", ":effects (isClean ?o)", `action cleanobject: unknown keyword ":effects"`},
		{"unbound variable", "domain", ":effect (isClean ?o)", ":effect (isClean ?x)", "variable ?x of isclean is not bound"},
		{"unsupported condition", "domain", ":precondition (holds ?a ?o)", ":precondition (forall (?x - object) (holds ?a ?x))", "forall is not supported in a condition"},
		{"unsupported effect", "domain", ":effect (isClean ?o)", ":effect (forall (?x - object) (isClean ?x))", "forall is not supported in an effect"},
		{"action twice", "domain", "(:action help", "(:action look", "action look is defined twice"},
		{"action without texts", "domain", "(:action help", "(:action dance", "action dance has no texts in the grammar"},
		{"too many terms", "domain", ":effect (isClean ?o)", ":effect (isClean ?o ?o ?o ?o)", "isclean has 4 terms, at most 3"},
		{"arity", "problem", "(openable Drawer_bar_a)", "(openable Drawer_bar_a Drawer_bar_b)", "openable has 1 terms here and 2 elsewhere"},
		{"no goal", "problem", "(:goal", "(:metric", "section :goal is missing"},
		{"two inits", "problem", "(:goal", "(:init) (:goal", `second section ":init"`},
		{"undeclared object", "problem", "(isCool Apple_bar_c)", "(isCool Apple_bar_z)", `problem line 43: iscool names "apple_bar_z", which :objects does not declare`},
		{"variable as a fact", "problem", "(isCool Apple_bar_c)", "(isCool ?c)", "want an object in fact iscool"},
		{"goal variable", "problem", "(inReceptacle ?o ?r)", "(inReceptacle ?o ?s)", "variable ?s of inreceptacle is not bound"},
		{"no type", "problem", "- otype)", "-)", "want a type after -"},
		{"grammar is prose", "grammar", good.Grammar, "Once upon a time", `grammar line 1: want grammar or action, got "Once"`},
		{"open string", "grammar", `move to a receptacle
  open`, `"move to a receptacle
  open`, "grammar line"},
		{"broken JSON", "grammar", `"a(o)": [`, `"a(o)": `, "grammar line 25: invalid character"},
		{"no introduction", "grammar", `"intro": [`, `"outro": [`, "grammar line 1: symbol intro is not defined"},
		{"undefined symbol", "grammar", "#inventory.feedback#", "#inventory#", "action inventory uses symbol inventory, which is not defined"},
		{"endless symbol", "grammar", `"{o.indefinite} {o.name}"`, `"{o.indefinite} #a(o)#"`, "symbol a(o) contains itself"},
		{"bad query", "grammar", "holdsany(a:agent)", "holdsany a", `want predicate(variables), got "holdsany a"`},
		{"bad attribute", "grammar", "You close the {r.name}.", "You close the {r.colour}.", `entities have no "colour"`},
		{"open brace", "grammar", "You close the {r.name}.", "You close the {r.name.", "is not closed by }"},
		{"open symbol", "grammar", "You close the {r.name}.", "You close #1.", "is not closed by #"},
		{"unknown variable", "grammar", "You close the {r.name}.", "You close the {q.name}.", "texts of action closeobject name q, which neither the action nor a query binds"},
		{"changing template", "grammar", `"use {o.name}"`, `"use [{o.name | inreceptacle(o:object, r:receptacle)}]"`, "template of action toggleobject reads inreceptacle, which changes"},
		{"no template", "grammar", `template :: "use {o.name}";`, "", "action ToggleObject: template or feedback is missing"},
		{"unknown field", "grammar", `template :: "use`, `templates :: "use`, `action ToggleObject: unknown field "templates"`},
		{"exploding grammar", "grammar", `"a(o)": [`, explodingSymbols + `"a(o)": [`, "expands to more than 10000 symbols"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			src := good
			for part, text := range map[string]*string{"domain": &src.Domain, "problem": &src.Problem, "grammar": &src.Grammar} {
				if part == c.part {
					require.Contains(t, *text, c.old)
					*text = strings.Replace(*text, c.old, c.with, 1)
				}
			}
			if c.name == "exploding grammar" {
				src.Grammar = strings.Replace(src.Grammar, "You close the {r.name}.", "#e0#", 1)
			}
			_, err := new(tw.Loader).Game("kitchen", src)
			require.ErrorContains(t, err, c.want)
			require.ErrorContains(t, err, "load game kitchen: ")
			var syntax *tw.SyntaxError
			require.ErrorAs(t, err, &syntax)
			if c.name != "arity" { // the domain is read later than :init and disagrees with it
				require.Equal(t, c.part, syntax.Part)
			}
			require.Positive(t, syntax.Line)
		})
	}
}

// explodingSymbols expand to two to the power of twenty symbols.
var explodingSymbols = func() string {
	var b strings.Builder
	for i := range 20 {
		from, to := string(rune('0'+i)), string(rune('0'+i+1))
		b.WriteString(`"e` + from + `": [{"rhs": "#e` + to + `##e` + to + `#"}], `)
	}
	return b.String() + `"eD": [{"rhs": "x"}], `
}()

// A game refused or accepted stays so when it comes again from the same loader.
func TestLoader_Repeats(t *testing.T) {
	t.Parallel()
	var l tw.Loader
	good := kitchenSource(kitchenGoals["place apple in drawer"])
	bad := good
	bad.Domain = strings.Replace(bad.Domain, "(:action help", "(:action dance", 1)
	for range 2 {
		_, err := l.Game("bad", bad)
		require.ErrorContains(t, err, "dance")
		_, err = l.Game("good", good)
		require.NoError(t, err)
	}
}
