package attempt

import (
	"encoding/json"

	"github.com/retort-ml/retort/registry"
)

// The shapes below are registry's own with the fields that can hold what is not finite written
// as numbers of number.go: a field of the outer struct hides the embedded one of the same name.

type episodeJSON struct {
	registry.Episode
	Turns []turnJSON `json:"turns"`
	Score number     `json:"score"`
}

type turnJSON struct {
	registry.Turn
	LogProbs        floats `json:"log_probs,omitempty"`
	TeacherLogProbs floats `json:"teacher_log_probs,omitempty"`
}

type summaryJSON struct {
	registry.Summary
	Score      number  `json:"score"`
	Stagnation number  `json:"stagnation"`
	Gap        number  `json:"gap"`
	TurnGaps   numbers `json:"turn_gaps,omitempty"`
}

func encodeEpisode(e *registry.Episode) (json.RawMessage, error) {
	shape := episodeJSON{Episode: *e, Score: number(e.Score)}
	if e.Turns != nil {
		shape.Turns = make([]turnJSON, len(e.Turns))
	}
	for i, t := range e.Turns {
		shape.Turns[i] = turnJSON{Turn: t, LogProbs: t.LogProbs, TeacherLogProbs: t.TeacherLogProbs}
	}
	return encode(&shape)
}

func decodeEpisode(text []byte) (*registry.Episode, error) {
	var shape episodeJSON
	if err := json.Unmarshal(text, &shape); err != nil {
		return nil, err
	}
	e := shape.Episode
	e.Score = float64(shape.Score)
	if shape.Turns != nil {
		e.Turns = make([]registry.Turn, len(shape.Turns))
	}
	for i, t := range shape.Turns {
		e.Turns[i] = t.Turn
		e.Turns[i].LogProbs, e.Turns[i].TeacherLogProbs = t.LogProbs, t.TeacherLogProbs
	}
	return &e, nil
}

// EpisodeRecord is the value of an episode's record: where its frame stands in the episodes file, and
// what the measures need of it.
type EpisodeRecord struct {
	Phase   string
	At      int64 // bytes
	Bytes   int64
	Summary registry.Summary
}

type episodeRecordJSON struct {
	Phase   string      `json:"phase"`
	At      int64       `json:"at"`
	Bytes   int64       `json:"bytes"`
	Summary summaryJSON `json:"summary"`
}

// MarshalJSON writes the value of the record.
func (r EpisodeRecord) MarshalJSON() ([]byte, error) {
	s := r.Summary
	return encode(episodeRecordJSON{
		Phase: r.Phase, At: r.At, Bytes: r.Bytes,
		Summary: summaryJSON{Summary: s, Score: number(s.Score), Stagnation: number(s.Stagnation), Gap: number(s.Gap), TurnGaps: s.TurnGaps},
	})
}

// ParseEpisode reads the value of an episode's record.
func ParseEpisode(value json.RawMessage) (EpisodeRecord, error) {
	var shape episodeRecordJSON
	if err := json.Unmarshal(value, &shape); err != nil {
		return EpisodeRecord{}, err
	}
	s := shape.Summary.Summary
	s.Score, s.Stagnation = float64(shape.Summary.Score), float64(shape.Summary.Stagnation)
	s.Gap, s.TurnGaps = float64(shape.Summary.Gap), shape.Summary.TurnGaps
	return EpisodeRecord{Phase: shape.Phase, At: shape.At, Bytes: shape.Bytes, Summary: s}, nil
}

// MetricRecord is the value of a metric's record. Step -1 means the whole stage.
type MetricRecord struct {
	Name  string
	Step  int
	Value float64
}

type metricRecordJSON struct {
	Name  string `json:"name"`
	Step  int    `json:"step"`
	Value number `json:"value"`
}

// MarshalJSON writes the value of the record.
func (r MetricRecord) MarshalJSON() ([]byte, error) {
	return encode(metricRecordJSON{r.Name, r.Step, number(r.Value)})
}

// ParseMetric reads the value of a metric's record.
func ParseMetric(value json.RawMessage) (MetricRecord, error) {
	var shape metricRecordJSON
	err := json.Unmarshal(value, &shape)
	return MetricRecord{shape.Name, shape.Step, float64(shape.Value)}, err
}

type warningRecordJSON struct {
	Message string `json:"message"`
}

// ParseWarning reads the value of a warning's record.
func ParseWarning(value json.RawMessage) (string, error) {
	var shape warningRecordJSON
	err := json.Unmarshal(value, &shape)
	return shape.Message, err
}
