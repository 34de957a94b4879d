package results

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"path/filepath"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/results/attempt"
	"github.com/retort-ml/retort/results/index"
)

func episodeRow(r attempt.EpisodeRecord, n, frame int) index.Episode {
	s := &r.Summary
	return index.Episode{
		Phase: r.Phase, N: n, Frame: frame, At: r.At, Bytes: r.Bytes,
		Split: s.Task.Split, Task: s.Task.Index, TaskType: s.TaskType, Decode: s.Decode, Actor: s.Actor,
		Won: s.Won, TimedOut: s.TimedOut, Score: s.Score,
		Turns: s.Turns, SearchTurns: s.SearchTurns, HesitationTurns: s.HesitationTurns, InvalidTurns: s.InvalidTurns,
		ResponseTokens: s.ResponseTokens, Tokens: s.Tokens,
		Stagnation: s.Stagnation, FourGrams: s.FourGrams, RepeatedFourGrams: s.RepeatedFourGrams,
		Gap: s.Gap, GapTokens: s.GapTokens, TurnGaps: s.TurnGaps,
	}
}

func summary(e *index.Episode) registry.Summary {
	return registry.Summary{
		Task: registry.Task{Split: e.Split, Index: e.Task}, TaskType: e.TaskType, Decode: e.Decode, Actor: e.Actor,
		Won: e.Won, TimedOut: e.TimedOut, Score: e.Score,
		Turns: e.Turns, SearchTurns: e.SearchTurns, HesitationTurns: e.HesitationTurns, InvalidTurns: e.InvalidTurns,
		ResponseTokens: e.ResponseTokens, Tokens: e.Tokens,
		Stagnation: e.Stagnation, FourGrams: e.FourGrams, RepeatedFourGrams: e.RepeatedFourGrams,
		Gap: e.Gap, GapTokens: e.GapTokens, TurnGaps: e.TurnGaps,
	}
}

// Phase is a part of a stage's episodes.
type Phase struct {
	Name     string
	Episodes int
}

// Phases returns the phases of a done stage in order of first appearance. ErrNotFound.
func (s *Store) Phases(hash string) ([]Phase, error) {
	if _, err := s.doneDir(hash); err != nil {
		return nil, err
	}
	rows, err := s.reader.Phases(hash)
	if err != nil {
		return nil, err
	}
	list := make([]Phase, len(rows))
	for i, row := range rows {
		list[i] = Phase(row)
	}
	return list, nil
}

// Summaries returns the episodes of a phase of a done stage, in short, ordered by task (split, then index),
// decode and order of recording. ErrNotFound.
func (s *Store) Summaries(hash, phase string) ([]registry.Summary, error) {
	if _, err := s.doneDir(hash); err != nil {
		return nil, err
	}
	rows, err := s.reader.Episodes(hash, phase)
	if err != nil {
		return nil, err
	}
	list := make([]registry.Summary, len(rows))
	for i := range rows {
		list[i] = summary(&rows[i])
	}
	return list, nil
}

// Episodes yields the episodes of a phase of a done stage, turn by turn, in order of recording. It ends at the first
// error: ErrNotFound, or an *attempt.CorruptError that names file and frame.
func (s *Store) Episodes(hash, phase string) iter.Seq2[*registry.Episode, error] {
	return func(yield func(*registry.Episode, error) bool) {
		err := s.eachEpisode(hash, phase, 0, -1, func(e *registry.Episode) bool { return yield(e, nil) })
		if err != nil {
			yield(nil, err)
		}
	}
}

// Episode reads the n-th episode of a phase, from 0, without the others. ErrNotFound.
func (s *Store) Episode(hash, phase string, n int) (*registry.Episode, error) {
	var found *registry.Episode
	err := s.eachEpisode(hash, phase, n, 1, func(e *registry.Episode) bool {
		found = e
		return false
	})
	if err == nil && found == nil {
		err = fmt.Errorf("episode %d of phase %s of stage %s: %w", n, phase, hash, ErrNotFound)
	}
	return found, err
}

func (s *Store) eachEpisode(hash, phase string, n, limit int, visit func(*registry.Episode) bool) error {
	dir, err := s.doneDir(hash)
	if err != nil {
		return err
	}
	frames, err := s.reader.Frames(hash, phase, n, limit)
	if err != nil || len(frames) == 0 {
		return err
	}
	file, err := attempt.OpenEpisodes(filepath.Join(dir, attempt.EpisodesFile))
	if err != nil {
		return fmt.Errorf("open episodes of stage %s: %w", hash, err)
	}
	for _, f := range frames {
		e, err := file.At(f.Number, f.At, f.Bytes)
		if err != nil {
			return errors.Join(err, file.Close())
		}
		if !visit(e) {
			break
		}
	}
	return file.Close()
}

// MetricRow is a number that a stage recorded.
type MetricRow struct {
	Name  string
	Step  int // -1: of the whole stage
	Value float64
}

// Metrics returns the numbers of a done stage in order of recording. ErrNotFound.
func (s *Store) Metrics(hash string) ([]MetricRow, error) {
	if _, err := s.doneDir(hash); err != nil {
		return nil, err
	}
	rows, err := s.reader.Metrics(hash)
	if err != nil {
		return nil, err
	}
	list := make([]MetricRow, len(rows))
	for i, row := range rows {
		list[i] = MetricRow(row)
	}
	return list, nil
}

// Warnings returns the remarks of a done stage in order of recording. ErrNotFound.
func (s *Store) Warnings(hash string) ([]string, error) {
	if _, err := s.doneDir(hash); err != nil {
		return nil, err
	}
	return s.reader.Warnings(hash)
}

// Records yields a done stage's own records of a kind, in order.
func (s *Store) Records(hash, kind string) iter.Seq2[json.RawMessage, error] {
	return func(yield func(json.RawMessage, error) bool) {
		dir, err := s.doneDir(hash)
		if err != nil {
			yield(nil, err)
			return
		}
		for r, err := range attempt.ReadRecords(filepath.Join(dir, attempt.RecordsFile)) {
			if err == nil && r.Kind != kind {
				continue
			}
			if !yield(bytes.Clone(r.Value), err) || err != nil {
				return
			}
		}
	}
}
