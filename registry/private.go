package registry

// Kinds of private information.
const (
	PrivateGoal      = "goal"      // what the user wants, in the task file's words
	PrivateFacts     = "facts"     // what the user knows and tells when asked
	PrivateReference = "reference" // actions that win
)

// Privileged is a World that knows what no policy may see. Private is a function of the task and nil for a kind that the
// task has nothing of.
type Privileged interface {
	Private(kind string) []string
}

// Tooled is an Environment whose actions are calls of tools and messages. Tools is the JSON list of the assistant's
// tools in OpenAI's format.
type Tooled interface {
	Tools() []byte
}

// Limited is an Environment that can only play so many episodes side by side without starting over again and again.
type Limited interface {
	Width() int
}

// Faulty is an Environment over files of which some could not be used. Faults names each with file, record and reason;
// the rest is played.
type Faulty interface {
	Faults() []error
}

// Named is an Environment whose tasks have names of their own.
type Named interface {
	TaskNamed(name string) (Task, bool)
}
