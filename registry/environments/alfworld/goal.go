package alfworld

import "strings"

// taskTypes are ALFWorld's six task types in the order of their numbers 1 to 6.
var taskTypes = []string{
	"pick_and_place_simple",
	"look_at_obj_in_light",
	"pick_clean_then_place_in_recep",
	"pick_heat_then_place_in_recep",
	"pick_cool_then_place_in_recep",
	"pick_two_obj_and_place",
}

// Indices into taskTypes.
const (
	taskPut = iota
	taskLight
	taskClean
	taskHeat
	taskCool
	taskTwo
)

// goal is a task sentence, understood.
type goal struct {
	task   int    // index into taskTypes, -1 when the sentence is none of the templates
	object string // class of the object
	dest   string // class of the destination; of the lamp for taskLight
}

// goalTemplates are both sentences of each task type: "{o}" and "{r}" are class names.
// A generated game uses one of the two.
var goalTemplates = [6][2]string{
	taskPut:   {"put a {o} in {r}", "put some {o} on {r}"},
	taskLight: {"look at {o} under the {r}", "examine the {o} with the {r}"},
	taskClean: {"put a clean {o} in {r}", "clean some {o} and put it in {r}"},
	taskHeat:  {"put a hot {o} in {r}", "heat some {o} and put it in {r}"},
	taskCool:  {"put a cool {o} in {r}", "cool some {o} and put it in {r}"},
	taskTwo:   {"put two {o} in {r}", "find two {o} and put them in {r}"},
}

// sentence writes the task sentence (without the full stop) in form 0 or 1.
func (g goal) sentence(form int) string {
	return strings.Replace(strings.Replace(goalTemplates[g.task][form], "{o}", g.object, 1), "{r}", g.dest, 1)
}

// parseGoal reads a task sentence. A sentence that fits no template (written by a person)
// gives task -1.
func parseGoal(sentence string) goal {
	words := strings.Fields(strings.TrimSuffix(strings.TrimSpace(sentence), "."))
	for task, forms := range goalTemplates {
		for _, form := range forms {
			if g, ok := matchGoal(form, words); ok {
				g.task = task
				return g
			}
		}
	}
	return goal{task: -1}
}

func matchGoal(form string, words []string) (goal, bool) {
	var g goal
	n := 0
	for want := range strings.FieldsSeq(form) {
		if n == len(words) {
			return goal{}, false
		}
		switch got := words[n]; want {
		case "{o}":
			g.object = got
		case "{r}":
			g.dest = got
		default:
			if got != want {
				return goal{}, false
			}
		}
		n++
	}
	return g, n == len(words)
}

// parseIntroduction splits the first text of an episode into the entities of the room, in
// the order listed, and the task sentence. Either may be empty.
func parseIntroduction(text string) (places []string, sentence string) {
	for part := range strings.SplitSeq(text, "\n") {
		part = strings.TrimSpace(part)
		if s, ok := strings.CutPrefix(part, "Your task is to: "); ok {
			sentence = s
		} else if see := parseSight(part); see.kind == seenRoom {
			places = see.items
		}
	}
	return places, sentence
}
