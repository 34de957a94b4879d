package registry

// Floors under every score: policies that read little or nothing. A number near its floor says nothing.
const (
	FloorNothing = "nothing" // does nothing until time is up
	FloorBlind   = "blind"   // does the obvious and compares nothing
	FloorRandom  = "random"  // takes any admissible command; every environment has it
)

// Floors is an Environment that has such policies. Its EnvironmentKind lists their names, and
// FloorRandom where that says something.
type Floors interface {
	// Floor starts a policy by name; false when there is none of that name.
	Floor(name, introduction string) (Expert, bool)
}

// Still returns a policy that says the same command whatever happens.
func Still(command string) Expert { return still(command) }

type still string

// Act implements Expert.
func (s still) Act() Response { return Response{Action: string(s)} }

// Observe implements Expert.
func (s still) Observe(string, string) {}

// Reference implements Expert: it follows none.
func (s still) Reference([]string) {}

// Fork implements Expert.
func (s still) Fork(uint64) Expert { return s }
