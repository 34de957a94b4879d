package registry

import (
	"context"
	"io"
	"math/rand/v2"

	"github.com/retort-ml/retort/backends"
)

// StageKind is a step of a trial that can be executed, cached and shared. Its identity
// is (Kind, Version, settings, inputs, environment, seed): what it computes must be a function of them.
type StageKind struct {
	// Kind names it in plans and records: "warmup", "takeovers".
	Kind string
	// Version is raised whenever the same settings would give other results.
	Version int
	// Settings returns a fresh pointer to the settings Run decodes; it has json tags.
	Settings func() any
	// Run does the work. Settings is what Settings returned, filled in.
	Run func(ctx context.Context, b Bench, settings any) error
	// ReadsReward says that Run looks at the task reward (Won or Score of an outcome).
	ReadsReward bool
	// Episodes estimates the work in episodes played and learnt from, for a time of arrival
	// before anything was measured. Nil means little.
	Episodes func(settings any) int
	// Work says what each policy does, for an estimate of compute. Behind gives the settings of the stage behind an input, nil where
	// that says nothing. Nil means that the student plays and learns from Episodes which the teacher scores, or
	// that the policy plays them and the scorer scores them.
	Work func(settings any, behind func(input string) any) []Work
}

// Work is what the policy of an input does in a stage, in episodes of so many turns at most (0: the horizon).
type Work struct {
	Input                 string
	Plays, Scores, Learns int
	Turns                 int
}

// Artifact refers to the output of a stage inside a plan. The zero value means none.
type Artifact struct{ Stage int }

// Inputs names the artifacts a stage reads.
type Inputs map[string]Artifact

// Builder collects the stages of one trial. A method calls Stage for each of its steps and returns
// the last artifact: the trained student.
type Builder interface {
	// Teacher and Student are the warmed-up policies of the trial's cell.
	Teacher() Artifact
	Student() Artifact
	// Stage adds a stage or finds the equal one. Seeded stages differ between the trial's seeds;
	// the others are shared by all of them.
	Stage(kind string, settings any, inputs Inputs, seeded bool) Artifact
}

// Bench is what a running stage works with. The runner implements it.
type Bench interface {
	// Environment is the trial's environment and Format how a policy reads it.
	Environment() Environment
	Format() Format
	// Fresh draws a new policy of the stage's own model (only for stages that were given
	// one); Load opens the weights artifact of a named input.
	Fresh() (backends.Learner, error)
	Load(input string) (backends.Learner, error)
	// Has says whether an input was given.
	Has(input string) bool
	// Read opens a file artifact of an input.
	Read(input, file string) (io.ReadCloser, error)
	// Write adds a file artifact.
	Write(file string, fill func(io.Writer) error) error
	// SaveWeights writes the stage's weights artifact.
	SaveWeights(m backends.Learner) error
	// Seed derives a stream for a purpose from the stage's identity; Rand is a source over it.
	Seed(purpose string) uint64
	Rand(purpose string) *rand.Rand
	// Episode records an episode under a phase ("evaluation", "probe"); Metric a number, at a step
	// or, with step -1, of the whole stage. Records are kept in the order of the calls.
	Episode(phase string, e *Episode) error
	Metric(name string, step int, value float64) error
	// Warn records a remark that every table built on the stage shows.
	Warn(message string) error
	// Loop calls body for each step from 0, or from where an earlier attempt's last checkpoint left
	// off, reports progress and writes checkpoints of what state covers. Body must leave all that
	// carries over from step to step in the state.
	Loop(ctx context.Context, steps int, state Checkpointed, body func(step int) error) error
	// Progress reports how far a part without Loop is, for the display only.
	Progress(done, total int, note string)
}

// Checkpointed is state that a loop carries from step to step.
type Checkpointed interface {
	WriteState(w io.Writer) error
	ReadState(r io.Reader) error
}
