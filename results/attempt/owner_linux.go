package attempt

import (
	"bytes"
	"fmt"
	"os"
	"strconv"
	"strings"
	"sync"
)

var bootID = sync.OnceValue(func() string {
	id, err := os.ReadFile("/proc/sys/kernel/random/boot_id")
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(id))
})

// processStat returns the fields of /proc/PID/stat from the third on, the state.
func processStat(pid int) []string {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return nil
	}
	// The second field, the name of the program in parentheses, may hold blanks and parentheses itself.
	return strings.Fields(string(stat[bytes.LastIndexByte(stat, ')')+1:]))
}

func processStart(pid int) (uint64, bool) {
	fields := processStat(pid)
	if len(fields) < 20 {
		return 0, false
	}
	start, err := strconv.ParseUint(fields[19], 10, 64)
	return start, err == nil
}

// processExists does not count a zombie: it writes no more.
func processExists(pid int) bool {
	fields := processStat(pid)
	return len(fields) > 0 && fields[0] != "Z" && fields[0] != "X"
}
