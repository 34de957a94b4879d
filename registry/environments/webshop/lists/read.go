package lists

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"
)

// maxLine bounds a line of an extract, in bytes.
const maxLine = 1 << 16

// Read reads an extract: UTF-8 text of lines with fields between tabs. A line
//
//	kind	name	department	nouns	attributes
//
// is a kind, and behind the kinds a line
//
//	goal	sentence	kind	noun	attributes	options
//
// a goal. Lists are separated by bars, an option is name=value. The error of a line that says anything else has its number, from 1.
func Read(r io.Reader) (*Lists, error) {
	l := &Lists{}
	kinds, sentences := map[string]int{}, map[string]bool{}
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, maxLine)
	number := 0
	for lines.Scan() {
		number++
		var err error
		switch f := strings.Split(lines.Text(), "\t"); {
		case f[0] == "kind" && len(f) == 5:
			err = l.addKind(f, kinds)
		case f[0] == "goal" && len(f) == 6:
			err = l.addGoal(f, kinds, sentences)
		default:
			err = fmt.Errorf("%d fields that begin with %.20q are neither a kind nor a goal", len(f), f[0])
		}
		if err != nil {
			return nil, fmt.Errorf("read lists: line %d: %w", number, err)
		}
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("read lists: line %d: %w", number+1, err)
	}
	return l, nil
}

func (l *Lists) addKind(f []string, kinds map[string]int) error {
	k := Kind{Name: f[1], Department: f[2], Nouns: parts(f[3]), Attributes: parts(f[4])}
	_, twice := kinds[k.Name]
	switch {
	case k.Name == "" || k.Department == "":
		return fmt.Errorf("a kind without a name or a department")
	case twice:
		return fmt.Errorf("kind %q twice", k.Name)
	case slices.Contains(k.Nouns, "") || slices.Contains(k.Attributes, ""):
		return fmt.Errorf("kind %q has an empty noun or attribute", k.Name)
	}
	kinds[k.Name] = len(l.Kinds)
	l.Kinds = append(l.Kinds, k)
	return nil
}

func (l *Lists) addGoal(f []string, kinds map[string]int, sentences map[string]bool) error {
	g := Goal{Sentence: f[1], Noun: f[3], Attributes: parts(f[4])}
	kind, known := kinds[f[2]]
	g.Kind = kind
	switch {
	case g.Sentence == "":
		return fmt.Errorf("a goal without a sentence")
	case sentences[g.Sentence]:
		return fmt.Errorf("sentence %q twice", g.Sentence)
	case !known:
		return fmt.Errorf("a goal of the kind %q, which no line before has", f[2])
	case !slices.Contains(l.Kinds[kind].Nouns, g.Noun):
		return fmt.Errorf("the kind %q does not have the noun %q", f[2], g.Noun)
	case len(g.Attributes) == 0 || slices.Contains(g.Attributes, ""):
		return fmt.Errorf("a goal without attributes, or with an empty one")
	}
	for _, text := range parts(f[5]) {
		name, value, ok := strings.Cut(text, "=")
		switch {
		case !ok || value == "" || name != Color && name != Size:
			return fmt.Errorf("option %q is neither %s=value nor %s=value", text, Color, Size)
		case slices.ContainsFunc(g.Options, func(o Option) bool { return o.Name == name }):
			return fmt.Errorf("two options %s", name)
		}
		g.Options = append(g.Options, Option{name, value})
	}
	sentences[g.Sentence] = true
	l.Goals = append(l.Goals, g)
	return nil
}

// parts splits a list at its bars; an empty text is an empty list.
func parts(text string) []string {
	if text == "" {
		return nil
	}
	return strings.Split(text, "|")
}
