package tau2

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/textmodel"
)

// Settings are the environment's settings as an experiment's author writes them. Decode into
// the value of Defaults: attributes left out keep their default.
type Settings struct {
	// Domain is "mock", "retail", "airline" or "telecom".
	Domain string `hcl:"domain,optional" json:"domain"`
	// Data is the domain's folder, or one that holds a folder of the domain's name. Without it
	// a little one is drawn, on the tools of retail or airline.
	Data string `hcl:"data,optional" json:"data"`
	// Policy is "manual" or, for telecom, "workflow": the support part of the policy as a text to read or as steps to follow.
	Policy string `hcl:"policy,optional" json:"policy"`
	// Solo gives the assistant a ticket instead of a user, and the user's tools. Tasks without
	// a ticket are left out.
	Solo bool `hcl:"solo,optional" json:"solo"`
	// Horizon is the number of turns after which an episode is timed out.
	Horizon int `hcl:"horizon,optional" json:"horizon"`
	// Tasks is the number of tasks of each split ("train", "unseen"). A split left out has 256
	// and 64 drawn tasks, or all there are of a folder.
	Tasks map[string]int `hcl:"tasks,optional" json:"tasks"`
	// Seed draws the domain and chooses the user's phrasings.
	Seed int `hcl:"seed,optional" json:"seed"`
	// User is who plays the user: "scripted", which is what is meant when it is left out, or "model".
	User string `hcl:"user,optional" json:"user,omitempty"`
	// Judge is who judges assertions in natural language: "none", which is what is meant when it is left out, or "model".
	Judge string `hcl:"judge,optional" json:"judge,omitempty"`
	// Address is the text model of both.
	textmodel.Address
}

// asksModel is the value of User and Judge that asks the text model.
const asksModel = "model"

// Defaults returns the settings of a drawn little shop.
func Defaults() Settings { return Settings{Domain: "retail", Policy: "manual", Horizon: 30, Seed: 1} }

// drawn are the task counts of a drawn domain, most the largest that is drawn.
var drawn = map[string]int{"train": 256, "unseen": 64}

const most = 4096

// count is how many tasks of a split are drawn.
func (s Settings) count(split string) int {
	if n, given := s.Tasks[split]; given {
		return n
	}
	return drawn[split]
}

// Validate reports every setting that cannot work, each as a [registry.SettingError].
func (s *Settings) Validate() error {
	var faults []error
	fault := func(setting, format string, args ...any) {
		faults = append(faults, registry.BadSetting(setting, format, args...))
	}
	var names []string
	for _, d := range Domains() {
		names = append(names, d.Name)
	}
	if !slices.Contains(names, s.Domain) {
		fault("domain", "There is no domain %q. There are %s.", s.Domain, strings.Join(names, ", "))
	}
	for _, name := range slices.Sorted(maps.Keys(s.Tasks)) {
		n := s.Tasks[name]
		switch _, ok := drawn[name]; {
		case !ok:
			fault("tasks", "There is no split %q. There are train, unseen.", name)
		case n < 0:
			fault("tasks", "%s = %d is negative.", name, n)
		case s.Data == "" && n > most:
			fault("tasks", "%s = %d is more than %d.", name, n, most)
		}
	}
	if s.Data == "" {
		if _, ok := drawingOf(s.Domain); !ok && slices.Contains(names, s.Domain) {
			fault("data", "Only retail and airline can be drawn; %s needs the folder of its data.", s.Domain)
		}
	} else if info, err := os.Stat(s.Data); err != nil {
		faults = append(faults, registry.UnreadableFile("data", err))
	} else if !info.IsDir() {
		fault("data", "%s is no folder.", s.Data)
	}
	if s.Policy != "manual" && s.Policy != "workflow" {
		fault("policy", "There is no policy %q. There are manual, workflow.", s.Policy)
	}
	if s.Horizon < 1 {
		fault("horizon", "%d turns are not at least 1.", s.Horizon)
	}
	if s.Seed < 0 {
		fault("seed", "%d is negative.", s.Seed)
	}
	return errors.Join(append(faults, s.asking()...)...)
}

// asking reports what is wrong with who answers for the user and as the judge.
func (s *Settings) asking() (faults []error) {
	asker := ""
	for _, a := range []struct{ setting, who, other string }{{"judge", s.Judge, "none"}, {"user", s.User, "scripted"}} {
		switch a.who {
		case "":
		case asksModel:
			asker = fmt.Sprintf("%s = %q", a.setting, asksModel)
		default:
			if err := registry.OneOf(a.setting, a.who, a.other, asksModel); err != nil {
				faults = append(faults, err)
			}
		}
	}
	if s.Solo && s.User == asksModel {
		faults = append(faults, registry.BadSetting("user", "With solo there is no user: leave one of the two out."))
	}
	if asker == "" && len(faults) > 0 {
		return faults // that nobody asks the model may be the same mistake
	}
	return append(faults, s.Address.Validate(asker)...)
}
