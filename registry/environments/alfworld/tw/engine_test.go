package tw_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/registry/environments/alfworld/tw"
)

// A domain that is no household: conditional effects, disjunctions, quantifiers, constants, subtypes.
const (
	lightsDomain = `(define (domain lights)
  (:types lamp candle - light place)
  (:constants hall - place)
  (:action flip
    :parameters (?x - lamp)
    :precondition (or (powered ?x) (exists (?p - place) (and (at ?x ?p) (wired ?p) (not (= ?p hall)))))
    :effect (and (when (on ?x) (not (on ?x))) (when (not (on ?x)) (on ?x))
                 (when (or (powered ?x) (dark)) (and (seen ?x) (not (dark))))))
  (:action burn
    :parameters (?x - candle)
    :precondition (and (not (on ?x)) (not (exists (?y - lamp) (on ?y))))
    :effect (on ?x))
  (:action carry
    :parameters (?x - light ?from ?to - place)
    :precondition (at ?x ?from)
    :effect (and (not (at ?x ?from)) (at ?x ?to))))`

	lightsProblem = `(define (problem p)
  (:objects a_bar_1 b_bar_1 - lamp c_bar_1 - candle den attic - place)
  (:init (at a_bar_1 hall) (at b_bar_1 den) (at c_bar_1 attic) (wired hall) (wired den) (powered a_bar_1) (dark))
  (:goal (and (not (exists (?l - lamp) (not (on ?l)))) (exists (?c - candle) (on ?c)))))`

	lightsGrammar = `# a comment
grammar :: """{
  "intro": [{"rhs": "Lights: [{x.id or x.name | at(x:light, p:place)}]. #task#"}],
  "task": [{"rhs": "Your task is to: light all {'of ' + #what#}"}],
  "what": [{"rhs": "it."}],
  "state(x)": [
    {"condition": "on(x:light)", "rhs": "The {x} is on."},
    {"condition": "not_on(x)", "rhs": "The {x.name} is off again."},
    {"rhs": "The {x.name} ([{p.id + '' | at(x, p)}], {x.type}) was never on."}],
  "list_empty": [{"rhs": "none"}], "list_separator": [{"rhs": ", "}], "list_last_separator": [{"rhs": ", & "}]
}""";
action flip { template :: "flip {x}"; feedback :: "#state(x)# On: [{y.name | on(y:light)}]. Seen: [{y.name | seen(y)}]."; }
action burn { template :: "burn {x}"; feedback :: "#state(x)#"; }
action carry { template :: "carry {x.name} to {to.id}"; feedback :: "#state(x)#"; pddl :: "ignored"; }
`
)

func TestState_AnotherDomain(t *testing.T) {
	t.Parallel()
	g, err := new(tw.Loader).Game("lights", tw.Source{Domain: lightsDomain, Grammar: lightsGrammar, Problem: lightsProblem})
	require.NoError(t, err)
	require.Equal(t, "light all of it.", g.Task())
	require.Equal(t, tw.Goal{}, g.Goal())
	s := g.Start()
	require.Equal(t, "Lights: a_bar_1, b_bar_1, & c_bar_1. Your task is to: light all of it.", s.Observation())
	require.Equal(t, []string{
		"burn c 1", "carry a 1 to attic", "carry a 1 to den", "carry b 1 to attic", "carry b 1 to hall",
		"carry c 1 to den", "carry c 1 to hall", "flip a 1", "flip b 1",
	}, s.Admissible(), "carrying to where it is changes nothing")
	for i, step := range []struct{ command, want string }{
		{"carry c 1 to hall", "The c 1 (hall, candle) was never on."},
		{"flip b 1", "The b 1 is on. On: b 1. Seen: b 1."}, // dark, so it is seen, and the dark is over
		{"flip b 1", "The b 1 is off again. On: none. Seen: b 1."},
		{"carry b 1 to attic", "The b 1 is off again."},
		{"flip b 1", "Nothing happens."}, // no wires there
		{"carry b 1 to hall", "The b 1 is off again."},
		{"flip b 1", "Nothing happens."}, // the hall does not count
		{"carry b 1 to den", "The b 1 is off again."},
		{"burn c 1", "The c 1 is on."},
		{"burn c 1", "Nothing happens."},
		{"flip a 1", "The a 1 is on. On: a 1, & c 1. Seen: a 1, & b 1."},
	} {
		got := s.Step(step.command)
		require.Equal(t, step.want, got.Observation, "step %d: %s", i, step.command)
		require.False(t, got.Won)
	}
	require.True(t, s.Step("flip b 1").Won)
	require.False(t, s.Step("flip a 1").Won)
	require.NotContains(t, s.Admissible(), "burn c 1")
}

func TestTaskType_Names(t *testing.T) {
	t.Parallel()
	for typ := tw.TaskPlace; typ <= tw.TaskTwo; typ++ {
		got, ok := tw.ParseTaskType(typ.String())
		require.True(t, ok)
		require.Equal(t, typ, got)
	}
	_, ok := tw.ParseTaskType("unknown")
	require.False(t, ok)
	require.Equal(t, "unknown", tw.TaskUnknown.String())
	require.Equal(t, "unknown", tw.TaskType(99).String())
}
