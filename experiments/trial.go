package experiments

// Trial is one point of a grid: one student to be trained and evaluated. Blocks whose settings depend on
// the environment are resolved for the trial's; equal pointers mean equal blocks.
type Trial struct {
	Teacher     *Policy
	Student     *Policy
	Environment *Environment
	Method      *Method
	Seed        int
	// Grids names the grids that contain the trial, in file order.
	Grids []string
	// Labels maps every axis of those grids to the trial's value on it, and besides "teacher",
	// "student", "environment", "method" and "seed".
	Labels map[string]string
}

// coordinates identify a trial within an experiment.
type coordinates struct {
	teacher, student *Policy
	environment      *Environment
	method           *Method
	seed             int
}
