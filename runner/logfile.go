package runner

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/retort-ml/retort/results"
	"github.com/retort-ml/retort/results/attempt"
)

const (
	tailLines = 12
	tailBytes = 8 << 10

	lastWordsBytes = 256 << 10
)

// openLog creates an attempt's log with a header. The worker appends to the same file.
func openLog(a *results.Attempt, s *Stage, now time.Time) (*os.File, error) {
	f, err := os.OpenFile(a.Log, os.O_WRONLY|os.O_APPEND|os.O_CREATE, 0o666)
	if err != nil {
		return nil, fmt.Errorf("create log: %w", err)
	}
	from := ""
	if a.Resumes > 0 {
		from = fmt.Sprintf(", from a checkpoint of attempt %d", a.Resumes)
	}
	_, err = fmt.Fprintf(f, "# %s (%s %s), attempt %d%s, started %s\n",
		s.Title, s.Kind, s.Hash, a.Number, from, now.UTC().Format(time.RFC3339))
	if err != nil {
		f.Close()
		return nil, fmt.Errorf("write log: %w", err)
	}
	return f, nil
}

// closeLog writes the footer. The log is for people: when the disk is full the attempt has other
// ways to say so.
func closeLog(f *os.File, o *outcome, end ending, usage attempt.Usage) {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s", o.state)
	if o.error != "" {
		fmt.Fprintf(&b, ": %s", o.error)
	}
	fmt.Fprintf(&b, "; %.3f s", usage.Seconds)
	if usage.CPUSeconds > 0 {
		fmt.Fprintf(&b, ", %.3f s on cores", usage.CPUSeconds)
	}
	if usage.PeakBytes > 0 {
		fmt.Fprintf(&b, ", at most %d MiB", usage.PeakBytes>>20)
	}
	if end.exit != nil {
		fmt.Fprintf(&b, "; %v", *end.exit)
	}
	b.WriteByte('\n')
	_, _ = io.WriteString(f, b.String())
}

// tail returns the last lines of a log, without the header; nil when it cannot be read or is empty.
func tail(path string) []string {
	lines := end(path, tailBytes)
	return lines[max(0, len(lines)-tailLines):]
}

// lastWords looks for what a dying program said of the cause. Go prints it above the stacks of all
// goroutines, which may be many; other programs say it last.
func lastWords(path string) string {
	lines := end(path, lastWordsBytes)
	for _, line := range lines {
		for _, beginning := range []string{"fatal error: ", "panic: ", "SIG", "runtime: out of memory"} {
			if strings.HasPrefix(line, beginning) {
				return line
			}
		}
	}
	if len(lines) == 0 {
		return ""
	}
	return lines[len(lines)-1]
}

// end returns the lines that lie wholly within the last bytes of a log, without the header.
func end(path string, limit int64) []string {
	f, err := os.Open(path)
	if err != nil {
		return nil
	}
	defer f.Close()
	size, err := f.Seek(0, io.SeekEnd)
	if err != nil {
		return nil
	}
	start := max(0, size-limit)
	b := make([]byte, size-start)
	n, _ := f.ReadAt(b, start)
	b = b[:n]
	if i := bytes.IndexByte(b, '\n'); i >= 0 {
		b = b[i+1:] // the header, or half a line
	}
	text := strings.TrimRight(string(bytes.ToValidUTF8(b, []byte("?"))), "\n")
	if text == "" {
		return nil
	}
	return strings.Split(text, "\n")
}
