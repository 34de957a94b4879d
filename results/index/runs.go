package index

import "database/sql"

// Runs returns runs, newest first, of one experiment or, with "", of all; limit of them where it is not negative.
func (i *DB) Runs(experiment string, limit int) ([]Run, error) {
	var list []Run
	err := i.query(func(r *sql.Rows) error {
		var run Run
		var started string
		var ended, state sql.NullString
		err := r.Scan(&run.ID, &run.Experiment, &run.PlanHash, &started, &ended, &state)
		run.Started, run.Ended, run.State = parseTime(started), parseTime(ended.String), state.String
		list = append(list, run)
		return err
	}, `SELECT id, experiment, plan_hash, started, ended, state FROM runs WHERE ? IN ('', experiment)
		ORDER BY started DESC, id DESC LIMIT ?`, experiment, limit)
	return list, err
}

// Experiments returns the names of the experiments that were run, in order.
func (i *DB) Experiments() ([]string, error) {
	var list []string
	err := i.query(func(r *sql.Rows) error {
		var name string
		err := r.Scan(&name)
		list = append(list, name)
		return err
	}, "SELECT DISTINCT experiment FROM runs ORDER BY experiment")
	return list, err
}
