package tw

import "strings"

// idSeparator stands for the bar in the scene's ids: "Cabinet|+00.95|..." is "cabinet_bar__plus_00_dot_95_bar_...".
const idSeparator = "_bar_"

// idClass is the class in a scene id. Basins carry theirs at the end of the id: sink_bar_..._sinkbasin.
func idClass(id string) (string, bool) {
	class, _, ok := strings.Cut(id, idSeparator)
	if ok && strings.Contains(id, "basin") {
		class += "basin"
	}
	return class, ok
}
