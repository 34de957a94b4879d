package registry

import "github.com/retort-ml/retort/backends"

// Episode is one pass through an environment, kept turn by turn, so that any number
// computed from it can be walked back.
type Episode struct {
	Task     Task   `json:"task"`
	TaskType string `json:"task_type,omitempty"`
	// Decode numbers the repeated episodes of one task in an evaluation, from 0; Actor says who
	// played: "student", "teacher", "expert".
	Decode int    `json:"decode"`
	Actor  string `json:"actor"`
	// Introduction is the text of the reset; Prompt its tokens, with privileged context if there was any.
	Introduction string           `json:"introduction"`
	Prompt       []backends.Token `json:"prompt"`
	Turns        []Turn           `json:"turns"`
	Won          bool             `json:"won"`
	TimedOut     bool             `json:"timed_out"`
	Score        float64          `json:"score"` // [0, 1]
	// NotJudged, Rule and Lost are those of the last outcome.
	NotJudged int    `json:"not_judged,omitempty"`
	Rule      string `json:"rule,omitempty"`
	Lost      string `json:"lost,omitempty"`
}

// NotJudged is the name under which an evaluation records the share of its episodes whose score is above 0 and leaves out
// what nobody judged, with its n; a share of 0 is not recorded.
const NotJudged = "not_judged"

// AcceptedBy begins the names under which an evaluation records, rule by rule, the share of its episodes that the world
// accepted by that rule, with its n; rules that accepted nothing are not recorded.
const AcceptedBy = "accepted_by_"

// Turn is one response and the observation it caused.
type Turn struct {
	// Tokens are the response as sampled and LogProbs the sampler's log-probabilities, one a token.
	// Forced is the number of tokens at the end that were appended to end a response that did not end
	// itself: they are context and never trained on.
	Tokens   []backends.Token `json:"tokens"`
	LogProbs []float32        `json:"log_probs,omitempty"`
	Forced   int              `json:"forced,omitempty"`
	// TeacherLogProbs, where a teacher scored the turn, has one entry a token.
	TeacherLogProbs []float32 `json:"teacher_log_probs,omitempty"`
	Response
	// Parsed says that the response had the form of one; Valid that the world understood the action.
	Parsed      bool   `json:"parsed"`
	Valid       bool   `json:"valid"`
	Observation string `json:"observation"`
	// ObservationTokens are what the policy reads of the observation.
	ObservationTokens []backends.Token `json:"observation_tokens,omitempty"`
	Searches          bool             `json:"searches,omitempty"`
	Hesitates         bool             `json:"hesitates,omitempty"`
	// Masked turns were played by noise, for demonstrations; they are context and never trained on.
	Masked bool `json:"masked,omitempty"`
}

// Summary is what the measures need of an episode.
type Summary struct {
	Task            Task    `json:"task"`
	TaskType        string  `json:"task_type,omitempty"`
	Decode          int     `json:"decode"`
	Actor           string  `json:"actor"`
	Won             bool    `json:"won"`
	TimedOut        bool    `json:"timed_out"`
	Score           float64 `json:"score"`
	Turns           int     `json:"turns"`
	SearchTurns     int     `json:"search_turns"`
	HesitationTurns int     `json:"hesitation_turns"`
	InvalidTurns    int     `json:"invalid_turns"`
	ResponseTokens  int     `json:"response_tokens"` // sampled, over all turns
	Tokens          int     `json:"tokens"`          // whole stream, prompt and observations included
	// Stagnation is the mean over turns of how much a turn repeats an earlier one (ROUGE-L F of thought and action).
	Stagnation float64 `json:"stagnation"`
	// FourGrams are the runs of four tokens inside the responses, RepeatedFourGrams those that stood in the same response
	// before.
	FourGrams         int `json:"four_grams"`
	RepeatedFourGrams int `json:"repeated_four_grams"`
	// Gap is the mean over scored response tokens of student minus teacher log-probability in
	// nats (the sampled-token estimate of KL(student||teacher)); GapTokens its n, 0 when no teacher scored.
	Gap       float64 `json:"gap"`
	GapTokens int     `json:"gap_tokens"`
	// TurnGaps is the same a turn, [Turns], empty when no teacher scored.
	TurnGaps []float64 `json:"turn_gaps,omitempty"`
}

// Summarize counts an episode, and compares its turns with one another.
func Summarize(e *Episode) Summary {
	s := Tally(e)
	s.repetition(e)
	return s
}

// Tally is Summarize without what compares turns, whose cost grows with the square of their number: for the numbers of every
// training step.
func Tally(e *Episode) Summary {
	s := Summary{
		Task: e.Task, TaskType: e.TaskType, Decode: e.Decode, Actor: e.Actor, Won: e.Won, TimedOut: e.TimedOut, Score: e.Score,
		Turns: len(e.Turns), Tokens: len(e.Prompt),
	}
	for i := range e.Turns {
		t := &e.Turns[i]
		s.Tokens += len(t.Tokens) + len(t.ObservationTokens)
		s.ResponseTokens += len(t.Tokens) - t.Forced
		if t.Searches {
			s.SearchTurns++
		}
		if t.Hesitates {
			s.HesitationTurns++
		}
		if !t.Parsed || !t.Valid {
			s.InvalidTurns++
		}
		if len(t.TeacherLogProbs) == 0 {
			continue
		}
		gap, n := 0.0, len(t.Tokens)-t.Forced
		for j := range n {
			gap += float64(t.LogProbs[j]) - float64(t.TeacherLogProbs[j])
		}
		s.Gap += gap
		s.GapTokens += n
		s.TurnGaps = append(s.TurnGaps, gap/float64(max(n, 1)))
	}
	if s.GapTokens > 0 {
		s.Gap /= float64(s.GapTokens)
	}
	return s
}
