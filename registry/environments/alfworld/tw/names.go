package tw

import (
	"slices"
	"strconv"
	"strings"
)

// idSeparator stands for the bar in the scene's ids: "Cabinet|+00.95|..." is "cabinet_bar__plus_00_dot_95_bar_...".
const idSeparator = "_bar_"

// readableNames gives the entities that occur in a fact the names the texts use, "cabinet 3".
// Numbers count down along the sorted ids, so lists, which follow the ids, show descending
// numbers. An id that is no scene id is its own name with a blank after it, as in the original.
func readableNames(ids []string) map[string]string {
	sorted := slices.Clone(ids)
	slices.Sort(sorted)
	left := map[string]int{}
	for _, id := range sorted {
		if class, ok := idClass(id); ok {
			left[class]++
		}
	}
	names := make(map[string]string, len(sorted))
	for _, id := range sorted {
		class, ok := idClass(id)
		if !ok {
			names[id] = id + " "
			continue
		}
		names[id] = class + " " + strconv.Itoa(left[class])
		left[class]--
	}
	return names
}

// idClass is the class in a scene id. Basins carry theirs at the end of the id: sink_bar_..._sinkbasin.
func idClass(id string) (string, bool) {
	class, _, ok := strings.Cut(id, idSeparator)
	if ok && strings.Contains(id, "basin") {
		class += "basin"
	}
	return class, ok
}
