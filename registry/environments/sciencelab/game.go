package sciencelab

// game is one task with its world as it starts; it never changes.
type game struct {
	quest
	plan    *plan
	present []thing // what the world has or may come to have, in catalogue order
	start   state
	text    string // the introduction
	// Hidden properties of this world.
	melts    int16 // of the target, where the task is to measure it
	conducts bool  // of the target, where the task is to test it
	lengths  [4]uint8
	formula  formula // of the mixing tasks
	ordered  int
	// Simplifications.
	teleport, watering, electrical, onArrival bool
}

// meltsAt is the melting point of a thing in this world.
func (g *game) meltsAt(t thing) int16 {
	if g.melts != 0 && t == g.target {
		return g.melts
	}
	return catalogue[t].melts
}

func (g *game) conductive(t thing) bool {
	if t == g.target && g.family.conducts() {
		return g.conducts
	}
	return catalogue[t].conducts
}
