package searchqa

import (
	"fmt"
	"hash/fnv"
	"os"
	"path/filepath"
	"strings"

	"github.com/retort-ml/retort/registry/environments/searchqa/corpus"
	"github.com/retort-ml/retort/registry/environments/searchqa/question"
	"github.com/retort-ml/retort/registry/environments/searchqa/retrieve"
	"github.com/retort-ml/retort/registry/text/answers"
)

// library is question sets in memory.
type library struct {
	sets   map[string][]question.Question
	engine corpus.Searcher // for every question; nil when each is searched in its own paragraphs
	faults []corpus.Fault
}

// heldOut is the share of a single file's questions that are unseen: one in so many.
const heldOut = 8

// load reads what the settings point at. A folder's files whose name says train are the split train, the others unseen. Of a
// single file every eighth question, by a hash of its words, is unseen. A question that stands twice counts once, and where
// both splits have it, in unseen.
func load(s Settings) (*library, error) {
	l := &library{sets: map[string][]question.Question{}}
	if err := l.openEngine(s); err != nil {
		return nil, err
	}
	files, single, err := questionFiles(s)
	if err != nil {
		return nil, err
	}
	read := map[string][]question.Question{}
	for _, name := range files {
		list, faults, err := question.Load(name)
		if err != nil {
			return nil, err
		}
		l.faults = append(l.faults, faults...)
		for _, q := range list {
			if l.engine == nil && len(q.Documents) == 0 {
				l.faults = append(l.faults, corpus.Fault{
					File: name, Record: q.Record, Reason: "it has no paragraphs, and there is neither a corpus nor a retriever",
				})
				continue
			}
			split := unseen
			switch {
			case single && hash(q.Text)%heldOut != 0, !single && strings.Contains(strings.ToLower(filepath.Base(name)), train):
				split = train
			}
			read[split] = append(read[split], q)
		}
	}
	known := map[string]bool{}
	for _, split := range []string{unseen, train} {
		for _, q := range read[split] {
			if key := answers.NormalizeWords(q.Text); !known[key] {
				known[key] = true
				l.sets[split] = append(l.sets[split], q)
			}
		}
	}
	if len(l.sets) == 0 {
		return nil, fmt.Errorf("read questions %s: no question can be used: %w", s.Data, l.faults[0])
	}
	for split, n := range s.Tasks {
		if set, ok := l.sets[split]; ok {
			l.sets[split] = set[:min(n, len(set))]
		}
	}
	return l, nil
}

// openEngine makes the search engine that the settings ask for.
func (l *library) openEngine(s Settings) error {
	if s.Retriever != "" {
		c, err := retrieve.NewClient(s.Retriever)
		l.engine = c
		return err
	}
	name := s.Corpus
	if own := filepath.Join(s.Data, corpusFile); name == "" {
		if _, err := os.Stat(own); err != nil {
			return nil
		}
		name = own
	}
	c, faults, err := corpus.Load(name)
	if err != nil {
		return err
	}
	l.engine, l.faults = c, faults
	return nil
}

// corpusFile is what a folder's corpus is called.
const corpusFile = "corpus.jsonl"

// questionFiles lists the files of questions, in order; single when data is a file itself.
func questionFiles(s Settings) (files []string, single bool, err error) {
	info, err := os.Stat(s.Data)
	if err != nil {
		return nil, false, err
	}
	if !info.IsDir() {
		return []string{s.Data}, true, nil
	}
	entries, err := os.ReadDir(s.Data)
	if err != nil {
		return nil, false, err
	}
	corpusInfo, _ := os.Stat(s.Corpus)
	for _, e := range entries {
		name := filepath.Join(s.Data, e.Name())
		ext := filepath.Ext(name)
		if e.IsDir() || e.Name() == corpusFile || ext != ".json" && ext != ".jsonl" {
			continue
		}
		if info, err := os.Stat(name); err == nil && corpusInfo != nil && os.SameFile(info, corpusInfo) {
			continue
		}
		files = append(files, name)
	}
	if len(files) == 0 {
		return nil, false, fmt.Errorf("read questions %s: the folder has no .jsonl or .json file of questions", s.Data)
	}
	return files, false, nil
}

// hash is a hash of a question's words.
func hash(text string) uint64 {
	h := fnv.New64a()
	h.Write([]byte(answers.NormalizeWords(text)))
	return h.Sum64()
}

func (l *library) sizes() map[string]int {
	sizes := map[string]int{}
	for split, set := range l.sets {
		sizes[split] = len(set)
	}
	return sizes
}

func (l *library) task(split string, index int) (*task, error) {
	return l.make(l.sets[split][index]), nil
}

func (l *library) make(q question.Question) *task {
	t := &task{question: q, engine: l.engine}
	if t.engine == nil {
		t.engine = corpus.Build(q.Documents)
	}
	return t
}

// open makes the task of a question by its id.
func (l *library) open(id string) (*task, error) {
	for _, split := range splitNames {
		for _, q := range l.sets[split] {
			if q.ID == id {
				return l.make(q), nil
			}
		}
	}
	return nil, fmt.Errorf("open question %q: there is no such question", id)
}
