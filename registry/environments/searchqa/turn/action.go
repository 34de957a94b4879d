package turn

import "strings"

// Kind is what a response does.
type Kind uint8

// The kinds of responses.
const (
	None   Kind = iota // neither tag: not understood
	Search             // asks for documents
	Answer             // ends the episode
)

// Action is what a response does, and with which text.
type Action struct {
	Kind Kind
	Text string // between the tags, without blanks around it
}

const (
	searchOpen, searchClose = "<search>", "</search>"
	answerOpen, answerClose = "<answer>", "</answer>"
)

// String writes the action as a response without reasoning; empty for None.
func (a Action) String() string {
	switch a.Kind {
	case Search:
		return searchOpen + a.Text + searchClose
	case Answer:
		return answerOpen + a.Text + answerClose
	}
	return ""
}

// Parse reads a response. What follows its first closing search tag is cut, or, without one, what follows the
// first closing answer tag. Of what is left the first complete pair of tags counts, and its text is
// trimmed. Empty texts are understood as no action.
func Parse(response string) Action {
	if at := strings.Index(response, searchClose); at >= 0 {
		response = response[:at+len(searchClose)]
	} else if at := strings.Index(response, answerClose); at >= 0 {
		response = response[:at+len(answerClose)]
	}
	search, searchAt := between(response, searchOpen, searchClose)
	answer, answerAt := between(response, answerOpen, answerClose)
	a := Action{}
	switch {
	case searchAt < 0 && answerAt < 0:
		return a
	case answerAt < 0 || searchAt >= 0 && searchAt < answerAt:
		a = Action{Search, strings.TrimSpace(search)}
	default:
		a = Action{Answer, strings.TrimSpace(answer)}
	}
	if a.Text == "" {
		return Action{}
	}
	return a
}

// between returns the text of the first pair of tags and where it opens, -1 when there is none.
func between(text, open, end string) (string, int) {
	at := strings.Index(text, open)
	if at < 0 {
		return "", -1
	}
	inner, _, closed := strings.Cut(text[at+len(open):], end)
	if !closed {
		return "", -1
	}
	return inner, at
}
