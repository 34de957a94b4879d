package runner

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"runtime/debug"
	"strings"
)

// Provenance says what ran where. It is stored once per run and never becomes part of a record:
// results do not depend on it, or should not.
type Provenance struct {
	Program Program `json:"program"`
	Machine Machine `json:"machine"`
	// Experiment is the state of the version control around the experiment's files; nil where there is none.
	Experiment *Checkout `json:"experiment,omitempty"`
}

// Program is the build that ran.
type Program struct {
	Module  string `json:"module"`
	Version string `json:"version"`
	// Commit and Modified are of the program's sources, where the build knew them.
	Commit   string `json:"commit,omitempty"`
	Modified bool   `json:"modified,omitempty"`
	Go       string `json:"go"`
	// SHA256 is of the executable file, empty when it could not be read.
	SHA256 string `json:"sha256,omitempty"`
	// Modules are the versions that the program was built from, by module path.
	Modules map[string]string `json:"modules,omitempty"`
}

// Machine is the computer.
type Machine struct {
	Host   string   `json:"host"`
	OS     string   `json:"os"`
	Kernel string   `json:"kernel,omitempty"`
	Arch   string   `json:"arch"`
	CPU    string   `json:"cpu,omitempty"` // model name
	ISA    []string `json:"isa,omitempty"` // the vector extensions that kernels choose by
	Cores  int      `json:"cores"`         // that this process may use
	Memory int64    `json:"memory_bytes,omitempty"`
}

// Checkout is a git working tree.
type Checkout struct {
	Commit string `json:"commit"` // empty before the first one
	Dirty  bool   `json:"dirty"`
	// Diff is what differs from the commit in tracked files, cut after 256 KiB.
	Diff string `json:"diff,omitempty"`
}

const maxDiff = 256 << 10

// Collect describes the running program, this machine, and the git working tree that dir lies in. What cannot be found
// out is left empty: a run is worth keeping without it.
func Collect(ctx context.Context, dir string) Provenance {
	p := Provenance{Program: thisProgram(), Machine: thisMachine(), Experiment: checkout(ctx, dir)}
	p.Program.SHA256, _ = executableSum()
	return p
}

func thisProgram() Program {
	p := Program{Go: runtime.Version()}
	if info, ok := debug.ReadBuildInfo(); ok {
		p.Module, p.Version = info.Main.Path, info.Main.Version
		for _, s := range info.Settings {
			switch s.Key {
			case "vcs.revision":
				p.Commit = s.Value
			case "vcs.modified":
				p.Modified = s.Value == "true"
			}
		}
		p.Modules = make(map[string]string, len(info.Deps))
		for _, m := range info.Deps {
			p.Modules[m.Path] = m.Version
		}
	}
	return p
}

func executableSum() (string, error) {
	path, err := os.Executable()
	if err != nil {
		return "", err
	}
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

func thisMachine() Machine {
	m := Machine{OS: runtime.GOOS, Arch: runtime.GOARCH, Cores: runtime.NumCPU(), CPU: cpuModel(), ISA: vectorExtensions(), Memory: totalMemory()}
	m.Host, _ = os.Hostname()
	m.Kernel = kernelRelease()
	return m
}

// checkout asks git, when there is one.
func checkout(ctx context.Context, dir string) *Checkout {
	git := func(args ...string) (string, error) {
		cmd := exec.CommandContext(ctx, "git", append([]string{"-C", dir}, args...)...)
		out, err := cmd.Output()
		return strings.TrimRight(string(out), "\n"), err
	}
	if inside, err := git("rev-parse", "--is-inside-work-tree"); err != nil || inside != "true" {
		return nil
	}
	var c Checkout
	// Fails before the first commit.
	c.Commit, _ = git("rev-parse", "--verify", "--quiet", "HEAD")
	status, err := git("status", "--porcelain")
	c.Dirty = err == nil && status != ""
	if c.Dirty && c.Commit != "" {
		diff, _ := git("diff", "--no-ext-diff", "--no-color", "HEAD")
		if len(diff) > maxDiff {
			diff = strings.ToValidUTF8(diff[:maxDiff], "") + "\n[cut]"
		}
		c.Diff = diff
	}
	return &c
}

// build names the program in one line, for the owner of an attempt.
func (p *Program) build() string {
	modified := ""
	if p.Modified {
		modified = "+"
	}
	return strings.TrimSpace(fmt.Sprintf("%s %s%s", p.Version, p.Commit, modified))
}
