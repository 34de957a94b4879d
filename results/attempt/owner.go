package attempt

import (
	"os"
	"time"
)

// Owner is a process on a machine, named so that somebody else can tell whether it still lives.
type Owner struct {
	Host   string `json:"host"`
	BootID string `json:"boot_id,omitempty"` // empty where the system has none
	PID    int    `json:"pid"`
	Start  uint64 `json:"start,omitempty"` // start of the process in clock ticks since boot; 0 where unknown
	Build  string `json:"build,omitempty"`
	CPU    string `json:"cpu,omitempty"`
	Job    string `json:"job,omitempty"` // number in a cluster's queue
	// Since is when the process took over.
	Since time.Time `json:"since"`
}

// Self is the calling process.
func Self() Owner {
	host, err := os.Hostname()
	if err != nil {
		host = "unknown"
	}
	start, _ := processStart(os.Getpid())
	return Owner{Host: host, BootID: bootID(), PID: os.Getpid(), Start: start, Since: time.Now().UTC()}
}

// Liveness is what can be found out about a process.
type Liveness int

// Unknown is another machine's process, or one of a system that cannot tell.
const (
	Unknown Liveness = iota
	Alive
	Gone
)

// Liveness looks for the process. A process id that was given to another process since is told apart by the
// start time, a restart of the machine by the boot id.
func (o Owner) Liveness() Liveness {
	self := Self()
	switch {
	case o.Host != self.Host:
		return Unknown
	case o.BootID != self.BootID:
		return Gone
	case !processExists(o.PID):
		return Gone
	}
	start, known := processStart(o.PID)
	switch {
	case !known || o.Start == 0:
		return Unknown
	case start != o.Start:
		return Gone
	}
	return Alive
}
