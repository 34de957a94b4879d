package mathcode

import (
	"slices"
	"strings"
)

// Problem is a problem with its expected answer.
type Problem struct {
	Text   string
	Answer string // in one line
	Kind   string // for records: "level 3", "Algebra level 5"
	Level  float64
	// facts are what a drawn problem says, in the order of the text; way those that the answer needs, in an order in which each can be
	// computed. Both are empty for problems from files.
	facts, way []fact
	suggested  []string // programs to list
}

// help says what can be done, after every problem.
const help = `Tools: Each turn is one of
run[PROGRAM] - the calculator runs the program and prints the value of each statement
answer[ANSWER] - gives the answer and ends the episode
A program is statements separated by ; such as: total = 3 * 12; total / 4. There are + - * / // % ^ !, comparisons, a if c else b, the functions sqrt abs floor ceil round min max gcd lcm factorial choose isprime exp log ln sin cos tan asin acos atan, and sum product count first (name, from, to, expression). Names keep their values.`

const (
	problemHead = "Problem: "
	helpBreak   = "\n\nTools:"
)

// introduction is the text of the reset.
func (p *Problem) introduction() string { return problemHead + p.Text + "\n\n" + help }

// problemText cuts the problem out of an introduction.
func problemText(introduction string) string {
	text := strings.TrimPrefix(introduction, problemHead)
	if at := strings.LastIndex(text, helpBreak); at >= 0 {
		text = text[:at]
	}
	return text
}

// maxSuggested bounds the numbers of a text from which programs are suggested.
const maxSuggested = 7

// suggest lists programs: what the facts say, or where there are none the four operations on numbers that stand next to each other in the text.
func (p *Problem) suggest() {
	for _, f := range p.facts {
		p.suggested = append(p.suggested, f.statement())
	}
	if len(p.facts) > 0 {
		return
	}
	var numbers []string
	for _, t := range scan(p.Text) {
		if t.kind == numberSeen && len(numbers) < maxSuggested {
			numbers = append(numbers, t.text)
		}
	}
	for i := 1; i < len(numbers); i++ {
		for _, op := range []string{"+", "-", "*", "/"} {
			program := numbers[i-1] + " " + op + " " + numbers[i]
			if !slices.Contains(p.suggested, program) {
				p.suggested = append(p.suggested, program)
			}
		}
	}
}
