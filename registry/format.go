package registry

import "github.com/retort-ml/retort/backends"

// Format says how a policy reads and writes an environment: tokenizer, prompt, response parsing.
type Format interface {
	// Vocab is the number of tokens; Word spells one.
	Vocab() int
	Word(t backends.Token) string
	// Shape fills the parts of a model's configuration that the vocabulary decides.
	Shape(c *backends.Config)
	// Begin starts the stream of an episode.
	Begin(introduction string) Stream
	// Stop lists the tokens that end a response; MaxResponse bounds its length, and End is
	// appended to a response that did not end itself.
	Stop() []backends.Token
	MaxResponse() int
	End() backends.Token
	// Thought marks which tokens of a response belong to its reasoning part.
	Thought(response []backends.Token) []bool
}

// Stream renders one episode append-only: what was once rendered never changes.
type Stream interface {
	// Prompt is the introduction up to where the first response starts.
	Prompt() []backends.Token
	// PromptWith is Prompt with privileged context: the actions of responses that went on from a
	// later state of the same episode. No responses give Prompt.
	PromptWith(reference [][]backends.Token) []backends.Token
	// Parse reads a response. Parsed is false when it does not have the form of one; its
	// action is then what can be made of it, which a world refuses.
	Parse(response []backends.Token) (r Response, parsed bool)
	// Render writes a response, with its end token.
	Render(r Response) []backends.Token
	// Observe renders an observation up to where the next response starts.
	Observe(observation string) []backends.Token
	// Fork returns an independent copy.
	Fork() Stream
}
