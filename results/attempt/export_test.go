package attempt

// StartOf is the start time of a process.
func StartOf(pid int) uint64 {
	start, _ := processStart(pid)
	return start
}
