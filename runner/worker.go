package runner

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"sync"
	"syscall"
)

// worker is a worker process as the controller sees it.
type worker interface {
	// send gives the worker a command and does not wait. A worker that is gone takes no notice:
	// messages says that it is.
	send(c command)
	// messages delivers what the worker reports, and is closed when the process is gone.
	messages() <-chan message
	// kill ends the worker and all its children at once.
	kill()
	// leave asks a worker to go, which a busy one takes as the controller's end. Nothing can be sent after it.
	leave()
	// exit says how the process ended, once messages was closed.
	exit() exit
}

// exit is the end of a worker process.
type exit struct {
	code   int            // exit status, -1 when a signal ended it
	signal syscall.Signal // 0 when it exited
	killed bool           // the controller killed it
	memory int64          // largest resident size in bytes
	err    error          // what it reported was not understood
}

func (e exit) String() string {
	switch {
	case e.err != nil:
		return fmt.Sprintf("the worker's report could not be read: %v", e.err)
	case e.signal != 0:
		return fmt.Sprintf("the worker was ended by signal %d (%v)", int(e.signal), e.signal)
	default:
		return fmt.Sprintf("the worker left with exit status %d", e.code)
	}
}

// process is a worker in a process of its own.
type process struct {
	cmd    *exec.Cmd
	outbox chan command
	inbox  chan message
	ended  exit // valid once inbox is closed

	mu     sync.Mutex
	gone   bool // the process number may mean something else from now on
	killed bool
}

// startProcess starts a worker whose output goes to the file log until the worker redirects it.
func startProcess(commandLine, environment []string, log *os.File) (*process, error) {
	read, write, err := os.Pipe()
	if err != nil {
		return nil, fmt.Errorf("start worker: %w", err)
	}
	cmd := exec.Command(commandLine[0], commandLine[1:]...)
	cmd.Env = append(cmd.Environ(), environment...)
	cmd.Stdout, cmd.Stderr = log, log
	cmd.ExtraFiles = []*os.File{write}
	cmd.SysProcAttr = workerAttributes()
	stdin, err := cmd.StdinPipe()
	if err == nil {
		err = cmd.Start()
	}
	write.Close() // a second writer would hide the end of the worker's
	if err != nil {
		read.Close()
		return nil, fmt.Errorf("start worker %q: %w", commandLine, err)
	}
	// There are never more commands on their way than a job and the order to stop it.
	p := &process{cmd: cmd, outbox: make(chan command, 4), inbox: make(chan message)}
	go p.write(stdin)
	go p.attend(read)
	return p, nil
}

// attend passes messages on until the worker's end, and cleans up after it.
func (p *process) attend(events *os.File) {
	decoder := json.NewDecoder(bufio.NewReader(events))
	for {
		var m message
		if err := decoder.Decode(&m); err != nil {
			// An end inside a line is what a crash leaves.
			if !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
				p.ended.err = err
			}
			break
		}
		p.inbox <- m
	}
	// The kernel closed the worker's end of the pipe, so the worker is past changing its exit status: this
	// reaches the children that it left behind. After a report that made no sense it ends the worker, too.
	p.mu.Lock()
	killGroup(p.cmd.Process.Pid)
	p.gone = true
	p.ended.killed = p.killed || p.ended.err != nil
	p.mu.Unlock()
	events.Close()
	// The error of Wait only repeats the status.
	_ = p.cmd.Wait()
	if status, ok := p.cmd.ProcessState.Sys().(syscall.WaitStatus); ok {
		p.ended.code = status.ExitStatus()
		if status.Signaled() {
			p.ended.signal = status.Signal()
		}
	}
	p.ended.memory = peakMemory(p.cmd.ProcessState)
	close(p.inbox)
}

// write passes commands on until leave. A worker that does not read blocks it, and nobody else,
// until the worker is gone.
func (p *process) write(stdin io.WriteCloser) {
	encoder := json.NewEncoder(stdin)
	for c := range p.outbox {
		// That the worker is gone is noticed where its messages end.
		_ = encoder.Encode(c)
	}
	stdin.Close()
}

func (p *process) send(c command)           { p.outbox <- c }
func (p *process) messages() <-chan message { return p.inbox }
func (p *process) leave()                   { close(p.outbox) }
func (p *process) exit() exit               { return p.ended }

func (p *process) kill() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.gone {
		p.killed = true
		killGroup(p.cmd.Process.Pid)
	}
}
