package experiments

// Kinds of names a Catalog is asked for.
const (
	KindMethod      = "method"
	KindEnvironment = "environment"
	KindModel       = "model"
	KindWarmup      = "warmup"
	KindEvaluation  = "evaluation"
	KindMetric      = "metric"
	KindPlot        = "plot"
	// KindPolicy holds the settings of teacher and student blocks themselves, under the names "teacher"
	// and "student". A catalogue that lacks them gives such blocks no settings.
	KindPolicy = "policy"
	// KindPublished lists tables of published numbers as "PAPER/TABLE". A catalogue without any leaves
	// calls of published() unchecked.
	KindPublished = "published"
)

// DefaultEvaluation is the evaluation that a block without a use attribute means.
const DefaultEvaluation = "default"

// Catalog says what the names in an experiment can mean. It uses basic types only, so
// that a catalogue needs nothing from this package.
type Catalog interface {
	// Settings returns a fresh pointer to a struct with hcl tags, its fields set to the defaults, and
	// whether the kind has that name. The struct may have a method
	//
	//	Validate() error
	//	Validate() []T
	//
	// where T is a struct with string fields Setting, Message and, if it likes, Suggestion and a bool Missing; or, in place of a suggestion, a
	// string Given and a []string Choices, of which the nearest is suggested. Errors (and those they wrap or join) may have the same
	// fields. What it finds is reported at the setting. Validate may be called several times and on unsuitable values.
	Settings(kind, name string) (ptr any, ok bool)
	// Names lists the names of a kind. The order decides between equally good suggestions.
	Names(kind string) []string
}
