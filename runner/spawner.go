package runner

import (
	"os"
	"runtime"
)

// launcher starts a worker whose first output goes to the file log.
type launcher func(log *os.File) (worker, error)

// spawner starts processes from one thread that it keeps: on Linux a worker dies with the thread
// that started it, and Go ends threads when it likes.
type spawner struct {
	requests chan func()
	done     chan struct{}
}

func newSpawner() *spawner {
	s := &spawner{requests: make(chan func()), done: make(chan struct{})}
	go func() {
		defer close(s.done)
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		for start := range s.requests {
			start()
		}
	}()
	return s
}

// close ends the thread's keeping. No worker may be alive.
func (s *spawner) close() {
	close(s.requests)
	<-s.done
}

// launcher returns a function that starts workers with a command line and additional environment.
func (s *spawner) launcher(commandLine, environment []string) launcher {
	return func(log *os.File) (worker, error) {
		var p *process
		var err error
		started := make(chan struct{})
		s.requests <- func() {
			p, err = startProcess(commandLine, environment, log)
			close(started)
		}
		<-started
		if err != nil {
			return nil, err
		}
		return p, nil
	}
}
