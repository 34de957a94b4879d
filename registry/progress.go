package registry

// Matcher is an Environment that can tell from the texts of an episode where it stands on a path that is known to finish the
// task, although the episode came there in another way.
type Matcher interface {
	// Match starts to compare an episode, from its introduction on, with a path: commands that finish the task from its
	// start. With anyInstance one object of a class is as good as another.
	Match(introduction string, path []string, anyInstance bool) PathMatcher
}

// PathMatcher follows one episode along a path. It reads no reward.
type PathMatcher interface {
	// Progress says where on the path the present state stands, the latest such point; false where the path is no guide.
	// Admissible are the commands that the world understands now.
	Progress(admissible []string) (Progress, bool)
	// Observe takes in a command that was executed and what came back.
	Observe(command, observation string)
}

// Progress is a point of a path, as seen from a state that is compatible with it.
type Progress struct {
	// Done are the commands of the path whose effects the state shows. Left are commands that finish the task from the state; there
	// is at least one, and the first is what the path does next.
	Done, Left []string
}
