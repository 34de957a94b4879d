package mathcode

import (
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

// Fault is a record that cannot be used; the others of its file can.
type Fault struct {
	File   string
	Record int // counted from 1; 0 means the whole file
	Reason string
}

// Error implements error.
func (f Fault) Error() string {
	if f.Record == 0 {
		return f.File + ": " + f.Reason
	}
	return fmt.Sprintf("%s: record %d: %s", f.File, f.Record, f.Reason)
}

// ReadProblems reads problems from JSON: one value a line, values of several lines, or a list; a byte order mark may stand first. Records that
// cannot be used are left out and named in the faults, with file as the file's name; behind a place that is no JSON reading goes on with
// the next line, in a list not at all. The error is that of the reader.
func ReadProblems(r io.Reader, file string) (problems []*Problem, faults []Fault, err error) {
	text, err := io.ReadAll(r)
	if err != nil {
		return nil, nil, err
	}
	text = bytes.TrimLeft(bytes.TrimPrefix(text, []byte("\ufeff")), " \t\r\n")
	list := len(text) > 0 && text[0] == '['
	d := json.NewDecoder(bytes.NewReader(text))
	if list {
		_, _ = d.Token()
	}
	for record := 1; ; record++ {
		fault := func(err error) { faults = append(faults, Fault{file, record, err.Error()}) }
		if list && !d.More() {
			if _, err := d.Token(); err != nil {
				fault(fmt.Errorf("the list has no end: %w", err))
			}
			break
		}
		start := d.InputOffset()
		var raw json.RawMessage
		err := d.Decode(&raw)
		if !list && errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			fault(err)
			if list {
				break
			}
			text = bytes.TrimLeft(text[start:], " \t\r\n")
			_, text, _ = bytes.Cut(text, []byte("\n"))
			d = json.NewDecoder(bytes.NewReader(text))
			continue
		}
		p, err := readRecord(raw)
		if err != nil {
			fault(err)
			continue
		}
		problems = append(problems, p)
	}
	if len(problems) == 0 && len(faults) == 0 {
		faults = []Fault{{File: file, Reason: "it holds no problem"}}
	}
	return problems, faults, nil
}

// readRecord reads one value.
func readRecord(raw json.RawMessage) (*Problem, error) {
	var rec *record
	if err := json.Unmarshal(raw, &rec); err != nil {
		return nil, err
	}
	if rec == nil {
		return nil, errors.New("null is no problem")
	}
	return rec.problem()
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
	if rec.Problem == nil && bytes.HasPrefix(bytes.TrimSpace(rec.Answer), []byte(`"`)) {
		// Without the mark it cannot be told what of a worked solution is the answer.
		return "", errors.New("an answer without ####")
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
