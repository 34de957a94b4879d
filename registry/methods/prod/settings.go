package prod

import (
	"errors"

	"github.com/retort-ml/retort/registry/textmodel"
	"github.com/retort-ml/retort/registry/training"
)

// Settings is what an experiment sets of ProD.
type Settings struct {
	training.Preference
	Signal
	Rounds int `hcl:"rounds,optional" json:"rounds"`

	Trajectories int     `hcl:"trajectories,optional" json:"trajectories"` // tasks the teacher plays
	Attempts     int     `hcl:"attempts,optional" json:"attempts"`         // until it wins
	Temperature  float64 `hcl:"temperature,optional" json:"temperature"`   // of the student's episodes; 0: greedy

	SFTEpochs       int     `hcl:"sft_epochs,optional" json:"sft_epochs"` // before the first round; 0: none
	SFTBatch        int     `hcl:"sft_episodes_a_step,optional" json:"sft_episodes_a_step"`
	SFTLearningRate float64 `hcl:"sft_learning_rate,optional" json:"sft_learning_rate"`
	MeasureTasks    int     `hcl:"measure_tasks,optional" json:"measure_tasks"` // played after each round, to measure; 0: none
}

// Signal is how a student's episode becomes a margin.
type Signal struct {
	Alpha      float64 `hcl:"alpha,optional" json:"alpha"`
	C0         float64 `hcl:"c0,optional" json:"c0"`
	Margin     string  `hcl:"margin,optional" json:"margin"`             // "adaptive" or "fixed"
	FixedAt    float64 `hcl:"fixed_margin,optional" json:"fixed_margin"` // f with margin = "fixed"
	Similarity string  `hcl:"similarity,optional" json:"similarity"`     // "lexical", "semantic" or "judge"
	Judge      string  `hcl:"judge,optional" json:"judge"`               // for similarity = "judge" and the analysis: "rule" or "model"
	// Rejected says what of the student's episode is to become less likely: "episode", all of it, or "stagnant", the turns
	// with s_k of at least StagnantAt.
	Rejected   string  `hcl:"rejected,optional" json:"rejected"`
	StagnantAt float64 `hcl:"stagnant_at,optional" json:"stagnant_at"`

	textmodel.Address // the judge's, with judge = "model"
}

// Defaults are the laptop sizes.
func Defaults() Settings {
	return Settings{
		Preference: training.Preference{Beta: 2, Imitation: 1, Epochs: 1, Batch: 16, LearningRate: 2e-4, WarmupShare: 0.03},
		Signal:     Signal{Alpha: 0.5, C0: 1, Margin: "adaptive", FixedAt: 0.5, Similarity: "lexical", Judge: "rule", Rejected: "episode", StagnantAt: 0.99},
		Rounds:     1, Trajectories: 512, Attempts: 2,
		SFTEpochs: 2, SFTBatch: 16, SFTLearningRate: 1e-3, MeasureTasks: 64,
	}
}

// Validate names the setting that cannot work.
func (s *Settings) Validate() error {
	return errors.Join(
		s.Preference.Validate(),
		training.CheckRange("alpha", s.Alpha, 0, 1),
		training.CheckRange("c0", s.C0, 0, 1000),
		training.CheckOneOf("margin", s.Margin, "adaptive", "fixed"),
		training.CheckRange("fixed_margin", s.FixedAt, 0, 1000),
		training.CheckOneOf("similarity", s.Similarity, "lexical", "semantic", "judge"),
		training.CheckOneOf("judge", s.Judge, "rule", "model"),
		s.Address.ValidateFor("judge", s.Judge),
		training.CheckOneOf("rejected", s.Rejected, "episode", "stagnant"),
		training.CheckRange("stagnant_at", s.StagnantAt, 0, 1),
		training.CheckRange("rounds", s.Rounds, 1, 100),
		training.CheckRange("trajectories", s.Trajectories, 1, 1_000_000),
		training.CheckRange("attempts", s.Attempts, 1, 1024),
		training.CheckRange("temperature", s.Temperature, 0, 10),
		training.CheckRange("sft_epochs", s.SFTEpochs, 0, 1000),
		training.CheckRange("sft_episodes_a_step", s.SFTBatch, 1, 4096),
		training.CheckRange("sft_learning_rate", s.SFTLearningRate, 0, 1),
		training.CheckRange("measure_tasks", s.MeasureTasks, 0, 1_000_000),
	)
}

// Round is the settings of the stage that trains, which a second round shares with the first.
type Round struct {
	training.Preference
	Signal
	Temperature  float64 `json:"temperature"`
	MeasureTasks int     `json:"measure_tasks"`
}

func (s *Settings) round() *Round {
	return &Round{Preference: s.Preference, Signal: s.Signal, Temperature: s.Temperature, MeasureTasks: s.MeasureTasks}
}
