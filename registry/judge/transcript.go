package judge

import (
	"fmt"
	"strings"

	"github.com/retort-ml/retort/registry"
)

// Transcript writes an episode as a text model reads it: the introduction, then thought, action and observation of each
// turn, numbered from 1. It holds no reward.
func Transcript(e *registry.Episode) string {
	var b strings.Builder
	b.WriteString(e.Introduction)
	for k := range e.Turns {
		t := &e.Turns[k]
		fmt.Fprintf(&b, "\n\n[turn %d]\nthought: %s\naction: %s\nobservation: %s", k+1, t.Thought, t.Action, t.Observation)
	}
	return b.String()
}
