package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"regexp"
	"strings"
	"time"

	"github.com/retort-ml/retort/cmd/retort/views"
	"github.com/retort-ml/retort/experiments"
)

// command is a subcommand.
type command struct {
	name      string
	arguments string // what follows the name, for the usage line
	summary   string // one line
	help      string // what the summary does not say
	hidden    bool
	json      bool // has -json
	abrupt    bool // leaves the store as it is, and does not look at its context: an interrupt ends it at once
	// setup declares the flags and returns what to do once they are parsed.
	setup func(flags *flag.FlagSet) action
}

// action carries out a command. args are what is left besides flags.
type action func(ctx context.Context, s *session, args []string) error

// commands lists the subcommands in the order of the help text.
func commands() []*command {
	return []*command{
		initCommand(), validateCommand(), fmtCommand(), planCommand(), runCommand(),
		statusCommand(), showCommand(), tableCommand(), plotCommand(), episodesCommand(), verifyCommand(),
		playCommand(), methodsCommand(), environmentsCommand(), dataCommand(), serveCommand(), doctorCommand(), versionCommand(), shipCommand(), workerCommand(),
	}
}

func find(list []*command, name string) *command {
	for _, c := range list {
		if c.name == name {
			return c
		}
	}
	return nil
}

// unknown says that there is no such command.
func unknown(list []*command, name string) error {
	var names []string
	for _, c := range list {
		if !c.hidden {
			names = append(names, c.name)
		}
	}
	return usageError("there is no command %q.%s", name, didYouMean(name, names, "", ". See retort help"))
}

// didYouMean ends a sentence about a name that is not known: with what was probably meant, or else.
func didYouMean(given string, among []string, prefix, otherwise string) string {
	if s := experiments.Suggest(given, among); s != "" {
		return fmt.Sprintf(" Did you mean %q?", prefix+s)
	}
	return strings.TrimPrefix(otherwise, ".") + "."
}

// parse reads flags and arguments in any order; what follows "--" is an argument whatever it looks like.
func parse(flags *flag.FlagSet, args []string) ([]string, error) {
	flags.SetOutput(io.Discard)
	flags.Usage = func() {}
	var positional []string
	for len(args) > 0 {
		if err := flags.Parse(args); err != nil {
			return nil, flagError(flags, err)
		}
		rest := flags.Args()
		if used := len(args) - len(rest); used > 0 && args[used-1] == "--" {
			return append(positional, rest...), nil
		}
		if len(rest) == 0 {
			break
		}
		positional, args = append(positional, rest[0]), rest[1:]
	}
	return positional, nil
}

// flagError words the complaint of package flag, with a suggestion for a flag that does not exist.
func flagError(flags *flag.FlagSet, err error) error {
	if errors.Is(err, flag.ErrHelp) {
		return err
	}
	name, undefined := strings.CutPrefix(err.Error(), "flag provided but not defined: -")
	if !undefined {
		return usageError("%s", explainParseError(flags, err.Error()))
	}
	var known []string
	flags.VisitAll(func(f *flag.Flag) { known = append(known, f.Name) })
	return usageError("there is no flag -%s.%s", name, didYouMean(name, known, "-", fmt.Sprintf(" See %s -h", flags.Name())))
}

var parseError = regexp.MustCompile(`^(.* for flag -([^ ]+)): parse error$`)

// explainParseError says what package flag only calls a parse error.
func explainParseError(flags *flag.FlagSet, text string) string {
	m := parseError.FindStringSubmatch(text)
	if m == nil {
		return text
	}
	want := "want a value of another kind"
	if getter, ok := flags.Lookup(m[2]).Value.(flag.Getter); ok {
		switch getter.Get().(type) {
		case int:
			want = "want a whole number"
		case bool:
			want = "want true or false"
		case time.Duration:
			want = "want a time with its unit, such as 90m or 30s"
		}
	}
	return m[1] + ": " + want
}

// usage describes a command for its view.
func (c *command) usage(flags *flag.FlagSet) views.Usage {
	u := views.Usage{Name: c.name, Arguments: c.arguments, Summary: c.summary, Help: strings.TrimSpace(c.help)}
	flags.VisitAll(func(f *flag.Flag) {
		value, text := flag.UnquoteUsage(f)
		u.Flags = append(u.Flags, views.UsageFlag{Name: f.Name, Value: value, Text: text})
	})
	return u
}

// arguments checks the number of arguments and names the missing one.
func arguments(args []string, names ...string) error {
	required := 0
	for _, n := range names {
		if !strings.HasPrefix(n, "[") {
			required++
		}
	}
	switch {
	case len(args) < required:
		return usageError("%s is missing", names[len(args)])
	case len(args) > len(names):
		return usageError("%q is one argument too many", args[len(names)])
	}
	return nil
}
