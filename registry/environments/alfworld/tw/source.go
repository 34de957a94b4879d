package tw

import (
	"encoding/json"
	"errors"
	"fmt"
)

// ErrUnsolvable marks a game that its file does not call solvable; ALFWorld's loader skips those.
var ErrUnsolvable = errors.New("game is not marked solvable")

// Source is the content of a game.tw-pddl file.
type Source struct {
	Domain      string   // PDDL domain
	Grammar     string   // TWL2 grammar, with the goal sentence
	Problem     string   // PDDL problem
	Solvable    bool     // the planner found a solution; loaders skip other games
	Walkthrough []string // a solution, or nil when the file holds none
}

// sourceJSON is the layout of the file.
type sourceJSON struct {
	Domain      string   `json:"pddl_domain"`
	Grammar     string   `json:"grammar"`
	Problem     string   `json:"pddl_problem"`
	Solvable    bool     `json:"solvable"`
	Walkthrough []string `json:"walkthrough,omitempty"`
}

// DecodeSource reads the JSON of a game.tw-pddl file. A file without one of the three texts is an error; the
// texts are not looked into.
func DecodeSource(data []byte) (Source, error) {
	var s sourceJSON
	if err := json.Unmarshal(data, &s); err != nil {
		return Source{}, fmt.Errorf("decode game: %w", jsonFault(data, err))
	}
	for _, part := range []struct{ key, text string }{
		{"pddl_domain", s.Domain}, {"grammar", s.Grammar}, {"pddl_problem", s.Problem},
	} {
		if part.text == "" {
			return Source{}, fmt.Errorf("decode game: %s is missing or empty", part.key)
		}
	}
	return Source(s), nil
}

// Encode writes the JSON of a game.tw-pddl file: same source, same bytes.
func (s Source) Encode() []byte {
	data, err := json.MarshalIndent(sourceJSON(s), "", "  ")
	if err != nil {
		panic(fmt.Sprintf("encode game: %v", err)) // strings and a bool always encode
	}
	return append(data, '\n')
}

// WithTask is the source with another goal sentence, without "Your task is to: ", with its full stop. The sentence is a
// text of the grammar: an error when the grammar has no goal sentence to replace.
func (s Source) WithTask(task string) (Source, error) {
	from, to, _, ok := findTask(s.Grammar)
	if !ok {
		return Source{}, errors.New("replace goal sentence: the grammar does not have exactly one plain goal sentence")
	}
	quoted, err := json.Marshal(taskPrefix + task)
	if err != nil {
		panic(fmt.Sprintf("replace goal sentence: %v", err)) // a string always encodes
	}
	s.Grammar = s.Grammar[:from] + string(quoted) + s.Grammar[to:]
	return s, nil
}
