package index

import (
	"encoding/binary"
	"encoding/json"
	"math"
	"time"
)

// Stage is a row of stages with its inputs.
type Stage struct {
	Hash, Kind, Title string
	Spec              json.RawMessage
	Inputs            []Input
	Done              int // number of the attempt that counts, 0: none
}

// Input is a row of inputs.
type Input struct{ Name, Hash string }

// Attempt is a row of attempts.
type Attempt struct {
	Hash       string // of the stage
	Number     int
	State      string
	Resumes    int
	Host       string
	PID        int
	Build, CPU string
	Started    time.Time
	Seconds    float64
	CPUSeconds float64
	PeakBytes  int64
	Failure    json.RawMessage // nil: none
}

// Content is what a done stage produced.
type Content struct {
	Artifacts []Artifact
	Episodes  []Episode
	Metrics   []Metric
	Warnings  []string
}

// Artifact is a row of artifacts.
type Artifact struct {
	Name   string
	Bytes  int64
	SHA256 string
}

// Episode is a row of episodes.
type Episode struct {
	Phase                                             string
	N, Frame                                          int
	At, Bytes                                         int64
	Split                                             string
	Task                                              int
	TaskType                                          string
	Decode                                            int
	Actor                                             string
	Won, TimedOut                                     bool
	Score                                             float64
	Turns, SearchTurns, HesitationTurns, InvalidTurns int
	ResponseTokens, Tokens                            int
	Stagnation                                        float64
	FourGrams, RepeatedFourGrams                      int
	Gap                                               float64
	GapTokens                                         int
	TurnGaps                                          []float64
}

// Metric is a row of metrics.
type Metric struct {
	Name  string
	Step  int
	Value float64
}

// Plan is a row of plans with its trials.
type Plan struct {
	Hash, Experiment string
	Trials           []Trial
}

// Trial is a row of trials with its stages.
type Trial struct {
	Trial  string
	Labels map[string]string
	Grids  []string
	Roles  map[string]string
	Stages []string
}

// Run is a row of runs.
type Run struct {
	ID, Experiment, PlanHash string
	Started, Ended           time.Time // Ended is zero where unknown
	State                    string
}

// split returns what the two columns of a number hold.
func split(v float64) (value any, kind string) {
	switch {
	case math.IsNaN(v):
		return nil, "n"
	case math.IsInf(v, 1):
		return nil, "+"
	case math.IsInf(v, -1):
		return nil, "-"
	}
	return v, "f"
}

func join(value float64, kind string) float64 {
	switch kind {
	case "n":
		return math.NaN()
	case "+":
		return math.Inf(1)
	case "-":
		return math.Inf(-1)
	}
	return value
}

func packFloats(list []float64) []byte {
	if len(list) == 0 {
		return nil
	}
	out := make([]byte, 0, 8*len(list))
	for _, v := range list {
		out = binary.LittleEndian.AppendUint64(out, math.Float64bits(v))
	}
	return out
}

func unpackFloats(b []byte) []float64 {
	if len(b) < 8 {
		return nil
	}
	out := make([]float64, len(b)/8)
	for i := range out {
		out[i] = math.Float64frombits(binary.LittleEndian.Uint64(b[8*i:]))
	}
	return out
}

// Times are kept as texts of one length, so that they sort.
const timeLayout = "2006-01-02T15:04:05.000000Z"

func formatTime(t time.Time) any {
	if t.IsZero() {
		return nil
	}
	return t.UTC().Format(timeLayout)
}

func parseTime(s string) time.Time {
	t, err := time.Parse(timeLayout, s)
	if err != nil {
		return time.Time{}
	}
	return t
}

// orNull makes a zero value NULL.
func orNull[T comparable](v T) any {
	var zero T
	if v == zero {
		return nil
	}
	return v
}
