package searchqa

import (
	"errors"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/environments/searchqa/atlas"
	"github.com/retort-ml/retort/registry/environments/searchqa/retrieve"
)

// Settings are the environment's settings as an experiment's author writes them. Decode into the value of
// Defaults: attributes left out keep their default.
type Settings struct {
	// Entities is how many people, companies, cities and films each a drawn encyclopedia has.
	Entities int `hcl:"entities,optional" json:"entities"`
	// Hops is how many relations a drawn question chains.
	Hops int `hcl:"hops,optional" json:"hops"`
	// Words is how many words name the same relation in drawn texts.
	Words int `hcl:"words,optional" json:"words"`
	// TopK is how many documents a search brings; 0 means 2 in drawn encyclopedias and 3 else.
	TopK int `hcl:"topk,optional" json:"topk"`
	// ObservationWords is how many words of found documents are shown; 0 shows all.
	ObservationWords int `hcl:"observation_words,optional" json:"observation_words"`
	// Score is the measure of an answer: "em" (exact match) or "f1". An answer wins by exact match.
	Score string `hcl:"score,optional" json:"score"`
	// Horizon is the number of turns after which an episode is timed out; 0 means 12 in drawn encyclopedias and
	// 4 else.
	Horizon int `hcl:"horizon,optional" json:"horizon"`
	// Tasks is the number of tasks of each split ("train", "seen", "unseen"). A split left out has 4096, 256 and
	// 256 drawn tasks, or all there are in the files.
	Tasks map[string]int `hcl:"tasks,optional" json:"tasks"`
	// Seed draws the encyclopedias and questions, and which combinations are held out.
	Seed int `hcl:"seed,optional" json:"seed"`
	// Data is a file of questions or a folder of such files. When set nothing is drawn.
	Data string `hcl:"data,optional" json:"data"`
	// Corpus is a file of documents to search instead of the paragraphs that come with each question.
	Corpus string `hcl:"corpus,optional" json:"corpus"`
	// Retriever is the address of a server of the /retrieve protocol to search instead.
	Retriever string `hcl:"retriever,optional" json:"retriever"`
}

const (
	scoreEM = "em"
	scoreF1 = "f1"
	maxTopK = 2 + atlas.MaxPortraits
)

// Defaults returns the settings of the default world.
func Defaults() Settings {
	return Settings{Entities: 4, Hops: 2, Words: atlas.Words, ObservationWords: 500, Score: scoreEM, Seed: 1}
}

var (
	defaultTasks = map[string]int{train: 4096, seen: 256, unseen: 256}
	splitNames   = []string{train, seen, unseen}
)

// The splits.
const (
	train  = "train"
	seen   = "seen"
	unseen = "unseen"
)

// Validate reports every setting that cannot work, each as a [registry.SettingError].
func (s *Settings) Validate() error {
	_, err := s.complete()
	return err
}

// complete fills what was left open and checks everything.
func (s Settings) complete() (Settings, error) {
	var faults []error
	fault := func(setting, format string, args ...any) {
		faults = append(faults, registry.BadSetting(setting, format, args...))
	}
	within := func(setting string, value, least, most int) {
		if value < least || value > most {
			fault(setting, "%d is not between %d and %d.", value, least, most)
		}
	}
	or := func(setting *int, drawn, read int) {
		switch {
		case *setting != 0:
		case s.Data == "":
			*setting = drawn
		default:
			*setting = read
		}
	}
	or(&s.TopK, 2, 3)
	or(&s.Horizon, 12, 4)
	within("entities", s.Entities, atlas.MinEntities, atlas.MaxEntities)
	within("hops", s.Hops, 1, atlas.MaxHops)
	within("words", s.Words, 1, atlas.Words)
	if s.Data == "" {
		within("topk", s.TopK, 1, maxTopK)
	} else {
		within("topk", s.TopK, 1, 100)
	}
	if s.ObservationWords < 0 {
		fault("observation_words", "%d is negative.", s.ObservationWords)
	}
	if s.Score != scoreEM && s.Score != scoreF1 {
		fault("score", "%q is neither %q nor %q.", s.Score, scoreEM, scoreF1)
	}
	if s.Horizon < 1 {
		fault("horizon", "%d turns are not at least 1.", s.Horizon)
	}
	if s.Seed < 0 {
		fault("seed", "%d is negative.", s.Seed)
	}
	tasks := map[string]int{}
	if s.Data == "" {
		tasks = maps.Clone(defaultTasks)
	}
	for _, name := range slices.Sorted(maps.Keys(s.Tasks)) {
		n := s.Tasks[name]
		switch {
		case !slices.Contains(splitNames, name):
			fault("tasks", "There is no split %q. There are %s.", name, strings.Join(splitNames, ", "))
		case n < 0:
			fault("tasks", "%s = %d is negative.", name, n)
		}
		tasks[name] = n
	}
	s.Tasks = tasks
	return s, errors.Join(append(faults, s.checkFiles()...)...)
}

// checkFiles checks what the settings point at.
func (s Settings) checkFiles() (faults []error) {
	fault := func(setting, format string, args ...any) {
		faults = append(faults, registry.BadSetting(setting, format, args...))
	}
	if s.Data != "" {
		if _, err := os.Stat(s.Data); err != nil {
			faults = append(faults, registry.UnreadableFile("data", err))
		}
	}
	if s.Corpus != "" {
		if info, err := os.Stat(s.Corpus); err != nil {
			faults = append(faults, registry.UnreadableFile("corpus", err))
		} else if info.IsDir() {
			fault("corpus", "%s is a folder.", s.Corpus)
		}
	}
	if s.Retriever != "" {
		if _, err := retrieve.NewClient(s.Retriever); err != nil {
			fault("retriever", "%v.", err)
		}
		if s.Corpus != "" {
			fault("retriever", "There is a corpus already; only one of both can be searched.")
		}
	}
	if s.Data == "" && (s.Corpus != "" || s.Retriever != "") {
		fault("data", "Without a question set there is nothing to ask about a corpus or a retriever.")
	}
	return faults
}
