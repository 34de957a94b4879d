package turn

import (
	"strconv"
	"strings"

	"github.com/retort-ml/retort/registry/environments/searchqa/corpus"
)

const (
	informationOpen, informationClose = "<information>", "</information>"
	informationBroken                 = "< /information>"
	titleOpen                         = "(Title: "
)

// Information writes found documents as an observation: one line each with its number, its heading and the rest,
// cut after a number of words (0: not cut).
func Information(hits []corpus.Hit, words int) string {
	var b strings.Builder
	for i, h := range hits {
		b.WriteString("Doc " + strconv.Itoa(i+1) + titleOpen + h.Document.Heading() + ") " + h.Document.Text() + "\n")
	}
	// A document cannot close the observation.
	text := strings.ReplaceAll(strings.TrimRight(b.String(), "\n"), informationClose, informationBroken)
	if words > 0 {
		text = firstWords(text, words)
	}
	return informationOpen + text + informationClose
}

// firstWords cuts a text behind its n-th word.
func firstWords(text string, n int) string {
	in := false
	for i, r := range text {
		blank := r == ' ' || r == '\n' || r == '\t' || r == '\r'
		if in && blank {
			if n--; n == 0 {
				return text[:i]
			}
		}
		in = !blank
	}
	return text
}

// Passage is a document as an observation shows it.
type Passage struct{ Title, Text string }

// Passages reads an observation that [Information] wrote; ok is false when it is none.
func Passages(observation string) (list []Passage, ok bool) {
	text, ok := strings.CutPrefix(observation, informationOpen)
	if !ok {
		return nil, false
	}
	text = strings.TrimSuffix(text, informationClose)
	for line := range strings.SplitSeq(text, "\n") {
		_, rest, found := strings.Cut(line, titleOpen)
		if !found || !strings.HasPrefix(line, "Doc ") {
			if n := len(list); n > 0 { // a passage of several lines
				list[n-1].Text += "\n" + line
			}
			continue
		}
		end := ") "
		if strings.HasPrefix(rest, `"`) { // a bracket may stand in a quoted title
			end = `") `
		}
		title, body, _ := strings.Cut(rest, end)
		title = strings.TrimPrefix(title, `"`)
		list = append(list, Passage{Title: corpus.Document{Contents: title}.Title(), Text: body})
	}
	return list, true
}
