package main

import (
	"fmt"

	"github.com/retort-ml/retort/backends"
	"github.com/retort-ml/retort/backends/local"
)

// localBackend computes on this machine. Only an instruction set that is asked for by name can be missing, and none is.
func localBackend(threads int) backends.Backend {
	b, err := local.New(local.Options{Threads: threads})
	if err != nil {
		panic(fmt.Sprintf("open the local backend: %v", err))
	}
	return b
}
