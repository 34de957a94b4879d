package mathcode

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/retort-ml/retort/registry/environments/mathcode/calculator"
)

// fact says how a quantity follows from others, or what it is.
type fact struct {
	name  string
	value string   // expression for it
	from  []string // the names in the expression
}

func (f fact) statement() string { return f.name + " = " + f.value }

// compute runs the fact's statement; it panics when that fails, for a fact of a drawn problem never does.
func (f fact) compute(m calculator.Memory) calculator.Memory {
	p, err := calculator.Parse(f.statement())
	if err == nil {
		_, m, err = p.Run(m)
	}
	if err != nil {
		panic(fmt.Sprintf("compute %s: %v", f.statement(), err))
	}
	return m
}

// relation is what a phrase says of its subject S, in terms of B, C and the number K.
type relation uint8

const (
	holds    relation = iota // S = K
	plus                     // S = B + K
	minus                    // S = B - K
	times                    // S = B * K
	over                     // S = B / K
	together                 // S = B + C
)

// operators are the calculator's operators for the relations.
var operators = map[relation]string{holds: "", plus: "+", minus: "-", times: "*", over: "/", together: "+"}

// phrase is a way to say a relation. Its key is a word that no other phrase has.
type phrase struct {
	relation relation
	key      string
	text     string // with S, B, C, K, and I for the things counted
}

// phrases are all of them. Every relation has several, so that what a problem says has to be read. The key stands behind the subject in
// each, and the number last: with the parts in an order of every phrase's own, models of a laptop's size need several times as long.
var phrases = []phrase{
	{holds, "has", "S has K I."},
	{holds, "owns", "S owns K I."},
	{plus, "tops", "S tops B by K I."},
	{plus, "exceeds", "S exceeds B by K I."},
	{plus, "leads", "S leads B by K I."},
	{minus, "lags", "S lags B by K I."},
	{minus, "trails", "S trails B by K I."},
	{minus, "undercuts", "S undercuts B by K I."},
	{times, "repeats", "S repeats the I of B K fold."},
	{times, "multiplies", "S multiplies the I of B by K."},
	{times, "scales", "S scales up the I of B by K."},
	{over, "share", "S keeps a share of the I of B cut K ways."},
	{over, "portion", "S gets a portion of the I of B cut into K."},
	{over, "divides", "S divides the I of B by K."},
	{together, "pools", "S pools the I of B and C."},
	{together, "total", "S keeps the total of the I of B and C."},
}

// byKey finds a phrase by its key.
var byKey = func() map[string]int {
	m := make(map[string]int, len(phrases))
	for i, p := range phrases {
		if _, twice := m[p.key]; twice {
			panic("phrases: key " + p.key + " twice")
		}
		m[p.key] = i
	}
	return m
}()

// names are the people of drawn problems, things what they count.
var (
	names  = []string{"ann", "bob", "cat", "dan", "eva", "fay", "gus", "hal", "ivy", "jon", "kim", "leo", "mia", "ned", "oli", "pam"}
	things = []string{"apples", "books", "coins", "stamps", "marbles", "pencils", "shells", "cards"}
)

// say writes a phrase about people and a number.
func (p phrase) say(subject, base, second, thing string, number int) string {
	words := strings.Fields(strings.TrimSuffix(p.text, "."))
	for i, w := range words {
		switch w {
		case "S":
			words[i] = capital(subject)
		case "B":
			words[i] = capital(base)
		case "C":
			words[i] = capital(second)
		case "K":
			words[i] = strconv.Itoa(number)
		case "I":
			words[i] = thing
		}
	}
	return strings.Join(words, " ") + "."
}

func capital(name string) string { return strings.ToUpper(name[:1]) + name[1:] }

// fact is what the phrase says of a subject.
func (p phrase) fact(subject, base, second, number string) fact {
	f := fact{name: subject, value: number}
	switch p.relation {
	case holds:
		return f
	case together:
		f.value, f.from = base+" "+operators[together]+" "+second, []string{base, second}
		return f
	}
	f.value, f.from = base+" "+operators[p.relation]+" "+number, []string{base}
	return f
}

// readFacts reads what a text says in the phrases known, and whose quantity it asks for ("" for none). In every phrase the subject comes first.
func readFacts(text string) (facts []fact, asked string) {
	var people, numbers []string
	at := -1
	for _, t := range scan(text) {
		switch t.kind {
		case wordSeen:
			if slices.Contains(names, t.text) {
				people = append(people, t.text)
			} else if i, ok := byKey[t.text]; ok {
				at = i
			}
		case numberSeen:
			numbers = append(numbers, t.text)
		case askSeen:
			if len(people) > 0 {
				asked = people[0]
			}
			people, numbers, at = nil, nil, -1
		case stopSeen:
			if f, ok := readFact(at, people, numbers); ok {
				facts = append(facts, f)
			}
			people, numbers, at = nil, nil, -1
		}
	}
	return facts, asked
}

func readFact(at int, people, numbers []string) (fact, bool) {
	if at < 0 {
		return fact{}, false
	}
	p := phrases[at]
	need := map[relation]int{holds: 1, together: 3}[p.relation]
	if need == 0 {
		need = 2
	}
	if len(people) < need || p.relation != together && len(numbers) == 0 {
		return fact{}, false
	}
	people = append(people[:need:need], "", "")
	number := ""
	if len(numbers) > 0 {
		number = numbers[0]
	}
	return p.fact(people[0], people[1], people[2], number), true
}
