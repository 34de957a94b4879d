package webshop

import (
	"errors"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/retort-ml/retort/registry"
)

// Settings are the environment's settings as an experiment's author writes them. Decode
// into the value of Defaults: attributes left out keep their default.
type Settings struct {
	// Products is the size of a generated catalogue. Every task has a catalogue of its own.
	Products int `hcl:"products,optional" json:"products"`
	// Candidates is how many products of a generated catalogue are of the kind asked for, at most; there
	// may be two fewer.
	Candidates int `hcl:"candidates,optional" json:"candidates"`
	// Lacking is the share of the other candidates that look right but lack the option asked for,
	// which only their page tells.
	Lacking float64 `hcl:"lacking,optional" json:"lacking"`
	// Titles says what a generated product's title tells of its two attributes: "full"
	// both, "short" one of them, the other only under Features.
	Titles string `hcl:"titles,optional" json:"titles"`
	// Observation is the form of the texts: "text" or "text_rich".
	Observation string `hcl:"observation,optional" json:"observation"`
	// ResultsAPage is the number of products on a page of results; 0 means 4 in generated and
	// 10 in real catalogues.
	ResultsAPage int `hcl:"results_a_page,optional" json:"results_a_page"`
	// Marks lets the compact view mark every word that the task asks for and every price within
	// its limit: help by hand, without which tiny models need several times as long.
	Marks bool `hcl:"marks,optional" json:"marks"`
	// Horizon is the number of turns after which an episode is timed out.
	Horizon int `hcl:"horizon,optional" json:"horizon"`
	// Tasks is the number of tasks of each split ("train", "seen", "unseen"). A split left
	// out has 512, 128 and 128 generated tasks, or all there are of real goals.
	Tasks map[string]int `hcl:"tasks,optional" json:"tasks"`
	// Seed draws the catalogues, prices and limits, and which combinations are held out.
	Seed int `hcl:"seed,optional" json:"seed"`
	// Vocabulary is what generated catalogues are made of: "small" (also when empty) a few kinds and attributes, "real" WebShop's own
	// kinds and attributes around sentences that people wrote.
	Vocabulary string `hcl:"vocabulary,optional" json:"vocabulary,omitempty"`
	// Catalog is a folder with WebShop's product files. When set nothing is generated.
	Catalog string `hcl:"catalog,optional" json:"catalog"`
	// Goals are the goals of a real catalogue: "human" or "synthetic".
	Goals string `hcl:"goals,optional" json:"goals"`
}

const (
	titlesFull     = "full"
	titlesShort    = "short"
	modeText       = "text"
	modeRich       = "text_rich"
	goalsHuman     = "human"
	goalsSynthetic = "synthetic"

	vocabularySmall = "small"
	vocabularyReal  = "real"
)

// Limits of the generator.
const (
	minProducts   = 8
	maxProducts   = 2000
	minCandidates = 3
)

// Defaults returns the settings of the default world.
func Defaults() Settings {
	return Settings{
		Products: 24, Candidates: 8, Lacking: .4, Titles: titlesFull, Observation: modeRich, Marks: true,
		Horizon: 15, Seed: 1, Goals: goalsHuman,
	}
}

// defaultTasks are the task counts of generated splits.
var defaultTasks = map[string]int{"train": 512, "seen": 128, "unseen": 128}

// splitNames are the splits in their fixed order.
var splitNames = []string{"train", "seen", "unseen"}

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
	one := func(setting, value string, of ...string) {
		if err := registry.OneOf(setting, value, of...); err != nil {
			faults = append(faults, err)
		}
	}
	one("titles", s.Titles, titlesFull, titlesShort)
	one("observation", s.Observation, modeText, modeRich)
	one("goals", s.Goals, goalsHuman, goalsSynthetic)
	if s.Vocabulary == "" {
		s.Vocabulary = vocabularySmall
	}
	one("vocabulary", s.Vocabulary, vocabularySmall, vocabularyReal)
	if s.Catalog != "" && s.Vocabulary == vocabularyReal {
		fault("vocabulary", "%q is what a generated catalogue is made of; with a catalog nothing is generated.", s.Vocabulary)
	}
	if s.Products < minProducts || s.Products > maxProducts {
		fault("products", "%d is not between %d and %d.", s.Products, minProducts, maxProducts)
	}
	if s.Candidates < minCandidates || s.Candidates > s.Products {
		fault("candidates", "%d is not between %d and the %d products.", s.Candidates, minCandidates, s.Products)
	}
	if !(s.Lacking >= 0 && s.Lacking <= 1) {
		fault("lacking", "%v is not between 0 and 1.", s.Lacking)
	}
	if s.ResultsAPage < 0 || s.ResultsAPage > 50 {
		fault("results_a_page", "%d is not between 0 and 50.", s.ResultsAPage)
	}
	if s.ResultsAPage == 0 {
		s.ResultsAPage = 4
		if s.Catalog != "" {
			s.ResultsAPage = 10
		}
	}
	if s.Horizon < 1 {
		fault("horizon", "%d turns are not at least 1.", s.Horizon)
	}
	if s.Seed < 0 {
		fault("seed", "%d is negative.", s.Seed)
	}
	tasks := map[string]int{}
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
	if s.Catalog == "" {
		for name, n := range defaultTasks {
			if _, given := tasks[name]; !given {
				tasks[name] = n
			}
		}
	} else if info, err := os.Stat(s.Catalog); err != nil {
		faults = append(faults, registry.UnreadableFile("catalog", err))
	} else if !info.IsDir() {
		fault("catalog", "%s is no folder.", s.Catalog)
	}
	s.Tasks = tasks
	return s, errors.Join(faults...)
}
