package views

import (
	"io"
	"os"
	"strconv"
	"sync"

	"charm.land/lipgloss/v2"
)

// ColorMode says when to use colour.
type ColorMode int

// The modes. ColorAuto is for terminals only, and heeds the environment.
const (
	ColorAuto ColorMode = iota
	ColorAlways
	ColorNever
)

// Environment is what a stream needs of the environment variables.
type Environment struct {
	NoColor string // NO_COLOR: not empty turns colour off
	Force   string // CLICOLOR_FORCE: neither empty nor "0" turns it on
	Term    string // TERM: "dumb" turns it off, and redrawing
	Columns string // COLUMNS: width where there is no terminal
}

// Stream is a place to print on.
type Stream struct {
	io.Writer
	Width    int  // columns
	Terminal bool // lines can be drawn over
	Color    bool
}

// defaultWidth is for output that is no terminal.
const defaultWidth = 100

// NewStream prints to a file.
func NewStream(f *os.File, mode ColorMode, env Environment) *Stream {
	width, terminal := terminalWidth(f)
	s := &Stream{Writer: &checkedWriter{w: f}, Width: width, Terminal: terminal && env.Term != "dumb"}
	switch {
	case mode != ColorAuto:
		s.Color = mode == ColorAlways
	case env.NoColor != "":
	case env.Force != "" && env.Force != "0":
		s.Color = true
	default:
		s.Color = s.Terminal
	}
	if !terminal {
		s.Width = defaultWidth
		if n, err := strconv.Atoi(env.Columns); err == nil && n > 0 {
			s.Width = n
		}
	}
	return s
}

// Err is the first error of writing to a stream of NewStream. Views print without looking; whoever ends the program looks once.
func (s *Stream) Err() error {
	if w, ok := s.Writer.(*checkedWriter); ok {
		w.mu.Lock()
		defer w.mu.Unlock()
		return w.err
	}
	return nil
}

// checkedWriter remembers the first error. It writes on after it, as the next call may succeed and a torn output is worse than a hole.
type checkedWriter struct {
	w   io.Writer
	mu  sync.Mutex
	err error
}

func (w *checkedWriter) Write(p []byte) (int, error) {
	n, err := w.w.Write(p)
	if err != nil {
		w.mu.Lock()
		defer w.mu.Unlock()
		if w.err == nil {
			w.err = err
		}
	}
	return n, err
}

// style is a way to print a text.
type style int

const (
	plain style = iota
	bold
	dim
	good
	bad
	careful
	accent
)

var styles = [...]lipgloss.Style{
	plain:   lipgloss.NewStyle(),
	bold:    lipgloss.NewStyle().Bold(true),
	dim:     lipgloss.NewStyle().Faint(true),
	good:    lipgloss.NewStyle().Foreground(lipgloss.Green),
	bad:     lipgloss.NewStyle().Foreground(lipgloss.Red).Bold(true),
	careful: lipgloss.NewStyle().Foreground(lipgloss.Yellow).Bold(true),
	accent:  lipgloss.NewStyle().Foreground(lipgloss.Cyan),
}

// in returns text in a style, unchanged without colour.
func (s *Stream) in(st style, text string) string {
	if !s.Color || st == plain || text == "" {
		return text
	}
	return styles[st].Inline(true).Render(text)
}
