package attempt

import (
	"fmt"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"github.com/retort-ml/retort/results/disk"
)

// The files of an attempt folder that are not artifacts.
const (
	HeaderFile    = "attempt.json" // by the controller, before the worker is told
	OwnerFile     = "owner.json"   // by the worker, first
	LogFile       = "log"          // the worker's stdout and stderr
	HeartbeatFile = "heartbeat"    // its modification time
	RecordsFile   = "records.jsonl"
	EpisodesFile  = "episodes.jsonl.zst"
	DoneFile      = "done.json"   // by the worker, last
	FailedFile    = "failed.json" // by the worker, or by the controller for it
	EndedFile     = "ended.json"  // by the controller: what the attempt cost
)

const checkpointPrefix = "checkpoint-"

// FolderName is the folder of an attempt inside its stage's: "a0001".
func FolderName(number int) string { return fmt.Sprintf("a%04d", number) }

// FolderNumber reads FolderName back.
func FolderNumber(name string) (int, bool) {
	n, err := strconv.Atoi(strings.TrimPrefix(name, "a"))
	return n, err == nil && n > 0 && name == FolderName(n)
}

func checkpointName(loop, step int) string {
	return fmt.Sprintf("%s%02d-%08d", checkpointPrefix, loop, step)
}

func parseCheckpointName(name string) (loop, step int, ok bool) {
	l, s, ok := strings.Cut(strings.TrimPrefix(name, checkpointPrefix), "-")
	loop, err1 := strconv.Atoi(l)
	step, err2 := strconv.Atoi(s)
	return loop, step, ok && err1 == nil && err2 == nil && loop >= 0 && step >= 0 && name == checkpointName(loop, step)
}

var plainName = regexp.MustCompile(`^[A-Za-z0-9_][A-Za-z0-9_.+-]{0,199}$`)

// checkArtifactName says what is wrong with the name of an artifact file.
func checkArtifactName(name string) error {
	switch name {
	case HeaderFile, OwnerFile, LogFile, HeartbeatFile, RecordsFile, EpisodesFile, DoneFile, FailedFile, EndedFile:
		return fmt.Errorf("the name %q is taken", name)
	}
	if !plainName.MatchString(name) || strings.HasPrefix(name, checkpointPrefix) || strings.HasSuffix(name, disk.Temporary) {
		return fmt.Errorf("%q is no name for an artifact: letters, digits and . _ + - only, not %q at the start or %q at the end",
			name, checkpointPrefix, disk.Temporary)
	}
	return nil
}

func sibling(dir string, number int) string {
	return filepath.Join(filepath.Dir(dir), FolderName(number))
}
