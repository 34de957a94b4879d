package question

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/retort-ml/retort/registry/environments/searchqa/corpus"
)

// record is a question in any of the forms; what one set calls so another calls otherwise.
type record struct {
	ID              json.RawMessage `json:"id"`
	UnderscoreID    json.RawMessage `json:"_id"`
	Question        *string         `json:"question"`
	Query           *string         `json:"query"`
	Answer          json.RawMessage `json:"answer"`
	Answers         json.RawMessage `json:"answers"`
	GoldenAnswers   json.RawMessage `json:"golden_answers"`
	Aliases         json.RawMessage `json:"answer_aliases"`
	Type            json.RawMessage `json:"type"`
	Context         json.RawMessage `json:"context"`
	SupportingFacts json.RawMessage `json:"supporting_facts"`
	Paragraphs      []paragraph     `json:"paragraphs"`
	Positive        []paragraph     `json:"positive_ctxs"`
	Metadata        *struct {
		Type            json.RawMessage `json:"type"`
		Context         json.RawMessage `json:"context"`
		SupportingFacts json.RawMessage `json:"supporting_facts"`
	} `json:"metadata"`
}

// paragraph is a passage of MuSiQue or DPR.
type paragraph struct {
	Title      string `json:"title"`
	Text       string `json:"text"`
	Paragraph  string `json:"paragraph_text"`
	Supporting bool   `json:"is_supporting"`
}

// decode reads one record.
func decode(raw []byte) (q Question, err error) {
	var r record
	if err := json.Unmarshal(raw, &r); err != nil {
		return q, err
	}
	if q.ID, err = corpus.Identifier(r.ID); err == nil && q.ID == "" {
		q.ID, err = corpus.Identifier(r.UnderscoreID)
	}
	if err != nil {
		return q, err
	}
	for _, text := range []*string{r.Question, r.Query} {
		if text != nil && q.Text == "" {
			q.Text = strings.TrimSpace(*text)
		}
	}
	if q.Text == "" {
		return q, errors.New(`it has no "question"`)
	}
	for _, field := range []struct {
		name string
		raw  json.RawMessage
	}{{"answer", r.Answer}, {"answers", r.Answers}, {"golden_answers", r.GoldenAnswers}, {"answer_aliases", r.Aliases}} {
		if err := q.answers(either(field.raw, nil)); err != nil {
			return q, fmt.Errorf("%q: %w", field.name, err)
		}
	}
	if len(q.Golds) == 0 {
		return q, errors.New("it has no answer")
	}
	if m := r.Metadata; m != nil {
		r.Type, r.Context, r.SupportingFacts = either(r.Type, m.Type), either(r.Context, m.Context), either(r.SupportingFacts, m.SupportingFacts)
	}
	_ = json.Unmarshal(either(r.Type, nil), &q.Type) // another form of type is no type
	if err := q.context(r.Context); err != nil {
		return q, fmt.Errorf(`"context": %w`, err)
	}
	if err := q.facts(r.SupportingFacts); err != nil {
		return q, fmt.Errorf(`"supporting_facts": %w`, err)
	}
	for _, p := range append(r.Paragraphs, r.Positive...) {
		q.add(p.Title, p.Text+p.Paragraph)
		if p.Supporting {
			q.support(p.Title)
		}
	}
	return q, nil
}

// either returns the first that is given; null when neither is.
func either(a, b json.RawMessage) json.RawMessage {
	for _, raw := range []json.RawMessage{a, b} {
		if len(raw) > 0 && string(raw) != "null" {
			return raw
		}
	}
	return json.RawMessage("null")
}

// answers adds a text or a list of texts.
func (q *Question) answers(raw json.RawMessage) error {
	if string(raw) == "null" {
		return nil
	}
	var one string
	list := []string{}
	if json.Unmarshal(raw, &one) == nil {
		list = append(list, one)
	} else if json.Unmarshal(raw, &list) != nil {
		return errors.New("it is neither a text nor a list of texts")
	}
	for _, text := range list {
		if text = strings.TrimSpace(text); text != "" {
			q.Golds = append(q.Golds, text)
		}
	}
	return nil
}

// unquoted is the JSON in a text, as hubs keep lists in columns of text; anything else is left as it is.
func unquoted(raw json.RawMessage) json.RawMessage {
	var text string
	if json.Unmarshal(raw, &text) != nil {
		return raw
	}
	if text = strings.TrimSpace(text); text != "" && (text[0] == '[' || text[0] == '{') && json.Valid([]byte(text)) {
		return json.RawMessage(text)
	}
	return raw
}

// context adds paragraphs in one of three forms: pairs of a title and its sentences, two parallel lists of titles and
// sentences, or objects. A context that is one text is a paragraph without a title.
func (q *Question) context(raw json.RawMessage) error {
	raw = unquoted(either(raw, nil))
	if string(raw) == "null" {
		return nil
	}
	var columns struct {
		Title     []string   `json:"title"`
		Sentences [][]string `json:"sentences"`
		Content   [][]string `json:"content"`
	}
	var text string
	var list []json.RawMessage
	switch {
	case json.Unmarshal(raw, &text) == nil:
		q.add("", text)
	case json.Unmarshal(raw, &columns) == nil:
		if columns.Sentences == nil {
			columns.Sentences = columns.Content
		}
		if len(columns.Title) != len(columns.Sentences) {
			return fmt.Errorf("it has %d titles and %d lists of sentences", len(columns.Title), len(columns.Sentences))
		}
		for i, title := range columns.Title {
			q.add(title, join(columns.Sentences[i]))
		}
	case json.Unmarshal(raw, &list) == nil:
		for i, item := range list {
			title, body, err := passage(item)
			if err != nil {
				return fmt.Errorf("paragraph %d: %w", i+1, err)
			}
			q.add(title, body)
		}
	default:
		return errors.New("it is neither a list of paragraphs nor an object of lists")
	}
	return nil
}

// passage reads a pair or an object.
func passage(raw json.RawMessage) (title, text string, err error) {
	var pair []json.RawMessage
	if json.Unmarshal(raw, &pair) == nil {
		if len(pair) != 2 || json.Unmarshal(pair[0], &title) != nil {
			return "", "", errors.New("it is no pair of a title and sentences")
		}
		var sentences []string
		if json.Unmarshal(pair[1], &text) == nil {
			return title, text, nil
		}
		if json.Unmarshal(pair[1], &sentences) != nil {
			return "", "", errors.New("it is no pair of a title and sentences")
		}
		return title, join(sentences), nil
	}
	var p paragraph
	if err := json.Unmarshal(raw, &p); err != nil {
		return "", "", err
	}
	return p.Title, p.Text + p.Paragraph, nil
}

// facts adds the titles of the supporting paragraphs: of pairs of a title and the number of a sentence, or of an object
// with a list of titles.
func (q *Question) facts(raw json.RawMessage) error {
	raw = unquoted(either(raw, nil))
	if string(raw) == "null" {
		return nil
	}
	var columns struct {
		Title []string `json:"title"`
	}
	var pairs [][]json.RawMessage
	switch {
	case json.Unmarshal(raw, &columns) == nil:
		for _, title := range columns.Title {
			q.support(title)
		}
	case json.Unmarshal(raw, &pairs) == nil:
		for i, pair := range pairs {
			var title string
			if len(pair) == 0 || json.Unmarshal(pair[0], &title) != nil {
				return fmt.Errorf("fact %d has no title", i+1)
			}
			q.support(title)
		}
	default:
		return errors.New("it is neither a list of pairs nor an object of lists")
	}
	return nil
}

// add appends a paragraph; one without text says nothing and is left out.
func (q *Question) add(title, text string) {
	if strings.TrimSpace(text) == "" {
		return
	}
	id := strconv.Itoa(len(q.Documents))
	q.Documents = append(q.Documents, corpus.New(id, oneLine(title), text))
}

// oneLine keeps a title on the line that it has.
func oneLine(title string) string { return strings.Join(strings.Fields(title), " ") }

// join puts sentences together, with a blank where neither side has one.
func join(sentences []string) string {
	var b strings.Builder
	for _, s := range sentences {
		if text := b.String(); text != "" && !strings.HasSuffix(text, " ") && !strings.HasPrefix(s, " ") {
			b.WriteByte(' ')
		}
		b.WriteString(s)
	}
	return b.String()
}
