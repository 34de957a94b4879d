package corpus_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/registry/environments/searchqa/corpus"
)

func TestDocument(t *testing.T) {
	d := corpus.New("1", "Iron", "A metal.\nIt rusts.")
	require.Equal(t, "\"Iron\"\nA metal.\nIt rusts.", d.Contents)
	require.Equal(t, `"Iron"`, d.Heading())
	require.Equal(t, "Iron", d.Title())
	require.Equal(t, "A metal.\nIt rusts.", d.Text())
	require.Equal(t, `"`, corpus.Document{Contents: `"`}.Title())
	require.Empty(t, corpus.Document{}.Text())
}

func TestCorpus_Search(t *testing.T) {
	c := corpus.Build([]corpus.Document{corpus.New("b", "Iron", "A metal."), corpus.New("a", "Zinc", "A metal."), corpus.New("c", "Oak", "A tree.")})
	ids := func(query string, k int) (list []string) {
		hits, err := c.Search(query, k)
		require.NoError(t, err)
		for _, h := range hits {
			list = append(list, h.Document.ID)
		}
		return list
	}
	require.Equal(t, []string{"a", "b"}, ids("metals", 3), "the title and the text are searched, equal scores in the order of ids")
	require.Equal(t, []string{"c"}, ids("the oak", 1))
	require.Empty(t, ids("the", 3))
	require.Equal(t, []string{"c"}, ids("oak "+strings.Repeat("metal ", 1), 1))
	long := strings.Repeat("x", 5000)
	require.Empty(t, ids(long+" oak", 3), "long queries are cut")
	require.Equal(t, []string{"c"}, ids("oak "+long, 3))
}

const broken = `{"id": "1", "contents": "\"Iron\"\nA metal."}
{"id": 2, "title": "Oak", "text": "A tree."}

{"id": "1", "contents": "again"}
{"id": "4"
{"id": "5", "contents": " "}
{"id": [], "contents": "x"}
[1]
{"contents": "no id"}
`

func TestRead_Faults(t *testing.T) {
	documents, faults, err := corpus.Read(strings.NewReader("\ufeff"+broken), "c.jsonl")
	require.NoError(t, err)
	require.Equal(t, []corpus.Document{
		{ID: "1", Contents: "\"Iron\"\nA metal."}, corpus.New("2", "Oak", "A tree."), {ID: "9", Contents: "no id"},
	}, documents)
	var said []string
	for _, f := range faults {
		require.Equal(t, "c.jsonl", f.File)
		said = append(said, f.Error())
	}
	require.Len(t, said, 5)
	require.Equal(t, `c.jsonl: record 4: the id "1" stands already in record 1`, said[0])
	require.Contains(t, said[1], "record 5: unexpected end of JSON input")
	require.Equal(t, `c.jsonl: record 6: it has neither "contents" nor "text"`, said[2])
	require.Equal(t, "c.jsonl: record 7: its id is neither text nor a number", said[3])
	require.Contains(t, said[4], "record 8: json: cannot unmarshal array")
}

func TestRead_LongLine(t *testing.T) {
	text := `{"contents": "` + strings.Repeat("x", 17<<20) + "\"}\n" + `{"id": "2", "contents": "fine"}`
	documents, faults, err := corpus.Read(strings.NewReader(text), "c")
	require.NoError(t, err)
	require.Len(t, documents, 1)
	require.Len(t, faults, 1)
	require.Equal(t, 1, faults[0].Record)
}

func TestLoad(t *testing.T) {
	name := filepath.Join(t.TempDir(), "corpus.jsonl")
	require.NoError(t, os.WriteFile(name, []byte(broken), 0o644))
	c, faults, err := corpus.Load(name)
	require.NoError(t, err)
	require.Equal(t, 3, c.Len())
	require.Len(t, faults, 5)
	require.NoError(t, os.WriteFile(name, []byte("{}\n"), 0o644))
	_, _, err = corpus.Load(name)
	require.ErrorContains(t, err, name+": record 1: it has neither")
	_, _, err = corpus.Load(name + "x")
	require.ErrorIs(t, err, os.ErrNotExist)
}

func FuzzRead(f *testing.F) {
	f.Add(broken)
	f.Add("\xff\x00\n{\"id\":null,\"contents\":\"x\"}\r\n")
	f.Fuzz(func(t *testing.T, text string) {
		documents, faults, err := corpus.Read(strings.NewReader(text), "f")
		require.NoError(t, err)
		require.LessOrEqual(t, len(documents)+len(faults), strings.Count(text, "\n")+1)
		for _, d := range documents {
			require.NotEmpty(t, strings.TrimSpace(d.Contents))
			require.NotEmpty(t, d.ID)
		}
	})
}
