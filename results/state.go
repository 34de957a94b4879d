package results

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"time"

	"github.com/retort-ml/retort/results/attempt"
	"github.com/retort-ml/retort/results/index"
)

// AttemptInfo is an attempt as the store knows it.
type AttemptInfo struct {
	AttemptRef
	Dir     string
	Log     string
	State   State
	Failure Failure // zero when done or running
	Usage   Usage   // zero while running
	Started time.Time
	Resumes int // number of the attempt it went on from, 0: none
	// Host and PID are the worker's, or the controller's before there was one; Build and CPU what the worker said.
	Host       string
	PID        int
	Build, CPU string
	Heartbeat  time.Time // of a running attempt; zero before the first
}

// StageState is how a stage stands.
type StageState struct {
	Hash string
	// State is Pending without attempts, Done with one that counts, else the state of the last.
	State    State
	Done     *AttemptInfo // the attempt that counts, nil: none
	Attempts []AttemptInfo
}

// State tells how a stage stands. A hash the store has never seen is Pending.
func (s *Store) State(hash string) (StageState, error) {
	states, err := s.States([]string{hash})
	return states[hash], err
}

// States is State for many stages in few queries. Every hash has an entry.
func (s *Store) States(hashes []string) (map[string]StageState, error) {
	done, err := s.reader.Done(hashes)
	if err != nil {
		return nil, err
	}
	attempts, err := s.reader.Attempts(hashes)
	if err != nil {
		return nil, err
	}
	states := make(map[string]StageState, len(hashes))
	for _, hash := range hashes {
		states[hash] = StageState{Hash: hash, State: attempt.Pending}
	}
	for _, row := range attempts {
		info, err := s.attemptInfo(row)
		if err != nil {
			return nil, fmt.Errorf("state of stage %s: %w", row.Hash, err)
		}
		state := states[row.Hash]
		state.Attempts = append(state.Attempts, info)
		if state.State != attempt.Done {
			state.State = info.State
		}
		if done[row.Hash] == row.Number {
			state.State, state.Done = attempt.Done, &info
		}
		states[row.Hash] = state
	}
	return states, nil
}

func (s *Store) attemptInfo(row index.Attempt) (AttemptInfo, error) {
	info := AttemptInfo{
		AttemptRef: AttemptRef{Hash: row.Hash, Number: row.Number}, State: State(row.State),
		Usage:   Usage{Seconds: row.Seconds, CPUSeconds: row.CPUSeconds, PeakBytes: row.PeakBytes},
		Started: row.Started, Resumes: row.Resumes, Host: row.Host, PID: row.PID, Build: row.Build, CPU: row.CPU,
	}
	info.Dir = s.attemptDir(info.AttemptRef)
	info.Log = filepath.Join(info.Dir, attempt.LogFile)
	if row.Failure != nil {
		if err := json.Unmarshal(row.Failure, &info.Failure); err != nil {
			return info, err
		}
	}
	if info.State != attempt.Running {
		return info, nil
	}
	// The index learns of an end only from the process that runs; meanwhile the folder knows more.
	c, err := attempt.Inspect(info.Dir, s.now(), StaleAfter)
	if err != nil {
		return info, err
	}
	info.Heartbeat = c.Heartbeat
	info.Host, info.PID, info.Build, info.CPU = c.Owner.Host, c.Owner.PID, c.Owner.Build, c.Owner.CPU
	// Done but not committed is not done yet.
	if c.State != attempt.Done {
		info.State, info.Failure = c.State, c.Failure
	}
	return info, nil
}

// Durations returns the measured seconds of stages of a kind that were done in one go, oldest first.
func (s *Store) Durations(kind string) ([]float64, error) { return s.reader.Durations(kind) }
