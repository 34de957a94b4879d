package datasets

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// What callers branch on, with errors.Is.
var (
	// ErrOffline: the registry cannot be reached.
	ErrOffline = errors.New("the package registry cannot be reached")
	// ErrNoProgram: the program that fetches is not installed.
	ErrNoProgram = errors.New("the program that fetches packages is not installed")
	// ErrSum: the archive is not the pinned one.
	ErrSum = errors.New("the archive is not the pinned one")
)

// download lets the user's own program put the package's archive into dir and returns its path.
func (p Package) download(ctx context.Context, dir string) (string, error) {
	var err error
	switch p.Registry {
	case PyPI:
		args := []string{
			"download", "--no-deps", "--only-binary=:all:", "--disable-pip-version-check", "--no-input",
			"--retries", "2", "--timeout", "20", "--dest", dir, p.Name + "==" + p.Version,
		}
		err = run(ctx, [][]string{{"pip"}, {"pip3"}, {"python3", "-m", "pip"}}, args)
	case NPM:
		args := []string{"pack", "--silent", "--ignore-scripts", "--fetch-retries=2", "--pack-destination", dir, p.Name + "@" + p.Version}
		err = run(ctx, [][]string{{"npm"}}, args)
	default:
		panic(fmt.Sprintf("datasets: no registry %q", p.Registry))
	}
	if err != nil {
		return "", fmt.Errorf("fetch %s %s with %s: %w", p.Name, p.Version, p.Registry, err)
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return "", err
	}
	if len(entries) != 1 {
		return "", fmt.Errorf("fetch %s %s with %s: it left %d files instead of one", p.Name, p.Version, p.Registry, len(entries))
	}
	return filepath.Join(dir, entries[0].Name()), nil
}

// run executes the first of the programs that is there.
func run(ctx context.Context, programs [][]string, args []string) error {
	var names []string
	for _, program := range programs {
		names = append(names, strings.Join(program, " "))
		path, err := exec.LookPath(program[0])
		if err != nil {
			continue
		}
		cmd := exec.CommandContext(ctx, path, append(program[1:], args...)...)
		var said bytes.Buffer
		cmd.Stdout, cmd.Stderr = &said, &said
		err = cmd.Run()
		switch {
		case err == nil:
			return nil
		case ctx.Err() != nil:
			return ctx.Err()
		case strings.Contains(said.String(), "No module named pip"):
			continue
		case isOffline(said.String()):
			return fmt.Errorf("%w: %s", ErrOffline, lastLine(said.String()))
		}
		return fmt.Errorf("%w: %s", err, lastLine(said.String()))
	}
	return fmt.Errorf("%w: there is no %s", ErrNoProgram, strings.Join(names, ", "))
}

// offline are words by which pip and npm say that they got no connection.
var offline = []string{
	"NewConnectionError", "ConnectTimeoutError", "ReadTimeoutError", "Max retries exceeded", "Failed to establish a new connection",
	"Temporary failure in name resolution", "Network is unreachable", "ProxyError", "NameResolutionError",
	"ENOTFOUND", "EAI_AGAIN", "ECONNREFUSED", "ETIMEDOUT", "ENETUNREACH", "ECONNRESET",
}

func isOffline(said string) bool {
	for _, word := range offline {
		if strings.Contains(said, word) {
			return true
		}
	}
	return false
}

// maxSaid bounds what a message quotes of a program, in bytes.
const maxSaid = 300

// lastLine is the last line with something on it.
func lastLine(said string) string {
	lines := strings.Split(strings.TrimSpace(said), "\n")
	line := strings.TrimSpace(lines[len(lines)-1])
	if len(line) > maxSaid {
		line = line[:maxSaid] + "..."
	}
	return line
}
