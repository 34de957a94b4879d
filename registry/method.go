package registry

// Method is a configured training method.
type Method interface {
	// Build declares the stages of a trial and returns the artifact of the trained student.
	Build(b Builder) Artifact
}

// MethodKind is a method that an experiment can use.
type MethodKind struct {
	Info     MethodInfo
	Settings func() any                // a fresh pointer to defaults; hcl and json tags
	New      func(settings any) Method // from what Settings returned, filled in
}

// MethodInfo is what `retort methods describe` prints.
type MethodInfo struct {
	Name      string
	Title     string
	Idea      string   // one paragraph
	Objective string   // the loss, in the notation of the source
	Source    string   // paper, equation
	Stages    []string // in order
	Needs     []string // of the environment and the backend: "fork", "expert", "teacher log-probabilities"
	// ReadsReward says that training looks at the task reward.
	ReadsReward bool
	Constants   []Constant
	Departures  []string // where it differs from the source
}

// Constant is a setting with where its default comes from.
type Constant struct {
	Setting string
	Origin  string // "published", "inferred" or "ours", with the place
}
