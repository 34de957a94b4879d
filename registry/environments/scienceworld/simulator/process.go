package simulator

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"
)

// process is a running gateway server.
type process struct {
	command *exec.Cmd
	folder  string    // it writes a table of types where it runs
	stdin   io.Closer // the server ends when its standard input does
	port    int
	said    *tail          // standard error
	readers sync.WaitGroup // of standard output
	once    sync.Once
}

// launch starts the server and waits until it has printed its port.
func launch(o Options) (*process, error) {
	var err error
	// It runs elsewhere, where a relative path would lead to another file.
	if o.JAR, err = filepath.Abs(o.JAR); err != nil {
		return nil, err
	}
	folder, err := os.MkdirTemp("", "scienceworld")
	if err != nil {
		return nil, err
	}
	p := &process{command: exec.Command(o.Java, o.arguments()...), folder: folder, said: &tail{}}
	p.command.Dir = folder
	stdin, err := p.command.StdinPipe()
	if err != nil {
		return nil, err
	}
	stdout, err := p.command.StdoutPipe()
	if err != nil {
		return nil, err
	}
	p.stdin, p.command.Stderr = stdin, p.said
	// Descendants that keep standard error open must not keep close waiting.
	p.command.WaitDelay = time.Second
	if err := p.command.Start(); err != nil {
		os.RemoveAll(folder)
		return nil, err
	}
	first := make(chan string, 1)
	p.readers.Go(func() {
		out := bufio.NewReader(io.LimitReader(stdout, maxPortLine))
		line, _ := out.ReadString('\n')
		first <- strings.TrimSpace(line)
		// It prints at every step, and blocks when nobody reads.
		io.Copy(io.Discard, stdout)
	})
	timer := time.NewTimer(o.Start)
	defer timer.Stop()
	select {
	case line := <-first:
		p.port, err = strconv.Atoi(line)
		if err == nil && p.port > 0 && p.port < 1<<16 {
			return p, nil
		}
		err = fmt.Errorf("it printed %q instead of its port", line)
	case <-timer.C:
		err = fmt.Errorf("it printed no port within %v", o.Start)
	}
	p.close()
	if text := p.said.String(); text != "" {
		err = fmt.Errorf("%w: %s", err, text)
	}
	return nil, err
}

// maxPortLine bounds what is read while looking for the port, in bytes. The rest is drained.
const maxPortLine = 4 << 10

// close ends the process and waits for it. It may be called again.
func (p *process) close() {
	p.once.Do(func() {
		p.stdin.Close()
		// Errors say that it is gone already.
		p.command.Process.Kill()
		p.readers.Wait()
		p.command.Wait()
		os.RemoveAll(p.folder)
	})
}

// tail keeps the last bytes that were written.
type tail struct {
	mu   sync.Mutex
	text []byte
}

// maxTail is how much of a process's complaints is kept, in bytes.
const maxTail = 2 << 10

func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.text = append(t.text, p...)
	if over := len(t.text) - maxTail; over > 0 {
		t.text = append(t.text[:0], t.text[over:]...)
	}
	return len(p), nil
}

func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return strings.TrimSpace(string(t.text))
}

// isMissing says that a program could not be found.
func isMissing(err error) bool { return errors.Is(err, exec.ErrNotFound) }
