package tw_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/registry/environments/alfworld/tw"
)

// exercise plays a game that loaded: nothing may panic, and lists and states must agree.
func exercise(t *testing.T, g *tw.Game) {
	t.Helper()
	s := g.Start()
	for range 3 {
		list := s.Admissible()
		for i, c := range list {
			if i == 8 {
				break
			}
			f := s.Fork()
			if f.Step(c).Valid {
				require.NotNil(t, f.Admissible())
			}
		}
		_ = s.Signature()
		_, _ = tw.Solve(s)
		if len(list) == 0 {
			return
		}
		s.Step(list[len(list)/2])
	}
}

func FuzzProblem(f *testing.F) {
	for _, goal := range kitchenGoals {
		f.Add(kitchenSource(goal).Problem)
	}
	f.Add("(define (problem p) (:objects a - agent) (:init) (:goal (and)))")
	f.Add("(define (problem p) (:objects) (:init (isToggled)) (:goal (isToggled)))")
	var l tw.Loader
	src := kitchenSource("(and)")
	f.Fuzz(func(t *testing.T, text string) {
		src := src
		src.Problem = text
		if g, err := l.Game("fuzz", src); err == nil {
			exercise(t, g)
		}
	})
}

func FuzzDomain(f *testing.F) {
	src := kitchenSource(kitchenGoals["two apples in drawer"])
	f.Add(src.Domain)
	f.Add("(define (domain d) (:action look :parameters (?a - x, ?b) :precondition (or (not (= ?a ?b)) (exists (?c) (p ?c ?a))) :effect (when (p ?a ?a) (not (p ?a ?b)))))")
	f.Fuzz(func(t *testing.T, text string) {
		src := src
		src.Domain = text
		if g, err := new(tw.Loader).Game("fuzz", src); err == nil {
			exercise(t, g)
		}
	})
}

func FuzzGrammar(f *testing.F) {
	src := kitchenSource(kitchenGoals["two apples in drawer"])
	src.Domain = "(define (domain d) (:action look :parameters (?a - agent ?l - location) :precondition (atLocation ?a ?l) :effect (checked ?l)))"
	f.Add(`grammar :: """{"intro": [{"rhs": "a [{r.name | openable(r:receptacle)}] {o.id or 'x' + #b#|isclean(o)}"}], "b": [{"condition": "p(x)&not_q(x,y)", "rhs": "#list_empty#"}, {"rhs": ""}],
		"list_empty": [], "list_separator": [{"rhs": ";"}], "list_last_separator": []}"""; # comment
		action look { template :: "look"; feedback :: " #intro# {l} {a.type}"; pddl :: ""; }`)
	f.Add(src.Grammar)
	f.Fuzz(func(t *testing.T, text string) {
		src := src
		src.Grammar = text
		if g, err := new(tw.Loader).Game("fuzz", src); err == nil {
			exercise(t, g)
		}
	})
}

func FuzzDecodeSource(f *testing.F) {
	f.Add(kitchenSource(kitchenGoals["place apple in drawer"]).Encode())
	f.Add([]byte(`{"pddl_domain": "(define)", "grammar": "", "pddl_problem": 1}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		src, err := tw.DecodeSource(data)
		if err != nil {
			return
		}
		back, err := tw.DecodeSource(src.Encode())
		require.NoError(t, err)
		require.Equal(t, src, back)
	})
}

func FuzzState_Step(f *testing.F) {
	s := kitchen(f, kitchenGoals["place bread on shelf"]).Start()
	s.Step("go to table 1")
	for _, c := range []string{"take bread 1 from table 1", " help\n", "take  bread 1 from table 1", "look\u00a0", "\x1flook\x00", "", "\xff"} {
		f.Add(c)
	}
	f.Fuzz(func(t *testing.T, command string) {
		s := s.Fork()
		before, list := s.Signature(), s.Admissible()
		if got := s.Step(command); !got.Valid {
			require.Equal(t, "Nothing happens.", got.Observation)
			require.Equal(t, before, s.Signature())
			require.Equal(t, list, s.Admissible())
		}
	})
}
