package attempt

import (
	"fmt"
	"os"
	"path/filepath"
	"time"
)

// Condition is what a folder tells about its attempt.
type Condition struct {
	State     State // Done, Running, Lost, or what failed.json says
	Failure   Failure
	Owner     Owner
	Heartbeat time.Time // zero: none yet
}

// Inspect tells how the attempt in dir stands. Done means that done.json is there and well-formed, not that the
// files were compared with it. A process that cannot be checked, because it runs on another machine,
// counts as lost when it gave no sign for longer than stale.
func Inspect(dir string, now time.Time, stale time.Duration) (Condition, error) {
	var c Condition
	if info, err := os.Stat(filepath.Join(dir, HeartbeatFile)); err == nil {
		c.Heartbeat = info.ModTime()
	}
	err := ReadSealed(filepath.Join(dir, OwnerFile), "owner", &c.Owner)
	if isNotExist(err) {
		var h Header
		h, err = ReadHeader(dir)
		c.Owner = h.Controller
	}
	// A folder that says nothing readable about its owner has none.
	orphan := IsCorrupt(err)
	if err != nil && !orphan {
		return c, err
	}
	_, err = ReadDone(dir)
	switch {
	case err == nil:
		c.State = Done
		return c, nil
	case !isNotExist(err) && IsCorrupt(err):
		c.State, c.Failure = Corrupt, Failure{State: Corrupt, Message: err.Error(), Retry: true}
		return c, nil
	case !isNotExist(err):
		return c, err
	}
	c.Failure, err = ReadFailure(dir)
	switch {
	case err == nil:
		c.State = c.Failure.State
		return c, nil
	case !isNotExist(err) && !IsCorrupt(err):
		return c, err
	}
	if c.State = Running; orphan || c.lost(now, stale) {
		c.State = Lost
		c.Failure = Failure{State: Lost, Message: c.lostMessage(), Retry: true}
	}
	return c, nil
}

func (c *Condition) lost(now time.Time, stale time.Duration) bool {
	switch c.Owner.Liveness() {
	case Gone:
		return true
	case Alive:
		return false
	}
	last := c.Owner.Since
	if c.Heartbeat.After(last) {
		last = c.Heartbeat
	}
	return now.Sub(last) > stale
}

func (c *Condition) lostMessage() string {
	if c.Owner.Host == "" {
		return "no process says that it owns the attempt"
	}
	return fmt.Sprintf("process %d on %s is gone and left no word", c.Owner.PID, c.Owner.Host)
}
