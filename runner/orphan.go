package runner

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/retort-ml/retort/results"
	"github.com/retort-ml/retort/results/attempt"
)

const (
	orphanLooks  = 50 * time.Millisecond // between two looks at an orphan
	orphanLeaves = 2 * time.Second       // that it has to notice that its controller died
)

// settleOrphans waits for workers of a controller that died. Whoever calls it holds the store's
// lock, so that what still runs has lost its controller and is about to leave; a worker of this machine that does not is
// ended. Two workers never write for one stage.
func settleOrphans(ctx context.Context, store *results.Store, states map[string]results.StageState) error {
	for hash, state := range states {
		if state.State != attempt.Running {
			continue
		}
		last := state.Attempts[len(state.Attempts)-1]
		if err := outlive(ctx, last); err != nil {
			return fmt.Errorf("wait for attempt %d of stage %s, left by an earlier run: %w", last.Number, hash, err)
		}
		// Fail keeps what the worker wrote last.
		f := attempt.Failure{State: attempt.Lost, Message: "its controller died", Retry: true}
		if err := store.Fail(last.AttemptRef, f, last.Usage); err != nil && !errors.Is(err, results.ErrDone) {
			return err
		}
		var err error
		if states[hash], err = store.State(hash); err != nil {
			return err
		}
	}
	return nil
}

// outlive returns when the attempt has no owner that could still write.
func outlive(ctx context.Context, a results.AttemptInfo) error {
	start := time.Now()
	tick := time.NewTicker(orphanLooks)
	defer tick.Stop()
	killed := false
	for {
		condition, err := attempt.Inspect(a.Dir, time.Now(), results.StaleAfter)
		if err != nil || condition.State != attempt.Running {
			return err
		}
		waited := time.Since(start)
		if killed && waited > 2*orphanLeaves {
			// What is left of it is a number that nobody collects.
			return nil
		}
		if !killed && waited > orphanLeaves && condition.Owner.Liveness() == attempt.Alive {
			killGroup(condition.Owner.PID) // a worker leads its group
			killed = true
		}
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-tick.C:
		}
	}
}
