package index

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"strings"
)

// ErrNoRow says that nothing has the name. It is fs.ErrNotExist too.
var ErrNoRow = fmt.Errorf("not in the index: %w", fs.ErrNotExist)

// query calls scan for every row.
func (i *DB) query(scan func(*sql.Rows) error, query string, args ...any) error {
	rows, err := i.db.QueryContext(context.Background(), query, args...)
	if err != nil {
		return fmt.Errorf("read index %s: %w", i.path, err)
	}
	for rows.Next() {
		if err := scan(rows); err != nil {
			return errors.Join(fmt.Errorf("read index %s: %w", i.path, err), rows.Close())
		}
	}
	if err := rows.Err(); err != nil {
		return fmt.Errorf("read index %s: %w", i.path, err)
	}
	return nil
}

// chunk bounds the number of placeholders in a statement.
const chunk = 500

// chunked runs a query with a list of hashes in the place of %s.
func (i *DB) chunked(hashes []string, scan func(*sql.Rows) error, query string) error {
	for len(hashes) > 0 {
		n := min(chunk, len(hashes))
		args := make([]any, n)
		for k, h := range hashes[:n] {
			args[k] = h
		}
		marks := strings.TrimSuffix(strings.Repeat("?,", n), ",")
		if err := i.query(scan, fmt.Sprintf(query, marks), args...); err != nil {
			return err
		}
		hashes = hashes[n:]
	}
	return nil
}

// Stage returns a stage, or ErrNoRow.
func (i *DB) Stage(hash string) (Stage, error) {
	s := Stage{Hash: hash}
	found := false
	err := i.query(func(r *sql.Rows) error {
		found = true
		var spec string
		err := r.Scan(&s.Kind, &s.Title, &spec, &s.Done)
		s.Spec = json.RawMessage(spec)
		return err
	}, "SELECT kind, title, spec, coalesce(done, 0) FROM stages WHERE hash = ?", hash)
	if err == nil && !found {
		return s, ErrNoRow
	}
	if err != nil {
		return s, err
	}
	return s, i.query(func(r *sql.Rows) error {
		var in Input
		err := r.Scan(&in.Name, &in.Hash)
		s.Inputs = append(s.Inputs, in)
		return err
	}, "SELECT name, hash FROM inputs WHERE stage = (SELECT id FROM stages WHERE hash = ?) ORDER BY n", hash)
}

// Done returns, for those of the stages that are done, the number of the attempt that counts.
func (i *DB) Done(hashes []string) (map[string]int, error) {
	done := make(map[string]int, len(hashes))
	err := i.chunked(hashes, func(r *sql.Rows) error {
		var hash string
		var number int
		err := r.Scan(&hash, &number)
		done[hash] = number
		return err
	}, "SELECT hash, done FROM stages WHERE done IS NOT NULL AND hash IN (%s)")
	return done, err
}

const attemptColumns = `s.hash, a.number, a.state, coalesce(a.resumes, 0), coalesce(a.host, ''), coalesce(a.pid, 0), coalesce(a.build, ''), coalesce(a.cpu, ''),
	a.started, coalesce(a.seconds, 0), coalesce(a.cpu_seconds, 0), coalesce(a.peak_bytes, 0), a.failure
	FROM attempts a JOIN stages s ON s.id = a.stage `

func scanAttempts(list *[]Attempt) func(*sql.Rows) error {
	return func(r *sql.Rows) error {
		var a Attempt
		var started string
		var failure sql.NullString
		err := r.Scan(&a.Hash, &a.Number, &a.State, &a.Resumes, &a.Host, &a.PID, &a.Build, &a.CPU,
			&started, &a.Seconds, &a.CPUSeconds, &a.PeakBytes, &failure)
		a.Started = parseTime(started)
		if failure.Valid {
			a.Failure = json.RawMessage(failure.String)
		}
		*list = append(*list, a)
		return err
	}
}

// Attempts returns the attempts of stages, those of a stage in order.
func (i *DB) Attempts(hashes []string) ([]Attempt, error) {
	var list []Attempt
	err := i.chunked(hashes, scanAttempts(&list), "SELECT "+attemptColumns+"WHERE s.hash IN (%s) ORDER BY s.id, a.number")
	return list, err
}

// AttemptsIn returns all attempts in a state.
func (i *DB) AttemptsIn(state string) ([]Attempt, error) {
	var list []Attempt
	err := i.query(scanAttempts(&list), "SELECT "+attemptColumns+"WHERE a.state = ? ORDER BY s.hash, a.number", state)
	return list, err
}

// Durations returns the seconds of the attempts that made stages of a kind done in one go, oldest first.
func (i *DB) Durations(kind string) ([]float64, error) {
	var list []float64
	err := i.query(func(r *sql.Rows) error {
		var v float64
		err := r.Scan(&v)
		list = append(list, v)
		return err
	}, `SELECT a.seconds FROM stages s JOIN attempts a ON a.stage = s.id AND a.number = s.done
		WHERE s.kind = ? AND a.resumes IS NULL AND a.seconds IS NOT NULL ORDER BY a.started, s.hash`, kind)
	return list, err
}

// Artifacts returns the artifacts of a done stage, by name.
func (i *DB) Artifacts(hash string) ([]Artifact, error) {
	var list []Artifact
	err := i.query(func(r *sql.Rows) error {
		var a Artifact
		err := r.Scan(&a.Name, &a.Bytes, &a.SHA256)
		list = append(list, a)
		return err
	}, "SELECT name, bytes, sha256 FROM artifacts WHERE stage = (SELECT id FROM stages WHERE hash = ?) ORDER BY name", hash)
	return list, err
}

// Metrics returns the metrics of a done stage in order of recording.
func (i *DB) Metrics(hash string) ([]Metric, error) {
	var list []Metric
	err := i.query(func(r *sql.Rows) error {
		var m Metric
		var value sql.NullFloat64
		var kind string
		err := r.Scan(&m.Name, &m.Step, &value, &kind)
		m.Value = join(value.Float64, kind)
		list = append(list, m)
		return err
	}, "SELECT name, step, value, kind FROM metrics WHERE stage = (SELECT id FROM stages WHERE hash = ?) ORDER BY n", hash)
	return list, err
}

// Warnings returns the warnings of a done stage in order of recording.
func (i *DB) Warnings(hash string) ([]string, error) {
	var list []string
	err := i.query(func(r *sql.Rows) error {
		var w string
		err := r.Scan(&w)
		list = append(list, w)
		return err
	}, "SELECT message FROM warnings WHERE stage = (SELECT id FROM stages WHERE hash = ?) ORDER BY n", hash)
	return list, err
}
