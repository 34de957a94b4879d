package local

import (
	"context"
	"sync"
	"sync/atomic"
)

// parallel runs f for each of n jobs on the model's workers and returns the
// error of the first job that failed, in the order of jobs. After a failure or a cancelled context no
// more jobs are started. f gets the worker's workspace.
func (m *model) parallel(ctx context.Context, n int, f func(w *workspace, job int) error) error {
	workers := min(m.threads, n)
	if workers <= 1 {
		for job := range n {
			if err := ctx.Err(); err != nil {
				return err
			}
			if err := f(m.workspaces[0], job); err != nil {
				return err
			}
		}
		return ctx.Err()
	}
	var (
		next   atomic.Int64
		failed atomic.Bool
		group  sync.WaitGroup
		errs   = make([]error, n)
	)
	for worker := range workers {
		group.Go(func() {
			for !failed.Load() {
				job := int(next.Add(1)) - 1
				if job >= n {
					return
				}
				if errs[job] = ctx.Err(); errs[job] == nil {
					errs[job] = f(m.workspaces[worker], job)
				}
				if errs[job] != nil {
					failed.Store(true)
				}
			}
		})
	}
	group.Wait()
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}
