package mathcode

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/retort-ml/retort/registry/text/answers"
)

// record is a problem as the data sets write it. MATH has problem, level ("Level 5"), type or subject, and solution, whose last box is the
// answer; Omni-MATH has problem, difficulty, and answer; GSM8K has question, and answer, which ends in "#### 42".
type record struct {
	Problem, Question *string
	Answer, Solution  json.RawMessage
	Level, Difficulty json.RawMessage
	Type, Subject     json.RawMessage
}

// maxText bounds a problem's text, in bytes.
const maxText = 1 << 20

// ReadProblems reads problems from JSON: one value a line, or a list of them. An error names the record, from 0.
func ReadProblems(r io.Reader) ([]*Problem, error) {
	in := bufio.NewReader(r)
	list, err := isList(in)
	if err != nil {
		return nil, err
	}
	d := json.NewDecoder(in)
	if list {
		if _, err := d.Token(); err != nil {
			return nil, err
		}
	}
	var problems []*Problem
	for {
		if list && !d.More() {
			if _, err := d.Token(); err != nil {
				return nil, fmt.Errorf("record %d: %w", len(problems), err)
			}
			return problems, nil
		}
		var rec *record
		err := d.Decode(&rec)
		if !list && errors.Is(err, io.EOF) {
			return problems, nil
		}
		if err == nil && rec == nil {
			err = errors.New("null is no problem")
		}
		if err != nil {
			return nil, fmt.Errorf("record %d: %w", len(problems), err)
		}
		p, err := rec.problem()
		if err != nil {
			return nil, fmt.Errorf("record %d: %w", len(problems), err)
		}
		problems = append(problems, p)
	}
}

// isList looks at the first character that is no blank.
func isList(in *bufio.Reader) (bool, error) {
	for {
		c, err := in.ReadByte()
		if errors.Is(err, io.EOF) {
			return false, nil
		}
		if err != nil {
			return false, err
		}
		if strings.IndexByte(" \t\r\n", c) < 0 {
			return c == '[', in.UnreadByte()
		}
	}
}

// problem checks a record.
func (rec *record) problem() (*Problem, error) {
	p := &Problem{}
	switch {
	case rec.Problem != nil:
		p.Text = strings.TrimSpace(*rec.Problem)
	case rec.Question != nil:
		p.Text = strings.TrimSpace(*rec.Question)
	}
	if p.Text == "" {
		return nil, errors.New("neither a problem nor a question")
	}
	if len(p.Text) > maxText {
		return nil, fmt.Errorf("a problem of %d bytes is longer than %d", len(p.Text), maxText)
	}
	answer, err := rec.answer()
	if err != nil {
		return nil, err
	}
	p.Answer = strings.Join(strings.Fields(answer), " ")
	if p.Answer == "" {
		return nil, errors.New("an empty answer")
	}
	if len(p.Answer) > maxAnswer {
		return nil, fmt.Errorf("an answer of %d bytes is longer than %d", len(p.Answer), maxAnswer)
	}
	if err := rec.classify(p); err != nil {
		return nil, err
	}
	p.suggest()
	return p, nil
}

// answer finds the expected answer.
func (rec *record) answer() (string, error) {
	text, err := scalar(rec.Answer)
	if err != nil {
		return "", fmt.Errorf("answer: %w", err)
	}
	if at := strings.LastIndex(text, "####"); at >= 0 {
		return strings.ReplaceAll(text[at+len("####"):], ",", ""), nil
	}
	if boxed, ok := answers.LastBoxed(text); ok {
		return boxed, nil
	}
	if text != "" {
		return bare(text), nil
	}
	solution, err := scalar(rec.Solution)
	if err != nil {
		return "", fmt.Errorf("solution: %w", err)
	}
	if boxed, ok := answers.LastBoxed(solution); ok {
		return boxed, nil
	}
	return "", errors.New("neither an answer nor a box in the solution")
}

// bare removes the dollar signs around a text that is one formula.
func bare(text string) string {
	if n := len(text); n > 2 && text[0] == '$' && text[n-1] == '$' && strings.Count(text, "$") == 2 {
		return text[1 : n-1]
	}
	return text
}

// classify fills in the kind and the level.
func (rec *record) classify(p *Problem) error {
	var kind []string
	for _, field := range []json.RawMessage{rec.Type, rec.Subject} {
		text, err := scalar(field)
		if err != nil {
			return fmt.Errorf("type: %w", err)
		}
		if text != "" {
			kind = append(kind, text)
			break
		}
	}
	for _, field := range []json.RawMessage{rec.Level, rec.Difficulty} {
		text, err := scalar(field)
		if err != nil {
			return fmt.Errorf("level: %w", err)
		}
		if text == "" {
			continue
		}
		number := strings.TrimSpace(strings.TrimPrefix(strings.ToLower(text), "level"))
		// "Level ?" is a level of MATH too: no level.
		if f, err := strconv.ParseFloat(number, 64); err == nil && f > 0 && f <= 1000 {
			p.Level = f
			kind = append(kind, "level "+number)
		}
		break
	}
	p.Kind = strings.Join(kind, " ")
	if p.Kind == "" {
		p.Kind = "problem"
	}
	return nil
}

// scalar is a text or number as text; "" for null and for a field left out.
func scalar(raw json.RawMessage) (string, error) {
	raw = bytes.TrimSpace(raw)
	switch {
	case len(raw) == 0 || string(raw) == "null":
		return "", nil
	case raw[0] == '"':
		var text string
		err := json.Unmarshal(raw, &text)
		return strings.TrimSpace(text), err
	case raw[0] == '{' || raw[0] == '[' || raw[0] == 't' || raw[0] == 'f':
		return "", errors.New("neither text nor number")
	}
	return string(raw), nil
}
