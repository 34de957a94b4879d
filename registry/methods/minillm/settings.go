package minillm

import (
	"errors"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/training"
)

// Settings is what an experiment sets of MiniLLM.
type Settings struct {
	training.Budget
	Mixture           float64 `hcl:"mixture,optional" json:"mixture"`                       // share of the teacher in the sampling of each token
	LongTerm          float64 `hcl:"long_term,optional" json:"long_term"`                   // weight of the part through what follows; 0: none
	Discount          float64 `hcl:"discount,optional" json:"discount"`                     // of what follows
	Clip              float64 `hcl:"clip,optional" json:"clip"`                             // of the long-term part
	LanguageModelling float64 `hcl:"language_modelling,optional" json:"language_modelling"` // weight of stored trajectories' likelihood; 0: none
	Trajectories      int     `hcl:"trajectories,optional" json:"trajectories"`             // stored, of the teacher
}

// Defaults are the laptop sizes.
func Defaults() Settings {
	return Settings{Budget: training.BudgetDefaults(), Mixture: 0.2, LongTerm: 1, Discount: 1, Clip: 0.2, LanguageModelling: 1, Trajectories: 512}
}

// Validate names the setting that cannot work.
func (s *Settings) Validate() error {
	return errors.Join(
		s.Budget.Validate(),
		training.CheckRange("mixture", s.Mixture, 0, 0.99),
		training.CheckRange("long_term", s.LongTerm, 0, 1000),
		training.CheckRange("discount", s.Discount, 0, 1),
		training.CheckRange("clip", s.Clip, 0, 1),
		training.CheckRange("language_modelling", s.LanguageModelling, 0, 1000),
		training.CheckRange("trajectories", s.Trajectories, 1, 1_000_000),
	)
}

func info() registry.MethodInfo {
	return registry.MethodInfo{
		Name:      "minillm",
		Title:     "MiniLLM",
		Idea:      "The reverse KL of the student's whole responses to the teacher is minimised by policy gradient: what a token decides in its own step exactly over the vocabulary, what follows from it by a length-normalised sampled return. The teacher takes part in sampling, token by token, and its stored trajectories stay likely.",
		Objective: "mean over response tokens of w_t (KL(p_theta || p_T) - long_term R_{t+1} log p_theta(y_t)) - language_modelling mean over stored tokens of log p_theta",
		Source:    "MiniLLM (arXiv 2306.08543), sections 2.2 and 2.3; TRL's trainer",
		Stages: []string{
			"trajectories: the teacher plays 'trajectories' episodes, all kept (with language_modelling > 0)",
			"minillm: 'steps' rounds of mixed rollouts, scoring by teacher and student, one update",
		},
		Needs: []string{"teacher log-probabilities over a shared vocabulary", "mixture > 0: a teacher that samples beside the student, token by token"},
		Constants: []registry.Constant{
			{Setting: "mixture = 0.2", Origin: "published, as remembered"},
			{Setting: "long_term = 1, discount = 1, language_modelling = 1", Origin: "published (TRL: discount = 0, which leaves of what follows the next token alone)"},
			{Setting: "clip = 0.2", Origin: "published; idle with one update a batch"},
			{Setting: "trajectories = 512, steps = 100, tasks_a_step = 32, learning_rate = 2e-3, warmup_steps = 5, temperature = 1", Origin: "ours, for tiny models, as opd"},
		},
		Departures: []string{
			"what follows a token is the rest of the episode, later turns included and observations left out",
			"sums over tokens are means over the batch; single log-ratios are cut off at 10 nats",
			"the importance weight is that of the token itself, as in the paper's approximation",
			"the language-modelling corpus is the teacher's own unfiltered trajectories",
		},
	}
}
