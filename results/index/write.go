package index

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
)

// Tx is a change of the index: all of it happens, or nothing.
type Tx struct {
	ctx   context.Context
	tx    *sql.Tx
	stmts map[string]*sql.Stmt
}

// Write changes the index. Changes wait for each other.
func (i *DB) Write(ctx context.Context, change func(*Tx) error) error {
	sqlTx, err := i.db.BeginTx(ctx, nil)
	if err != nil {
		return fmt.Errorf("write index %s: %w", i.path, named(err))
	}
	tx := &Tx{ctx: ctx, tx: sqlTx, stmts: map[string]*sql.Stmt{}}
	if err := change(tx); err != nil {
		return errors.Join(fmt.Errorf("write index %s: %w", i.path, named(err)), sqlTx.Rollback())
	}
	if err := sqlTx.Commit(); err != nil {
		return fmt.Errorf("write index %s: %w", i.path, named(err))
	}
	return nil
}

// exec runs a statement, prepared once a transaction.
func (tx *Tx) exec(query string, args ...any) error {
	s, ok := tx.stmts[query]
	if !ok {
		var err error
		if s, err = tx.tx.PrepareContext(tx.ctx, query); err != nil {
			return err
		}
		tx.stmts[query] = s
	}
	_, err := s.ExecContext(tx.ctx, args...)
	return err
}

// Reset empties the index and lays its tables out anew.
func (tx *Tx) Reset() error {
	rows, err := tx.tx.QueryContext(tx.ctx, "SELECT type, name FROM sqlite_master WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite_%' ORDER BY rowid DESC")
	if err != nil {
		return err
	}
	// Constraints are looked at when the change ends, so that the order of the tables does not matter.
	script := strings.Builder{}
	script.WriteString("PRAGMA defer_foreign_keys = on;\n")
	for rows.Next() {
		var kind, name string
		if err := rows.Scan(&kind, &name); err != nil {
			return errors.Join(err, rows.Close())
		}
		fmt.Fprintf(&script, "DROP %s %q;\n", kind, name)
	}
	if err := rows.Err(); err != nil {
		return err
	}
	script.WriteString(schema)
	fmt.Fprintf(&script, "PRAGMA user_version = %d;\nPRAGMA application_id = %d;\n", Version, application)
	_, err = tx.tx.ExecContext(tx.ctx, script.String())
	return err
}

// PutStage adds a stage or renews its description; its attempts and content stay.
func (tx *Tx) PutStage(s Stage) error {
	var id int64
	err := tx.tx.QueryRowContext(tx.ctx, `INSERT INTO stages (hash, kind, title, spec) VALUES (?, ?, ?, ?)
		ON CONFLICT (hash) DO UPDATE SET kind = excluded.kind, title = excluded.title, spec = excluded.spec RETURNING id`,
		s.Hash, s.Kind, s.Title, string(s.Spec)).Scan(&id)
	if err != nil {
		return err
	}
	if err := tx.exec("DELETE FROM inputs WHERE stage = ?", id); err != nil {
		return err
	}
	for n, in := range s.Inputs {
		if err := tx.exec("INSERT INTO inputs (stage, n, name, hash) VALUES (?, ?, ?, ?)", id, n, in.Name, in.Hash); err != nil {
			return err
		}
	}
	return nil
}

// PutAttempt adds an attempt of a stage that is there, or replaces it.
func (tx *Tx) PutAttempt(a Attempt) error {
	var failure any
	if a.Failure != nil {
		failure = string(a.Failure)
	}
	return tx.exec(`INSERT OR REPLACE INTO attempts
		(stage, number, state, resumes, host, pid, build, cpu, started, seconds, cpu_seconds, peak_bytes, failure)
		VALUES ((SELECT id FROM stages WHERE hash = ?), ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		a.Hash, a.Number, a.State, orNull(a.Resumes), orNull(a.Host), orNull(a.PID), orNull(a.Build), orNull(a.CPU), formatTime(a.Started),
		orNull(a.Seconds), orNull(a.CPUSeconds), orNull(a.PeakBytes), failure)
}

// Done returns the number of the attempt of a stage that counts, 0 where there is none.
func (tx *Tx) Done(hash string) (int, error) {
	var number int
	err := tx.tx.QueryRowContext(tx.ctx, "SELECT coalesce(max(done), 0) FROM stages WHERE hash = ?", hash).Scan(&number)
	return number, err
}

// stageTables hold the content of done stages.
var stageTables = []string{"artifacts", "episodes", "metrics", "warnings"}

// ClearDone takes a stage's content out: it is not done any more.
func (tx *Tx) ClearDone(hash string) error {
	for _, table := range stageTables {
		if err := tx.exec("DELETE FROM "+table+" WHERE stage = (SELECT id FROM stages WHERE hash = ?)", hash); err != nil {
			return err
		}
	}
	return tx.exec("UPDATE stages SET done = NULL WHERE hash = ?", hash)
}

// PutDone makes an attempt the one that counts, with its content, in place of what was there.
func (tx *Tx) PutDone(hash string, number int, c Content) error {
	if err := tx.ClearDone(hash); err != nil {
		return err
	}
	var id int64
	err := tx.tx.QueryRowContext(tx.ctx, "UPDATE stages SET done = ? WHERE hash = ? RETURNING id", number, hash).Scan(&id)
	if err != nil {
		return fmt.Errorf("stage %s: %w", hash, err)
	}
	for _, a := range c.Artifacts {
		if err := tx.exec("INSERT INTO artifacts (stage, name, bytes, sha256) VALUES (?, ?, ?, ?)", id, a.Name, a.Bytes, a.SHA256); err != nil {
			return err
		}
	}
	for i := range c.Episodes {
		if err := tx.putEpisode(id, &c.Episodes[i]); err != nil {
			return err
		}
	}
	for n, m := range c.Metrics {
		value, kind := split(m.Value)
		err := tx.exec("INSERT INTO metrics (stage, n, name, step, value, kind) VALUES (?, ?, ?, ?, ?, ?)", id, n, m.Name, m.Step, value, kind)
		if err != nil {
			return err
		}
	}
	for n, w := range c.Warnings {
		if err := tx.exec("INSERT INTO warnings (stage, n, message) VALUES (?, ?, ?)", id, n, w); err != nil {
			return err
		}
	}
	return nil
}

func (tx *Tx) putEpisode(stage int64, e *Episode) error {
	score, scoreKind := split(e.Score)
	stagnation, stagnationKind := split(e.Stagnation)
	var gap, gapKind any
	if e.GapTokens > 0 {
		gap, gapKind = split(e.Gap)
	}
	return tx.exec(`INSERT INTO episodes (stage, phase, n, frame, at, bytes, split, task, task_type, decode, actor, won, timed_out,
		score, score_kind, turns, search_turns, hesitation_turns, invalid_turns, response_tokens, tokens,
		stagnation, stagnation_kind, four_grams, repeated_four_grams, gap, gap_kind, gap_tokens, turn_gaps)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		stage, e.Phase, e.N, e.Frame, e.At, e.Bytes, e.Split, e.Task, e.TaskType, e.Decode, e.Actor, e.Won, e.TimedOut,
		score, scoreKind, e.Turns, e.SearchTurns, e.HesitationTurns, e.InvalidTurns, e.ResponseTokens, e.Tokens,
		stagnation, stagnationKind, e.FourGrams, e.RepeatedFourGrams, gap, gapKind, e.GapTokens,
		packFloats(e.TurnGaps))
}

// PutPlan adds a plan unless it is there.
func (tx *Tx) PutPlan(p Plan) error {
	var id int64
	err := tx.tx.QueryRowContext(tx.ctx, "INSERT INTO plans (hash, experiment) VALUES (?, ?) ON CONFLICT (hash) DO NOTHING RETURNING id",
		p.Hash, p.Experiment).Scan(&id)
	if errors.Is(err, sql.ErrNoRows) {
		return nil
	}
	if err != nil {
		return err
	}
	for n, t := range p.Trials {
		texts := make([]string, 0, 4)
		for _, v := range []any{t.Labels, t.Grids, t.Roles, t.Stages} {
			text, err := json.Marshal(v)
			if err != nil {
				return err
			}
			texts = append(texts, string(text))
		}
		err := tx.exec("INSERT INTO trials (plan, n, trial, labels, grids, roles, stages) VALUES (?, ?, ?, ?, ?, ?, ?)",
			id, n, t.Trial, texts[0], texts[1], texts[2], texts[3])
		if err != nil {
			return err
		}
	}
	return nil
}

// PutRun adds a run of a plan that is there, or replaces it.
func (tx *Tx) PutRun(r Run) error {
	return tx.exec(`INSERT OR REPLACE INTO runs (id, plan, experiment, plan_hash, started, ended, state)
		VALUES (?, (SELECT id FROM plans WHERE hash = ?), ?, ?, ?, ?, ?)`,
		r.ID, r.PlanHash, r.Experiment, r.PlanHash, formatTime(r.Started), formatTime(r.Ended), orNull(r.State))
}
