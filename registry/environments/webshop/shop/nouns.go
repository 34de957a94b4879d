package shop

import (
	"fmt"
	"io"
	"strings"
)

// Nouns lists the lower-cased nouns and names in a product's name, in order, repeated as often as they
// stand there: what the original takes from a part-of-speech tagger.
type Nouns map[string][]string

// ReadNouns reads a table of nouns: a JSON object from product names to lists. Broken lists are left out, as broken records
// in [ReadProducts].
func ReadNouns(r io.Reader) (table Nouns, broken []error, err error) {
	table = Nouns{}
	broken, err = readIdentified(r, func(name string, s *scanner) error {
		list, err := s.texts(s.name)
		if err == nil {
			table[name] = list
		}
		return err
	})
	if err != nil {
		return nil, nil, fmt.Errorf("read nouns: %w", err)
	}
	return table, broken, nil
}

// of returns the nouns of a name. For a name outside the table they are guessed, its words but
// function words and numbers, and exact is false.
func (n Nouns) of(name string) (nouns []string, exact bool) {
	if list, ok := n[name]; ok {
		return list, true
	}
	for w := range strings.FieldsFuncSeq(strings.ToLower(name), func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < '0' || r > '9') && r < 0x80
	}) {
		if !functionWords[w] && (w[0] < '0' || w[0] > '9') {
			nouns = append(nouns, w)
		}
	}
	return nouns, false
}

var functionWords = wordSet(`a an and are as at be by for from in into is it its of on or that the this to
	up with w without your our more most new all any no not`)

func wordSet(list string) map[string]bool {
	set := map[string]bool{}
	for w := range strings.FieldsSeq(list) {
		set[w] = true
	}
	return set
}
