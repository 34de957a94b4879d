package experiments

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
)

const (
	suffix         = ".hcl"
	varsSuffix     = ".vars.hcl"
	autoVarsSuffix = ".auto.vars.hcl"
)

// Options are what Load needs besides the files.
type Options struct {
	// Catalog says what names mean. It must be set.
	Catalog Catalog
	// Vars are values of variables from the command line. The text of a variable of type string is its
	// value; for other types it is an HCL expression.
	Vars map[string]string
	// VarFiles are files of values ("name = expression"), later ones overriding earlier ones and the
	// *.auto.vars.hcl files of the folder; Vars override them all.
	VarFiles []string
	// IgnoreMissingWeights accepts shipped weights that are not there, for whoever makes them.
	IgnoreMissingWeights bool
	// IgnoreMissingData accepts settings that name files which are not there, for whoever looks at those that are used. A
	// settings struct says so with a bool Missing beside the Setting and Message of its finding.
	IgnoreMissingData bool
}

// Load reads the experiment in a folder (all its *.hcl files) or in a single file and checks it. It reports
// every mistake it can tell from its consequences. The experiment is never nil: after errors
// it may be incomplete, but Files is good for showing the diagnostics.
func Load(path string, opts Options) (*Experiment, hcl.Diagnostics) {
	l := newLoader(opts)
	info, err := os.Stat(path)
	switch {
	case err != nil:
		l.failAnywhere("Experiment not found", "Cannot read %s: %s.", path, cause(err))
		return l.finish()
	case info.IsDir():
		l.exp.Dir = path
	default:
		l.exp.Dir = filepath.Dir(path)
	}
	names := []string{path}
	if info.IsDir() {
		if names, err = hclFiles(path); err != nil {
			l.failAnywhere("Experiment not found", "Cannot read %s: %s.", path, cause(err))
			return l.finish()
		}
		if len(names) == 0 {
			l.failAnywhere("Empty experiment", "There are no %s files in %s.", suffix, path)
			return l.finish()
		}
	}
	var sources []source
	for _, name := range names {
		src, err := readFile(name)
		if err != nil {
			l.failAnywhere("Unreadable file", "Cannot read %s: %s.", name, cause(err))
			continue
		}
		sources = append(sources, source{name, src})
	}
	if l.diags.HasErrors() {
		return l.finish()
	}
	return l.load(sources)
}

// Parse is Load for files that are already in memory, by name. It does not look for weights files.
func Parse(files map[string][]byte, opts Options) (*Experiment, hcl.Diagnostics) {
	l := newLoader(opts)
	var sources []source
	for name, src := range files {
		sources = append(sources, source{name, src})
	}
	slices.SortFunc(sources, func(a, b source) int { return cmp.Compare(a.name, b.name) })
	if len(sources) == 0 {
		l.failAnywhere("Empty experiment", "There are no files.")
		return l.finish()
	}
	return l.load(sources)
}

// readFile reads a file, and no more of it than makes it too large: a device has no end.
func readFile(name string) ([]byte, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, maxFileBytes+1))
}

// hclFiles lists the experiment's files in dir by name, automatic variable files among them; other
// files of values are read on request only.
func hclFiles(dir string) ([]string, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	var names []string
	for _, e := range entries {
		name := e.Name()
		switch {
		case e.IsDir(), strings.HasPrefix(name, "."), !strings.HasSuffix(name, suffix):
		case strings.HasSuffix(name, varsSuffix) && !strings.HasSuffix(name, autoVarsSuffix):
		default:
			names = append(names, filepath.Join(dir, name))
		}
	}
	return names, nil
}

// cause is err without the operation and path that the message names anyway.
func cause(err error) error {
	if p, ok := err.(*os.PathError); ok {
		return p.Err
	}
	return err
}

type source struct {
	name string
	src  []byte
}

// loader carries the state of one Load.
type loader struct {
	catalog Catalog
	opts    Options
	exp     *Experiment
	diags   hcl.Diagnostics
	seen    map[string]bool
	names   []string // of the files, in order

	settingNames map[reflect.Type]*settingNames

	queue          []func() // decoding that waits until everything is declared
	perEnvironment []func() // decoding that waits until it is known where grids train
	validations    []func() // of variables

	*scope
}

func newLoader(opts Options) *loader {
	if opts.Catalog == nil {
		panic("experiments: Load without a catalogue")
	}
	l := &loader{
		catalog: opts.Catalog,
		opts:    opts,
		exp:     &Experiment{Files: map[string]*hcl.File{}},
		seen:    map[string]bool{},

		settingNames: map[reflect.Type]*settingNames{},
	}
	l.scope = newScope(l)
	return l
}

func (l *loader) load(sources []source) (*Experiment, hcl.Diagnostics) {
	var bodies, values []*hclsyntax.Body
	for _, s := range sources {
		body := l.parse(s)
		switch {
		case body == nil:
		case strings.HasSuffix(s.name, autoVarsSuffix):
			values = append(values, body)
		default:
			bodies = append(bodies, body)
		}
	}
	for _, name := range l.opts.VarFiles {
		src, err := readFile(name)
		if err != nil {
			l.failAnywhere("Unreadable variables file", "Cannot read %s: %s.", name, cause(err))
			continue
		}
		if body := l.parse(source{name, src}); body != nil {
			values = append(values, body)
		}
	}
	// After a syntax error the rest of the folder is half known, and what is missing from it would be
	// reported as undeclared.
	if l.diags.HasErrors() {
		return l.finish()
	}
	blocks := l.collect(bodies)
	l.decodeVariables(blocks["variable"], values)
	l.decodeExperiment(blocks["experiment"])
	l.decodeAll(blocks)
	l.checkUnused()
	if !l.diags.HasErrors() {
		l.expand()
	}
	return l.finish()
}

func (l *loader) parse(s source) *hclsyntax.Body {
	if _, twice := l.exp.Files[s.name]; twice {
		return nil
	}
	file, diags := parseFile(s.src, s.name)
	l.exp.Files[s.name] = file
	l.names = append(l.names, s.name)
	l.add(diags...)
	if diags.HasErrors() {
		return nil
	}
	return file.Body.(*hclsyntax.Body)
}

// finish returns the diagnostics in the order of the places they are about.
func (l *loader) finish() (*Experiment, hcl.Diagnostics) {
	slices.SortStableFunc(l.diags, func(a, b *hcl.Diagnostic) int {
		switch {
		case a.Subject == nil && b.Subject == nil:
			return 0
		case a.Subject == nil:
			return -1
		case b.Subject == nil:
			return 1
		}
		return cmp.Or(
			cmp.Compare(a.Subject.Filename, b.Subject.Filename),
			cmp.Compare(a.Subject.Start.Byte, b.Subject.Start.Byte),
			cmp.Compare(a.Summary, b.Summary),
			cmp.Compare(a.Detail, b.Detail),
		)
	})
	if l.diags.HasErrors() {
		l.exp.trials = nil
	}
	return l.exp, l.diags
}

// add records diagnostics, each once: a block that several others inherit from is decoded
// several times and fails in the same way.
func (l *loader) add(diags ...*hcl.Diagnostic) {
	for _, d := range diags {
		key := d.Summary + "\x00" + d.Detail
		if d.Subject != nil {
			key += "\x00" + d.Subject.String()
		}
		if !l.seen[key] {
			l.seen[key] = true
			l.diags = append(l.diags, d)
		}
	}
}

// fail records an error. The summary is constant text; the detail is a full sentence.
func (l *loader) fail(subject hcl.Range, summary, detail string, args ...any) {
	l.add(&hcl.Diagnostic{Severity: hcl.DiagError, Summary: summary, Detail: fmt.Sprintf(detail, args...), Subject: &subject})
}

func (l *loader) failAnywhere(summary, detail string, args ...any) {
	l.add(&hcl.Diagnostic{Severity: hcl.DiagError, Summary: summary, Detail: fmt.Sprintf(detail, args...)})
}

// firstLine is the place of mistakes that are about the folder as a whole.
func (l *loader) firstLine() *hcl.Range {
	if len(l.names) == 0 {
		return nil
	}
	return &hcl.Range{Filename: l.names[0], Start: hcl.InitialPos, End: hcl.InitialPos}
}

// place is a range as file:line.
func place(r hcl.Range) string { return fmt.Sprintf("%s:%d", r.Filename, r.Start.Line) }
