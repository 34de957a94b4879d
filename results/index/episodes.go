package index

import "database/sql"

// Phase is a phase of a done stage with its number of episodes.
type Phase struct {
	Name     string
	Episodes int
}

// Phases returns the phases of a done stage in order of first appearance.
func (i *DB) Phases(hash string) ([]Phase, error) {
	var list []Phase
	err := i.query(func(r *sql.Rows) error {
		var p Phase
		err := r.Scan(&p.Name, &p.Episodes)
		list = append(list, p)
		return err
	}, "SELECT phase, count(*) FROM episodes WHERE stage = (SELECT id FROM stages WHERE hash = ?) GROUP BY phase ORDER BY min(frame)", hash)
	return list, err
}

// Frame is where an episode stands in the episodes file.
type Frame struct {
	Number    int // from 1
	At, Bytes int64
}

// Frames returns where the episodes of a phase stand, in order of recording; from the n-th on, and limit of them
// where limit is not negative.
func (i *DB) Frames(hash, phase string, n, limit int) ([]Frame, error) {
	var list []Frame
	err := i.query(func(r *sql.Rows) error {
		var f Frame
		err := r.Scan(&f.Number, &f.At, &f.Bytes)
		list = append(list, f)
		return err
	}, `SELECT frame, at, bytes FROM episodes WHERE stage = (SELECT id FROM stages WHERE hash = ?) AND phase = ? AND n >= ?
		ORDER BY n LIMIT ?`, hash, phase, n, limit)
	return list, err
}

// Episodes returns the episodes of a phase of a done stage, ordered by split, task, decode and order of recording.
func (i *DB) Episodes(hash, phase string) ([]Episode, error) {
	var list []Episode
	var gaps sql.RawBytes
	var score, stagnation, gap sql.NullFloat64
	var scoreKind, stagnationKind, gapKind string
	err := i.query(func(r *sql.Rows) error {
		e := Episode{Phase: phase}
		err := r.Scan(&e.N, &e.Frame, &e.At, &e.Bytes, &e.Split, &e.Task, &e.TaskType, &e.Decode, &e.Actor, &e.Won, &e.TimedOut, &score, &scoreKind,
			&e.Turns, &e.SearchTurns, &e.HesitationTurns, &e.InvalidTurns, &e.ResponseTokens, &e.Tokens,
			&stagnation, &stagnationKind, &e.FourGrams, &e.RepeatedFourGrams, &gap, &gapKind, &e.GapTokens, &gaps)
		e.Score, e.Gap = join(score.Float64, scoreKind), join(gap.Float64, gapKind)
		e.Stagnation = join(stagnation.Float64, stagnationKind)
		e.TurnGaps = unpackFloats(gaps)
		list = append(list, e)
		return err
	}, `SELECT n, frame, at, bytes, split, task, task_type, decode, actor, won, timed_out, score, score_kind, turns, search_turns, hesitation_turns,
		invalid_turns, response_tokens, tokens, stagnation, stagnation_kind, four_grams, repeated_four_grams, gap, coalesce(gap_kind, ''), gap_tokens, turn_gaps
		FROM episodes WHERE stage = (SELECT id FROM stages WHERE hash = ?) AND phase = ? ORDER BY split, task, decode, n`, hash, phase)
	return list, err
}
