package question_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/registry/environments/searchqa/corpus"
	"github.com/retort-ml/retort/registry/environments/searchqa/question"
)

// The forms in which question sets are passed on, one record each.
var forms = []struct {
	name, text string
	want       question.Question
}{
	{
		"HotpotQA",
		`{"_id": "5a", "answer": "yes", "question": "Are both metals?", "supporting_facts": [["Iron", 0], ["Zinc", 1], ["Iron", 1]], "context": [["Iron", ["A metal.", " It rusts."]], ["Zinc", ["A metal."]], ["Empty", []]], "type": "comparison", "level": "hard"}`,
		question.Question{
			ID: "5a", Text: "Are both metals?", Golds: []string{"yes"}, Type: "comparison", Supporting: []string{"Iron", "Zinc"},
			Documents: []corpus.Document{corpus.New("0", "Iron", "A metal. It rusts."), corpus.New("1", "Zinc", "A metal.")},
		},
	},
	{
		"HotpotQA in columns",
		`{"id": "5a", "answer": "Iron", "question": "Which rusts?", "supporting_facts": {"title": ["Iron"], "sent_id": [0]}, "context": {"title": ["Iron"], "sentences": [["A metal.", "It rusts."]]}, "type": "bridge"}`,
		question.Question{
			ID: "5a", Text: "Which rusts?", Golds: []string{"Iron"}, Type: "bridge", Supporting: []string{"Iron"},
			Documents: []corpus.Document{corpus.New("0", "Iron", "A metal. It rusts.")},
		},
	},
	{
		"2WikiMultihopQA",
		`{"_id": "8b", "type": "compositional", "question": "Who?", "context": [["Iron", ["A metal.", "It rusts."]]], "supporting_facts": [["Iron", 0]], "evidences": [["Iron", "is", "metal"]], "answer": "Fe"}`,
		question.Question{
			ID: "8b", Text: "Who?", Golds: []string{"Fe"}, Type: "compositional", Supporting: []string{"Iron"},
			Documents: []corpus.Document{corpus.New("0", "Iron", "A metal. It rusts.")},
		},
	},
	{
		"2WikiMultihopQA with lists as texts",
		`{"_id": "8b", "type": "compositional", "question": "Who?", "context": "[[\"Iron\", [\"A metal.\", \"It rusts.\"]]]", "supporting_facts": "[[\"Iron\", 0]]", "answer": "Fe"}`,
		question.Question{
			ID: "8b", Text: "Who?", Golds: []string{"Fe"}, Type: "compositional", Supporting: []string{"Iron"},
			Documents: []corpus.Document{corpus.New("0", "Iron", "A metal. It rusts.")},
		},
	},
	{
		"a context that is one text",
		`{"question": "what rusts", "answer": "iron", "context": "[citation needed] Iron rusts."}`,
		question.Question{ID: "1", Text: "what rusts", Golds: []string{"iron"}, Documents: []corpus.Document{corpus.New("0", "", "[citation needed] Iron rusts.")}},
	},
	{
		"NQ-open",
		`{"question": "what rusts", "answer": ["iron", "Fe"]}`,
		question.Question{ID: "1", Text: "what rusts", Golds: []string{"iron", "Fe"}},
	},
	{
		"FlashRAG",
		`{"id": "test_0", "question": "what rusts", "golden_answers": ["iron"], "metadata": {"type": "bridge", "supporting_facts": {"title": ["Iron"]}, "context": {"title": ["Iron"], "content": [["It rusts."]]}}}`,
		question.Question{
			ID: "test_0", Text: "what rusts", Golds: []string{"iron"}, Type: "bridge", Supporting: []string{"Iron"},
			Documents: []corpus.Document{corpus.New("0", "Iron", "It rusts.")},
		},
	},
	{
		"DPR",
		`{"question": "what rusts", "answers": ["iron"], "positive_ctxs": [{"title": "Iron", "text": "It rusts."}]}`,
		question.Question{ID: "1", Text: "what rusts", Golds: []string{"iron"}, Documents: []corpus.Document{corpus.New("0", "Iron", "It rusts.")}},
	},
	{
		"MuSiQue",
		`{"id": "2hop_1", "question": "what rusts", "answer": "iron", "answer_aliases": ["Fe"], "paragraphs": [{"idx": 0, "title": "Oak", "paragraph_text": "A tree.", "is_supporting": false}, {"idx": 1, "title": "Iron", "paragraph_text": "It rusts.", "is_supporting": true}]}`,
		question.Question{
			ID: "2hop_1", Text: "what rusts", Golds: []string{"iron", "Fe"}, Supporting: []string{"Iron"},
			Documents: []corpus.Document{corpus.New("0", "Oak", "A tree."), corpus.New("1", "Iron", "It rusts.")},
		},
	},
}

func TestRead_Forms(t *testing.T) {
	for _, f := range forms {
		f.want.Record = 1
		for _, text := range []string{f.text, f.text + "\r\n", " \n[" + f.text + "]\n"} {
			list, faults, err := question.Read(strings.NewReader(strings.TrimLeft(text, " \n")), "q")
			require.NoError(t, err)
			require.Empty(t, faults, f.name)
			require.Equal(t, []question.Question{f.want}, list, f.name)
		}
	}
}

func TestRead_Faults(t *testing.T) {
	for record, reason := range map[string]string{
		`{"question": "q"`:                                     "unexpected end of JSON input",
		`{"answer": "a"}`:                                      `it has no "question"`,
		`{"question": "q"}`:                                    "it has no answer",
		`{"question": "q", "answer": 3}`:                       `"answer": it is neither a text nor a list of texts`,
		`{"question": "q", "answer": [" "]}`:                   "it has no answer",
		`{"question": "q", "answer": "a", "id": {}}`:           "its id is neither text nor a number",
		`{"question": "q", "answer": "a", "context": 3}`:       `"context": it is neither a list`,
		`{"question": "q", "answer": "a", "context": [["A"]]}`: `"context": paragraph 1: it is no pair`,
		`{"question": "q", "answer": "a", "context": {"title": ["A", "B"], "sentences": []}}`: `"context": it has 2 titles and 0 lists`,
		`{"question": "q", "answer": "a", "supporting_facts": [[]]}`:                          `"supporting_facts": fact 1 has no title`,
		`{"question": "q", "answer": "a", "supporting_facts": "A"}`:                           `"supporting_facts": it is neither a list`,
		`{"question": ["q"], "answer": "a"}`:                                                  "json: cannot unmarshal",
		`{"question": "q", "answer": "a", "paragraphs": [{"title": 3}]}`:                      "json: cannot unmarshal",
		`7`: "json: cannot unmarshal",
	} {
		list, faults, err := question.Read(strings.NewReader(`{"question": "fine", "answer": "a"}`+"\n"+record+"\n"+`{"question": "fine", "answer": "a"}`), "q.jsonl")
		require.NoError(t, err)
		require.Len(t, list, 2, "the rest stays usable")
		require.Equal(t, []int{1, 3}, []int{list[0].Record, list[1].Record})
		require.Len(t, faults, 1, record)
		require.Equal(t, 2, faults[0].Record)
		require.Contains(t, faults[0].Error(), "q.jsonl: record 2: ")
		require.Contains(t, faults[0].Reason, reason, record)
	}
}

func TestRead_BrokenArray(t *testing.T) {
	fine := `{"question": "fine", "answer": "a"}`
	for text, usable := range map[string]int{
		"[" + fine + ", {]":      1,
		"[" + fine + ", " + fine: 2,
		"[" + fine + fine + "]":  1,
		"[":                      0,
		"[" + fine + `, {"question":1}, ` + fine + "]": 2,
	} {
		list, faults, err := question.Read(strings.NewReader(text), "q.json")
		require.NoError(t, err)
		require.Len(t, list, usable, text)
		require.Len(t, faults, 1, text)
	}
	list, faults, err := question.Read(strings.NewReader("[]"), "q.json")
	require.NoError(t, err)
	require.Empty(t, list)
	require.Empty(t, faults)
}

func TestLoad(t *testing.T) {
	name := filepath.Join(t.TempDir(), "q.jsonl")
	require.NoError(t, os.WriteFile(name, []byte("{}\n"), 0o644))
	_, _, err := question.Load(name)
	require.ErrorContains(t, err, name+`: record 1: it has no "question"`)
	_, _, err = question.Load(name + "x")
	require.ErrorIs(t, err, os.ErrNotExist)
}

func FuzzRead(f *testing.F) {
	for _, form := range forms {
		f.Add(form.text)
		f.Add("[" + form.text + "]")
	}
	f.Add("[[[[{\xff")
	f.Fuzz(func(t *testing.T, text string) {
		list, _, err := question.Read(strings.NewReader(text), "f")
		require.NoError(t, err)
		for _, q := range list {
			require.NotEmpty(t, q.Text)
			require.NotEmpty(t, q.Golds)
			require.NotEmpty(t, q.ID)
		}
	})
}
