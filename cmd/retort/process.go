package main

import (
	"context"
	"errors"
	"flag"
	"io"
	"os"
	"slices"
	"sync/atomic"

	"github.com/retort-ml/retort/cmd/retort/views"
	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/builtin"
)

// process is the program as the operating system started it.
type process struct {
	args                  []string
	stdin, stdout, stderr *os.File
	getenv                func(string) string
	kill                  <-chan struct{} // closed by the second interrupt
	abrupt                *atomic.Bool    // set where the first interrupt ends the process
}

// session is what a command works with.
type session struct {
	process
	command *command
	json    bool
	out     *views.Stream // for the answer
	err     *views.Stream // for everything else
	catalog func() *registry.Catalog
}

// common are the flags that every command has.
type common struct {
	dir   string
	color views.ColorMode
	json  bool
}

func (c *common) declare(flags *flag.FlagSet, withJSON bool) {
	flags.StringVar(&c.dir, "C", c.dir, "change to `DIR` first")
	flags.BoolFunc("color", "use colour even where the output is no terminal", func(string) error { c.color = views.ColorAlways; return nil })
	flags.BoolFunc("no-color", "use no colour", func(string) error { c.color = views.ColorNever; return nil })
	if withJSON {
		flags.BoolVar(&c.json, "json", false, "write JSON")
	}
}

// execute carries out a command line and returns the exit code.
func (p process) execute(ctx context.Context) int {
	var c common
	list := commands()
	global := flag.NewFlagSet("retort", flag.ContinueOnError)
	c.declare(global, false)
	s := &session{process: p, catalog: builtin.Catalog}
	// Whoever asked for JSON gets mistakes of the command line as JSON, too.
	s.json = slices.Contains(p.args, "-json") || slices.Contains(p.args, "--json")
	s.streams(c.color)
	name, args, err := p.split(global)
	s.streams(c.color)
	if errors.Is(err, flag.ErrHelp) || err == nil && name == "" && len(p.args) == 0 {
		s.overview(list)
		return s.leave(nil)
	}
	if err == nil && name == "" {
		err = usageError("a command is missing. See retort help.")
	}
	if err == nil && name == "help" {
		err = s.help(list, args)
		return s.leave(err)
	}
	if err != nil {
		return s.leave(err)
	}
	if s.command = find(list, name); s.command == nil {
		return s.leave(unknown(list, name))
	}
	p.abrupt.Store(s.command.abrupt)
	flags := flag.NewFlagSet("retort "+name, flag.ContinueOnError)
	act := s.command.setup(flags)
	c.declare(flags, s.command.json)
	positional, err := parse(flags, args)
	s.streams(c.color)
	s.json = c.json || err != nil && s.json
	if errors.Is(err, flag.ErrHelp) {
		views.NewHelp(s.out).Command(s.command.usage(flags))
		return s.leave(nil)
	}
	if err == nil && c.dir != "" {
		if err = os.Chdir(c.dir); err != nil {
			err = usageError("%v", err)
		}
	}
	if err != nil {
		return s.leave(err)
	}
	return s.leave(act(ctx, s, positional))
}

// split takes the flags before the command's name off.
func (p process) split(global *flag.FlagSet) (name string, args []string, err error) {
	global.SetOutput(io.Discard)
	global.Usage = func() {}
	if err := global.Parse(p.args); err != nil {
		return "", nil, flagError(global, err)
	}
	if global.NArg() == 0 {
		return "", nil, nil
	}
	return global.Arg(0), global.Args()[1:], nil
}

func (s *session) overview(list []*command) {
	var usages []views.Usage
	for _, c := range list {
		if !c.hidden {
			usages = append(usages, views.Usage{Name: c.name, Arguments: c.arguments, Summary: c.summary})
		}
	}
	views.NewHelp(s.out).Overview(usages)
}

// help prints the help of the named command, or the overview.
func (s *session) help(list []*command, args []string) error {
	if err := arguments(args, "[COMMAND]"); err != nil {
		return err
	}
	if len(args) == 0 {
		s.overview(list)
		return nil
	}
	c := find(list, args[0])
	if c == nil {
		return unknown(list, args[0])
	}
	flags := flag.NewFlagSet("retort "+c.name, flag.ContinueOnError)
	c.setup(flags)
	new(common).declare(flags, c.json)
	views.NewHelp(s.out).Command(c.usage(flags))
	return nil
}

// leave reports an error and returns the exit code.
func (s *session) leave(err error) int {
	if err == nil {
		err = s.out.Err() // an answer that nobody got
	}
	code := codeOf(err)
	if e, ok := errors.AsType[*exitError](err); err == nil || ok && e.err == nil {
		return code
	}
	command := "retort"
	if s.command != nil {
		command += " " + s.command.name
	}
	views.NewFailure(s.json, s.err).Error(command, err, code == exitUsage)
	return code
}

// streams sets up where to print.
func (s *session) streams(mode views.ColorMode) {
	env := views.Environment{
		NoColor: s.getenv("NO_COLOR"), Force: s.getenv("CLICOLOR_FORCE"), Term: s.getenv("TERM"), Columns: s.getenv("COLUMNS"),
	}
	s.out = views.NewStream(s.stdout, mode, env)
	s.err = views.NewStream(s.stderr, mode, env)
}
