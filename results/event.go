package results

import (
	"encoding/json"
	"fmt"
	"iter"
	"path/filepath"
	"time"

	"github.com/retort-ml/retort/results/attempt"
	"github.com/retort-ml/retort/results/index"
)

// eventJSON is the value of an event's record.
type eventJSON struct {
	Time  time.Time       `json:"time"`
	Event json.RawMessage `json:"event"`
}

// Event appends an event to the run's log, with the time. Kind is a word of lower-case letters, digits and
// underscores. Only for a run from SaveRun that has not ended.
func (r *Run) Event(kind string, v any) error {
	value, err := json.Marshal(v)
	if err != nil {
		return fmt.Errorf("note event of run %s: %w", r.ID, err)
	}
	if err := r.events.Append(kind, eventJSON{Time: r.store.now().UTC(), Event: value}); err != nil {
		return fmt.Errorf("note event of run %s: %w", r.ID, err)
	}
	return nil
}

// End notes how the run ended ("done", "failed", "interrupted") and closes its log. Only for a run from SaveRun.
func (r *Run) End(state string) error {
	r.State, r.Ended = state, r.store.now().UTC()
	err := r.events.Close()
	if err == nil {
		err = attempt.WriteSealed(r.store.disk, filepath.Join(r.Dir, endFile), "end", runEnd{State: r.State, Ended: r.Ended})
	}
	if err == nil {
		err = r.store.write(func(tx *index.Tx) error { return tx.PutRun(r.row()) })
	}
	if err != nil {
		return fmt.Errorf("end run %s: %w", r.ID, err)
	}
	return nil
}

// Event is an entry of a run's log.
type Event struct {
	Kind  string
	Time  time.Time
	Value json.RawMessage
}

// Events yields the run's log in order, as far as it is written.
func (r *Run) Events() iter.Seq2[Event, error] {
	return func(yield func(Event, error) bool) {
		path := filepath.Join(r.Dir, eventsFile)
		for record, err := range attempt.ReadRecords(path) {
			var v eventJSON
			if err == nil {
				if err = json.Unmarshal(record.Value, &v); err != nil {
					err = &attempt.CorruptError{Path: path, Line: record.N, Cause: err.Error()}
				}
			}
			if !yield(Event{Kind: record.Kind, Time: v.Time, Value: v.Event}, err) || err != nil {
				return
			}
		}
	}
}
