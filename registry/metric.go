package registry

// Metric is a number about a trial: computed from the episodes of its evaluation, or recorded by one
// of its stages.
type Metric struct {
	Name  string
	Title string
	Unit  string // "", "%", "turns", "tokens", "nats"
	// HigherIsBetter decides what is bold.
	HigherIsBetter bool
	// Undirected says that neither way is better: a number that describes, such as a correlation. It has no arrow and nothing of it is
	// bold.
	Undirected bool
	// Rate says that the value is a proportion of episodes or tasks, shown in per cent.
	Rate bool
	Help string
	// Stage is the kind of the stage that recorded the number under Name, with its n under Name_n; empty when the
	// number is computed from the episodes of an evaluation.
	Stage string
	// Value returns an episode's value, and false where the metric does not apply to the episode. Nil when the
	// metric is of a task.
	Value func(s *Summary) (float64, bool)
	// OfTask returns the value of a task from all its episodes (pass@k), and false where it is not
	// available (k > n). Nil when the task's value is the mean of its episodes'.
	OfTask func(episodes []Summary) (float64, bool)
}
