//go:build unix && !linux && !darwin

package runner

func cpuModel() string   { return "" }
func totalMemory() int64 { return 0 }
