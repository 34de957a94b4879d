package tw

import (
	_ "embed"
	"encoding/json"
	"strings"
)

// builtinDomain is the PDDL domain for games of our own: the rules of ALFWorld's.
//
//go:embed domain.pddl
var builtinDomain string

//go:embed grammar.twl2
var builtinGrammar string

// taskMark stands for the goal sentence in the embedded grammar.
const taskMark = "GOAL SENTENCE"

// BuiltinGrammar is the TWL2 grammar for games of our own: the texts of ALFWorld's. task is the goal
// sentence without "Your task is to: ", with its full stop.
func BuiltinGrammar(task string) string {
	quoted, err := json.Marshal(task)
	if err != nil {
		panic(err) // a string always encodes
	}
	return strings.Replace(builtinGrammar, taskMark, string(quoted[1:len(quoted)-1]), 1)
}

// NewSource is a solvable game with the embedded domain and grammar. task is the goal sentence without
// "Your task is to: ", with its full stop.
func NewSource(task, problem string) Source {
	return Source{Domain: builtinDomain, Grammar: BuiltinGrammar(task), Problem: problem, Solvable: true}
}
